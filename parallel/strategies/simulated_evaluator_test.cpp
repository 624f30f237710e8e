#include "parallel/strategies/simulated_evaluator.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "core/base/clock_test.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;

TEST(SimulatedEvaluator, NeedsARoundForEachLeafOfOneThread) {
  SimulatedEvaluator evaluator(1us, 8);
  for (int i = 0; i < 20; ++i) evaluator.wait();
  EXPECT_EQ(evaluator.rounds(), 20U);
}

TEST(SimulatedEvaluator, NeverPutsMoreLeavesIntoABatchThanItHasRoomFor) {
  SimulatedEvaluator evaluator(100us, 3);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int leaf = 0; leaf < 10; ++leaf) evaluator.wait();
    });
  }
  threads.clear();
  EXPECT_GE(evaluator.rounds(), (80U + 2U) / 3U);
  EXPECT_LE(evaluator.rounds(), 80U);
}

TEST(SimulatedEvaluator, EvaluatesLeavesTogetherThatWaitTogether) {
  const TestClock clock;
  SimulatedEvaluator evaluator(20ms, 8);
  std::atomic<int> done = 0;
  const auto wait = [&] {
    evaluator.wait();
    ++done;
  };
  std::vector<std::jthread> threads;
  threads.emplace_back(wait);
  while (evaluator.rounds() < 1) std::this_thread::yield();
  for (int i = 0; i < 9; ++i) threads.emplace_back(wait);  // while the first batch runs
  while (evaluator.leaves() < 10) std::this_thread::yield();
  while (done < 10) {
    TestClock::advance(20ms);
    std::this_thread::yield();
  }
  EXPECT_EQ(evaluator.rounds(), 3U);  // one leaf, eight, and the one without room
}

TEST(SimulatedEvaluator, KeepsNobodyWaitingAfterAStopRequest) {
  std::stop_source stop;
  SimulatedEvaluator evaluator(std::chrono::hours(1), 1, stop.get_token());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { evaluator.wait(); });
  while (evaluator.rounds() == 0) std::this_thread::yield();
  stop.request_stop();
  threads.clear();  // waits for them
  EXPECT_EQ(evaluator.rounds(), 3U);
}

TEST(SimulatedEvaluator, KeepsNobodyWaitingBeyondTheEnd) {
  const TestClock clock(TestClock::kSlow);
  const Clock::time_point start = Clock::now();
  SimulatedEvaluator evaluator(std::chrono::hours(1), 1, {}, start + 50ms);
  for (int i = 0; i < 3; ++i) evaluator.wait();
  EXPECT_GE(Clock::now() - start, 50ms);
  EXPECT_LT(Clock::now() - start, 1s);
}

}  // namespace
}  // namespace banyan
