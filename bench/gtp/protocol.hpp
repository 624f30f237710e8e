// The Go Text Protocol, version 2 (Farneback 2002), as text: commands and answers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::bench::gtp {

/// A command line of the controller.
struct Command {
  std::string id;  ///< digits, or empty
  std::string name;
  std::vector<std::string> arguments;
};

/// Whether a word consists of digits only.
bool is_digits(std::string_view text);

/// Parses a line; nothing if it is empty or a comment. Tabs are blanks, other control characters
/// are ignored, and '#' begins a comment.
std::optional<Command> parse_command(std::string_view line);

/// "=1 D4\n\n", or "?1 illegal move\n\n". Omits lines of the text that would end the answer, and
/// writes bytes other than printable ASCII as \xNN.
std::string answer(const std::string& id, bool success, std::string_view text);

}  // namespace banyan::bench::gtp
