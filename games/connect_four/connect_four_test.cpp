// Connect Four: conformance, fours against a plain reference, playout rates, symmetry.
#include "games/connect_four/connect_four.hpp"

#include "games/conformance_test.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kConnectFourChecks =
    check_game("ConnectFour", [] { return ConnectFour(); },
               {7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572});

/// The rules on an array of cells: 0 empty, else 1 + player.
struct PlainBoard {
  int cells[7][6] = {};

  [[nodiscard]] int at(int column, int row) const {
    return column < 0 || column > 6 || row < 0 || row > 5 ? 0 : cells[column][row];
  }
  void play(int column, int player) {
    int row = 0;
    while (cells[column][row] != 0) ++row;
    cells[column][row] = 1 + player;
  }
  [[nodiscard]] bool has_four(int player) const {
    for (int column = 0; column < 7; ++column) {
      for (int row = 0; row < 6; ++row) {
        for (const auto& [right, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          int length = 0;
          while (length < 4 && at(column + length * right, row + length * up) == 1 + player) {
            ++length;
          }
          if (length == 4) return true;
        }
      }
    }
    return false;
  }
};

TEST(ConnectFour, AgreesWithAPlainBoardAfterEveryMove) {
  Random random({1});
  for (int game = 0; game < 2000; ++game) {
    ConnectFour position;
    PlainBoard plain;
    for (int plies = 0; !position.over(); ++plies) {
      const auto moves = position.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      ASSERT_EQ(plain.at(move, 5), 0);
      plain.play(move, plies % 2);
      position.play(move);
      const bool first = plain.has_four(0);
      const bool second = plain.has_four(1);
      ASSERT_EQ(position.over(), first || second || plies == 41);
      if (position.over()) {
        ASSERT_EQ(position.result(0), first ? kWin : second ? kLoss : kDraw);
      }
    }
  }
}

TEST(ConnectFour, AFullColumnIsNoMove) {
  ConnectFour position;
  for (int i = 0; i < 6; ++i) position.play(3);
  const auto moves = position.legal_moves();
  EXPECT_EQ(std::vector(moves.begin(), moves.end()),
            (std::vector<ConnectFour::Move>{0, 1, 2, 4, 5, 6}));
}

TEST(ConnectFour, TheBoardShowsTheColumnsNumbersBelow) {
  ConnectFour position;
  for (const auto column : {"4", "4", "7"}) position.play(*position.parse(column));
  EXPECT_EQ(position.board(),
            " . . . . . . .\n"
            " . . . . . . .\n"
            " . . . . . . .\n"
            " . . . . . . .\n"
            " . . . O . . .\n"
            " . . . X . . X\n"
            " 1 2 3 4 5 6 7\n"
            "O to move\n");
}

TEST(ConnectFour, RandomPlayHasThePublishedRatesAndLength) {
  const Tally games = tally(ConnectFour{}, 10 * kSample, 1, kFast);
  expect_rates(games, {.4416, .0027, .5558}, 4, .00005);
  EXPECT_NEAR(games.mean_plies(), 21.31, 4 * games.plies_error() + .005);
}

TEST(ConnectFour, AMirroredBoardIsTheSameGame) {
  expect_symmetric(ConnectFour{}, 100, [](ConnectFour::Move column) {
    return static_cast<ConnectFour::Move>(6 - column);
  });
}

}  // namespace
}  // namespace banyan::conformance
