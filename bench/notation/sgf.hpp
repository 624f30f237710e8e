// Records in the Smart Game Format (FF[4], Hollosi 1997): reading and writing files.
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

/// The changes of one node, in this order.
struct SgfStep {
  /// AB, AW and AE (kNobody): a point, or a rectangle "aa:cc".
  std::vector<std::pair<Player, std::string>> stones;
  std::optional<Player> turn;  ///< PL
  /// B and W. SGF allows one per node; real files have more.
  std::vector<std::pair<Player, std::string>> moves;

  friend bool operator==(const SgfStep&, const SgfStep&) = default;
};

/// The main line of a file's first game.
struct Sgf {
  int game = 1;  ///< GM
  std::optional<BoardSize> size;
  std::optional<double> komi;  ///< in points
  int handicap = 0;            ///< HA
  std::vector<SgfStep> steps;  ///< those that change something
};

/// Reads bytes of any character set. Throws UsageError, with `file` in its sentence, for invalid
/// SGF and invalid values.
Sgf read_sgf(std::string_view bytes, const std::string& file);

/// The same for each game of a collection.
std::vector<Sgf> read_sgf_games(std::string_view bytes, const std::string& file);

/// The game on the file's board and with its komi, unless `given` has keys for them. Throws
/// UsageError if the file is of another game, contradicts `given`, or has a board or a komi that
/// the game does not allow.
GameChoice sgf_game(const Sgf& sgf, const Spec& given, const std::string& file);

/// A record as positions, which are shared and never change.
struct SgfPositions {
  std::vector<std::shared_ptr<const AnyGame>> before;  ///< each move
  std::shared_ptr<const AnyGame> last;
};

/// The first `count` moves of a record of `game`, and the stones before the next move. The side to
/// move is given by PL or else the next move; otherwise it stays as it was, except that White
/// answers a handicap. A player moves twice in a row by with_turn(). Play continues after two
/// passes. Throws UsageError for an illegal move and for impossible stones.
inline constexpr auto kAllMoves = static_cast<std::size_t>(-1);
SgfPositions sgf_positions(const GameChoice& game, const Sgf& sgf, const std::string& file,
                           std::size_t count = kAllMoves);

/// The players of a game, and its result.
struct SgfInfo {
  std::string black;
  std::string white;
  std::string result;  ///< "B+3.5", "W+T", "0"; empty: unfinished
  std::string comment;
};

/// The game that led to this position, for a dialect with SGF: the stones that were set up, and the
/// moves.
std::string sgf_of(const AnyGame& position, const SgfInfo& info);

/// "B+3.5", "W+1" or "0": the leader and the lead; 1 in games that count no points. Nothing for
/// such a game that is not over.
std::optional<std::string> score_text(const AnyGame& position);

}  // namespace banyan::bench
