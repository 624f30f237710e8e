#include "parallel/executors/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/search/scale_test.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan {
namespace {

/// The contract of every kind of executor.
class ExecutorOf : public testing::TestWithParam<ExecutorKind> {
 protected:
  void SetUp() override {
    if (!has_executor(GetParam())) GTEST_SKIP() << "not in this build";
  }
  static std::unique_ptr<Executor> make(int threads) { return make_executor(GetParam(), threads); }
};

std::string name_of(const testing::TestParamInfo<ExecutorKind>& kind) {
  switch (kind.param) {
    case ExecutorKind::kArena:
      return "Arena";
    case ExecutorKind::kTaskGroup:
      return "TaskGroup";
    case ExecutorKind::kJthread:
      return "Jthread";
    case ExecutorKind::kFifo:
      return "Fifo";
  }
  return "";
}
INSTANTIATE_TEST_SUITE_P(Kinds, ExecutorOf,
                         testing::Values(ExecutorKind::kArena, ExecutorKind::kTaskGroup,
                                         ExecutorKind::kJthread, ExecutorKind::kFifo),
                         name_of);

/// Long enough that tasks that have not met by then never will, even on a busy machine.
std::chrono::steady_clock::time_point patience() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(100);
}

/// How many of `count` tasks run at the same time.
int meet(Executor& executor, int count) {
  std::atomic<int> met{0};
  const auto give_up = patience();
  executor.run(count, [&](int) {
    ++met;
    while (met < count && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
    // Late tasks must not be counted as met.
    if (std::chrono::steady_clock::now() >= give_up) met = -count;
  });
  return met;
}

TEST_P(ExecutorOf, RunsEachTaskOnce) {
  for (const int threads : {1, 2, 8}) {
    const auto executor = make(threads);
    for (const int tasks : {0, 1, 2, 7, 8, 9, 1000}) {
      std::vector<std::atomic<int>> runs(static_cast<std::size_t>(tasks));
      executor->run(tasks, [&](int task) { ++runs[static_cast<std::size_t>(task)]; });
      for (const auto& count : runs) EXPECT_EQ(count, 1);
    }
  }
}

TEST_P(ExecutorOf, TasksSeeWhatWasWrittenBefore) {
  const auto executor = make(4);
  std::vector<int> input(64);  // plain memory: a race here is a finding of ThreadSanitizer
  for (int round = 0; round < 100; ++round) {
    for (int& value : input) value = round;
    executor->run(64, [&](int task) { EXPECT_EQ(input[static_cast<std::size_t>(task)], round); });
  }
}

TEST_P(ExecutorOf, ResultsOfTasksAreSeenAfterwards) {
  const auto executor = make(4);
  std::vector<int> output(64);
  for (int round = 0; round < 100; ++round) {
    executor->run(64, [&](int task) { output[static_cast<std::size_t>(task)] = round + task; });
    for (int task = 0; task < 64; ++task) {
      ASSERT_EQ(output[static_cast<std::size_t>(task)], round + task);
    }
  }
}

TEST_P(ExecutorOf, CanBeUsedAThousandTimes) {
  const auto executor = make(8);
  std::atomic<int> runs{0};
  for (int round = 0; round < 1000; ++round) executor->run(8, [&](int) { ++runs; });
  EXPECT_EQ(runs, 8000);
}

TEST_P(ExecutorOf, KnowsItsThreads) {
  for (const int threads : {1, 2, 3, 8}) EXPECT_EQ(make(threads)->threads(), threads);
}

TEST_P(ExecutorOf, UsesNoMoreThreadsThanItHas) {
  for (const int threads : {1, 2, 8}) {
    const auto executor = make(threads);
    std::mutex mutex;
    std::set<std::thread::id> seen;
    executor->run(500, [&](int) {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
    EXPECT_LE(seen.size(), static_cast<std::size_t>(threads));
  }
}

TEST_P(ExecutorOf, OneThreadIsTheCaller) {
  const auto executor = make(1);
  executor->run(10, [caller = std::this_thread::get_id()](int) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
  });
}

TEST_P(ExecutorOf, RunsItsTasksSideBySideOnFewerCoresToo) {
  const auto executor = make(8);
  EXPECT_EQ(meet(*executor, 8), 8);
}

TEST_P(ExecutorOf, IsNotHeldBackByASmallerOneBesideIt) {
  // As in a match of one thread against eight.
  const auto small = make(1);
  const auto large = make(8);
  EXPECT_EQ(meet(*large, 8), 8);
  EXPECT_EQ(meet(*small, 1), 1);
  EXPECT_EQ(meet(*large, 8), 8);
}

TEST_P(ExecutorOf, RethrowsTheExceptionOfATask) {
  for (const int threads : {1, 2, 8}) {
    const auto executor = make(threads);
    const auto fail = [](int task) {
      if (task == 3) throw std::runtime_error("task 3");
    };
    EXPECT_THROW(executor->run(8, fail), std::runtime_error);
  }
}

TEST_P(ExecutorOf, RethrowsOneExceptionWhenEveryTaskThrows) {
  const auto executor = make(4);
  EXPECT_THROW(executor->run(100, [](int) { throw std::runtime_error("every task"); }),
               std::runtime_error);
}

TEST_P(ExecutorOf, IsUsableAfterAnException) {
  const auto executor = make(4);
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW(executor->run(8, [](int) { throw std::runtime_error("again"); }),
                 std::runtime_error);
    std::atomic<int> runs{0};
    executor->run(8, [&](int) { ++runs; });
    EXPECT_EQ(runs, 8);
  }
}

TEST_P(ExecutorOf, CanBeMadeAndDroppedOverAndOver) {
  for (int round = 0; round < scaled(200); ++round) {
    const auto executor = make(4);
    std::atomic<int> runs{0};
    if (round % 2 == 0) executor->run(6, [&](int) { ++runs; });
    EXPECT_EQ(runs, round % 2 == 0 ? 6 : 0);
  }
}

TEST_P(ExecutorOf, WorksFromAnotherThreadThanItsMaker) {
  const auto executor = make(4);
  std::atomic<int> runs{0};
  std::jthread([&] { executor->run(16, [&](int) { ++runs; }); }).join();
  EXPECT_EQ(runs, 16);
}

/// The CPUs that each of the executor's threads may use, once all threads have met.
std::multiset<std::vector<int>> places(Executor& executor) {
  const int threads = executor.threads();
  std::mutex mutex;
  std::multiset<std::vector<int>> found;
  std::atomic<int> met{0};
  const auto give_up = patience();
  executor.run(threads, [&](int) {
    {
      const std::lock_guard lock(mutex);
      found.insert(cpus_of_thread());
    }
    ++met;
    while (met < threads && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
  });
  return found;
}

TEST_P(ExecutorOf, PutsItsThreadsOnTheCpusAskedForFromTheFrontAgain) {
  std::vector<int> cpus = cpus_of_thread();
  std::reverse(cpus.begin(), cpus.end());
  for (const int threads : {1, 2, 3, 8}) {
    const auto executor = make_executor({GetParam(), cpus}, threads);
    std::multiset<std::vector<int>> expected;
    for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i) {
      expected.insert({cpus[i % cpus.size()]});
    }
    for (int round = 0; round < 3; ++round) EXPECT_EQ(places(*executor), expected);
  }
}

TEST_P(ExecutorOf, LeavesItsCallerWhereItWas) {
  const std::vector<int> before = cpus_of_thread();
  const auto executor = make_executor({GetParam(), {before.back()}}, 2);
  executor->run(2, [](int) {});
  EXPECT_EQ(cpus_of_thread(), before);
  EXPECT_THROW(executor->run(2, [](int) { throw std::runtime_error("again"); }),
               std::runtime_error);
  EXPECT_EQ(cpus_of_thread(), before);
}

TEST_P(ExecutorOf, BeginsThreadsThatMayGoWhereTheirMakerMay) {
  const std::vector<int> all = cpus_of_thread();
  const auto executor = make(static_cast<int>(all.size()));
  EXPECT_EQ(places(*executor).count(all), all.size());
  EXPECT_EQ(cpus_of_thread(), all);
}

TEST_P(ExecutorOf, IsNotPinnedByAnotherOne) {
  const std::vector<int> all = cpus_of_thread();
  const auto before = make(4);
  for (int round = 0; round < 20; ++round) {
    // The pinning of oneTBB's workers may be gone before they leave the arena.
    EXPECT_EQ(places(*make_executor({GetParam(), {all.front()}}, 4)).count({all.front()}), 4U);
    EXPECT_EQ(places(*before).count(all), 4U);
    EXPECT_EQ(places(*make(4)).count(all), 4U);
  }
}

TEST_P(ExecutorOf, LeavesWhoCallsItFromWithinAPinnedOneWhereThatHasPutHim) {
  const std::vector<int> all = cpus_of_thread();
  const auto inner = make(1);
  const auto outer = make_executor({GetParam(), {all.front()}}, 1);
  const auto expect_stays = [&] {
    EXPECT_EQ(cpus_of_thread(), std::vector<int>{all.front()});
    inner->run(1, [&](int) { EXPECT_EQ(cpus_of_thread(), std::vector<int>{all.front()}); });
    EXPECT_EQ(cpus_of_thread(), std::vector<int>{all.front()});
  };
  outer->run(1, [&](int) { expect_stays(); });
  outer->stay(expect_stays);
  EXPECT_EQ(cpus_of_thread(), all);
}

TEST_P(ExecutorOf, RefusesCpusThatThereAreNot) {
  EXPECT_THROW(make_executor({GetParam(), {-1}}, 2), std::invalid_argument);
  EXPECT_THROW(make_executor({GetParam(), {8191}}, 2), std::invalid_argument);
}

TEST_P(ExecutorOf, KeepsToTheCpusOfItsMaker) {
  for (const int cpu : cpus_of_thread()) {
    std::jthread([&, cpu] {
      ASSERT_TRUE(pin_this_thread({cpu}));
      const std::multiset<std::vector<int>> found = places(*make(3));
      EXPECT_EQ(found.count({cpu}), 3U) << "not on CPU " << cpu;
    }).join();
  }
}

TEST_P(ExecutorOf, NeedsAtLeastOneThread) {
  EXPECT_THROW(make(0), std::invalid_argument);
  EXPECT_THROW(make(-1), std::invalid_argument);
}

TEST(Executors, PlainThreadsAreInEveryBuild) {
  EXPECT_TRUE(has_executor(ExecutorKind::kJthread));
  EXPECT_TRUE(has_executor(ExecutorKind::kFifo));
  EXPECT_TRUE(has_executor(default_executor()));
}

TEST(Executors, AKindThatIsNotInTheBuildIsRefused) {
  if (has_executor(ExecutorKind::kArena)) GTEST_SKIP() << "this build has every kind";
  EXPECT_THROW(make_executor(ExecutorKind::kArena, 2), std::invalid_argument);
  EXPECT_THROW(make_executor(ExecutorKind::kTaskGroup, 2), std::invalid_argument);
  EXPECT_EQ(default_executor(), ExecutorKind::kJthread);
}

}  // namespace
}  // namespace banyan
