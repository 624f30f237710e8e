// Random inputs for the program and its readers, and what must hold for each.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/text/spec.hpp"
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

// ---- inputs ------------------------------------------------------------------------------------

/// Words separated by blanks.
inline std::vector<std::string> words(std::string_view text) { return split_words(text, "words"); }
/// The same, with `last` behind them.
inline std::vector<std::string> words(std::string_view text, std::string last) {
  std::vector<std::string> all = words(text);
  all.push_back(std::move(last));
  return all;
}

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(const std::string& text);

/// Replaces, removes, doubles or adds bytes of a text, some of them with a meaning there.
std::string mutated(std::string text, Dice& dice);

/// What people and machines write for values, sensible or not. Usable ones are small, so that the
/// resulting work is short.
std::string any_value(Dice& dice);

/// An engine or a game, with keys that exist and some that do not.
std::string any_engine(Dice& dice);
std::string any_game(Dice& dice);

// ---- the program's readers ---------------------------------------------------------------------

/// What is wrong with a text: what read() says of it, or that it is refused by no sentence.
template <class Read>
std::string fault_of_reading(const Read& read) {
  try {
    return read();
  } catch (const UsageError& error) {
    if (std::string_view(error.what()).ends_with('.')) return {};
    return fmt::format("is refused by no sentence: {}", error.what());
  } catch (const std::exception& error) {
    return fmt::format("lets this through: {}", error.what());
  }
}

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

/// The UCI server does the same: all that it says is by the protocol, with one move for each go.
inline constexpr int kUciLines = 100;
Trial try_uci(Dice& dice);

// ---- the program -------------------------------------------------------------------------------

/// What the program wrote to standard output, and what is wrong with how it ended, or that it ran
/// longer than half a minute; no fault if nothing is.
struct Outcome {
  std::string output;
  std::string fault;
};
Outcome run_program(std::vector<std::string> arguments);

/// Makes what others are tried on. Throws std::runtime_error if that fails.
void make_by_program(std::vector<std::string> arguments);

/// Whether a text has control characters besides ends of lines.
bool has_controls(std::string_view text);

/// The program ends by itself, with a documented status, and one sentence for unusable input;
/// searches run exactly the requested iterations.
Trial try_command(Dice& dice);

/// The same for the program on damaged folders of a run and of a match.
Trial try_folder(Dice& dice);

/// A folder or file of --out in which links, pipes, folders and files of others have names that the
/// program writes: nothing changes outside, and nothing in a folder without a run.
Trial try_output(Dice& dice);

/// A damaged set of labels is used or continued, or rejected with its line. If it is used, its
/// values are whole thousandths, and each line has an object, except a last one that was cut off.
Trial try_labels(Dice& dice);

/// A page with a misspelt marker is rejected and unchanged. An accepted page keeps all markers and
/// the text around them, and gets the same tables when they are made again.
Trial try_page(Dice& dice);

}  // namespace banyan::bench::fuzz
