// Threads by the standard library: a pool with one queue, first in first out.
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

/// A thread pool, which beat oneTBB and Cilk on many cores in Mirsoleimani et al. (2015). Every
/// task is an object in one queue; threads - 1 helpers and the caller take from the front. It
/// differs from JthreadExecutor, whose tasks are numbers from a counter, by the cost of a queue.
class FifoExecutor final : public Executor {
 public:
  explicit FifoExecutor(int threads, std::vector<int> cpus = {})
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
    for (int i = 0; i < count; ++i) queue_.emplace_back([&task, i] { task(i); });
    unfinished_ = count;
    work_.notify_all();
    while (!queue_.empty()) take_one(lock);
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
    while (work_.wait(lock, stop, [this] { return !queue_.empty(); })) take_one(lock);
  }

  /// Runs the first task of the queue. The mutex is released only while it runs.
  void take_one(std::unique_lock<std::mutex>& lock) {
    const std::function<void()> task = std::move(queue_.front());
    queue_.pop_front();
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
  std::deque<std::function<void()>> queue_;
  int unfinished_ = 0;
  std::exception_ptr error_;
  std::vector<std::jthread> team_;  // after what its threads use, so they end first
  EndOfTeam end_;
};

}  // namespace banyan
