// Othello: conformance, the textbook's rules, passes, playout rates, symmetry.
#include "games/othello/othello.hpp"

#include "games/othello/textbook.hpp"
#include "games/textbook_test.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kOthelloChecks = check_game(
    "Othello", [] { return Othello(); }, {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288});

/// The position that a drawing shows, rows from top to bottom.
Othello drawn(std::string_view cells, Player to_move) {
  std::uint64_t discs[2] = {0, 0};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == 'X') discs[0] |= std::uint64_t{1} << i;
    if (cells[i] == 'O') discs[1] |= std::uint64_t{1} << i;
  }
  return {discs[to_move], discs[1 - to_move], to_move};
}

/// Only Black can move, to c1.
constexpr std::string_view kOnlyBlackMoves =
    "XO......"
    "........"
    "........"
    "........"
    "........"
    "........"
    "........"
    "........";

TEST(Othello, AgreesWithTheTextbook) {
  expect_as_in_the_textbook<textbook::Othello>(Othello(), scaled(500), scaled(100));
}

TEST(Othello, AgreesWithTheTextbookOnBoardsThatNoGameReaches) {
  Random random({5});
  for (int i = 0; i < scaled(10'000); ++i) {
    // Some boards are full and some have few discs.
    const std::uint64_t taken = i % 3 == 0   ? random.next() | random.next() | random.next()
                                : i % 3 == 1 ? random.next()
                                             : random.next() & random.next();
    const std::uint64_t colours = random.next();
    const Othello position(taken & colours, taken & ~colours, static_cast<Player>(i / 3 % 2));
    const textbook::Othello textbook(position);
    ASSERT_EQ(position.over(), textbook.over()) << position.board();
    ASSERT_EQ(position.result(0), textbook.result(0)) << position.board();
    const auto moves = position.legal_moves();
    ASSERT_EQ(std::vector<Othello::Move>(moves.begin(), moves.end()), textbook.moves())
        << position.board();
    for (const auto move : moves) {
      Othello next = position;
      textbook::Othello expected = textbook;
      next.play(move);
      expected.play(move);
      ASSERT_EQ(next.result(0), expected.result(0)) << position.board();
      const auto replies = next.legal_moves();
      ASSERT_EQ(std::vector<Othello::Move>(replies.begin(), replies.end()), expected.moves())
          << position.board();
    }
  }
}

/// The published counts include lines that ended sooner, from 228 of nine moves on.
TEST(Othello, HasThePublishedNumberOfLinesWithPassesAndEnds) {
  const LineCount ten = count_lines(Othello(), 10);
  EXPECT_EQ(ten.whole + ten.ended, 24'571'284U);
  EXPECT_EQ(ten.ended, 228U);
}

TEST(Othello, ItsSetOfMovesIsTheListOfThem) { expect_set_of_legal_moves(Othello(), 200); }

TEST(Othello, APassIsTheOnlyMoveWhereThereIsNoOther) {
  const Othello white_to_move = drawn(kOnlyBlackMoves, 1);
  EXPECT_FALSE(white_to_move.over());
  const auto moves = white_to_move.legal_moves();
  EXPECT_EQ(std::vector(moves.begin(), moves.end()), std::vector{Othello::kPass});
  const Othello black_to_move = drawn(kOnlyBlackMoves, 0);
  EXPECT_EQ(black_to_move.legal_set().size(), 1);
  EXPECT_TRUE(black_to_move.legal_set().contains(2));
}

TEST(Othello, APassCostsAPlyAndLeavesTheDiscs) {
  Othello position = drawn(kOnlyBlackMoves, 1);
  position.play(Othello::kPass);
  EXPECT_EQ(position, drawn(kOnlyBlackMoves, 0));
  Random random({6});
  const Playout playout = drawn(kOnlyBlackMoves, 1).playout(random);
  EXPECT_EQ(playout.plies, 2);
  EXPECT_EQ(playout.first, kWin);
}

TEST(Othello, IsOverWhenNeitherSideCanMoveThoughCellsAreEmpty) {
  Othello position = drawn(kOnlyBlackMoves, 0);
  position.play(2);
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.legal_set().size(), 0);
  EXPECT_EQ(position.discs(0), 3);
  EXPECT_EQ(position.discs(1), 0);
  EXPECT_EQ(position.result(0), kWin);
  EXPECT_EQ(position.result(1), kLoss);
}

TEST(Othello, EqualNumbersOfDiscsAreADraw) {
  const Othello position(0x00000000ffffffff, 0xffffffff00000000, 1);
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.result(0), kDraw);
  EXPECT_EQ(position.result(1), kDraw);
}

TEST(Othello, ATransposedOrTurnedBoardIsTheSameGame) {
  expect_symmetric(Othello(), 30, [](Othello::Move move) {  // transposed
    return move == Othello::kPass ? move : static_cast<Othello::Move>(move % 8 * 8 + move / 8);
  });
  expect_symmetric(Othello(), 30, [](Othello::Move move) {  // turned by half a turn
    return move == Othello::kPass ? move : static_cast<Othello::Move>(63 - move);
  });
}

/// The rates of 30 million games by an independent program, with errors of at most .0001.
TEST(Othello, RandomPlayHasTheRatesOfAnotherProgram) {
  expect_rates(tally(Othello(), 10 * kSample, 1, kFast), {.50427, .04168, .45406}, 4, .0003);
}

TEST(Othello, RandomPlayLaysThePublishedNumberOfDiscs) {
  Random random({7});
  Tally games;
  for (int game = 0; game < 20'000; ++game) {  // few end early, so that fewer games say little
    Othello position;
    while (!position.over()) play_random_move(position, random);
    games.add({position.result(0), position.discs(0) + position.discs(1) - 4});
  }
  EXPECT_NEAR(games.mean_plies(), 59.97, 4 * games.plies_error() + .005);
}

TEST(Othello, TheBoardShowsTheFirstRowOnTop) {
  Othello position;
  position.play(*position.parse("d3"));
  EXPECT_EQ(position.board(),
            "   a b c d e f g h\n"
            " 1 . . . . . . . .\n"
            " 2 . . . . . . . .\n"
            " 3 . . . X . . . .\n"
            " 4 . . . X X . . .\n"
            " 5 . . . X O . . .\n"
            " 6 . . . . . . . .\n"
            " 7 . . . . . . . .\n"
            " 8 . . . . . . . .\n"
            "O to move\n");
}

TEST(Othello, ParseKnowsThePassAndTheBoardsSize) {
  const Othello position;
  EXPECT_EQ(position.parse("pass"), Othello::kPass);
  EXPECT_EQ(position.parse("PASS"), Othello::kPass);
  EXPECT_EQ(position.to_text(Othello::kPass), "pass");
  EXPECT_EQ(position.parse("h8"), 63);
  EXPECT_EQ(position.parse("i1"), std::nullopt);
  EXPECT_EQ(position.parse("a9"), std::nullopt);
  EXPECT_EQ(position.parse("pas"), std::nullopt);
  EXPECT_EQ(position.parse("passs"), std::nullopt);
}

TEST(Othello, ParseSurvivesAnyText) {
  expect_parse_to_survive_any_text(Othello());
  expect_parse_to_survive_any_text(drawn(kOnlyBlackMoves, 1));
}

}  // namespace
}  // namespace banyan::conformance
