// Grain size: a search cut into many short tasks, for the executor to schedule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/search/budget.hpp"
#include "parallel/executors/executor.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// The numbers 0 ... count - 1 of the workers that no task is using. Thread-safe; the last one
/// returned is the next one taken, while its memory is still in a cache.
class IdleWorkers {
 public:
  explicit IdleWorkers(int count) {
    while (count > 0) idle_.push_back(--count);
  }

  /// A worker, for as long as this lives.
  class Loan {
   public:
    explicit Loan(IdleWorkers& idle) : idle_(&idle), worker_(idle.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { idle_->give_back(worker_); }

    [[nodiscard]] int worker() const { return worker_; }

   private:
    IdleWorkers* idle_;
    int worker_;
  };

 private:
  /// There are as many workers as tasks at a time, so that there always is one.
  int take() {
    const std::lock_guard lock(mutex_);
    const int worker = idle_.back();
    idle_.pop_back();
    return worker;
  }
  void give_back(int worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(worker);
  }

  std::mutex mutex_;
  std::vector<int> idle_;
};

/// Spends a budget in tasks of `grain` iterations each (the "number of tasks" that Mirsoleimani et
/// al. 2015 vary at a fixed number of playouts): what their scheduling costs, and how evenly it
/// spreads the work, is the executor's. `task(worker)` claims and runs up to `grain` iterations. It
/// borrows one of as many workers as the executor has threads, for random numbers and memory of its
/// own; so what a worker counts says little of a thread.
template <class Task>
void run_in_tasks(Executor& executor, Budget& budget, CommonStop& ends, std::uint64_t grain,
                  Task task) {
  constexpr std::uint64_t kTasks = 256;  // a thread's at a time: nobody knows how many time allows
  IdleWorkers idle(executor.threads());
  const auto may_go_on = [&] { return budget.untouched() || !budget.expired(Clock::now()); };
  while (budget.remaining() > 0 && may_go_on()) {
    const std::uint64_t needed = (budget.remaining() + grain - 1) / grain;
    const std::uint64_t most = kTasks * static_cast<std::uint64_t>(executor.threads());
    ends.run(executor, static_cast<int>(std::min(needed, most)), [&](int) {
      if (!may_go_on()) return;
      const IdleWorkers::Loan loan(idle);
      task(loan.worker());
    });
  }
}

/// Such a task where iterations come one by one: calls run() for each. The clock is read every
/// kWatch of them, and what a late task has claimed is not run.
template <class Run>
void run_grain(Budget& budget, std::uint64_t grain, Run run) {
  constexpr std::uint64_t kWatch = 32;
  for (std::uint64_t left = budget.claim(grain); left > 0;) {
    for (std::uint64_t n = std::min(left, kWatch); n > 0; --n, --left) run();
    if (budget.expired(Clock::now())) return;
  }
}

}  // namespace banyan
