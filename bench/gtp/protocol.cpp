// Reads and writes the lines of GTP, and parses their words as colors, numbers and times.
#include "bench/gtp/protocol.hpp"

#include <fmt/format.h>

#include <chrono>
#include <sstream>

#include "bench/text/spec.hpp"
#include "games/text_match.hpp"

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

const std::string& argument(const Arguments& arguments, std::size_t i, const char* what) {
  if (i < arguments.size()) return arguments[i];
  throw Refused(fmt::format("syntax error: no {}", what));
}

bool is_player(const std::string& text) {
  return same_word(text, "b") || same_word(text, "black") || same_word(text, "w") ||
         same_word(text, "white");
}

Player read_player(const Arguments& arguments, std::size_t i) {
  const std::string& text = argument(arguments, i, "color");
  if (!is_player(text)) throw Refused("syntax error: the color is black or white");
  return text[0] == 'b' || text[0] == 'B' ? 0 : 1;
}

double read_number(const Arguments& arguments, std::size_t i, const char* what, double lowest,
                   double highest) {
  const auto number = bench::read_number<double>(argument(arguments, i, what));
  if (number && *number >= lowest && *number <= highest) return *number;
  throw Refused(
      fmt::format("syntax error: the {} is a number from {:g} to {:g}", what, lowest, highest));
}

int read_whole(const Arguments& arguments, std::size_t i, const char* what, int lowest,
               int highest) {
  const double number = read_number(arguments, i, what, lowest, highest);
  if (number == static_cast<int>(number)) return static_cast<int>(number);
  throw Refused(fmt::format("syntax error: the {} is a whole number", what));
}

Time read_time(const Arguments& arguments, std::size_t i, const char* what) {
  constexpr double kLongest = 1e6;
  return std::chrono::duration_cast<Time>(
      std::chrono::duration<double>(read_number(arguments, i, what, 0, kLongest)));
}

}  // namespace banyan::bench::gtp
