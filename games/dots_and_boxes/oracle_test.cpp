// Tests of the solver of Dots and Boxes.
#include "games/dots_and_boxes/oracle.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "core/base/random.hpp"
#include "games/oracle/alpha_beta.hpp"

namespace banyan::oracle {
namespace {

DotsAndBoxes random_position(int left, Random& random) {
  DotsAndBoxes position(3, 3);
  while (position.legal_set().size() > left) {
    const auto moves = position.legal_moves();
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

TEST(DotsAndBoxesOracle, AgreesWithAlphaBetaAndItsMoveKeepsTheValue) {
  Random random({1});
  Patience patience;
  std::set<Points> values;
  for (int i = 0; i < 200; ++i) {
    const DotsAndBoxes position = random_position(1 + i % 9, random);
    DotsAndBoxesOracle oracle(position);
    AlphaBeta<DotsAndBoxes> alpha_beta(std::size_t{1} << 20);
    const auto solution = oracle.solve(position, patience);
    ASSERT_EQ(solution.value, alpha_beta.value(position, patience)) << position.board();
    values.insert(solution.value);
    DotsAndBoxes next = position;
    next.play(solution.move);
    if (next.over()) continue;
    const Points kept = alpha_beta.value(next, patience);
    ASSERT_EQ(next.to_move() == position.to_move() ? kept : opposite(kept), solution.value)
        << position.board();
  }
  EXPECT_EQ(values, (std::set<Points>{kLoss, kWin}));  // nine boxes are never shared evenly
}

TEST(DotsAndBoxesOracle, KnowsWhoWinsByHowMuchFromTheFirstLineOn) {
  // As in games/dots_and_boxes/dots_and_boxes_test.cpp.
  struct Board {
    int width;
    int height;
    int lead;
  };
  Patience patience;
  for (const auto [width, height, lead] :
       {Board{1, 1, -1}, Board{2, 1, 0}, Board{1, 3, -1}, Board{2, 2, 2}, Board{2, 3, -2}}) {
    const DotsAndBoxes start(width, height);
    EXPECT_EQ(DotsAndBoxesOracle(start).lead(start, patience), lead) << width << " x " << height;
  }
}

TEST(DotsAndBoxesOracle, KnowsBoardsOfSoManyLinesAlone) {
  EXPECT_TRUE(DotsAndBoxesOracle::knows(DotsAndBoxes(3, 3)));
  EXPECT_FALSE(DotsAndBoxesOracle::knows(DotsAndBoxes(3, 4)));
}

TEST(DotsAndBoxesOracle, GivesUpWhenAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  Patience impatient(stop.get_token());
  DotsAndBoxesOracle oracle{DotsAndBoxes(2, 3)};
  EXPECT_THROW(oracle.lead(DotsAndBoxes(2, 3), impatient), Interrupted);
  Patience patience;
  EXPECT_EQ(oracle.lead(DotsAndBoxes(2, 3), patience), -2);
}

TEST(DotsAndBoxesOracle, SolvesPositionsWithOtherLinesThanThatItWasMadeFor) {
  Patience patience;
  DotsAndBoxes near_the_end(2, 2);
  while (near_the_end.legal_moves().size() > 3) near_the_end.play(near_the_end.legal_moves()[0]);
  DotsAndBoxesOracle oracle(near_the_end);
  oracle.lead(near_the_end, patience);
  const DotsAndBoxes start(2, 2);
  EXPECT_EQ(oracle.lead(start, patience), DotsAndBoxesOracle(start).lead(start, patience));
  EXPECT_EQ(oracle.lead(near_the_end, patience),
            DotsAndBoxesOracle(near_the_end).lead(near_the_end, patience));
}

}  // namespace
}  // namespace banyan::oracle
