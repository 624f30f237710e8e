// Grain size: a search split into many short tasks for the executor to schedule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "core/budget/budget.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Spends a budget in tasks of `grain` iterations each (the "number of tasks" that Mirsoleimani et
/// al. 2015 vary at a fixed number of playouts). The executor determines what scheduling costs and
/// how evenly work spreads. `task(worker)` claims and runs up to `grain` iterations. It borrows one
/// of as many workers as the executor has threads, with its own random numbers and memory. So a
/// worker's counts say little about a thread.
void run_in_tasks(Executor& executor, Budget& budget, CommonStop& ends, std::uint64_t grain,
                  const std::function<void(int)>& task);

/// Such a task for single iterations: calls run() for each. If the task is late, the rest of its
/// claim is not run. The worker keeps its `watch` from task to task.
template <class Run>
void run_grain(Budget& budget, Watch& watch, std::uint64_t grain, Run run) {
  for (std::uint64_t left = budget.claim(grain); left > 0; --left) {
    run();
    if (watch.late(budget)) return;
  }
}

}  // namespace banyan
