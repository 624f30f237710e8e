// How other programs write a game: its moves in GTP and in SGF, and its name for UCI programs. One
// table for the server, the clients and the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bench/registry/any_game.hpp"
#include "bench/text/spec.hpp"
#include "core/game/game_text.hpp"

namespace banyan::bench {

/// How cells are written: letters for columns and numbers for rows.
struct Coordinates {
  bool without_i = false;    ///< as in GTP, whose columns are a to h, j and so on
  bool from_bottom = false;  ///< row 1 is at the bottom, as in GTP
};

/// A game as other programs see it. The player who moves first is black everywhere.
struct Dialect {
  Spec game{};                       ///< canonical
  BoardSize size = 0;                ///< the board's, GTP's boardsize; 0 if there is none
  std::optional<double> komi{};      ///< if the game has one
  std::optional<Coordinates> own{};  ///< our text of a cell; nothing if moves are not cells
  Coordinates gtp{};                 ///< GTP's, if there is ours
  bool passes = false;               ///< the game has a pass that is always legal
  bool forced_passes = false;        ///< passes only if nothing else is legal; other programs pass
                                     ///< silently then
  int sgf = 0;                       ///< the game's number in SGF, GM[]; 0: none
  std::string name{};                ///< GoGui's name, or else the spec's
  std::string_view variant{};        ///< UCI_Variant; empty: UCI programs do not know the game
};

/// For a classic game made by parse_game(); of all others only the names.
Dialect dialect_of(const AnyGame& game);

/// A legal move in GTP: "D4", "pass"; our own text if moves are not cells.
std::string gtp_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move);

/// The move that a GTP vertex names, if it is legal.
std::optional<std::uint32_t> gtp_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text);

/// A cell in GTP, and back; row 0 is the first one in board().
std::string gtp_cell(const Dialect& dialect, Cell cell);
std::optional<Cell> read_gtp_cell(const Dialect& dialect, std::string_view text);

/// A cell in SGF, "pd", or "a1" for Hex, and back.
std::string sgf_cell(const Dialect& dialect, Cell cell);
std::optional<Cell> read_sgf_cell(const Dialect& dialect, std::string_view text);

/// The value of a move's property in SGF: a cell's, or "" for a pass.
std::string sgf_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move);

/// The move with that value, if it is legal.
std::optional<std::uint32_t> sgf_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text);

/// The move if it is legal here.
std::optional<std::uint32_t> legal(const AnyGame& position, std::optional<std::uint32_t> move);

/// The legal move that is a pass, if there is one.
std::optional<std::uint32_t> legal_pass(const AnyGame& position);

}  // namespace banyan::bench
