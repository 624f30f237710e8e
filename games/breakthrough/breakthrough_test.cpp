// Breakthrough: conformance, the textbook's rules, ends, playout rates, symmetry.
#include "games/breakthrough/breakthrough.hpp"

#include "games/breakthrough/textbook.hpp"
#include "games/textbook_test.hpp"

namespace banyan::conformance {
namespace {

// Small boards have no published numbers; the textbook version below is the reference.
[[maybe_unused]] const auto kBreakthroughChecks =
    check_game("Breakthrough8", [] { return Breakthrough(8); }, {22, 484, 11132, 256036, 6182818}) +
    check_game("Breakthrough5", [] { return Breakthrough(5); }, {13, 156}) +
    check_game("Breakthrough6", [] { return Breakthrough(6); }, {16, 256});

class BreakthroughOfSize : public testing::TestWithParam<int> {
 protected:
  const Breakthrough start_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Sizes, BreakthroughOfSize, testing::Values(5, 6, 8));

TEST_P(BreakthroughOfSize, AgreesWithTheTextbook) {
  expect_as_in_the_textbook<textbook::Breakthrough>(start_, scaled(1000), scaled(100));
}

std::uint64_t textbook_perft(const textbook::Breakthrough& position, int depth) {
  if (depth == 0) return 1;
  if (position.over()) return 0;
  std::uint64_t lines = 0;
  for (const auto move : position.moves()) {
    textbook::Breakthrough next = position;
    next.play(move);
    lines += textbook_perft(next, depth - 1);
  }
  return lines;
}

TEST_P(BreakthroughOfSize, HasThePerftOfTheTextbook) {
  for (int depth = 1; depth <= 4; ++depth) {
    EXPECT_EQ(perft(start_, depth), textbook_perft(textbook::Breakthrough(start_), depth));
  }
}

TEST_P(BreakthroughOfSize, ItsSetOfMovesIsTheListOfThem) { expect_set_of_legal_moves(start_, 200); }

TEST_P(BreakthroughOfSize, AMirroredBoardIsTheSameGame) {
  const int size = GetParam();
  expect_symmetric(start_, scaled(40), [size](Breakthrough::Move move) {
    const int column = size - 1 - move % 8;
    return static_cast<Breakthrough::Move>(64 * (2 - move / 64) + move % 64 / 8 * 8 + column);
  });
}

TEST_P(BreakthroughOfSize, ParseSurvivesAnyText) {
  expect_parse_to_survive_any_text(start_);
  Breakthrough second = start_;
  second.play(second.legal_moves()[0]);
  expect_parse_to_survive_any_text(second);
}

/// After `moves`, each of which must be legal.
Breakthrough after(Breakthrough position, std::initializer_list<const char*> moves) {
  for (const char* const text : moves) {
    const auto move = position.parse(text);
    EXPECT_TRUE(move && position.legal_set().contains(*move)) << text;
    position.play(*move);
  }
  return position;
}

TEST(Breakthrough, AStepIntoTheLastRowWins) {
  const auto position = after(Breakthrough(5), {"a2a3", "e4e3", "a3b4", "e3d2", "b4a5"});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_EQ(position.result(1), kLoss);
}

TEST(Breakthrough, TheSecondPlayerWinsInTheFirstRow) {
  const auto position = after(Breakthrough(5), {"a2a3", "e4e3", "a3b4", "e3d2", "e2e3", "d2c1"});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kLoss);
  EXPECT_EQ(position.result(1), kWin);
}

constexpr std::uint64_t cell(int column, int row) { return std::uint64_t{1} << (8 * row + column); }

TEST(Breakthrough, ASideWithoutPawnsHasLost) {
  const Breakthrough first_to_move(8, cell(3, 3) | cell(7, 1), cell(4, 4), 0);
  auto position = after(first_to_move, {"d4e5"});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_TRUE(textbook::Breakthrough(position).over());
  EXPECT_EQ(textbook::Breakthrough(position).result(0), kWin);
  const Breakthrough second_to_move(8, cell(3, 3), cell(4, 4) | cell(0, 6), 1);
  position = after(second_to_move, {"e5d4"});
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(1), kWin);
  EXPECT_EQ(textbook::Breakthrough(position).result(1), kWin);
}

/// A few pawns of each side where neither has won, on random cells.
Breakthrough few_pawns(int size, Random& random) {
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  for (;;) {
    std::uint64_t pawns[2] = {0, 0};
    for (auto& side : pawns) {
      for (int i = 0; i < 2; ++i) side |= cell(below(size), below(size));
    }
    if ((pawns[0] & pawns[1]) != 0) continue;
    const Breakthrough position(size, pawns[0], pawns[1], below(2));
    if (!position.over()) return position;
  }
}

TEST_P(BreakthroughOfSize, PlayoutsOfAFewPawnsHitTheExactRates) {
  Random random({10});
  int compared = 0;
  for (int i = 0; i < 20; ++i) {
    const Breakthrough position = few_pawns(GetParam(), random);
    int budget = 2'000'000;
    const auto rates = exact_rates(position, budget);
    if (!rates) continue;
    SCOPED_TRACE(position.board());
    expect_rates(tally(position, kSample, static_cast<std::uint64_t>(i), kFast), *rates);
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

TEST(Breakthrough, APawnAheadBlocksAndOneBesideTheWayIsCaptured) {
  const auto position = after(Breakthrough(5), {"a2a3", "b4b3"});
  const auto is_legal = [&](const char* text) {
    return position.legal_set().contains(*position.parse(text));
  };
  EXPECT_FALSE(is_legal("b2b3"));  // the opponent's pawn ahead
  EXPECT_TRUE(is_legal("c2b3"));   // and from beside it
  EXPECT_FALSE(is_legal("b2a3"));  // an own pawn
  EXPECT_FALSE(is_legal("a3a4"));
  EXPECT_TRUE(is_legal("a3b4"));  // which b4b3 left
  EXPECT_EQ(after(position, {"c2b3"}).owner(1, 2), 0);
}

TEST(Breakthrough, RandomPlayHasThePublishedRatesAndLength) {
  const Tally games = tally(Breakthrough(), 10 * kSample, 1, kFast);
  expect_rates(games, {.4895, 0, .5105}, 4, .00005);
  EXPECT_NEAR(games.mean_plies(), 64.09, 4 * games.plies_error() + .005);
}

TEST(Breakthrough, TheBoardShowsTheFirstRowAtTheBottom) {
  EXPECT_EQ(after(Breakthrough(5), {"b2c3"}).board(),
            " 5 O O O O O\n"
            " 4 O O O O O\n"
            " 3 . . X . .\n"
            " 2 X . X X X\n"
            " 1 X X X X X\n"
            "   a b c d e\n"
            "O to move\n");
}

TEST(Breakthrough, ParseKnowsWhoMovesWhereAndTheBoardsSize) {
  const Breakthrough position(5);
  EXPECT_TRUE(position.parse("a2a3"));
  EXPECT_TRUE(position.parse("a2b3"));
  EXPECT_EQ(position.parse("a4a3"), std::nullopt);
  EXPECT_EQ(position.parse("a2c3"), std::nullopt);
  EXPECT_EQ(position.parse("a2a4"), std::nullopt);
  EXPECT_EQ(position.parse("e2f3"), std::nullopt);
  EXPECT_EQ(position.parse("a5a6"), std::nullopt);
  EXPECT_EQ(position.parse("a2"), std::nullopt);
  EXPECT_TRUE(after(position, {"a2a3"}).parse("a4a3"));
}

TEST(Breakthrough, MovesMayHaveADashAndCapturesAnX) {
  const Breakthrough position = after(Breakthrough(5), {"a2-a3"});
  const auto capture = position.parse("b4a3");
  ASSERT_TRUE(capture);
  for (const char* text : {"b4xa3", "B4Xa3", "b4-a3"}) EXPECT_EQ(position.parse(text), capture);
  EXPECT_EQ(position.parse("a4xa3"), std::nullopt);  // no pawn captures straight ahead
  EXPECT_EQ(position.parse("d4xe3"), std::nullopt);  // there is nothing to capture
  EXPECT_TRUE(position.parse("d4-e3"));
  for (const char* text : {"b4:a3", "b4--a3", "b4xxa3", "b4a3x", "xb4a3", "b4x", "b4xa", "b4 a3"}) {
    EXPECT_EQ(position.parse(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace banyan::conformance
