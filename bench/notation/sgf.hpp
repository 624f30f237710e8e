// Records in the Smart Game Format (FF[4], Hollosi 1997): what is read of a file, and what is
// written.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/notation/dialect.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

/// What one node changes, in this order.
struct SgfStep {
  /// AB, AW and AE (kNobody): a point, or a rectangle "aa:cc".
  std::vector<std::pair<Player, std::string>> stones;
  std::optional<Player> turn;  ///< PL
  /// B and W. SGF allows one a node; files have more.
  std::vector<std::pair<Player, std::string>> moves;

  friend bool operator==(const SgfStep&, const SgfStep&) = default;
};

/// The main line of a file's first game.
struct Sgf {
  int game = 1;  ///< GM
  std::optional<BoardSize> size;
  std::optional<double> komi;  ///< in points
  int handicap = 0;            ///< HA
  std::vector<SgfStep> steps;  ///< of the nodes that change something
};

/// Reads bytes of any character set. Throws UsageError, with `file` in its sentence, for what is no
/// SGF and for values that cannot be read.
Sgf read_sgf(std::string_view bytes, const std::string& file);

/// The same of each game of a collection.
std::vector<Sgf> read_sgf_games(std::string_view bytes, const std::string& file);

/// The game on the file's board and with its komi, where `given` has no keys for them. Throws
/// UsageError if the file is of another game, contradicts what is given or has a board or a komi
/// that the game does not take.
GameChoice sgf_game(const Sgf& sgf, const Spec& given, const std::string& file);

/// A record as positions, which never change and are shared.
struct SgfPositions {
  std::vector<std::shared_ptr<const AnyGame>> before;  ///< each move
  std::shared_ptr<const AnyGame> last;
};

/// The first `count` moves of a record of `game`, and the stones before the next move. Whose turn
/// it is: PL says so, else the next move; else it stays as it was, but White answers a handicap. A
/// player moves twice in a row by with_turn(). Play goes on after two passes. Throws UsageError for
/// a move that is not legal and for stones that cannot be.
inline constexpr auto kAllMoves = static_cast<std::size_t>(-1);
SgfPositions sgf_positions(const GameChoice& game, const Sgf& sgf, const std::string& file,
                           std::size_t count = kAllMoves);

/// Who played a game, and how it ended.
struct SgfInfo {
  std::string black;
  std::string white;
  std::string result;  ///< "B+3.5", "W+T", "0"; empty: unfinished
  std::string comment;
};

/// The game that led to this position, of a dialect with SGF: the stones that were set up, and the
/// moves.
std::string sgf_of(const AnyGame& position, const SgfInfo& info);

/// "B+3.5", "W+1" or "0": who is ahead by how much, in games that count no points by 1; nothing for
/// one that counts none and is not over.
std::optional<std::string> score_text(const AnyGame& position);

}  // namespace banyan::bench
