// An arena of oneTBB of exactly the size requested, with its threads pinned as requested.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "parallel/executors/pin_observer.hpp"

namespace banyan {

/// The arena of every executor that uses oneTBB.
class PinnedArena {
 public:
  PinnedArena(int threads, std::vector<int> cpus)
      : allowed_(tbb::global_control::max_allowed_parallelism, kMostThreads),
        arena_(threads),
        pins_(arena_, std::move(cpus)) {
    arena_.initialize();
  }

  template <class Work>
  void execute(Work work) {
    arena_.execute(work);
  }

  [[nodiscard]] int threads() const { return arena_.max_concurrency(); }

 private:
  // Lets an arena have more threads than the machine has cores. All use the same value: if several
  // controls exist, the smallest holds for every arena.
  static constexpr std::size_t kMostThreads = 1024;

  tbb::global_control allowed_;
  tbb::task_arena arena_;
  PinObserver pins_;
};

}  // namespace banyan
