// Grain size: a search cut into many short tasks, for the executor to schedule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "core/budget.hpp"
#include "parallel/executor.hpp"

namespace banyan {

/// The members of a crew that no task is using. Thread-safe; the last one returned is the next one
/// taken, while its memory is still in a cache.
template <class Worker>
class IdleWorkers {
 public:
  explicit IdleWorkers(std::deque<Worker>& crew) {
    for (Worker& worker : crew) idle_.push_back(&worker);
  }

  /// There are as many workers as tasks at a time, so that there always is one.
  Worker& take() {
    const std::lock_guard lock(mutex_);
    Worker& worker = *idle_.back();
    idle_.pop_back();
    return worker;
  }
  void give_back(Worker& worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(&worker);
  }

 private:
  std::mutex mutex_;
  std::vector<Worker*> idle_;
};

/// Spends a budget in tasks that claim `grain` iterations each (the "number of tasks" that
/// Mirsoleimani et al. 2015 vary at a fixed number of playouts): what their scheduling costs, and
/// how evenly it spreads the work, is the executor's. `run(worker)` runs one iteration. A task
/// borrows one of the workers, at least as many as the executor has threads, for random numbers and
/// memory of its own; so what a worker counts says little of a thread. The clock is read every
/// kWatch iterations, and what a late task has claimed is not run.
template <class Worker, class Run>
void run_in_tasks(Executor& executor, std::deque<Worker>& workers, Budget& budget,
                  std::uint64_t grain, Run run) {
  constexpr std::uint64_t kWatch = 32;
  constexpr std::uint64_t kTasks = 256;  // a thread's at a time: nobody knows how many time allows
  IdleWorkers<Worker> idle(workers);
  const auto task = [&](int) {
    if (budget.expired(Clock::now()) && !budget.untouched()) return;
    std::uint64_t left = budget.claim(grain);
    if (left == 0) return;
    Worker& worker = idle.take();
    do {
      for (std::uint64_t n = std::min(left, kWatch); n > 0; --n, --left) run(worker);
    } while (left > 0 && !budget.expired(Clock::now()));
    idle.give_back(worker);
  };
  while (budget.remaining() > 0 && (budget.untouched() || !budget.expired(Clock::now()))) {
    const std::uint64_t needed = (budget.remaining() + grain - 1) / grain;
    const std::uint64_t most = kTasks * static_cast<std::uint64_t>(executor.threads());
    executor.run(static_cast<int>(std::min(needed, most)), task);
  }
}

}  // namespace banyan
