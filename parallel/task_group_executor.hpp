// Threads by oneTBB, a task spawned for each call: Cilk's manner.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <utility>
#include <vector>

#include "parallel/executor.hpp"
#include "parallel/pin_observer.hpp"

namespace banyan {

/// Spawns every task into a task group of an arena of its own and waits for the group; idle threads
/// steal.
class TaskGroupExecutor final : public Executor {
 public:
  explicit TaskGroupExecutor(int threads, std::vector<int> cpus = {})
      : allowed_(tbb::global_control::max_allowed_parallelism, kMostThreads),
        arena_(threads),
        pins_(arena_, std::move(cpus)) {
    arena_.initialize();
  }

  void run(int count, const std::function<void(int)>& task) override {
    arena_.execute([&] {
      tbb::task_group group;
      for (int i = 0; i < count; ++i) group.run([&task, i] { task(i); });
      group.wait();
    });
  }

  [[nodiscard]] int threads() const override { return arena_.max_concurrency(); }

 private:
  static constexpr std::size_t kMostThreads = 1024;  // as in parallel/arena_executor.hpp

  tbb::global_control allowed_;
  tbb::task_arena arena_;
  PinObserver pins_;
};

}  // namespace banyan
