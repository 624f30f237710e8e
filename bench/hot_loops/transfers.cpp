// Cache lines that go from one CPU to another: what a shared read or write costs a thread. These
// are the measured times for the simulator's key `transfer`. All are in seconds per access, as
// low, median and high (10, 50 and 90 %) of many short repetitions, so other work on the machine
// matters little. Each benchmark checks that no addition was lost.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan {
namespace {

constexpr std::uint32_t kLines = 256;  // fewer than the L1 cache has

/// Two lines apart, since processors fetch lines in pairs.
struct alignas(2 * Arena::kLine) Shared {
  std::atomic<std::uint64_t> sum = 0;
  std::atomic<std::uint32_t> next = 0;
};

void add(Shared& line) { line.sum.fetch_add(1, std::memory_order_relaxed); }

/// Lines in random order, each with the number of the next one.
struct Chain {
  Chain() {
    std::array<std::uint32_t, kLines> order{};
    std::iota(order.begin(), order.end(), 0U);
    Random random({1});
    for (std::uint32_t left = kLines; left > 1; --left) {
      std::swap(order[random.below(left)], order[left - 1]);
    }
    for (std::uint32_t i = 0; i < kLines; ++i) {
      lines[order[i]].next.store(order[(i + 1) % kLines], std::memory_order_relaxed);
    }
  }
  /// Each read waits for the one before.
  std::uint32_t read() const {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < kLines; ++i) at = lines[at].next.load(std::memory_order_relaxed);
    return at;
  }
  /// The order is known before, so that the processor may fetch lines ahead.
  void write() {
    for (Shared& line : lines) add(line);
  }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t all = 0;
    for (const Shared& line : lines) all += line.sum.load(std::memory_order_relaxed);
    return all;
  }

  std::array<Shared, kLines> lines;
};

/// Runs the calling thread on one CPU and what it is asked to on another.
class TwoCpus {
 public:
  TwoCpus() : before_(cpus_of_thread()) {
    if (!available()) return;
    pin_this_thread({before_.front()});
    other_ = std::jthread([this, cpu = before_.back()] {
      pin_this_thread({cpu});
      for (;;) {
        asked_.acquire();
        if (!work_) return;
        work_();
        done_.release();
      }
    });
  }
  TwoCpus(const TwoCpus&) = delete;
  TwoCpus& operator=(const TwoCpus&) = delete;
  ~TwoCpus() {
    if (!available()) return;
    start(nullptr);
    pin_this_thread(before_);
  }

  [[nodiscard]] bool available() const { return before_.size() > 1; }

  void start(std::function<void()> work) {
    work_ = std::move(work);
    asked_.release();
  }
  void wait() { done_.acquire(); }
  void run(std::function<void()> work) {
    start(std::move(work));
    wait();
  }

 private:
  std::vector<int> before_;
  std::function<void()> work_;
  std::binary_semaphore asked_{0};
  std::binary_semaphore done_{0};
  std::jthread other_;  // joined first
};

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Fails unless all additions were `kept`. Reports nothing if there is nothing: Google Benchmark
/// begins with a single repetition.
void report_quantiles(benchmark::State& state, std::vector<double>& seconds, bool kept) {
  if (!kept) return state.SkipWithError("lost additions");
  if (seconds.empty()) return;
  std::sort(seconds.begin(), seconds.end());
  for (const auto& [name, percent] : {std::pair("low", 10U), {"median", 50U}, {"high", 90U}}) {
    state.counters[name] = seconds[(seconds.size() - 1) * percent / 100];
  }
}

/// Measures `work` on the chain's lines, each time after another CPU wrote them all.
template <class Work>
void after_another(benchmark::State& state, std::uint64_t writes, const Work& work) {
  TwoCpus cpus;
  if (!cpus.available()) return state.SkipWithError("this takes two CPUs");
  Chain chain;
  std::vector<double> seconds;
  for (auto _ : state) {
    cpus.run([&chain] { chain.write(); });
    seconds.push_back(seconds_of([&] { work(chain); }) / kLines);
  }
  report_quantiles(state, seconds, chain.sum() == (1 + writes) * kLines * seconds.size());
}

/// A read of a line that another CPU wrote.
void transfer_read(benchmark::State& state) {
  after_another(state, 0, [](const Chain& chain) { benchmark::DoNotOptimize(chain.read()); });
}
/// Additions to such lines, one after another.
void transfer_write(benchmark::State& state) {
  after_another(state, 1, [](Chain& chain) { chain.write(); });
}

/// Additions to lines that the CPU has, for comparison.
void transfer_none(benchmark::State& state) {
  Chain chain;
  std::vector<double> seconds;
  for (auto _ : state) seconds.push_back(seconds_of([&] { chain.write(); }) / kLines);
  report_quantiles(state, seconds, chain.sum() == kLines * seconds.size());
}

/// Two threads add to one line in turns. Each addition takes two transfers: a read that sees the
/// other's addition, and a write that takes the line from the other's reads.
void transfer_turns(benchmark::State& state) {
  TwoCpus cpus;
  if (!cpus.available()) return state.SkipWithError("this takes two CPUs");
  Shared line;
  std::vector<double> seconds;
  std::uint64_t turns = 0;
  const auto add_at = [&line](std::uint64_t first) {
    for (std::uint64_t turn = first; turn < first + 2 * kLines; turn += 2) {
      while (line.sum.load(std::memory_order_acquire) != turn) {
      }
      line.sum.fetch_add(1, std::memory_order_acq_rel);
    }
  };
  for (auto _ : state) {
    cpus.start([&add_at, turns] { add_at(turns + 1); });
    seconds.push_back(seconds_of([&] { add_at(turns); }) / (2 * kLines - 1));
    cpus.wait();
    turns += 2 * kLines;
  }
  report_quantiles(state, seconds, line.sum == turns);
}

/// Two threads add to one line without waiting for each other: seconds per addition by either. Only
/// repetitions count in which both added at the same time.
void transfer_contended(benchmark::State& state) {
  TwoCpus cpus;
  if (!cpus.available()) return state.SkipWithError("this takes two CPUs");
  Shared line;
  std::atomic<bool> stop = false;
  std::uint64_t others = 0;
  cpus.start([&] {
    for (; !stop.load(std::memory_order_relaxed); ++others) add(line);
  });
  std::vector<double> seconds;
  std::uint64_t own = 0;
  for (auto _ : state) {
    const std::uint64_t before = line.sum.load(std::memory_order_relaxed);
    const double took = seconds_of([&] {
      for (std::uint32_t i = 0; i < kLines; ++i) add(line);
    });
    own += kLines;
    const std::uint64_t added = line.sum.load(std::memory_order_relaxed) - before;
    if (added > kLines + kLines / 2) seconds.push_back(took / static_cast<double>(added));
  }
  stop = true;
  cpus.wait();
  report_quantiles(state, seconds, line.sum == own + others);
}

BENCHMARK(transfer_none)->UseRealTime();
BENCHMARK(transfer_read)->UseRealTime();
BENCHMARK(transfer_write)->UseRealTime();
BENCHMARK(transfer_turns)->UseRealTime();
BENCHMARK(transfer_contended)->UseRealTime();

}  // namespace
}  // namespace banyan
