// Inputs made by chance for the program and its readers, and what must hold of each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.hpp"

namespace banyan::bench::fuzz {

/// The choices of one round, which its key repeats.
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

/// Bytes of a text replaced, removed, doubled or added, some of which mean something there.
std::string mutated(std::string text, Dice& dice);

/// What people and machines write for values, sensible or not; of those that can be used, small
/// ones, so that what they ask for is soon done.
std::string any_value(Dice& dice);

/// An engine or a game with keys that it has and some that it has not.
std::string any_engine(Dice& dice);
std::string any_game(Dice& dice);

/// Specs are read, or refused in a sentence; what was read is the same when it is read again.
Trial try_spec(Dice& dice);

/// JSON is read, or refused in a sentence, however it is damaged or nested.
Trial try_json(Dice& dice);

/// Records in SGF and boards are read, or refused in a sentence; what was read is the same when it
/// is written and read again.
Trial try_record(Dice& dice);

/// So many lines are obeyed by the GTP server, or refused, each in one answer by the protocol.
inline constexpr int kGtpLines = 200;
Trial try_gtp(Dice& dice);

/// The program ends by itself, with a documented status and one sentence for what is unusable;
/// searches make as many iterations as they were asked for.
Trial try_command(Dice& dice, const std::string& program);

/// The same of the program on the folders of a run and of a match that were damaged.
class Folders {
 public:
  /// Makes whole ones in a folder of its own, which goes with this object.
  explicit Folders(const std::string& program);
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders();

  Trial attempt(Dice& dice);

 private:
  std::string program_;
  std::filesystem::path place_;
};

/// A set of labels that was damaged is used or gone on with, or refused by its line; one that is
/// used has whole thousandths for values, and an object in each line but for a last one that was
/// cut off.
Trial try_labels(Dice& dice, const std::string& program);

/// A page with a marker in another spelling is refused and left as it is; one that is taken has all
/// its markers, the same text around them, and the same tables when they are made again.
Trial try_page(Dice& dice, const std::string& program);

/// What is wrong with how `program ARGUMENTS` ended, or that it did not within half a minute; empty
/// if nothing is. `output` is what it printed.
std::string fault_of(const std::string& program, std::vector<std::string> arguments,
                     std::string& output);

}  // namespace banyan::bench::fuzz
