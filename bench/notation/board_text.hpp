// Positions as boards in one line of text, as in files of problems and data sets, and such files.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "core/game/game.hpp"

namespace banyan::bench {

/// A position, and its line's values for the side to move.
struct BoardText {
  std::shared_ptr<const AnyGame> position;
  std::optional<Points> value;
  std::string value_text;  ///< as it was written
  std::vector<std::pair<std::uint32_t, Points>> move_values;
};

/// Whether a line is a board, not moves.
bool is_board(std::string_view line);

/// Reads one of
///   - all cells row by row from the top left, with any blanks and '/' between them: X, *, @ or B
///     for the player who moves first, O or W for the other, - or . for none; the side to move;
///     after ';' the values of moves by sign, "d1:+6; d2:-4" (Edax's .obf files of Othello);
///   - the same of Othello in brackets after an 8: "[8 -------- ... O]". In Othello Black is to
///   move
///     unless the line says who;
///   - all cells of Connect Four, column by column from the bottom, x, o and b between commas, and
///     win, draw or loss of x (the data set connect-4 of the UCI repository). The number of stones
///     determines whose turn it is.
/// Throws UsageError.
BoardText read_board(const AnyGame& game, std::string_view line);

/// Stones in the form of such a line, row by row: "--X-O---- X". And back, for a game that can
/// start from them; throws UsageError.
std::string board_text(const BoardSetup& stones);
BoardSetup read_stones(const AnyGame& game, std::string_view line);

/// Calls read(line, number) for each line, except blank ones and comments, which begin with #,
/// until it returns false. If it throws a UsageError, the file's name and the line's number are put
/// before its sentence.
void for_each_position_line(std::string_view text, const std::string& file,
                            const std::function<bool(const std::string& line, int number)>& read);

}  // namespace banyan::bench
