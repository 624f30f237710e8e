#include "parallel/grain.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <concepts>
#include <cstdint>
#include <deque>
#include <stop_token>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {
namespace {

constexpr auto kKinds = {ExecutorKind::kArena, ExecutorKind::kTaskGroup, ExecutorKind::kJthread,
                         ExecutorKind::kFifo};

/// Counts its runs, and records if two tasks ever use it at once.
struct Worker {
  std::uint64_t runs = 0;  // plain memory: a race here is a finding of ThreadSanitizer
  std::atomic<int> users{0};
  Watch watch;
};

/// The iterations of each of `threads` workers, and how many tasks the executor got.
struct Tally {
  std::uint64_t runs = 0;
  std::uint64_t tasks = 0;
  bool shared = false;
};

/// Counts the tasks that pass through it to an executor.
class Counting final : public Executor {
 public:
  Counting(ExecutorKind kind, int threads) : inner_(make_executor(kind, threads)) {}
  void run(int count, const std::function<void(int)>& task) override {
    tasks += static_cast<std::uint64_t>(count);
    inner_->run(count, task);
  }
  [[nodiscard]] int threads() const override { return inner_->threads(); }

  std::uint64_t tasks = 0;

 private:
  std::unique_ptr<Executor> inner_;
};

Tally run(ExecutorKind kind, int threads, const Limits& limits, std::uint64_t grain,
          const std::stop_token& stop = {}) {
  Counting executor(kind, threads);
  std::deque<Worker> workers(static_cast<std::size_t>(threads));
  CommonStop ends(stop);
  Budget budget(limits, 1, ends.token());
  std::atomic<bool> shared = false;
  run_in_tasks(executor, budget, ends, grain, [&](int number) {
    Worker& worker = workers[static_cast<std::size_t>(number)];
    if (worker.users.fetch_add(1) != 0) shared = true;
    run_grain(budget, worker.watch, grain, [&] { ++worker.runs; });
    worker.users.fetch_sub(1);
  });
  Tally tally{0, executor.tasks, shared};
  for (const Worker& worker : workers) tally.runs += worker.runs;
  return tally;
}

TEST(Grain, SpendsTheBudgetExactlyAndSharesNoWorker) {
  for (const ExecutorKind kind : kKinds) {
    if (!has_executor(kind)) continue;
    for (const int threads : {1, 2, 8, 64}) {
      for (const std::uint64_t grain : {1U, 7U, 32U, 33U, 1'000'000U}) {
        for (const std::uint64_t count : {1U, 31U, 1000U}) {
          const Tally tally = run(kind, threads, iterations(count), grain);
          EXPECT_EQ(tally.runs, count);
          EXPECT_FALSE(tally.shared);
        }
      }
    }
  }
}

TEST(Grain, IsTheIterationsOfATask) {
  EXPECT_EQ(run(ExecutorKind::kJthread, 2, iterations(1000), 1).tasks, 1000U);
  EXPECT_EQ(run(ExecutorKind::kJthread, 2, iterations(1000), 7).tasks, 143U);
  EXPECT_EQ(run(ExecutorKind::kJthread, 2, iterations(1000), 1000).tasks, 1U);
  EXPECT_EQ(run(ExecutorKind::kJthread, 2, iterations(10'000), 1).tasks, 10'000U);
}

TEST(Grain, EndsWithTheTimeInTheMidstOfATask) {
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(100);
  const Tally tally = run(ExecutorKind::kJthread, 2, limits, 1'000'000'000);
  EXPECT_GE(tally.runs, 90U);  // a clock reading follows each: they seem slow
  EXPECT_LE(tally.runs, 101U);
}

TEST(Grain, RunsSomethingEvenWhenStoppedBefore) {
  std::stop_source stop;
  stop.request_stop();
  const Tally tally = run(ExecutorKind::kJthread, 1, Limits{}, 5, stop.get_token());
  EXPECT_EQ(tally.runs, 1U);
}

/// The ways to share a tree.
struct LeasedWay {
  template <Game G>
  using Search = LeasedSearch<G>;
  static void tune(auto& /*options*/) {}
};
struct PackedWay {
  template <Game G>
  using Search = TreeSearch<G, PackedLoss>;
  static void tune(auto& /*options*/) {}
};
template <ClassicLock kLock>
struct ClassicWay {
  template <Game G>
  using Search = TreeSearch<G, CountedDescents>;
  static void tune(auto& options) { options.sharing = CountedDescents(kLock); }
};

template <class Way>
class GrainOf : public testing::Test {
 protected:
  template <Game G>
  using Search = typename Way::template Search<G>;

  template <Game G>
  static typename Search<G>::Options options(int threads, std::uint64_t grain, ExecutorKind kind) {
    typename Search<G>::Options options;
    options.threads = threads;
    options.grain = grain;
    options.executor = kind;
    options.memory = std::size_t{256} << 20U;
    Way::tune(options);
    return options;
  }
};
using Ways = testing::Types<LeasedWay, PackedWay, ClassicWay<ClassicLock::kFree>,
                            ClassicWay<ClassicLock::kNode>, ClassicWay<ClassicLock::kGlobal>>;
TYPED_TEST_SUITE(GrainOf, Ways);

TYPED_TEST(GrainOf, AnySizeOnOneThreadIsASearchThatRepeatsItself) {
  const auto search = [](std::uint64_t grain) {
    auto engine = typename TestFixture::template Search<ConnectFour>(
        TestFixture::template options<ConnectFour>(1, grain, default_executor()));
    return engine.search(ConnectFour{}, iterations(5000), seeded(1));
  };
  const SearchResult whole = search(0);
  for (const std::uint64_t grain : {1U, 100U, 10'000U}) {
    const SearchResult found = search(grain);
    expect_same(search(grain), found);
    if constexpr (!std::same_as<TypeParam, LeasedWay>) {
      // A task of the leased tree ends a batch; other iterations do not depend on tasks.
      expect_same(found, whole);
    }
  }
}

TYPED_TEST(GrainOf, AnySizeLeavesSoundTreesWhateverTheExecutor) {
  for (const ExecutorKind kind : kKinds) {
    if (!has_executor(kind)) continue;
    for (const int threads : {2, 8, 64}) {
      for (const std::uint64_t grain : {1U, 64U}) {
        auto search = typename TestFixture::template Search<TicTacToe>(
            TestFixture::template options<TicTacToe>(threads, grain, kind));
        const SearchResult result = search.search(TicTacToe{}, iterations(2000), seeded(1));
        EXPECT_EQ(result.iterations, 2000U);
        EXPECT_EQ(find_defect(search.tree(0), false), std::nullopt);
        expect_sound(result);
      }
    }
  }
}

}  // namespace
}  // namespace banyan
