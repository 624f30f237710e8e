#include "bench/clocks/move_time.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "bench/registry/games.hpp"
#include "core/base/clock_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

constexpr GameClock::Time kLeast = 1ms;

TEST(MoveTime, CountsWhatPassedSinceTheClockBeganToRun) {
  const auto position = parse_game("go:size=5").start;
  const GameClock period(TimeControl{0s, {}, 1s, 1, 3});
  const TestClock clock;
  const Clock::time_point begin = Clock::now();
  const auto time = [&](Limits limits = {}) {
    return within_clock(limits, period, *position, GameClock::kLag, kLeast, begin).time;
  };
  EXPECT_EQ(time(), 1s - GameClock::kLag);
  TestClock::advance(60ms);
  EXPECT_EQ(time(), 1s - GameClock::kLag - 60ms);
  EXPECT_EQ(time({.time = 10ms}), 10ms);
  TestClock::advance(2s);
  EXPECT_EQ(time(), kLeast);
}

TEST(MoveTime, CountsNothingOfAClockThatDoesNotRunYet) {
  const auto position = parse_game("connect_four").start;
  const GameClock main(TimeControl{60s});
  const TestClock clock;
  const auto time = [&] { return within_clock({}, main, *position, GameClock::kLag, kLeast).time; };
  const Clock::duration before = time();
  TestClock::advance(5s);
  EXPECT_EQ(time(), before);
}

}  // namespace
}  // namespace banyan::bench
