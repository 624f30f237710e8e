// Threads by oneTBB: an explicit task arena of just the size asked for.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <utility>
#include <vector>

#include "parallel/executor.hpp"
#include "parallel/pin_observer.hpp"

namespace banyan {

class ArenaExecutor final : public Executor {
 public:
  explicit ArenaExecutor(int threads, std::vector<int> cpus = {})
      : allowed_(tbb::global_control::max_allowed_parallelism, kMostThreads),
        arena_(threads),
        pins_(arena_, std::move(cpus)) {
    arena_.initialize();
  }

  void run(int count, const std::function<void(int)>& task) override {
    arena_.execute([&] {
      // One task a range of one: a worker's loop is long, so nothing is gained by larger grains.
      tbb::parallel_for(
          tbb::blocked_range<int>(0, count, 1),
          [&](const tbb::blocked_range<int>& range) {
            for (int i = range.begin(); i < range.end(); ++i) task(i);
          },
          tbb::simple_partitioner{});
    });
  }

  [[nodiscard]] int threads() const override { return arena_.max_concurrency(); }

 private:
  // Lets an arena have more threads than the machine has cores. The same for all executors, since
  // of several controls that live side by side the smallest holds for every arena.
  static constexpr std::size_t kMostThreads = 1024;

  tbb::global_control allowed_;
  tbb::task_arena arena_;
  PinObserver pins_;
};

}  // namespace banyan
