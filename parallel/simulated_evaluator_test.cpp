#include "parallel/simulated_evaluator.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

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
  SimulatedEvaluator evaluator(20ms, 8);
  std::jthread first([&] { evaluator.wait(); });
  while (evaluator.rounds() == 0) std::this_thread::yield();
  {
    std::vector<std::jthread> threads;  // these arrive while the first batch runs
    for (int i = 0; i < 8; ++i) threads.emplace_back([&] { evaluator.wait(); });
  }
  EXPECT_LE(evaluator.rounds(), 3U);  // one for all, two where a thread came late
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

}  // namespace
}  // namespace banyan
