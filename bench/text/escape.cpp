// Escaping for each target; see escape.hpp.
#include "bench/text/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bench/text/utf8.hpp"

namespace banyan::bench {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// Returns no character before the text's start or after its end.
char at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

bool is_part_of_word(char c) {
  return one_of(c, kLetters) || one_of(c, kDigits) || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether character i would have a meaning in Markdown within a line.
bool means_something(std::string_view text, std::size_t i) {
  const char c = text[i];
  const char next = at(text, i + 1);
  if (c == '<') return one_of(next, kLetters) || one_of(next, "/!?");
  if (c == '&') return one_of(next, kLetters) || next == '#';
  // Within a word it is an ordinary letter.
  if (c == '_') return i == 0 || !is_part_of_word(text[i - 1]) || !is_part_of_word(next);
  if (c == '*') return next != ' ' && next != '\0';  // otherwise it opens nothing
  if (c == ']') return one_of(next, "([:");          // otherwise it ends no link
  return one_of(c, "\\`~$|");
}

/// The index of the character that would begin a heading, a list, a quotation or a rule in a line;
/// npos if none would. Within a paragraph only a 1 begins a numbered list.
std::size_t opener_of(std::string_view line, bool within_paragraph) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return first;
  const auto ends_marker = [&](std::size_t i) { return i >= line.size() || line[i] == ' '; };
  if (line[first] == '>') return first;
  if (one_of(line[first], "#=-+")) {
    const std::size_t after = line.find_first_not_of(line[first], first);
    return ends_marker(std::min(after, line.size())) ? first : std::string_view::npos;
  }
  const std::size_t after = std::min(line.find_first_not_of(kDigits, first), line.size());
  const bool number = after > first && one_of(at(line, after), ".)") && ends_marker(after + 1);
  const bool begins = !within_paragraph || line.substr(first, after - first) == "1";
  return number && begins ? after : std::string_view::npos;
}

/// Adds a line of Markdown in which no character has a meaning, including the one at `opener`.
void append_escaped(std::string& result, std::string_view line, std::size_t opener) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool meant = i == opener || means_something(line, i);
    if (meant && line[i] == '<') {
      result += "&lt;";  // harmless even if the page is read as HTML
      continue;
    }
    if (meant) result += '\\';
    result += line[i];
  }
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 2000;
  if (text.size() > kLongest) {
    return printable(text.substr(0, kLongest / 2)) + " ... " +
           printable(text.substr(text.size() - kLongest / 2 + 5));
  }
  std::string line;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    if (c.malformed() || is_control(c.value)) {
      for (const char byte : text.substr(0, c.bytes)) {
        line += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    } else {
      line += text.substr(0, c.bytes);
    }
    text.remove_prefix(c.bytes);
  }
  return line;
}

std::string replaced(std::string_view text, char character, std::string_view by) {
  std::string result;
  for (const char c : text) {
    if (c == character) {
      result += by;
    } else {
      result += c;
    }
  }
  return result;
}

std::string markdown_escaped(std::string_view text) {
  std::string result;
  bool within_paragraph = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    append_escaped(result, line, opener_of(line, within_paragraph));
    within_paragraph = line.find_first_not_of(' ') != std::string_view::npos;
    if (line.size() < text.size()) result += '\n';
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return result;
}

std::string markdown_cell(std::string_view text) {
  std::string result;
  append_escaped(result, replaced(text, '\n', " "), std::string_view::npos);
  return result;
}

std::string markdown_code(std::string_view text) {
  std::size_t longest = 0;  // run of backticks in it
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t row = std::min(text.find_first_not_of('`', i), text.size()) - i;
    longest = std::max(longest, row);
    i += row + 1;
  }
  const std::string fence(longest + 1, '`');
  const char* const gap = longest > 0 ? " " : "";
  return fence + gap + replaced(text, '\n', " ") + gap + fence;
}

std::string csv_cell(std::string_view text) {
  std::string cell(text);
  if (!cell.empty() && one_of(cell.front(), "=+-@\t\r")) cell.insert(0, 1, '\'');
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  return '"' + replaced(cell, '"', "\"\"") + '"';
}

std::string shell_word(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return one_of(c, kLetters) || one_of(c, kDigits) || one_of(c, "_-+=:,./@%");
  });
  if (plain && !text.empty()) return std::string(text);
  return '\'' + replaced(text, '\'', "'\\''") + '\'';
}

}  // namespace banyan::bench
