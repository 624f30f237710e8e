// Random inputs for the program and its readers, and what must hold for each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.hpp"

namespace banyan::bench::fuzz {

/// The choices of one round; its key reproduces them.
class Dice {
 public:
  explicit Dice(const StreamKey& key) : random_(key) {}

  std::size_t below(std::size_t bound) { return random_.below(static_cast<std::uint32_t>(bound)); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  Random random_;
};

/// One input, and what went wrong with it; no fault if nothing did.
struct Trial {
  std::string input;
  std::string fault;
};

/// Replaces, removes, doubles or adds bytes of a text, some of them with a meaning there.
std::string mutated(std::string text, Dice& dice);

/// What people and machines write for values, sensible or not. Usable ones are small, so that the
/// resulting work is short.
std::string any_value(Dice& dice);

/// An engine or a game, with keys that exist and some that do not.
std::string any_engine(Dice& dice);
std::string any_game(Dice& dice);

/// Specs are accepted, or rejected with a sentence; accepted ones are equal when read again.
Trial try_spec(Dice& dice);

/// JSON is accepted, or rejected with a sentence, however it is damaged or nested.
Trial try_json(Dice& dice);

/// Records in SGF and boards are accepted, or rejected with a sentence; accepted ones are equal
/// when written and read again.
Trial try_record(Dice& dice);

/// The GTP server executes or rejects this many lines, each with one answer by the protocol.
inline constexpr int kGtpLines = 200;
Trial try_gtp(Dice& dice);

/// The program ends by itself, with a documented status, and one sentence for unusable input;
/// searches run exactly the requested iterations.
Trial try_command(Dice& dice, const std::string& program);

/// The same for the program on damaged folders of a run and of a match.
class Folders {
 public:
  /// Makes intact ones in a temporary folder, which is removed with this object.
  explicit Folders(const std::string& program);
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders();

  Trial attempt(Dice& dice);

 private:
  std::string program_;
  std::filesystem::path place_;
};

/// A damaged set of labels is used or continued, or rejected with its line. If it is used, its
/// values are whole thousandths, and each line has an object, except a last one that was cut off.
Trial try_labels(Dice& dice, const std::string& program);

/// A page with a misspelt marker is rejected and unchanged. An accepted page keeps all markers and
/// the text around them, and gets the same tables when they are made again.
Trial try_page(Dice& dice, const std::string& program);

/// What is wrong with how `program ARGUMENTS` ended, or that it ran longer than half a minute;
/// empty if nothing. `output` receives its output.
std::string fault_of(const std::string& program, std::vector<std::string> arguments,
                     std::string& output);

}  // namespace banyan::bench::fuzz
