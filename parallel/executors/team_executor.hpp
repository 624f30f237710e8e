// Threads by the standard library: the counterpart of oneTBB for ThreadSanitizer, and a pool with
// one queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "parallel/executors/executor.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan {

/// Tasks as numbers from a counter.
class CountedTasks {
 public:
  void fill(int count, const std::function<void(int)>& task) {
    task_ = &task;
    next_ = 0;
    count_ = count;
  }
  [[nodiscard]] bool empty() const { return next_ >= count_; }
  auto take() {
    return [task = task_, i = next_++] { (*task)(i); };
  }

 private:
  const std::function<void(int)>* task_ = nullptr;
  int next_ = 0;
  int count_ = 0;
};

/// Every task is an object in one queue, first in first out, which beat oneTBB and Cilk on many
/// cores in Mirsoleimani et al. (2015). It differs from CountedTasks by the cost of a queue.
class QueuedTasks {
 public:
  void fill(int count, const std::function<void(int)>& task) {
    for (int i = 0; i < count; ++i) queue_.emplace_back([&task, i] { task(i); });
  }
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  std::function<void()> take() {
    std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
    return task;
  }

 private:
  std::deque<std::function<void()>> queue_;
};

/// A standing team of threads - 1 helpers and the caller, which take tasks in turn. If there are no
/// more tasks than threads, each has its own, so tasks may wait for one another.
template <class Tasks>
class TeamExecutor final : public Executor {
 public:
  explicit TeamExecutor(int threads, std::vector<int> cpus = {})
      : threads_(threads), pinning_(std::move(cpus)) {
    for (int i = 1; i < threads; ++i) {
      team_.emplace_back([this, i, stop = end_.token()] {
        pinning_.enter(i);
        help(stop);
      });
    }
  }

  void run(int count, const std::function<void(int)>& task) override {
    const PinnedCaller pinned(pinning_);
    std::unique_lock lock(mutex_);
    tasks_.fill(count, task);
    unfinished_ = count;
    work_.notify_all();
    while (!tasks_.empty()) take_one(lock);
    done_.wait(lock, [this] { return unfinished_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

  void stay(const std::function<void()>& work) override {
    const PinnedCaller pinned(pinning_);
    work();
  }

  [[nodiscard]] int threads() const override { return threads_; }

 private:
  void help(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (work_.wait(lock, stop, [this] { return !tasks_.empty(); })) take_one(lock);
  }

  /// Runs the next task. The mutex is released only while it runs.
  void take_one(std::unique_lock<std::mutex>& lock) {
    const auto task = tasks_.take();
    lock.unlock();
    std::exception_ptr error;
    try {
      task();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) error_ = error;
    if (--unfinished_ == 0) done_.notify_one();
  }

  int threads_;
  Pinning pinning_;
  std::mutex mutex_;
  std::condition_variable_any work_;
  std::condition_variable_any done_;
  Tasks tasks_;
  int unfinished_ = 0;
  std::exception_ptr error_;
  std::vector<std::jthread> team_;  // after what its threads use, so they end first
  EndOfTeam end_;
};

using JthreadExecutor = TeamExecutor<CountedTasks>;
using FifoExecutor = TeamExecutor<QueuedTasks>;

}  // namespace banyan
