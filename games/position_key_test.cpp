#include "core/game/position_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "core/game/positions_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/game_2048/game_2048.hpp"
#include "games/go/go.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/nim/nim.hpp"
#include "games/othello/othello.hpp"
#include "games/p_game/p_game.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

namespace banyan {
namespace {

/// A position after three moves; nothing if they are not legal or the game ends before.
template <Game G>
std::optional<G> after_three(G position, const std::array<typename G::Move, 3>& moves) {
  for (const auto move : moves) {
    if (position.over()) return std::nullopt;
    const auto legal = position.legal_moves();
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return std::nullopt;
    position.play(move);
  }
  return position;
}

/// Plays three moves from random positions, and the same with the first and third exchanged. The
/// keys must be equal exactly where the boards are.
template <KeyedGame G>
void expect_keys_of_boards(const G& start, int plies) {
  Random random(StreamKey{1, 0, 0, 0});
  int equal = 0;
  for (int i = 0; i < scaled(3000); ++i) {
    const int before = static_cast<int>(random.below(static_cast<std::uint32_t>(plies)));
    const auto position = random_position(start, before, random);
    if (!position) continue;
    std::array<typename G::Move, 3> moves{};
    G next = *position;
    for (auto& move : moves) {
      if (next.over()) break;
      const auto legal = next.legal_moves();
      move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      next.play(move);
      EXPECT_NE(next.position_key(), position->position_key());
    }
    const auto one = after_three(*position, moves);
    const auto other = after_three(*position, {moves[2], moves[1], moves[0]});
    if (!one || !other || one->over() || other->over()) continue;
    EXPECT_EQ(one->position_key() == other->position_key(), one->board() == other->board())
        << one->board() << other->board();
    if (one->board() == other->board()) ++equal;
  }
  EXPECT_GT(equal, 0);
}

TEST(PositionKey, IsThatOfTheBoardAndOfWhoseTurnItIs) {
  expect_keys_of_boards(TicTacToe{}, 5);
  expect_keys_of_boards(UltimateTicTacToe{}, 50);
  expect_keys_of_boards(ConnectFour{}, 30);
  expect_keys_of_boards(Hex<11>(5), 15);
  expect_keys_of_boards(Othello{}, 50);
  expect_keys_of_boards(Breakthrough(5), 15);
  expect_keys_of_boards(Gomoku<15>(7), 30);
  expect_keys_of_boards(Nim({5, 6, 7, 8, 9}, 3), 8);
  expect_keys_of_boards(Rolit(6, 2), 28);
  expect_keys_of_boards(Game2048{}, 40);
}

TEST(PositionKey, TellsApartAllPositionsOfTicTacToe) {
  std::set<std::uint64_t> keys;
  std::set<std::string> boards;
  for (const TicTacToe& position : late_positions(9)) {
    for (const auto move : position.legal_moves()) {
      const TicTacToe next = after(position, move);
      keys.insert(next.position_key());
      boards.insert(next.board());
    }
  }
  EXPECT_EQ(boards.size(), 5477U);  // all but the empty board
  EXPECT_EQ(keys.size(), boards.size());
}

TEST(PositionKey, IsNotForGamesWhosePastMattersOrNeverMeets) {
  EXPECT_FALSE(KeyedGame<Go<9>>);
  EXPECT_FALSE(KeyedGame<PGame>);
  EXPECT_FALSE(KeyedGame<Pig>);  // a 1 at both players' first rolls returns to the start
  EXPECT_FALSE(KeyedGame<Sailing>);
}

}  // namespace
}  // namespace banyan
