#include "bench/notation/dialect.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/registry/games.hpp"

namespace banyan::bench {
namespace {

/// A move of the first position in GTP; empty if it is not legal there.
std::string in_gtp(const std::string& game, const std::string& move) {
  const auto start = parse_game(game).start;
  const auto found = legal(*start, start->parse(move));
  return found ? gtp_text(dialect_of(*start), *start, *found) : "";
}

TEST(Dialect, LeavesOutTheColumnIAndCountsRowsFromTheBottomWhereGtpDoes) {
  EXPECT_EQ(in_gtp("go:size=9", "j9"), "J9");
  EXPECT_EQ(in_gtp("go:size=9", "a1"), "A1");
  EXPECT_EQ(in_gtp("go:size=9", "pass"), "pass");
  EXPECT_EQ(in_gtp("gomoku:size=15", "i1"), "J15");
  EXPECT_EQ(in_gtp("gomoku:size=15", "h15"), "H1");
}

TEST(Dialect, CountsRowsOfARectangleFromItsBottom) {
  EXPECT_EQ(in_gtp("go:size=9x4", "j4"), "J4");
  EXPECT_EQ(in_gtp("go:size=4x9", "d9"), "D9");
  EXPECT_EQ(in_gtp("gomoku:size=12x5", "i1"), "J5");
  EXPECT_EQ(in_gtp("gomoku:size=5x12", "e12"), "E1");
  const auto start = parse_game("go:size=9x4").start;
  const Dialect dialect = dialect_of(*start);
  EXPECT_EQ(sgf_text(dialect, *start, start->parse("j4").value()), "ia");
  EXPECT_EQ(sgf_text(dialect, *start, start->parse("a1").value()), "ad");
  EXPECT_FALSE(sgf_move(dialect, *start, "ae"));
  EXPECT_FALSE(gtp_move(dialect, *start, "A5"));
}

TEST(Dialect, KeepsOurCellsWhereOtherProgramsHaveThem) {
  EXPECT_EQ(in_gtp("hex:size=11", "i1"), "I1");  // HTP
  EXPECT_EQ(in_gtp("othello", "d3"), "D3");      // GRhino; d6 would be White's first move
  EXPECT_EQ(in_gtp("breakthrough", "a2a3"), "a2a3");
  EXPECT_EQ(in_gtp("connect_four", "4"), "4");
}

TEST(Dialect, ReadsBackEveryMoveThatItWrites) {
  for (const char* spec :
       {"go:size=19", "go:size=5", "go:size=11x4", "go:size=3x9", "gomoku:size=12x5",
        "hex:size=4x12", "othello", "gomoku:size=19", "hex:size=14", "tic_tac_toe",
        "ultimate_tic_tac_toe", "breakthrough:size=6", "connect_four", "p_game:branching=4"}) {
    const auto start = parse_game(spec).start;
    const Dialect dialect = dialect_of(*start);
    for (const std::uint32_t move : start->legal_moves()) {
      EXPECT_EQ(gtp_move(dialect, *start, gtp_text(dialect, *start, move)), move) << spec;
      if (dialect.sgf == 0) continue;
      EXPECT_EQ(sgf_move(dialect, *start, sgf_text(dialect, *start, move)), move) << spec;
    }
  }
}

TEST(Dialect, WritesPointsOfSgfFromTheTopLeft) {
  const auto start = parse_game("go:size=19").start;
  const Dialect dialect = dialect_of(*start);
  EXPECT_EQ(sgf_text(dialect, *start, start->parse("q16").value()), "pd");
  EXPECT_EQ(sgf_text(dialect, *start, start->parse("a1").value()), "as");
  EXPECT_EQ(sgf_text(dialect, *start, start->parse("pass").value()), "");
  EXPECT_EQ(sgf_move(dialect, *start, "tt"), start->parse("pass"));
}

TEST(Dialect, NamesNoMoveThatIsNotLegal) {
  const auto start = parse_game("go:size=9").start;
  const Dialect dialect = dialect_of(*start);
  for (const char* text : {"", "i5", "K1", "a0", "a10", "a", "5", "resign", "PASSED"}) {
    EXPECT_FALSE(gtp_move(dialect, *start, text)) << text;
  }
  for (const char* text : {"a", "jj", "aaa", "A1", "a{"}) {
    EXPECT_FALSE(sgf_move(dialect, *start, text)) << text;
  }
}

TEST(Dialect, KnowsKomiSizeAndVariant) {
  EXPECT_EQ(dialect_of(*parse_game("gomoku:size=1.3e1").start).size, 13);
  const Dialect go = dialect_of(*parse_game("go:size=13,komi=6.5").start);
  EXPECT_EQ(go.size, 13);
  EXPECT_EQ(go.komi, 6.5);
  EXPECT_EQ(dialect_of(*parse_game("hex:size=9x7").start).size, BoardSize(9, 7));
  EXPECT_EQ(dialect_of(*parse_game("breakthrough").start).variant, "breakthrough");
  EXPECT_EQ(dialect_of(*parse_game("breakthrough:size=6").start).variant, "");
}

}  // namespace
}  // namespace banyan::bench
