// The game that a controller and this program have before them.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/notation/dialect.hpp"
#include "bench/notation/sgf.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench::gtp {

/// What a command is refused for; what() follows the '?'.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A position, how it came about, and the board it is on. Cheap to copy: positions are shared and
/// never change. What throws Refused leaves the game as it was, but for load().
class Session {
 public:
  explicit Session(const GameChoice& game);

  [[nodiscard]] const AnyGame& start() const { return *start_; }
  [[nodiscard]] const AnyGame& position() const { return *position_; }
  /// The same, to tell whether it is still before us.
  [[nodiscard]] const std::shared_ptr<const AnyGame>& shared_position() const { return position_; }
  [[nodiscard]] const Dialect& dialect() const { return dialect_; }

  void clear();
  /// An empty board of that size.
  void resize(BoardSize size);
  /// Another komi from the first move on.
  void set_komi(double komi);

  /// The position with that player to move, see bench/notation/turns.hpp. After two passes of Go it
  /// is still over: who goes on there looks at resumed() of it.
  [[nodiscard]] std::unique_ptr<AnyGame> with_turn(Player player) const;
  /// Makes the player's move there. On Hex "swap-pieces" and "swap-sides" are moves.
  void play(Player player, std::string_view vertex);
  /// Makes a move on what with_turn() returned.
  void play(std::unique_ptr<AnyGame> position, std::uint32_t move);
  /// Takes the last of these back, with a pass that was put in before it.
  void undo();

  /// Puts black stones on an empty board, in place of moves. It is white's turn then.
  void place_handicap(const std::vector<std::string>& vertices);

  /// Puts stones on an empty board, in place of moves. It is the turn of whoever has fewer, or
  /// Black's; a move of the other one changes that.
  void set_position(const std::vector<std::pair<Player, std::string>>& stones);

  /// A game from a file, its first `count` moves.
  void load(const Sgf& sgf, const std::string& file, std::size_t count);

 private:
  /// The game with another value of a key of its spec.
  [[nodiscard]] std::shared_ptr<const AnyGame> with(std::string_view key,
                                                    const std::string& value) const;
  void begin(std::shared_ptr<const AnyGame> start);
  /// Where a vertex is among a board's cells. Throws Refused if it is none, or has a stone.
  [[nodiscard]] Player& empty_cell(BoardSetup& setup, std::string_view vertex) const;
  [[nodiscard]] std::shared_ptr<const AnyGame> with_stones(const BoardSetup& setup) const;

  std::shared_ptr<const AnyGame> start_;
  std::shared_ptr<const AnyGame> position_;
  Dialect dialect_;
  std::vector<std::shared_ptr<const AnyGame>> before_;  ///< each of the controller's moves and ours
};

}  // namespace banyan::bench::gtp
