// Reads boards.
#include "bench/notation/board_text.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <sstream>
#include <stdexcept>

#include "bench/registry/games.hpp"
#include "bench/text/spec.hpp"
#include "games/text_match.hpp"

namespace banyan::bench {
namespace {

using namespace std::string_view_literals;

/// The owner whose stone a mark stands for.
std::optional<Player> owner_of(char mark) {
  for (const auto& [marks, owner] : {std::pair("Xx*@Bb"sv, Player{0}),
                                     std::pair("OoWw"sv, Player{1}), std::pair("-."sv, kNobody)}) {
    if (marks.find(mark) != std::string_view::npos) return owner;
  }
  return std::nullopt;
}

/// Takes a field and its separator off the text; returns the field, trimmed.
std::string_view take_field(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(field);
}

std::shared_ptr<const AnyGame> position_of(const AnyGame& game, const BoardSetup& setup) {
  try {
    return set_up(game, setup);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("the board cannot be: {}.", error.what()));
  }
}

Points points_of(int sign) { return sign > 0 ? kWin : sign < 0 ? kLoss : kDraw; }

/// "d1:+6".
std::pair<std::uint32_t, Points> read_value(const AnyGame& position, std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  std::string_view number = trimmed(text.substr(std::min(colon + 1, text.size())));
  if (number.starts_with('+')) number.remove_prefix(1);
  const auto score = read_number<int>(number);
  if (!score) {
    throw UsageError(
        fmt::format("{} is no value of a move: give them as in d1:+6.", in_quotes(text)));
  }
  return {parse_move(position, trimmed(text.substr(0, colon))), points_of(*score)};
}

constexpr std::string_view kOthello = "othello";

/// What the brackets around a board of Othello hold: "[8 " and rows.
std::string_view without_brackets(const AnyGame& game, std::string_view board) {
  constexpr std::string_view kBegin = "[8";
  if (!board.starts_with('[')) return board;
  if (game.spec() != kOthello || !board.starts_with(kBegin) || !board.ends_with(']')) {
    throw UsageError("a board in brackets is one of othello: [8, its rows, who is to move, and ].");
  }
  return board.substr(kBegin.size(), board.size() - kBegin.size() - 1);
}

BoardText read_rows(const AnyGame& game, BoardSetup setup, std::string_view line) {
  std::string_view values = line;
  const std::string_view board = without_brackets(game, take_field(values, ';'));
  std::vector<Player> marks;
  for (const char c : board) {
    if (" \t\r/"sv.find(c) != std::string_view::npos) continue;
    const auto owner = owner_of(c);
    if (!owner) {
      throw UsageError(
          fmt::format("{} is no cell of a board: give X, O or -.", in_quotes(std::string(1, c))));
    }
    marks.push_back(*owner);
  }
  if (game.spec() == kOthello && marks.size() == setup.owners.size()) marks.push_back(0);
  if (marks.size() != setup.owners.size() + 1 || marks.back() == kNobody) {
    throw UsageError(
        fmt::format("a board of {} is {} cells, X, O or -, and then X or O, who is to move: there "
                    "are {} marks.",
                    game.spec(), setup.owners.size(), marks.size()));
  }
  setup.to_move = marks.back();
  marks.pop_back();
  setup.owners = std::move(marks);
  BoardText text{position_of(game, setup), {}, {}, {}};
  while (!values.empty()) {
    const std::string_view value = take_field(values, ';');
    if (!value.empty()) text.move_values.push_back(read_value(*text.position, value));
  }
  return text;
}

BoardText read_columns(const AnyGame& game, BoardSetup setup, std::string_view line) {
  constexpr std::size_t kWidth = 7;
  constexpr std::size_t kHeight = 6;
  const auto refuse = [] {
    throw UsageError(
        "such a board is 42 cells of connect_four, x, o or b (blank), column by column between "
        "commas, and if known win, draw or loss.");
  };
  if (game.spec() != "connect_four") refuse();
  int stones = 0;
  for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
    const std::string_view field = take_field(line, ',');
    const auto owner = field == "b"        ? kNobody
                       : field.size() == 1 ? owner_of(field[0])
                                           : std::nullopt;
    if (!owner) refuse();
    setup.owners[(kHeight - 1 - i % kHeight) * kWidth + i / kHeight] = *owner;
    stones += *owner == kNobody ? 0 : 1;
  }
  setup.to_move = stones % 2;
  BoardText text{position_of(game, setup), {}, {}, {}};
  const std::string_view outcome = take_field(line, ',');
  text.value_text = outcome;
  if (!line.empty()) refuse();
  if (outcome.empty()) return text;
  for (const auto& [word, points] :
       {std::pair("win", kWin), std::pair("draw", kDraw), std::pair("loss", kLoss)}) {
    if (same_word(outcome, word)) text.value = setup.to_move == 0 ? points : opposite(points);
  }
  if (!text.value) refuse();
  return text;
}

}  // namespace

bool is_board(std::string_view line) {
  if (trimmed(line).starts_with('[')) return true;
  const std::string_view word = trimmed(line.substr(0, line.find_first_of(" \t\r;")));
  if (word.find(',') != std::string_view::npos) return true;
  constexpr std::string_view kMarks = "XxOo*@BbWw-./";
  return !word.empty() && word.find_first_not_of(kMarks) == std::string_view::npos;
}

BoardText read_board(const AnyGame& game, std::string_view line) {
  auto setup = game.setup();
  if (!setup) {
    throw UsageError(fmt::format(
        "boards are read of go, hex, othello, gomoku, connect_four and tic_tac_toe, not of {}.",
        game.spec()));
  }
  line = trimmed(line);
  if (line.substr(0, line.find_first_of(" ;")).find(',') != std::string_view::npos) {
    return read_columns(game, std::move(*setup), line);
  }
  return read_rows(game, std::move(*setup), line);
}

std::string board_text(const BoardSetup& stones) {
  std::string text;
  for (const Player owner : stones.owners) text += owner == kNobody ? '-' : mark(owner);
  return text + ' ' + mark(stones.to_move);
}

BoardSetup read_stones(const AnyGame& game, std::string_view line) {
  return read_board(game, line).position->set_up_from().value();
}

void for_each_position_line(std::string_view text, const std::string& file,
                            const std::function<bool(const std::string& line, int number)>& read) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (trimmed(line).empty() || trimmed(line).starts_with('#')) continue;
    try {
      if (!read(line, number)) return;
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{} line {}: {}", file, number, error.what()));
    }
  }
}

}  // namespace banyan::bench
