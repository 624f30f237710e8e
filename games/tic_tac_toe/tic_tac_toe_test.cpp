// Tic-tac-toe: conformance, lines, exact playout rates, symmetry.
#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include "games/conformance_test.hpp"
#include "games/tic_tac_toe/textbook.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kTicTacToeChecks =
    check_game("TicTacToe", [] { return TicTacToe(); },
               {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}) +
    check_game("MisereTicTacToe", [] { return TicTacToe(true); },
               {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});

TicTacToe after(std::initializer_list<std::string_view> moves) {
  TicTacToe position;
  for (const auto move : moves) position.play(*position.parse(move));
  return position;
}

TEST(TicTacToe, ALineOfThreeWins) {
  const TicTacToe first = after({"a1", "b1", "b2", "c1", "c3"});
  EXPECT_TRUE(first.over());
  EXPECT_EQ(first.result(0), kWin);
  const TicTacToe second = after({"a1", "c1", "a2", "b2", "b1", "a3"});
  EXPECT_TRUE(second.over());
  EXPECT_EQ(second.result(0), kLoss);
}

TEST(TicTacToe, AFullBoardWithoutALineIsADraw) {
  const TicTacToe position = after({"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kDraw);
}

TEST(TicTacToe, TheBoardShowsColumnsAsLettersAndRowOneOnTop) {
  EXPECT_EQ(after({"b1", "c3"}).board(),
            "   a b c\n"
            " 1 . X .\n"
            " 2 . . .\n"
            " 3 . . O\n"
            "X to move\n");
}

TEST(TicTacToe, RandomPlayHasTheExactRates) {
  int budget = 1'000'000;
  const auto exact = exact_rates(TicTacToe{}, budget);
  ASSERT_TRUE(exact);
  EXPECT_NEAR((*exact)[kWin], 737.0 / 1260, 1e-12);
  EXPECT_NEAR((*exact)[kDraw], 8.0 / 63, 1e-12);
  EXPECT_NEAR((*exact)[kLoss], 121.0 / 420, 1e-12);
  expect_rates(tally(TicTacToe{}, 10 * kSample, 1, kFast), *exact, 4);
}

TEST(MisereTicTacToe, IsWonByTheOtherSideThanTicTacToe) {
  Random random({1});
  for (int game = 0; game < 300; ++game) {
    TicTacToe position;
    TicTacToe misere(true);
    while (!position.over()) {
      ASSERT_FALSE(misere.over());
      const auto moves = misere.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(move);
      misere.play(move);
    }
    ASSERT_TRUE(misere.over());
    for (const Player player : {0, 1}) {
      ASSERT_EQ(misere.result(player), opposite(position.result(player)));
      ASSERT_EQ(textbook::TicTacToe(misere).result(player), misere.result(player));
    }
  }
}

TEST(MisereTicTacToe, ManyPlayoutsAtOnceOfBothGamesMixedEndAsTheyShould) {
  constexpr int kEach = 20'000;
  std::vector<TicTacToe> leaves;
  for (int i = 0; i < kEach; ++i) {
    leaves.emplace_back(false);
    leaves.emplace_back(true);
  }
  std::vector<Points> first(leaves.size());
  Random random({2});
  TicTacToe::play_out(leaves, first, random);
  double points[2] = {0, 0};
  for (std::size_t i = 0; i < first.size(); ++i) points[i % 2] += first[i];
  const double mean = 2 * 737.0 / 1260 + 8.0 / 63;  // as above
  EXPECT_NEAR(points[0] / kEach, mean, kSigmas / std::sqrt(kEach));
  EXPECT_NEAR(points[1] / kEach, 2 - mean, kSigmas / std::sqrt(kEach));
}

TEST(TicTacToe, ARotatedBoardIsTheSameGame) {
  expect_symmetric(TicTacToe{}, 100, [](TicTacToe::Move move) {
    const int row = move / 3;
    const int column = move % 3;
    return static_cast<TicTacToe::Move>(3 * column + 2 - row);
  });
}

}  // namespace
}  // namespace banyan::conformance
