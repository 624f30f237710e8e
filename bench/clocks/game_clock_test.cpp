#include "bench/clocks/game_clock.hpp"

#include <gtest/gtest.h>

#include <random>

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

TEST(GameClock, CountsCanadianByoYomi) {
  GameClock clock(TimeControl{10s, {}, 6s, 3});
  clock.spend(9s);
  EXPECT_EQ(clock.main(), 1s);
  clock.spend(3s);  // 2 s of the first period
  EXPECT_EQ(clock.main(), 0s);
  EXPECT_EQ(clock.period(), 4s);
  EXPECT_EQ(clock.stones(), 2);
  clock.spend(1s);
  clock.spend(1s);  // the third stone: a new period
  EXPECT_EQ(clock.period(), 6s);
  EXPECT_EQ(clock.stones(), 3);
  EXPECT_FALSE(clock.lost());
  clock.spend(6s);
  EXPECT_TRUE(clock.lost());
}

TEST(GameClock, CountsJapanesePeriods) {
  GameClock clock(TimeControl{0s, {}, 5s, 1, 3});
  clock.spend(4s);
  EXPECT_EQ(clock.periods(), 3);
  EXPECT_EQ(clock.period(), 5s);
  clock.spend(11s);  // two periods
  EXPECT_EQ(clock.periods(), 1);
  clock.spend(4999ms);
  EXPECT_FALSE(clock.lost());
  clock.spend(5s);
  EXPECT_TRUE(clock.lost());
}

TEST(GameClock, AddsFischersIncrementAfterTheMove) {
  GameClock clock(TimeControl{10s, 2s});
  clock.spend(3s);
  EXPECT_EQ(clock.main(), 9s);
  clock.spend(9s);
  EXPECT_TRUE(clock.lost());
}

TEST(GameClock, BelievesTheController) {
  GameClock clock(TimeControl{10s, {}, 6s, 3});
  clock.set(2s, 0);
  EXPECT_EQ(clock.main(), 2s);
  clock.set(1s, 2);
  EXPECT_EQ(clock.for_move(30), 500ms - GameClock::kLag);
}

TEST(GameClock, GivesAMoveItsShare) {
  EXPECT_EQ(GameClock(TimeControl{40s}).for_move(40), 1s - GameClock::kLag);
  EXPECT_EQ(GameClock(TimeControl{0s, {}, 10s, 5}).for_move(40), 2s - GameClock::kLag);
  EXPECT_EQ(GameClock(TimeControl{40s, 3s}).for_move(40), 4s - GameClock::kLag);
  EXPECT_EQ(GameClock(TimeControl{1s}).for_move(1), 500ms - GameClock::kLag);
}

TEST(GameClock, KeepsAllOfALongLagBackWhereTimeEnds) {
  EXPECT_EQ(GameClock(TimeControl{0s, {}, 250ms, 1}).for_move(40, 200ms), 50ms);
  EXPECT_EQ(GameClock(TimeControl{0s, {}, 500ms, 10}).for_move(40, 200ms), 25ms);
  GameClock main(TimeControl{1s, 1s});
  main.set(300ms, 0);
  EXPECT_LE(main.for_move(1, 200ms), 100ms);
  // More lag than time: it tries nevertheless.
  EXPECT_GT(GameClock(TimeControl{0s, {}, 100ms, 1}).for_move(40, 200ms), 0ms);
}

TEST(GameClock, AddsTheIncrementToTheShareOfAPeriod) {
  GameClock clock(TimeControl{0s, 2s, 60s, 40});
  clock.set(40s, 20);
  EXPECT_EQ(clock.for_move(99, 0ms), 4s);
  clock.set(1s, 20);
  EXPECT_EQ(clock.for_move(99, 0ms), 1s);
}

/// Whether games of `moves` moves are lost on time, if each move is up to kLag late.
bool ever_lost(const TimeControl& control, int moves, bool told) {
  std::mt19937 random(1);
  std::uniform_int_distribution<GameClock::Time::rep> lag(0, GameClock::kLag.count() - 1);
  GameClock ours(control);
  GameClock theirs(control);
  for (int left = moves; left > 0; --left) {
    if (told && theirs.main() > 0s) ours.set(theirs.main(), 0);
    const GameClock::Time thought =
        ours.for_move(std::max(1, left - 5));  // the guess is worse at the end
    const GameClock::Time taken = thought + GameClock::Time(lag(random));
    theirs.spend(taken);
    ours.spend(taken);
    if (theirs.lost()) return true;
  }
  return false;
}

TEST(GameClock, IsNeverUpAtATenthOfASecondAMoveOrMore) {
  for (const bool told : {false, true}) {
    EXPECT_FALSE(ever_lost({0s, {}, 100ms, 1, 1}, 1000, told));
    EXPECT_FALSE(ever_lost({0s, {}, 100ms, 1, 5}, 1000, told));
    EXPECT_FALSE(ever_lost({0s, {}, 1s, 10}, 1000, told));
    EXPECT_FALSE(ever_lost({1s, {}, 1s, 10}, 1000, told));
    EXPECT_FALSE(ever_lost({200ms, 100ms}, 1000, told));
    EXPECT_FALSE(ever_lost({10s, 100ms}, 1000, told));
    EXPECT_FALSE(ever_lost({10s}, 100, told));
  }
}

}  // namespace
}  // namespace banyan::bench
