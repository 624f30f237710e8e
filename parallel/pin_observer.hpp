// Pinning the threads of oneTBB.
#pragma once

#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <utility>
#include <vector>

#include "parallel/pinning.hpp"

namespace banyan {

/// Pins each thread while it is in an arena, by its place there. Every arena has one, pinned or
/// not: an arena that goes away while workers are in it leaves them where they are, and the next
/// arena that they enter puts that right.
class PinObserver final : public tbb::task_scheduler_observer {
 public:
  PinObserver(tbb::task_arena& arena, std::vector<int> cpus)
      : task_scheduler_observer(arena), pinning_(std::move(cpus)) {
    observe(true);
  }
  ~PinObserver() override { observe(false); }
  PinObserver(const PinObserver&) = delete;
  PinObserver& operator=(const PinObserver&) = delete;

  void on_scheduler_entry(bool /*worker*/) override {
    pinning_.enter(tbb::this_task_arena::current_thread_index());
  }
  void on_scheduler_exit(bool /*worker*/) override { Pinning::leave(); }

 private:
  Pinning pinning_;
};

}  // namespace banyan
