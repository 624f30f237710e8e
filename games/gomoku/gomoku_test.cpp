// Gomoku: conformance, the textbook's rules, lines at the edges, playout rates, symmetry.
#include "games/gomoku/gomoku.hpp"

#include <tuple>

#include "games/gomoku/textbook.hpp"
#include "games/textbook_test.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kGomokuChecks =
    check_game("Gomoku15", [] { return Gomoku<15>(); }, {225, 50400, 11239200}) +
    check_game("Gomoku19", [] { return Gomoku<19>(); }, {361, 129960}) +
    // Three in a row on 3x3 is tic-tac-toe.
    check_game("Gomoku3", [] { return Gomoku<15>(3, 3); },
               {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}) +
    check_game("GomokuExact", [] { return Gomoku<15>(5, 3, true); }, {25, 600, 13800}) +
    check_game("Gomoku4In19", [] { return Gomoku<19>(4, 3); }, {16, 240, 3360, 43680});

template <class G>
class GomokuStorage : public testing::Test {};
using GomokuStorages = testing::Types<Gomoku<15>, Gomoku<19>>;
TYPED_TEST_SUITE(GomokuStorage, GomokuStorages);

TYPED_TEST(GomokuStorage, AgreesWithTheTextbookOnAllSizesAndLines) {
  for (int size = TypeParam::kMinSize; size <= TypeParam::kMaxSize; ++size) {
    for (int line = 3; line <= std::min(size, 7); ++line) {
      SCOPED_TRACE(testing::Message() << size << " with " << line << " in a row");
      expect_as_in_the_textbook<textbook::Gomoku>(TypeParam(size, line), scaled(30), 1);
    }
  }
}

TYPED_TEST(GomokuStorage, AgreesWithTheTextbookOnRectangles) {
  const int most = TypeParam::kMaxSize;
  for (const auto& [columns, rows, line] : {std::tuple{4, 3, 3},
                                            {3, 4, 3},
                                            {4, 3, 4},
                                            {3, 5, 4},
                                            {7, 4, 5},
                                            {4, 7, 5},
                                            {3, most, 5},
                                            {most, 3, 5},
                                            {most, most - 1, 5},
                                            {most - 2, most, 9}}) {
    SCOPED_TRACE(testing::Message() << columns << 'x' << rows << " with " << line << " in a row");
    expect_as_in_the_textbook<textbook::Gomoku>(TypeParam({columns, rows}, line), scaled(30), 1);
  }
}

TYPED_TEST(GomokuStorage, ARectangleHasThePerftOfTheTurnedBoard) {
  for (const auto& [columns, rows, line, depth] :
       {std::tuple{4, 3, 3, 6}, {5, 3, 4, 5}, {9, 4, 5, 3}}) {
    EXPECT_EQ(perft(TypeParam({columns, rows}, line), depth),
              perft(TypeParam({rows, columns}, line), depth));
  }
  // No line of three can be ended by four plies: 12 * 11 * 10 * 9.
  EXPECT_EQ(perft(TypeParam({4, 3}, 3), 4), 11880U);
}

TYPED_TEST(GomokuStorage, ItsSetOfMovesIsTheListOfThem) {
  for (const int size : {3, 9, TypeParam::kMaxSize}) {
    expect_set_of_legal_moves(TypeParam(size, 3), 20);
  }
}

/// A game where player 0 lays `stones` in this order and player 1 far apart.
template <class G>
G with_stones(int size, int line, const std::vector<Cell>& stones) {
  G position(size, line);
  std::set<int> taken;
  const auto cell = [](const Cell& place) { return place.row * G::kStride + place.column; };
  for (const Cell& stone : stones) taken.insert(cell(stone));
  int next = 0;  // of player 1, every second cell of every second row
  for (const Cell& stone : stones) {
    EXPECT_FALSE(position.over());
    position.play(static_cast<typename G::Move>(cell(stone)));
    if (position.over()) break;
    for (;; ++next) {
      const Cell place{next % ((size + 1) / 2) * 2, next / ((size + 1) / 2) * 2};
      if (!taken.contains(cell(place))) {
        position.play(static_cast<typename G::Move>(cell(place)));
        ++next;
        break;
      }
    }
  }
  return position;
}

TYPED_TEST(GomokuStorage, EveryLineOfTheBoardWinsWhicheverStoneComesLast) {
  Random random({5});
  for (const auto& [size, line] : {std::pair{TypeParam::kMaxSize, 5}, {9, 5}, {7, 4}}) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
          const int last_column = column + (line - 1) * right;
          if (last_column < 0 || last_column >= size || row + (line - 1) * down >= size) continue;
          std::vector<Cell> stones;
          for (int i = 0; i < line; ++i) stones.push_back({column + i * right, row + i * down});
          for (std::uint32_t i = static_cast<std::uint32_t>(line); i > 1; --i) {
            std::swap(stones[i - 1], stones[random.below(i)]);
          }
          const auto position = with_stones<TypeParam>(size, line, stones);
          ASSERT_TRUE(position.over()) << position.board();
          ASSERT_EQ(position.result(0), kWin);
        }
      }
    }
  }
}

TYPED_TEST(GomokuStorage, NoLineRunsFromOneRowIntoTheNext) {
  const int end = TypeParam::kMaxSize - 1;
  for (const int k : {1, 2, 3, 4}) {
    std::vector<Cell> stones;
    for (int i = 0; i < k; ++i) stones.push_back({end - i, 3});
    for (int i = 0; i < 5 - k; ++i) stones.push_back({i, 4});
    EXPECT_FALSE(with_stones<TypeParam>(end + 1, 5, stones).over());
    for (auto& stone : stones) stone.row = stone.column > 9 ? 3 : 5;
    EXPECT_FALSE(with_stones<TypeParam>(end + 1, 5, stones).over());
  }
}

TYPED_TEST(GomokuStorage, MoreInARowThanNeededWinToo) {
  const auto position =
      with_stones<TypeParam>(9, 5, {{1, 4}, {2, 4}, {3, 4}, {7, 4}, {5, 4}, {6, 4}, {4, 4}});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_EQ(position.result(1), kLoss);
}

TYPED_TEST(GomokuStorage, MoreInARowDoNotWinIfTheLineIsExact) {
  TypeParam position(9, 5, true);
  for (const char* const move :
       {"b5", "a1", "c5", "c1", "d5", "e1", "h5", "g1", "f5", "i1", "g5", "a3", "e5", "c3"}) {
    EXPECT_FALSE(position.over()) << move;
    position.play(*position.parse(move));
  }
  EXPECT_FALSE(position.over());  // seven in a row
  for (const char* const move : {"b6", "e3", "b7", "g3", "b8", "i3", "b9"}) {
    position.play(*position.parse(move));
  }
  EXPECT_TRUE(position.over());  // b5 to b9, from the longer row downwards
  EXPECT_EQ(position.result(0), kWin);
}

TYPED_TEST(GomokuStorage, WithAnExactLineAgreesWithTheTextbook) {
  for (const auto& [size, line] : {std::pair{BoardSize(5), 3}, {6, 4}, {9, 5}, {{12, 4}, 4}}) {
    SCOPED_TRACE(testing::Message() << size.columns << " with " << line << " in a row");
    expect_as_in_the_textbook<textbook::Gomoku>(TypeParam(size, line, true), scaled(100), 1);
  }
}

TYPED_TEST(GomokuStorage, AMirroredOrTurnedBoardIsTheSameGame) {
  constexpr int kStride = TypeParam::kStride;
  expect_symmetric(TypeParam({5, 4}, 3), 3, [](int cell) {
    return static_cast<typename TypeParam::Move>(cell / kStride * kStride + 4 - cell % kStride);
  });
  expect_symmetric(TypeParam({4, 6}, 4), 3, [](int cell) {
    return static_cast<typename TypeParam::Move>((5 - cell / kStride) * kStride + cell % kStride);
  });
  for (const auto& [size, line] : {std::pair{4, 3}, {7, 4}, {9, 5}}) {
    const int last = size - 1;
    expect_symmetric(TypeParam(size, line), 3, [last](int cell) {
      return static_cast<typename TypeParam::Move>(cell / kStride * kStride + last -
                                                   cell % kStride);
    });
    expect_symmetric(TypeParam(size, line), 3, [last](int cell) {
      return static_cast<typename TypeParam::Move>((last - cell % kStride) * kStride +
                                                   cell / kStride);
    });
  }
}

/// Rates and lengths of playouts against those of stepwise games, on boards so close to the end
/// that errors would show.
TYPED_TEST(GomokuStorage, PlayoutsAgreeWithStepwiseOnesOnAllKindsOfBoards) {
  Random random({6});
  for (const auto& [size, line] : {std::pair{BoardSize(3), 3},
                                   {4, 3},
                                   {4, 4},
                                   {5, 4},
                                   {5, 5},
                                   {7, 3},
                                   {9, 4},
                                   {12, 5},
                                   {13, 6},
                                   {{4, 3}, 3},
                                   {{3, 6}, 4},
                                   {{14, 3}, 5},
                                   {{5, 9}, 5}}) {
    const auto game = random_game(TypeParam(size, line), random);
    for (const std::size_t ply : {std::size_t{0}, game.size() / 2}) {
      SCOPED_TRACE(game[ply].board());
      const Tally fast = tally(game[ply], kSample, 1, kFast);
      const Tally stepwise = tally(game[ply], kSample / 4, 2, kStepwise);
      for (const int points : {kLoss, kDraw, kWin}) {
        const double rate = .8 * fast.rate(points) + .2 * stepwise.rate(points);
        EXPECT_NEAR(fast.rate(points), stepwise.rate(points),
                    kSigmas * std::sqrt(5 * rate * (1 - rate) / kSample));
      }
      EXPECT_NEAR(fast.mean_plies(), stepwise.mean_plies(),
                  kSigmas * std::hypot(fast.plies_error(), stepwise.plies_error()));
    }
  }
}

/// The distribution of the game's length is more sensitive than its mean: a wrong order of equal
/// times shifts single plies.
TEST(Gomoku, PlayoutsHaveTheLengthsOfTicTacToe) {
  std::array<double, 10> fast{};
  std::array<double, 10> reference{};
  Random random({7});
  constexpr int kGames = 10 * kSample;
  for (int game = 0; game < kGames; ++game) {
    const Playout playout = Gomoku<15>(3, 3).playout(random);
    const Playout expected = TicTacToe().playout(random);
    ++fast[static_cast<std::size_t>(playout.plies)];
    ++reference[static_cast<std::size_t>(expected.plies)];
  }
  for (std::size_t plies = 0; plies < 10; ++plies) {
    EXPECT_NEAR(fast[plies], reference[plies], kSigmas * std::sqrt(2 * reference[plies] + 1));
  }
}

TEST(Gomoku, ThreeInARowOn3x3HasTheExactRatesOfTicTacToe) {
  expect_rates(tally(Gomoku<15>(3, 3), 10 * kSample, 1, kFast),
               {121 / 420.0, 8 / 63.0, 737 / 1260.0});
}

TEST(Gomoku, RandomPlayOn15x15HasThePublishedLength) {
  const Tally games = tally(Gomoku<15>(), 10 * kSample, 1, kFast);
  EXPECT_NEAR(games.mean_plies(), 109.05, 4 * games.plies_error() + .005);
  // From 18 million games of two other programs, with errors of .0001 and .0003.
  expect_rates(games, {.4903, 0, .5097}, 4, .0005);
}

TEST(Gomoku, BothStoragesPlayTheSameGame) {
  for (const int size : {3, 9, 15}) {
    const int line = std::min(size, 5);
    Gomoku<15> small(size, line);
    Gomoku<19> large(size, line);
    Random random({8});
    while (!small.over()) {
      ASSERT_FALSE(large.over());
      ASSERT_EQ(small.board(), large.board());
      const auto moves = small.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      large.play(*large.parse(small.to_text(move)));
      small.play(move);
    }
    ASSERT_TRUE(large.over());
    ASSERT_EQ(small.result(0), large.result(0));
  }
}

TEST(Gomoku, TheBoardNamesItsCells) {
  Gomoku<15> position(5);
  position.play(*position.parse("b1"));
  position.play(*position.parse("c3"));
  EXPECT_EQ(position.board(),
            "   a b c d e\n"
            " 1 . X . . .\n"
            " 2 . . . . .\n"
            " 3 . . O . .\n"
            " 4 . . . . .\n"
            " 5 . . . . .\n"
            "X to move\n");
}

TEST(Gomoku, ParseKnowsTheBoardsSize) {
  const Gomoku<15> position;
  EXPECT_EQ(position.to_text(*position.parse("h8")), "h8");
  EXPECT_EQ(position.parse("h8"), 7 * 16 + 7);
  EXPECT_TRUE(position.parse("o15"));
  EXPECT_EQ(position.parse("p1"), std::nullopt);
  EXPECT_EQ(position.parse("a16"), std::nullopt);
  EXPECT_EQ(Gomoku<15>(9).parse("j1"), std::nullopt);
  EXPECT_TRUE(Gomoku<19>().parse("s19"));
}

TEST(Gomoku, ParseSurvivesAnyText) {
  expect_parse_to_survive_any_text(Gomoku<15>());
  expect_parse_to_survive_any_text(Gomoku<19>(9));
}

}  // namespace
}  // namespace banyan::conformance
