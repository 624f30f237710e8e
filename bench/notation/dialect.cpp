// The table of dialects, and cells between them.
#include "bench/notation/dialect.hpp"

#include <map>

#include "bench/registry/games.hpp"
#include "games/hex/swap_text.hpp"
#include "games/pass_text.hpp"

namespace banyan::bench {
namespace {

constexpr Coordinates kFromTop{};
constexpr Coordinates kGtp{true, true};

/// What does not depend on the board, by the name in specs: the size if the spec has no size=, and
/// the number in SGF (FF[4], https://www.red-bean.com/sgf/properties.html#GM). Hex as in HTP
/// (HexGui's protocol) and Othello as in GRhino count rows from the top.
const std::map<std::string_view, Dialect>& dialects() {
  static const std::map<std::string_view, Dialect> kDialects{
      {"go", {.own = kGtp, .gtp = kGtp, .passes = true, .sgf = 1, .name = "Go"}},
      {"othello", {.size = 8, .own = kFromTop, .forced_passes = true, .sgf = 2, .name = "Othello"}},
      {"gomoku", {.own = kFromTop, .gtp = kGtp, .sgf = 4, .name = "Gomoku"}},
      {"hex", {.own = kFromTop, .sgf = 11, .name = "Hex"}},
      {"tic_tac_toe", {.size = 3, .own = kFromTop, .gtp = kGtp, .name = "Tic Tac Toe"}},
      {"ultimate_tic_tac_toe",
       {.size = 9, .own = kFromTop, .gtp = kGtp, .name = "Ultimate Tic Tac Toe"}},
      {"breakthrough", {.name = "Breakthrough", .variant = "breakthrough"}},
      {"connect_four", {.name = "Connect Four"}},
  };
  return kDialects;
}

constexpr int kI = 'i' - 'a';

std::string cell_text(Cell cell, BoardSize size, Coordinates as) {
  if (as.without_i && cell.column >= kI) ++cell.column;
  if (as.from_bottom) cell.row = size.rows - 1 - cell.row;
  return banyan::to_text(cell);
}

std::optional<Cell> read_cell(std::string_view text, BoardSize size, Coordinates as) {
  const int letters = as.without_i && size.columns > kI ? size.columns + 1 : size.columns;
  auto cell = parse_cell(text, letters, size.rows);
  if (!cell || (as.without_i && cell->column == kI)) return std::nullopt;
  if (as.without_i && cell->column > kI) --cell->column;
  if (as.from_bottom) cell->row = size.rows - 1 - cell->row;
  return cell;
}

/// Converts a cell from one notation to another; nothing if it is not a cell.
std::optional<std::string> rewritten(std::string_view text, const Dialect& dialect,
                                     Coordinates from, Coordinates to) {
  const auto cell = read_cell(text, dialect.size, from);
  if (!cell) return std::nullopt;
  return cell_text(*cell, dialect.size, to);
}

/// Whether a move's text names no cell, as pass, swap-pieces and stay do.
bool is_word(std::string_view text) {
  return text.find_first_of("0123456789") == std::string_view::npos;
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

Dialect dialect_of(const AnyGame& game) {
  const Spec spec = parse_spec(game.spec(), "game");
  const auto known = dialects().find(spec.name);
  Dialect dialect = known == dialects().end() ? Dialect{.name = spec.name} : known->second;
  dialect.game = spec;
  if (spec.has("komi")) dialect.komi = std::stod(spec.value("komi"));
  if (known == dialects().end()) return dialect;
  if (spec.has("size")) dialect.size = read_board_size(spec.value("size")).value();
  if (spec.has("swap2")) dialect.sgf = 0;       // SGF knows no such opening
  if (dialect.size != 8) dialect.variant = {};  // Fairy-Stockfish's size
  return dialect;
}

std::optional<std::uint32_t> legal(const AnyGame& position, std::optional<std::uint32_t> move) {
  return move && is_legal(position, *move) ? move : std::nullopt;
}

std::optional<std::uint32_t> legal_pass(const AnyGame& position) {
  return legal(position, position.parse(kPassText));
}

std::string gtp_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move) {
  std::string text = position.to_text(move);
  if (!dialect.own || is_word(text)) return text;
  return upper_case(rewritten(text, dialect, *dialect.own, dialect.gtp).value());
}

std::optional<std::uint32_t> gtp_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text) {
  if (!dialect.own || is_word(text)) {
    return legal(position, position.parse(text));
  }
  const auto own = rewritten(text, dialect, dialect.gtp, *dialect.own);
  return own ? legal(position, position.parse(*own)) : std::nullopt;
}

std::string gtp_cell(const Dialect& dialect, Cell cell) {
  return upper_case(cell_text(cell, dialect.size, dialect.gtp));
}

std::optional<Cell> read_gtp_cell(const Dialect& dialect, std::string_view text) {
  return read_cell(text, dialect.size, dialect.gtp);
}

std::string sgf_cell(const Dialect& dialect, Cell cell) {
  if (dialect.game.name == "hex") return cell_text(cell, dialect.size, kFromTop);
  return {static_cast<char>('a' + cell.column), static_cast<char>('a' + cell.row)};
}

std::optional<Cell> read_sgf_cell(const Dialect& dialect, std::string_view text) {
  if (dialect.game.name == "hex") return read_cell(text, dialect.size, kFromTop);
  const auto inside = [](char c, int cells) { return c >= 'a' && c < 'a' + cells; };
  const auto [columns, rows] = dialect.size;
  if (text.size() != 2 || !inside(text[0], columns) || !inside(text[1], rows)) return std::nullopt;
  return Cell{text[0] - 'a', text[1] - 'a'};
}

std::string sgf_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move) {
  const std::string text = position.to_text(move);
  if (is_pass(text)) return "";
  if (is_swap(text)) return text;
  return sgf_cell(dialect, read_cell(text, dialect.size, *dialect.own).value());
}

std::optional<std::uint32_t> sgf_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text) {
  if (text.empty() || (text == "tt" && dialect.size.longer() <= 19)) return legal_pass(position);
  const auto cell = read_sgf_cell(dialect, text);
  if (!cell) return std::nullopt;
  return legal(position, position.parse(cell_text(*cell, dialect.size, *dialect.own)));
}

}  // namespace banyan::bench
