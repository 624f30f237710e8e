// Reading and writing SGF.
#include "bench/notation/sgf.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

/// One property of a node, and its values.
struct Property {
  std::string name;
  std::vector<std::string> values;
};

/// Walks the text of a collection along its first variations.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// The next property of the main line; nothing at its end.
  std::optional<Property> next() {
    for (;;) {
      const char c = peek();
      if (c == '\0' || c == ')') {
        if (!begun_) refuse("it has no game in brackets");
        if (c == '\0') refuse("it ends within a game");
        return std::nullopt;
      }
      if (!begun_ && c != '(') {
        ++at_;
      } else if (c == '(' || c == ';') {
        begun_ = true;
        ++at_;
      } else if (is_letter(c)) {
        return property();
      } else {
        refuse(fmt::format("it has {} in place of a property", in_quotes(std::string(1, c))));
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

  Property property() {
    Property found;
    for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
      if (is_upper(text_[at_])) found.name += text_[at_];  // FF[3] allowed small letters between
    }
    while (peek() == '[') found.values.push_back(value());
    if (found.values.empty()) refuse(fmt::format("{} has no value", in_quotes(found.name)));
    return found;
  }

  std::string value() {
    std::string value;
    for (++at_; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      value += text_[at_];
    }
    if (at_ >= text_.size()) refuse("a value has no end");
    ++at_;
    return value;
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  bool begun_ = false;
};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

Sgf read_sgf(std::string_view text, const std::string& file) {
  Sgf sgf;
  Reader reader(text, file);
  while (const auto property = reader.next()) {
    const std::string& name = property->name;
    const std::string& value = property->values.front();
    if (name == "GM") {
      sgf.game = std::atoi(value.c_str());
    } else if (name == "SZ") {
      sgf.size = std::atoi(value.c_str());
    } else if (name == "KM") {
      sgf.komi = std::strtod(value.c_str(), nullptr);
    } else if (name == "B" || name == "W") {
      sgf.moves.emplace_back(name == "B" ? 0 : 1, value);
    } else if (name == "AB" || name == "AW") {
      for (const std::string& stone : property->values) {
        sgf.moves.emplace_back(name == "AB" ? 0 : 1, stone);
      }
    }
  }
  return sgf;
}

void play_sgf(AnyGame& position, const Sgf& sgf, const std::string& file, std::size_t count) {
  const Dialect dialect = dialect_of(position);
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} does not fit {}: {}.", in_quotes(file), position.spec(), why));
  };
  if (sgf.game != dialect.sgf) {
    refuse(fmt::format("its game is GM[{}], not {}", sgf.game,
                       dialect.sgf == 0 ? "one that SGF has" : fmt::format("GM[{}]", dialect.sgf)));
  }
  if (const int size = sgf.size.value_or(dialect.size); size != dialect.size) {
    refuse(fmt::format("its board is of size {}, not {}", size, dialect.size));
  }
  for (std::size_t i = 0; i < std::min(count, sgf.moves.size()); ++i) {
    const auto& [player, text] = sgf.moves[i];
    if (!position.over() && position.to_move() != player) {
      if (const auto pass = legal_pass(position)) position.play(*pass);
    }
    const auto move = position.over() || position.to_move() != player
                          ? std::nullopt
                          : sgf_move(dialect, position, text);
    if (!move) {
      refuse(fmt::format("its move {}, {}[{}], is not legal", i + 1, player == 0 ? "B" : "W",
                         in_quotes(text)));
    }
    position.play(*move);
  }
}

std::string sgf_of(const AnyGame& position, const SgfInfo& info) {
  const Dialect dialect = dialect_of(position);
  std::string text = fmt::format("(;FF[4]GM[{}]AP[Banyan]SZ[{}]", dialect.sgf, dialect.size);
  if (dialect.komi) text += fmt::format("KM[{:g}]RU[Chinese]", *dialect.komi);
  for (const auto& [name, value] : {std::pair("PB", info.black), std::pair("PW", info.white),
                                    std::pair("RE", info.result), std::pair("GC", info.comment)}) {
    if (!value.empty()) text += fmt::format("{}[{}]", name, escaped(value));
  }
  const auto at = parse_game(position.spec()).start->clone();
  for (const std::uint32_t move : position.moves()) {
    text += fmt::format("{};{}[{}]", at->moves().size() % 10 == 0 ? "\n" : "",
                        at->to_move() == 0 ? "B" : "W", sgf_text(dialect, *at, move));
    at->play(move);
  }
  return text + ")\n";
}

std::optional<std::string> score_text(const AnyGame& position) {
  const std::optional<double> lead = position.lead();
  if (!lead && !position.over()) return std::nullopt;
  const double ahead = lead.value_or(position.over() ? position.result(0) - 1 : 0);
  if (ahead == 0) return "0";
  return fmt::format("{}+{:g}", ahead > 0 ? "B" : "W", std::abs(ahead));
}

}  // namespace banyan::bench
