#include "bench/notation/sgf.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using Moves = std::vector<std::pair<Player, std::string>>;

Sgf read(const std::string& text) { return read_sgf(text, "x.sgf"); }

TEST(Sgf, IsReadAlongTheMainLine) {
  const Sgf sgf = read(
      "junk before (;FF[4]GM[1]SZ[9]\nKM[6.5]C[a (comment\\] ; with [brackets]\n"
      ";B[ee];W[gc](;B[cg];W[])(;B[aa]))(;GM[2])");
  EXPECT_EQ(sgf.game, 1);
  EXPECT_EQ(sgf.size, 9);
  EXPECT_EQ(sgf.komi, 6.5);
  EXPECT_EQ(sgf.moves, (Moves{{0, "ee"}, {1, "gc"}, {0, "cg"}, {1, ""}}));
}

TEST(Sgf, TakesHandicapStonesForMoves) {
  const Sgf sgf = read("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])");
  const auto position = parse_game("go:size=9").start->clone();
  play_sgf(*position, sgf, "x.sgf");
  EXPECT_EQ(position->moves().size(), 4U);  // with a pass of White's
  EXPECT_EQ(position->to_move(), 0);
}

TEST(Sgf, IsReadBackAsItWasWritten) {
  for (const char* spec : {"go:size=13,komi=0.5", "othello", "hex:size=11", "gomoku:size=19"}) {
    const auto position = parse_game(spec).start->clone();
    Random random({3, 0, 0, 0});
    for (int ply = 0; ply < 300 && !position->over(); ++ply) {
      const auto moves = position->legal_moves();
      position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const Sgf sgf = read(sgf_of(*position, {"a]b", "c\\", "B+1", "d\ne"}));
    const auto again = parse_game(spec).start->clone();
    play_sgf(*again, sgf, "x.sgf");
    EXPECT_EQ(again->moves(), position->moves()) << spec;
    EXPECT_EQ(again->board(), position->board()) << spec;
  }
}

TEST(Sgf, OfAnotherGameOrBoardIsRefusedInOneSentence) {
  const auto why = [](const std::string& text, const std::string& game = "go:size=9") {
    return refusal([&] {
      const auto position = parse_game(game).start->clone();
      play_sgf(*position, read(text), "x.sgf");
    });
  };
  EXPECT_EQ(why("(;GM[2];B[cd])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its game is GM[2], not GM[1].");
  EXPECT_EQ(why("(;GM[1]SZ[19])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its board is of size 19, not 9.");
  EXPECT_EQ(why("(;SZ[9];B[aa];W[aa])"),
            "'x.sgf' does not fit go:size=9,komi=7.5: its move 2, W['aa'], is not legal.");
  EXPECT_EQ(why("(;GM[1])", "connect_four"),
            "'x.sgf' does not fit connect_four: its game is GM[1], not one that SGF has.");
  EXPECT_EQ(why("no game"),
            "'x.sgf' is no game in SGF: it has no game in brackets (after 7 bytes).");
  EXPECT_EQ(why("(;B[aa]"), "'x.sgf' is no game in SGF: it ends within a game (after 7 bytes).");
  EXPECT_EQ(why("(;B[aa"), "'x.sgf' is no game in SGF: a value has no end (after 6 bytes).");
  EXPECT_EQ(why("(;B)"), "'x.sgf' is no game in SGF: 'B' has no value (after 3 bytes).");
}

}  // namespace
}  // namespace banyan::bench
