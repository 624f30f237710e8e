// The words of UCI.
#include "bench/uci/protocol.hpp"

#include <gtest/gtest.h>

#include "bench/clocks/game_clock.hpp"
#include "bench/uci/info.hpp"

namespace banyan::bench::uci {
namespace {

using namespace std::chrono_literals;

TEST(UciLine, BeginsWithItsFirstCommand) {
  EXPECT_EQ(parse_line("  joho go\tinfinite\r"), (Words{"go", "infinite"}));
  EXPECT_EQ(parse_line("joho"), Words{});
  EXPECT_EQ(parse_line(""), Words{});
}

TEST(UciOption, HasBlanksInItsNameAndValue) {
  const OptionText text = parse_option(parse_line("setoption name Move Overhead value a  b"));
  EXPECT_EQ(text.name, "Move Overhead");
  EXPECT_EQ(text.value, "a b");
  EXPECT_EQ(parse_option(parse_line("setoption name Clear")).value, "");
}

TEST(UciGo, IsReadInAnyOrder) {
  const Go go = parse_go(parse_line(
      "go searchmoves a2a3 b2b3 winc 100 wtime 5000 btime -3 nodes 7 movestogo 4 ponder"));
  EXPECT_EQ(go.moves, (Words{"a2a3", "b2b3"}));
  EXPECT_EQ(go.left[0], 5000ms);
  EXPECT_EQ(go.left[1], 1ms);
  EXPECT_EQ(go.increments[0], 100ms);
  EXPECT_EQ(go.nodes, 7U);
  EXPECT_TRUE(go.ponder);
  EXPECT_FALSE(go.infinite);
  EXPECT_TRUE(go.refused.empty());
  EXPECT_EQ(parse_go(parse_line("go wtime soon")).refused.size(), 1U);
}

TEST(UciGo, SharesItsClockOutOverTheMovesToGo) {
  const auto time = [](const std::string& line) {
    return parse_go(parse_line(line)).clock(0)->for_move(40, 0ms);
  };
  EXPECT_EQ(time("go wtime 40000"), 1s);
  EXPECT_EQ(time("go wtime 40000 winc 2000"), 3s);
  EXPECT_EQ(time("go wtime 40000 movestogo 10"), 4s);
  EXPECT_EQ(time("go wtime 40000 winc 2000 movestogo 10"), 6s);
  EXPECT_EQ(time("go wtime 40000 movestogo 1"), 40s);
  EXPECT_FALSE(parse_go(parse_line("go wtime 40000")).clock(1));
}

TEST(UciScore, IsEloOfTheExpectedResult) {
  EXPECT_EQ(centipawns(0.5), 0);
  EXPECT_EQ(centipawns(10.0 / 11), 400);
  EXPECT_EQ(centipawns(1.0 / 11), -400);
  EXPECT_EQ(centipawns(1), 10000);
  EXPECT_EQ(centipawns(0), -10000);
  EXPECT_EQ(centipawns(-1), -10000);
}

}  // namespace
}  // namespace banyan::bench::uci
