// Moves and boards as text: the refinement of games that can write them, and shared helpers.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game.hpp"

namespace banyan {

/// Refinement: a game with a text form.
///
///   to_text(move)   the move as people write it
///   parse(text)     the move that the text names, legal or not; upper or lower case
///   board()         the position for a terminal: coordinates, stones as X and O, whose turn it is
template <class G>
concept TextGame = Game<G> &&
    requires(const G position, typename G::Move move, std::string_view text) {
  { position.to_text(move) } -> std::same_as<std::string>;
  { position.parse(text) } -> std::same_as<std::optional<typename G::Move>>;
  { position.board() } -> std::same_as<std::string>;
};

/// A cell of a grid, counted from 0; written as a column letter and a row number, a1 for 0, 0.
struct Cell {
  int column;
  int row;
};

/// How many columns and rows a board has; one number makes it square.
struct BoardSize {
  constexpr BoardSize(int edge) : columns(edge), rows(edge) {}  // implicit: Hex<11>(7)
  constexpr BoardSize(int board_columns, int board_rows)
      : columns(board_columns), rows(board_rows) {}

  int columns;
  int rows;

  [[nodiscard]] constexpr bool is_square() const { return columns == rows; }
  [[nodiscard]] constexpr int cells() const { return columns * rows; }
  [[nodiscard]] constexpr int longer() const { return columns > rows ? columns : rows; }
  [[nodiscard]] constexpr int shorter() const { return columns < rows ? columns : rows; }

  friend constexpr bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// "9", or "9x7": nine columns and seven rows.
inline std::string size_text(BoardSize size) {
  const std::string columns = std::to_string(size.columns);
  return size.is_square() ? columns : columns + 'x' + std::to_string(size.rows);
}

inline std::string to_text(Cell cell) {
  return static_cast<char>('a' + cell.column) + std::to_string(cell.row + 1);
}

/// The cell that `text` names on a grid of at most 26 columns.
inline std::optional<Cell> parse_cell(std::string_view text, int columns, int rows) {
  if (text.size() < 2 || text[1] == '0' || text[1] == '-') return std::nullopt;
  const int letter = text[0] | 0x20;  // lower case
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + 1, end, number);
  if (error != std::errc{} || rest != end || number > rows) return std::nullopt;
  if (letter < 'a' || letter >= 'a' + columns) return std::nullopt;
  return Cell{letter - 'a', number - 1};
}

/// Used instead of a player for an empty cell.
inline constexpr Player kNobody = -1;

/// The mark of a player's stones: X for the one who moves first.
constexpr char mark(Player player) { return player == kNobody ? '.' : player == 0 ? 'X' : 'O'; }

inline std::string column_letters(int columns) {
  std::string text;
  for (int column = 0; column < columns; ++column) {
    text += {' ', static_cast<char>('a' + column)};
  }
  return text;
}

/// A board of square cells, row 1 on top. `owner` tells a cell's player or kNobody.
template <class Owner>
std::string grid_text(int columns, int rows, Owner owner) {
  std::string text = "  ";
  text += column_letters(columns);
  text += '\n';
  for (int row = 0; row < rows; ++row) {
    if (row < 9) text += ' ';
    text += std::to_string(row + 1);
    for (int column = 0; column < columns; ++column) text += {' ', mark(owner(Cell{column, row}))};
    text += '\n';
  }
  return text;
}

/// Whose turn it is in a two-player game, or how it ended.
template <Game G>
std::string turn_text(const G& position) {
  if (position.over() && position.result(0) == kDraw) return "draw";
  const bool first = position.over() ? position.result(0) == kWin : position.to_move() == 0;
  std::string text(1, mark(first ? 0 : 1));
  return text.append(position.over() ? " has won" : " to move");
}

}  // namespace banyan
