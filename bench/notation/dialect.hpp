// How other programs write a game: its moves in GTP and in SGF, and what UCI programs call it. One
// table for the server, the clients and the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bench/registry/any_game.hpp"
#include "bench/text/spec.hpp"
#include "core/rules/game_text.hpp"

namespace banyan::bench {

/// How cells are written on a board: with letters for columns and numbers for rows.
struct Coordinates {
  bool without_i = false;    ///< as in GTP, whose columns are a to h, j and so on
  bool from_bottom = false;  ///< row 1 is at the bottom, as in GTP
};

/// What a game is to other programs. The player who moves first is black everywhere.
struct Dialect {
  Spec game;                       ///< canonical
  BoardSize size = 0;              ///< of its board, GTP's boardsize; 0 where it has none
  std::optional<double> komi;      ///< of a game that has it
  std::optional<Coordinates> own;  ///< our text of a cell; nothing where moves are no cells
  Coordinates gtp;                 ///< that of GTP, where there is ours
  bool passes = false;             ///< of games with a pass: it is always legal
  bool forced_passes = false;      ///< it is legal where there is nothing else; then others make it
                                   ///< without a word
  int sgf = 0;                     ///< the game's number in SGF, GM[]; 0: it has none
  std::string name;                ///< as GoGui shows it, else the spec's
  std::string_view variant;        ///< UCI_Variant; empty: UCI programs do not know the game
};

/// Of a classic game that parse_game() made; of all others only their names.
Dialect dialect_of(const AnyGame& game);

/// A legal move as GTP has it: "D4", "pass"; in our own text where moves are no cells.
std::string gtp_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move);

/// The move that a GTP vertex names, if it is legal.
std::optional<std::uint32_t> gtp_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text);

/// A cell as GTP has it, and back; row 0 is the first that board() shows.
std::string gtp_cell(const Dialect& dialect, Cell cell);
std::optional<Cell> read_gtp_cell(const Dialect& dialect, std::string_view text);

/// A cell as SGF has it, "pd" or "a1" on Hex, and back.
std::string sgf_cell(const Dialect& dialect, Cell cell);
std::optional<Cell> read_sgf_cell(const Dialect& dialect, std::string_view text);

/// The value of a move's property in SGF: that of a cell, or "" for a pass.
std::string sgf_text(const Dialect& dialect, const AnyGame& position, std::uint32_t move);

/// The move that such a value names, if it is legal.
std::optional<std::uint32_t> sgf_move(const Dialect& dialect, const AnyGame& position,
                                      std::string_view text);

/// The move if it is legal here.
std::optional<std::uint32_t> legal(const AnyGame& position, std::optional<std::uint32_t> move);

/// The legal move that is a pass, if there is one.
std::optional<std::uint32_t> legal_pass(const AnyGame& position);

}  // namespace banyan::bench
