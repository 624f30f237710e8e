// The registry of games. A game of two players who see everything joins it with a file in
// bench/games/, two lines in games.cpp and a line in matrix.hpp; others with an entry in
// general.cpp or hidden.cpp there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {

/// What kind of search a game is for.
enum class GameFamily : std::uint8_t {
  kClassic,  ///< two players, everything seen, no chance: matrix.hpp says for which engines
  kGeneral,  ///< any number of players, chance, rewards
  kHidden,   ///< players see only a part of the position
};

/// That of a game known at run time.
inline GameFamily family_of(const GameTable& table) {
  if (table.hidden != nullptr) return GameFamily::kHidden;
  return table.is_general() ? GameFamily::kGeneral : GameFamily::kClassic;
}

/// Random plies that open a match game of a game that says nothing of it: chance, or more players
/// than two, make games differ anyway.
inline int opening_plies_of(GameFamily family) { return family == GameFamily::kClassic ? 4 : 0; }

struct GameInfo {
  SpecInfo info;
  /// Random plies that open a match game unless told otherwise, or it would be over by then.
  int opening_plies = 4;
  std::function<std::unique_ptr<AnyGame>(const Settings&)> start;
  GameFamily family = GameFamily::kClassic;
};

/// All games, in the order in which they are listed.
const std::vector<GameInfo>& games();

/// Adds one more behind them. Before any thread uses games().
void register_game(GameInfo game);

/// While it lives, specs of its name mean a game that is listed nowhere: one that a program has as
/// an object. Any thread may make one.
class NamedGame {
 public:
  /// `name` is a word of letters and digits; others are left out, and it is made different from all
  /// names in use.
  NamedGame(std::string_view name, const AnyGame& start);
  NamedGame(const NamedGame&) = delete;
  NamedGame& operator=(const NamedGame&) = delete;
  ~NamedGame();

  [[nodiscard]] const std::string& spec() const { return name_; }

 private:
  std::string name_;
};

/// A game as it was asked for, at its first position.
struct GameChoice {
  std::string spec;       ///< as it was written
  std::string canonical;  ///< with all defaults
  int opening_plies = 4;
  std::shared_ptr<const AnyGame> start;
  GameFamily family = GameFamily::kClassic;
};

/// Throws UsageError.
GameChoice parse_game(std::string_view text);

/// Throws UsageError unless the game is of two players who see everything, without chance;
/// `command` is what needs one.
void need_classic(const GameChoice& game, std::string_view command);

/// Several games, separated by ','.
std::vector<GameChoice> parse_games(std::string_view text);

/// Whether the position goes on by this move, a player's or an outcome.
bool is_legal(const AnyGame& position, std::uint32_t move);

/// The move that the text names in this position. Throws UsageError if it is not legal there.
std::uint32_t parse_move(const AnyGame& position, std::string_view text);

/// The position after `moves`, separated by spaces or written together ("f5d6c3"). Where passing is
/// the only move, it may be left out. Throws UsageError for an illegal move.
std::unique_ptr<AnyGame> play_moves(const AnyGame& start, std::string_view moves);

/// Where the position's moves() start: at the game's first position, or at stones.
std::unique_ptr<AnyGame> start_of(const AnyGame& position);

/// The game's position with these stones; see AnyGame::set_up().
std::unique_ptr<AnyGame> set_up(const AnyGame& game, const BoardSetup& setup);

/// The position with an end by agreement taken back; the same if there is none.
std::unique_ptr<AnyGame> resumed(const AnyGame& position);

/// The texts of moves made one after the other from `start`, each as the position before it has it:
/// in some games a move is called differently by who makes it. A line of play through what a search
/// imagined may not be legal to its end; the rest is called as where it leaves off.
std::vector<std::string> move_texts(const AnyGame& start, const std::vector<std::uint32_t>& moves);

}  // namespace banyan::bench
