// Threads by oneTBB: an explicit task arena of exactly the size requested.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <functional>
#include <utility>
#include <vector>

#include "parallel/executors/executor.hpp"
#include "parallel/executors/pinned_arena.hpp"

namespace banyan {

class ArenaExecutor final : public Executor {
 public:
  explicit ArenaExecutor(int threads, std::vector<int> cpus = {})
      : arena_(threads, std::move(cpus)) {}

  void run(int count, const std::function<void(int)>& task) override {
    arena_.execute([&] {
      // One task per range: a worker's loop is long, so larger grains gain nothing.
      tbb::parallel_for(
          tbb::blocked_range<int>(0, count, 1),
          [&](const tbb::blocked_range<int>& range) {
            for (int i = range.begin(); i < range.end(); ++i) task(i);
          },
          tbb::simple_partitioner{});
    });
  }

  void stay(const std::function<void()>& work) override { arena_.execute(std::cref(work)); }

  [[nodiscard]] int threads() const override { return arena_.threads(); }

 private:
  PinnedArena arena_;
};

}  // namespace banyan
