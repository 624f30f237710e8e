// Reads nodes. Common errors of programs are accepted if they are unambiguous: a root without ';',
// text before the game, brackets within a value.
#include "bench/notation/sgf_nodes.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// Walks the text of a collection along its first variations.
class SgfReader {
 public:
  SgfReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<std::string_view> games() {
    std::vector<std::string_view> found;
    std::size_t start = at_ = begin();
    for (int depth = 0;;) {
      const char c = peek();
      if (c == '\0' && depth == 0) return found;
      if (c == '\0') refuse("it ends within a game");
      if (c == '[' && depth > 0) {
        value();
        continue;
      }
      if (c == '(' && depth++ == 0) start = at_;
      ++at_;
      if (c == ')' && depth > 0 && --depth == 0) found.push_back(text_.substr(start, at_ - start));
    }
  }

  std::vector<SgfNode> main_line() {
    at_ = begin();
    std::vector<SgfNode> nodes;
    for (;;) {
      const char c = peek();
      if (c == ')') return nodes;
      if (c == '\0') refuse("it ends within a game");
      if (c == '(' || c == ';') {
        if (c == ';') nodes.emplace_back();
        ++at_;
      } else if (is_letter(c)) {
        if (nodes.empty()) nodes.emplace_back();
        nodes.back().push_back(property());
      } else {
        refuse(fmt::format("it has {} instead of a property", in_quotes(std::string(1, c))));
      }
    }
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
  static bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(
        fmt::format("{} is no game in SGF: {} (after {} bytes).", in_quotes(file_), why, at_));
  }

  char peek() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  /// The start of the game: the first "(;", whatever comes before it, or else the first bracket.
  std::size_t begin() {
    const std::size_t first = text_.find('(');
    for (std::size_t bracket = first; bracket != std::string_view::npos;
         bracket = text_.find('(', bracket + 1)) {
      at_ = bracket + 1;
      if (peek() == ';') return bracket;
    }
    at_ = text_.size();
    if (first == std::string_view::npos) refuse("it has no game in brackets");
    return first;
  }

  SgfProperty property() {
    SgfProperty found;
    for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
      if (is_upper(text_[at_])) found.name += text_[at_];  // FF[3] allowed lower case between
    }
    while (peek() == '[') found.values.push_back(value());
    if (found.values.empty()) refuse(fmt::format("{} has no value", in_quotes(found.name)));
    return found;
  }

  /// In "US[Someone[3d]]" an end is not escaped. Otherwise no ']' can follow another one.
  std::string value() {
    std::string value;
    bool open = false;
    for (++at_;; ++at_) {
      if (at_ >= text_.size()) refuse("a value has no end");
      const char c = text_[at_];
      if (c == ']' && !(open && text_.substr(at_ + 1).starts_with(']'))) break;
      if (c == ']') open = false;
      if (c == '[') open = true;
      if (c == '\\' && ++at_ >= text_.size()) continue;
      value += text_[at_];
    }
    ++at_;
    return value;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string_view> sgf_games(std::string_view text, const std::string& file) {
  return SgfReader(text, file).games();
}

std::vector<SgfNode> sgf_main_line(std::string_view text, const std::string& file) {
  return SgfReader(text, file).main_line();
}

}  // namespace banyan::bench
