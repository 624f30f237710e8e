// The Go Text Protocol, version 2 (Farneback 2002), as text: commands, their arguments, and
// answers.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/clocks/game_clock.hpp"
#include "core/game/game.hpp"

namespace banyan::bench::gtp {

using Arguments = std::vector<std::string>;
using Time = GameClock::Time;

/// A rejected command; what() follows the '?'.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command line of the controller.
struct Command {
  std::string id;  ///< digits, or empty
  std::string name;
  Arguments arguments;
};

/// Whether a word consists of digits only.
bool is_digits(std::string_view text);

/// Parses a line; nothing if it is empty or a comment. Tabs are blanks, other control characters
/// are ignored, and '#' begins a comment.
std::optional<Command> parse_command(std::string_view line);

/// "=1 D4\n\n", or "?1 illegal move\n\n". Omits lines of the text that would end the answer, and
/// writes bytes other than printable ASCII as \xNN.
std::string answer(const std::string& id, bool success, std::string_view text);

// The ith argument, as a text, a color, a number in a range, or seconds, possibly fractional.
// `what` is its name in messages. These throw Refused.
const std::string& argument(const Arguments& arguments, std::size_t i, const char* what);
bool is_player(const std::string& text);
Player read_player(const Arguments& arguments, std::size_t i = 0);
double read_number(const Arguments& arguments, std::size_t i, const char* what, double lowest,
                   double highest);
int read_whole(const Arguments& arguments, std::size_t i, const char* what, int lowest,
               int highest);
Time read_time(const Arguments& arguments, std::size_t i, const char* what);

}  // namespace banyan::bench::gtp
