// Tests of distance.hpp against plain minimax over all lines of play.
#include "games/oracle/distance.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "games/hex/oracle.hpp"
#include "games/tic_tac_toe/oracle.hpp"

namespace banyan::oracle {
namespace {

/// A result under perfect play, and after how many moves it comes: the winner hurries, the loser
/// does not. To the side to move.
struct PlainEnd {
  Points value = kLoss;
  int moves = 0;

  [[nodiscard]] int rank() const {
    return value == kWin ? 1000 - moves : value == kLoss ? moves - 1000 : 0;
  }
};

template <Game G>
PlainEnd plain_end(const G& position);

template <Game G>
PlainEnd plain_end_after(const G& position, typename G::Move move) {
  G next = position;
  next.play(move);
  if (next.over()) return {next.result(position.to_move()), 1};
  const PlainEnd end = plain_end(next);
  return {opposite(end.value), end.moves + 1};
}

template <Game G>
PlainEnd plain_end(const G& position) {
  std::optional<PlainEnd> best;
  for (const auto move : position.legal_moves()) {
    const PlainEnd end = plain_end_after(position, move);
    if (!best || end.rank() > best->rank()) best = end;
  }
  return *best;
}

/// A position after `plies` random moves.
template <Game G>
G after_random(G position, int plies, std::uint64_t seed) {
  Random random({seed, 3, 0, 0});
  for (; plies > 0 && !position.over(); --plies) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

TEST(TicTacToeOracle, WinsAsSoonAndLosesAsLateAsPossible) {
  int losses = 0;
  for (const bool misere : {false, true}) {
    TicTacToeOracle oracle{TicTacToe(misere)};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
      const TicTacToe position =
          after_random(TicTacToe(misere), 2 + static_cast<int>(seed % 6), seed);
      if (position.over()) continue;
      Patience patience;
      const auto solution = oracle.solve(position, patience);
      const PlainEnd best = plain_end(position);
      EXPECT_EQ(solution.value, best.value) << position.board();
      EXPECT_EQ(plain_end_after(position, solution.move).rank(), best.rank()) << position.board();
      losses += best.value == kLoss ? 1 : 0;
    }
  }
  EXPECT_GT(losses, 50);
}

TEST(HexOracle, WinsAsSoonAndLosesAsLateAsPossibleNearTheEnd) {
  const Hex<11> start(4);
  HexOracle<11> oracle(start);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Hex<11> position = after_random(start, 10, seed);
    if (position.over()) continue;
    Patience patience;
    const auto solution = oracle.solve(position, patience);
    const PlainEnd best = plain_end(position);
    EXPECT_EQ(plain_end_after(position, solution.move).rank(), best.rank()) << position.board();
  }
}

TEST(DistanceSearch, KeepsTheMoveThatIsKnownWhereItsPositionsDoNotSuffice) {
  TicTacToe position;  // won, but not by the next move
  for (const char* move : {"a1", "b1"}) position.play(*position.parse(move));
  DistanceSearch<TicTacToe> distance;
  Patience patience;
  for (const auto known : position.legal_moves()) {
    const std::uint64_t before = patience.positions();
    EXPECT_EQ(distance.best_move(position, {kWin, known}, 3, patience), known);
    EXPECT_LE(patience.positions(), before + 3);
  }
}

TEST(Patience, EndsAPartAfterTheMostPositionsThatItMayHave) {
  Patience patience;
  Patience part = patience.part(2);
  part.spend();
  part.spend();
  EXPECT_THROW(part.spend(), Interrupted);
  patience.add(part);
  EXPECT_EQ(patience.positions(), 2U);
}

}  // namespace
}  // namespace banyan::oracle
