// Reads and writes SGF.
#include "bench/notation/sgf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/notation/charset.hpp"
#include "bench/notation/sgf_nodes.hpp"
#include "bench/text/escape.hpp"
#include "games/text_match.hpp"

namespace banyan::bench {
namespace {

constexpr int kGo = 1;
constexpr int kHex = 11;

/// Reads properties into a record.
class SgfRecord {
 public:
  explicit SgfRecord(const std::string& file) : file_(file) {}

  Sgf read(const std::vector<SgfNode>& nodes) {
    for (const SgfNode& node : nodes) {
      SgfStep step;
      for (const SgfProperty& property : node) take(property, step);
      if (step != SgfStep()) sgf_.steps.push_back(std::move(step));
    }
    set_komi();
    if (is_little_golem()) read_little_golem();
    return std::move(sgf_);
  }

 private:
  [[noreturn]] void refuse(const SgfProperty& property, const char* why) const {
    std::string values;
    for (const std::string& value : property.values) {
      values += fmt::format("[{}]", in_quotes(value));
    }
    throw UsageError(fmt::format("{} has {}{}, {}.", in_quotes(file_), property.name, values, why));
  }

  /// The only value; empty if it is blank, as programs write unknown ones.
  std::string_view only(const SgfProperty& property) const {
    if (property.values.size() > 1) refuse(property, "of which there can be one");
    return trimmed(property.values.front());
  }

  template <class Number>
  std::optional<Number> number(const SgfProperty& property, const char* what) const {
    std::string_view text = only(property);
    if (text.empty()) return std::nullopt;
    if (text.starts_with('+')) text.remove_prefix(1);
    if (const auto number = read_number<Number>(text)) return number;
    refuse(property, what);
  }
  std::optional<int> whole(const SgfProperty& property) const {
    return number<int>(property, "which is no whole number");
  }

  static bool begins_with(std::string_view text, std::string_view word) {
    return same_word(text.substr(0, word.size()), word);
  }

  void take(const SgfProperty& property, SgfStep& step) {
    const std::string& name = property.name;
    if (name == "GM") {
      game_ = whole(property);
    } else if (name == "SZ") {
      sgf_.size = size(property);
    } else if (name == "HA") {
      sgf_.handicap = whole(property).value_or(0);
    } else if (name == "KM") {
      komi_ = property;
    } else if (name == "KO" && !komi_ && !trimmed(property.values.front()).empty()) {
      komi_ = property;  // as in files of Sina; elsewhere KO has no value
    } else if (name == "RU") {
      chinese_ = begins_with(only(property), "chinese");
    } else if (name == "AP") {
      for (const std::string& value : property.values) is_fox_ |= begins_with(value, "foxwq");
    } else if (name == "EV") {
      event_ = property.values.front();
    } else if (name == "PL") {
      step.turn = turn(property);
    } else if (name == "B" || name == "W") {
      step.moves.emplace_back(name == "B" ? 0 : 1, only(property));
    } else if (name == "AB" || name == "AW" || name == "AE") {
      const Player owner = name == "AB" ? 0 : name == "AW" ? 1 : kNobody;
      for (const std::string& points : property.values) step.stones.emplace_back(owner, points);
    }
  }

  /// "9", or columns and rows, "9:7".
  std::optional<BoardSize> size(const SgfProperty& property) const {
    const std::string_view text = only(property);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto edge = [&](std::string_view number) {
      return whole({property.name, {std::string(number)}});
    };
    const auto columns = edge(text.substr(0, colon));
    const auto rows = colon < text.size() ? edge(text.substr(colon + 1)) : columns;
    if (!columns && !rows) return std::nullopt;
    if (!columns || !rows) refuse(property, "which is no whole number");
    return BoardSize(*columns, *rows);
  }

  Player turn(const SgfProperty& property) const {
    const std::string_view text = only(property);
    for (const Player player : {0, 1}) {
      for (const char* name : player == 0 ? kBlack : kWhite) {
        if (same_word(text, name)) return player;
      }
    }
    refuse(property, "which is neither B nor W");
  }

  /// Files of Fox (foxwq.com) count hundredths, by Chinese rules of stones: 375 is 3.75 stones, or
  /// 7.5 points. Other files with a quarter of at most four count stones too: 3.25 and 3.75 are
  /// komis of Chinese rules, and 6.25 is of no rules.
  void set_komi() {
    if (!komi_) return;
    std::optional<double> komi = number<double>(*komi_, "which is no number");
    if (!komi) return;
    const bool hundredths = is_fox_ && std::abs(*komi) >= 50;
    if (hundredths) *komi /= 100;
    const auto is_whole = [](double number) { return number == std::round(number); };
    const bool quarter =
        !is_whole(2 * *komi) && is_whole(4 * *komi) && std::abs(*komi) <= kMostKomiInStones;
    if ((hundredths && chinese_) || quarter) *komi *= 2;
    if (!(std::abs(*komi) <= kMostKomi) || !is_whole(2 * *komi)) {
      refuse(*komi_, "which is no komi in points: give halves from -100 to 100");
    }
    sgf_.komi = komi;
  }

  /// Little Golem's records of Hex do not name the game.
  [[nodiscard]] bool is_little_golem() {
    const bool golem = !game_ && begins_with(event_, "hex");
    sgf_.game = golem ? kHex : game_.value_or(kGo);
    return golem;
  }

  /// In these W moves first, and cells are written as in Go.
  void read_little_golem() {
    for (SgfStep& step : sgf_.steps) {
      for (auto& [player, text] : step.moves) {
        player = 1 - player;
        if (text.size() == 2 && text[1] >= 'a' && text[1] <= 'z') {
          text = text[0] + std::to_string(text[1] - 'a' + 1);
        }
      }
    }
  }

  static constexpr double kMostKomi = 100;
  static constexpr double kMostKomiInStones = 4;
  static constexpr const char* kBlack[] = {"b", "black", "1"};
  static constexpr const char* kWhite[] = {"w", "white", "2"};

  const std::string& file_;
  Sgf sgf_;
  std::optional<int> game_;
  std::optional<SgfProperty> komi_;
  std::string event_;
  bool chinese_ = false;
  bool is_fox_ = false;
};

std::string escaped(const std::string& text) {
  return replaced(replaced(text, '\\', "\\\\"), ']', "\\]");
}

/// The value of SZ.
std::string sgf_size(BoardSize size) {
  return size.is_square() ? size_text(size) : fmt::format("{}:{}", size.columns, size.rows);
}

/// AB, AW, PL, and AE for what lay in the game's first position.
std::string setup_text(const Dialect& dialect, const BoardSetup& setup) {
  const BoardSetup first = parse_game(to_text(dialect.game)).start->setup().value();
  std::string points[3];  // by owner + 1
  int stones = 0;
  const int columns = dialect.size.columns;
  for (std::size_t i = 0; i < setup.owners.size(); ++i) {
    const Player owner = setup.owners[i];
    if (owner == kNobody && first.owners[i] == kNobody) continue;
    const int at = static_cast<int>(i);
    points[owner + 1] += '[' + sgf_cell(dialect, {at % columns, at / columns}) + ']';
    ++stones;
  }
  std::string text;
  const bool handicap = dialect.sgf == kGo && setup.to_move == 1 && points[2].empty() && stones > 1;
  if (handicap) text += fmt::format("HA[{}]", stones);
  for (const auto& [name, owner] : {std::pair("AB", 0), std::pair("AW", 1), std::pair("AE", -1)}) {
    if (!points[owner + 1].empty()) text += name + points[owner + 1];
  }
  return text + (setup.to_move == 0 ? "PL[B]" : "PL[W]");
}

}  // namespace

Sgf read_sgf(std::string_view bytes, const std::string& file) {
  return SgfRecord(file).read(sgf_main_line(sgf_as_utf8(bytes, file), file));
}

std::vector<Sgf> read_sgf_games(std::string_view bytes, const std::string& file) {
  const std::string text = sgf_as_utf8(bytes, file);
  std::vector<Sgf> games;
  for (const std::string_view game : sgf_games(text, file)) {
    const std::string name = fmt::format("{} game {}", file, games.size() + 1);
    games.push_back(SgfRecord(name).read(sgf_main_line(game, name)));
  }
  return games;
}

GameChoice sgf_game(const Sgf& sgf, const Spec& given, const std::string& file) {
  const GameChoice game = parse_game(to_text(given));
  const Dialect dialect = dialect_of(*game.start);
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} does not fit {}: {}.", in_quotes(file), game.canonical, why));
  };
  if (sgf.game != dialect.sgf) {
    refuse(fmt::format("its game is GM[{}], not {}", sgf.game,
                       dialect.sgf == 0 ? "one that SGF has" : fmt::format("GM[{}]", dialect.sgf)));
  }
  Spec spec = given;
  constexpr BoardSize kSizeOfGo = 19;
  const BoardSize size = sgf.size.value_or(sgf.game == kGo ? kSizeOfGo : dialect.size);
  const bool sized = dialect.game.has("size");
  if (size != dialect.size && (!sized || given.has("size"))) {
    refuse(fmt::format("its board is of size {}{}, not {}", size_text(size),
                       sgf.size ? "" : " (which SGF means where there is no SZ)",
                       size_text(dialect.size)));
  }
  if (sized && !given.has("size")) spec.keys.emplace_back("size", size_text(size));
  if (sgf.komi && dialect.komi) {
    if (given.has("komi") && *sgf.komi != *dialect.komi) {
      refuse(fmt::format("its komi is {:g}, not {:g}", *sgf.komi, *dialect.komi));
    }
    if (!given.has("komi")) spec.keys.emplace_back("komi", fmt::format("{:g}", *sgf.komi));
  }
  try {
    return parse_game(to_text(spec));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{} does not fit: {}", in_quotes(file), error.what()));
  }
}

std::string sgf_of(const AnyGame& position, const SgfInfo& info) {
  const Dialect dialect = dialect_of(position);
  std::string text =
      fmt::format("(;FF[4]GM[{}]AP[Banyan]SZ[{}]", dialect.sgf, sgf_size(dialect.size));
  if (dialect.komi) text += fmt::format("KM[{:g}]RU[Chinese]", *dialect.komi);
  for (const auto& [name, value] : {std::pair("PB", info.black), std::pair("PW", info.white),
                                    std::pair("RE", info.result), std::pair("GC", info.comment)}) {
    if (!value.empty()) text += fmt::format("{}[{}]", name, escaped(value));
  }
  if (position.set_up_from()) text += setup_text(dialect, *position.set_up_from());
  const auto at = start_of(position);
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
