// Reads and writes the lines of GTP.
#include "bench/gtp/protocol.hpp"

#include <sstream>

#include <fmt/format.h>

namespace banyan::bench::gtp {

bool is_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Command> parse_command(std::string_view line) {
  std::string kept;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') {
      kept += ' ';
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      kept += c;
    }
  }
  std::istringstream words(kept);
  Command command;
  for (std::string word; words >> word;) {
    if (command.name.empty() && command.id.empty() && is_digits(word)) {
      command.id = word;
    } else if (command.name.empty()) {
      command.name = word;
    } else {
      command.arguments.push_back(word);
    }
  }
  if (command.name.empty() && command.id.empty()) return std::nullopt;
  return command;
}

std::string answer(const std::string& id, bool success, std::string_view text) {
  std::string whole = (success ? "=" : "?") + id;
  char before = ' ';
  std::string said;
  for (const char c : text) {
    if (c == '\n' && before == '\n') continue;
    if ((c >= ' ' && c <= '~') || c == '\n') {
      said += c;
    } else {
      said += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    before = c;
  }
  if (said.ends_with('\n')) said.pop_back();
  if (!said.empty() && said.front() != '\n') whole += ' ';
  whole += said;
  return whole + "\n\n";
}

}  // namespace banyan::bench::gtp
