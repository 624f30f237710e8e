// Iterations on a tree that two threads share: what sharing costs an iteration. For comparison, one
// thread alone, and two with a tree each, which share only the machine. A thread is timed in short
// windows of some dozen iterations, in processor time. Only windows count in which the other thread
// ran too and which were not interrupted; `counted` is their share. So a busy machine takes longer
// to measure, but measures the same.
#include <benchmark/benchmark.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "parallel/strategies/leased_worker.hpp"
#include "parallel/trees/packed_loss.hpp"

namespace banyan {
namespace {

constexpr std::size_t kMemory = std::size_t{1} << 30U;

/// Threads on a tree with PackedLoss, as in TreeSearch.
template <Game G>
class PackedThreads {
  using SharedTree = Tree<G, PackedLoss>;

 public:
  PackedThreads() : tree_(kMemory, Ucb1(SearchOptions{}.exploration), 1, PackedLoss(1)) {}

  void start(Budget& budget, std::uint64_t seed, int threads) {
    Random random({seed});
    tree_.start(G{}, random);
    budget_ = &budget;
    workers_.clear();
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(threads); ++i) {
      workers_.push_back(std::make_unique<Worker>(tree_, Random({seed, i})));
    }
  }
  /// Runs the thread's next iterations and returns how many; nothing at the end.
  std::optional<std::uint64_t> run(std::size_t thread) {
    const std::uint64_t count = budget_->claim(64);
    if (count == 0) return std::nullopt;
    for (std::uint64_t i = 0; i < count; ++i) workers_[thread]->iteration.run(SinglePlayout{});
    return count;
  }
  [[nodiscard]] std::uint64_t visits() const { return root_visits(tree_).sum; }

 private:
  struct alignas(Arena::kLine) Worker {
    Worker(const SharedTree& shared, Random random) : tree(shared), iteration(tree, G{}, random) {}
    SharedTree tree;
    UctIteration<SharedTree> iteration;
  };
  SharedTree tree_;
  Budget* budget_ = nullptr;
  std::vector<std::unique_ptr<Worker>> workers_;
};

/// The same on a tree of leased subtrees, as in LeasedSearch.
template <Game G>
class LeasedThreads {
 public:
  LeasedThreads() : tree_(kMemory, Ucb1(SearchOptions{}.exploration), 1) {}

  void start(Budget& budget, std::uint64_t seed, int threads) {
    options_.threads = threads;
    Random random({seed});
    tree_.start(G{}, random);
    budget_ = &budget;
    LeasedWorker<G> first(tree_, options_, G{}, random);
    first.grow_root(budget, options_.top, Clock::duration::max(), SinglePlayout{});
    workers_.clear();
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(threads); ++i) {
      workers_.push_back(
          std::make_unique<LeasedWorker<G>>(tree_, options_, G{}, Random({seed, i})));
    }
  }
  std::optional<std::uint64_t> run(std::size_t thread) {
    std::uint64_t most = kNoLimit;
    if (!workers_[thread]->go_down(*budget_, most)) return std::nullopt;
    const std::uint32_t done = workers_[thread]->come_back();
    if (done == 0) std::this_thread::yield();
    return done;
  }
  [[nodiscard]] std::uint64_t visits() const { return root_visits(tree_).sum; }

 private:
  LeasedOptions options_;
  LeasedTree<G> tree_;
  Budget* budget_ = nullptr;
  std::vector<std::unique_ptr<LeasedWorker<G>>> workers_;
};

/// What one thread did in the windows that count, and what others see of it.
struct alignas(2 * Arena::kLine) Timed {
  std::atomic<std::uint64_t> progress = 0;
  double seconds = 0;
  std::uint64_t iterations = 0;
  std::uint64_t all = 0;
};

/// The calling thread's processor time so far, in seconds.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// One thread's part of a search.
template <class Threads>
void take_part(Threads& threads, std::size_t thread, Timed& own, const Timed& other, bool alone) {
  constexpr double kInterrupted = 20e-6;
  for (;;) {
    const std::uint64_t before = other.progress.load(std::memory_order_relaxed);
    const auto start = std::chrono::steady_clock::now();
    const double processor_start = processor_seconds();
    const std::optional<std::uint64_t> done = threads.run(thread);
    if (!done) return;
    const double processor = processor_seconds() - processor_start;
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    own.progress.fetch_add(*done, std::memory_order_relaxed);
    own.all += *done;
    const std::uint64_t others = other.progress.load(std::memory_order_relaxed) - before;
    const bool together = others > 0 && others >= *done / 2;
    if ((!alone && !together) || wall.count() > processor + kInterrupted) continue;
    own.seconds += processor;
    own.iterations += *done;
  }
}

/// Searches by one thread, by two on one tree, or by two on a tree each.
template <class Threads>
void shared_tree(benchmark::State& state) {
  const auto iterations = static_cast<std::uint64_t>(state.range(0));
  const auto count = static_cast<std::size_t>(state.range(1));
  const auto trees = static_cast<std::size_t>(state.range(2));
  std::array<Threads, 2> threads;
  std::array<Timed, 2> timed;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    Limits limits;
    limits.iterations = iterations;
    std::array<Budget, 2> budgets{Budget(limits, 1, {}, Clock::now()),
                                  Budget(limits, 1, {}, Clock::now())};
    for (std::size_t i = 0; i < trees; ++i) {
      threads[i].start(budgets[i], ++seed, static_cast<int>(count / trees));
    }
    const auto work = [&](std::size_t i) {
      take_part(threads[i % trees], i / trees, timed[i], timed[1 - i], count == 1);
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
      work(0);
    }
    for (std::size_t i = 0; i < trees; ++i) {
      if (threads[i].visits() != iterations) return state.SkipWithError("lost visits");
    }
  }
  const double counted = static_cast<double>(timed[0].iterations + timed[1].iterations);
  if (counted == 0) return;
  state.counters["s/iteration"] = (timed[0].seconds + timed[1].seconds) / counted;
  state.counters["counted"] = counted / static_cast<double>(timed[0].all + timed[1].all);
}

void Searches(benchmark::internal::Benchmark* each) {
  each->ArgNames({"iterations", "threads", "trees"})->UseRealTime();
  for (const int iterations : {20'000, 200'000, 2'000'000}) {
    for (const auto& [threads, trees] : {std::pair(1, 1), {2, 2}, {2, 1}}) {
      each->Args({iterations, threads, trees});
    }
  }
}
BENCHMARK(shared_tree<PackedThreads<ConnectFour>>)->Apply(Searches);
BENCHMARK(shared_tree<LeasedThreads<ConnectFour>>)->Apply(Searches);
BENCHMARK(shared_tree<PackedThreads<Hex<11>>>)->Apply(Searches);
BENCHMARK(shared_tree<LeasedThreads<Hex<11>>>)->Apply(Searches);

}  // namespace
}  // namespace banyan
