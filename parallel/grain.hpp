// Grain size: a search cut into many short tasks, for the executor to schedule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "core/search/budget.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Spends a budget in tasks of `grain` iterations each (the "number of tasks" that Mirsoleimani et
/// al. 2015 vary at a fixed number of playouts): what their scheduling costs, and how evenly it
/// spreads the work, is the executor's. `task(worker)` claims and runs up to `grain` iterations. It
/// borrows one of as many workers as the executor has threads, for random numbers and memory of its
/// own; so what a worker counts says little of a thread.
void run_in_tasks(Executor& executor, Budget& budget, CommonStop& ends, std::uint64_t grain,
                  const std::function<void(int)>& task);

/// Such a task where iterations come one by one: calls run() for each. What a late task has claimed
/// is not run. The worker keeps its `watch` from task to task.
template <class Run>
void run_grain(Budget& budget, Watch& watch, std::uint64_t grain, Run run) {
  for (std::uint64_t left = budget.claim(grain); left > 0; --left) {
    run();
    if (watch.late(budget)) return;
  }
}

}  // namespace banyan
