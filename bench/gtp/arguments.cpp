// Parses words as colors, numbers and times.
#include "bench/gtp/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <system_error>

#include "games/text_match.hpp"

namespace banyan::bench::gtp {

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
  const std::string& text = argument(arguments, i, what);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= lowest &&
      number <= highest) {
    return number;
  }
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
