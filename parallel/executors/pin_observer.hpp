// Pins the threads of oneTBB.
#pragma once

#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <utility>
#include <vector>

#include "parallel/executors/pinning.hpp"

// LeakSanitizer's functions, if it is present.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
[[gnu::weak]] void __lsan_disable();
[[gnu::weak]] void __lsan_enable();
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace banyan {

/// Pins each thread while it is in an arena, by its place there. Every arena has an observer,
/// pinned or not. All arenas share one pool of workers, which may come with the CPUs of the thread
/// that started them, or of an arena destroyed while they were in it. A thread that calls from
/// within a pinned executor stays where that executor put it.
class PinObserver final : public tbb::task_scheduler_observer {
 public:
  PinObserver(tbb::task_arena& arena, std::vector<int> cpus)
      : task_scheduler_observer(arena), pinning_(std::move(cpus)) {
    // Without memory this throws. In observe() it would leave a record that ~PinObserver follows.
    arena.initialize();
    // oneTBB frees its record of the observer when the last worker has left the arena. That may be
    // after the end of the program, and is no leak.
    if (__lsan_disable != nullptr) __lsan_disable();
    observe(true);
    if (__lsan_enable != nullptr) __lsan_enable();
  }
  ~PinObserver() override { observe(false); }
  PinObserver(const PinObserver&) = delete;
  PinObserver& operator=(const PinObserver&) = delete;

  void on_scheduler_entry(bool worker) override {
    const int thread = tbb::this_task_arena::current_thread_index();
    if (worker) {
      pinning_.enter_worker(thread);
    } else if (nested > 0 || Pinning::entered()) {
      ++nested;
    } else {
      pinning_.enter(thread);
    }
  }
  void on_scheduler_exit(bool worker) override {
    if (worker || nested == 0) {
      Pinning::leave();
    } else {
      --nested;
    }
  }

 private:
  static inline thread_local int nested = 0;  // how many arenas the thread is in, minus one

  Pinning pinning_;
};

}  // namespace banyan
