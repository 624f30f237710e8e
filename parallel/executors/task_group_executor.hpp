// Threads by oneTBB, with a task spawned per call, as in Cilk.
#pragma once

#include <oneapi/tbb/task_group.h>

#include <functional>
#include <utility>
#include <vector>

#include "parallel/executors/executor.hpp"
#include "parallel/executors/pinned_arena.hpp"

namespace banyan {

/// Spawns every task into a task group of its own arena and waits for the group; idle threads
/// steal.
class TaskGroupExecutor final : public Executor {
 public:
  explicit TaskGroupExecutor(int threads, std::vector<int> cpus = {})
      : arena_(threads, std::move(cpus)) {}

  void run(int count, const std::function<void(int)>& task) override {
    arena_.execute([&] {
      tbb::task_group group;
      for (int i = 0; i < count; ++i) group.run([&task, i] { task(i); });
      group.wait();
    });
  }

  void stay(const std::function<void()>& work) override { arena_.execute(std::cref(work)); }

  [[nodiscard]] int threads() const override { return arena_.threads(); }

 private:
  PinnedArena arena_;
};

}  // namespace banyan
