// The current game of a controller and this program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/gtp/protocol.hpp"
#include "bench/notation/dialect.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench::gtp {

/// A position, its history, and its board. Cheap to copy: positions are shared and never change. If
/// a function throws Refused, the game is unchanged, except after load(). The controller decides
/// when a game ends: it has no limit of length.
class Session {
 public:
  explicit Session(const GameChoice& game);

  [[nodiscard]] const AnyGame& start() const { return *start_; }
  [[nodiscard]] const AnyGame& position() const { return *position_; }
  /// The same, to test whether it is still current.
  [[nodiscard]] const std::shared_ptr<const AnyGame>& shared_position() const { return position_; }
  [[nodiscard]] const Dialect& dialect() const { return dialect_; }

  void clear();
  /// Starts with an empty board of that size.
  void resize(BoardSize size);
  /// Changes the komi, from the first move on.
  void set_komi(double komi);

  /// The position with that player to move, see bench/notation/turns.hpp. After two passes of Go it
  /// is still over: to continue, use resumed() of it.
  [[nodiscard]] std::unique_ptr<AnyGame> with_turn(Player player) const;
  /// Makes the player's move there. In Hex "swap-pieces" and "swap-sides" are moves.
  void play(Player player, std::string_view vertex);
  /// Makes a move in a position that with_turn() returned.
  void play(std::unique_ptr<AnyGame> position, std::uint32_t move);
  /// Takes back the last move, with a pass inserted before it.
  void undo();

  /// Puts black stones on an empty board, instead of moves. Then it is white's turn.
  void place_handicap(const std::vector<std::string>& vertices);

  /// Puts stones on an empty board, instead of moves. The player with fewer stones is to move, or
  /// else Black; a move by the opponent changes that.
  void set_position(const std::vector<std::pair<Player, std::string>>& stones);

  /// Loads the first `count` moves of a game from a file.
  void load(const Sgf& sgf, const std::string& file, std::size_t count);

 private:
  /// The game with another value of a key of its spec.
  [[nodiscard]] std::shared_ptr<const AnyGame> with(std::string_view key,
                                                    const std::string& value) const;
  void begin(const std::shared_ptr<const AnyGame>& start);
  /// The cell of a vertex on a board. Throws Refused if there is none, or if it has a stone.
  [[nodiscard]] Player& empty_cell(BoardSetup& setup, std::string_view vertex) const;
  [[nodiscard]] std::shared_ptr<const AnyGame> with_stones(const BoardSetup& setup) const;

  std::shared_ptr<const AnyGame> start_;
  std::shared_ptr<const AnyGame> position_;
  Dialect dialect_;
  std::vector<std::shared_ptr<const AnyGame>> before_;  ///< before each move of either side
};

}  // namespace banyan::bench::gtp
