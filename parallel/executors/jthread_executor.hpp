// Threads by the standard library: the counterpart of the oneTBB arena for ThreadSanitizer.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "parallel/executors/executor.hpp"
#include "parallel/executors/pinning.hpp"

namespace banyan {

/// A standing team of threads - 1 helpers and the caller, which take tasks from a common counter.
/// If there are no more tasks than threads, each has its own, so tasks may wait for one another.
class JthreadExecutor final : public Executor {
 public:
  explicit JthreadExecutor(int threads, std::vector<int> cpus = {})
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
    task_ = &task;
    next_ = 0;
    count_ = count;
    work_.notify_all();
    take_tasks(lock);
    done_.wait(lock, [this] { return running_ == 0; });
    task_ = nullptr;
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
    while (work_.wait(lock, stop, [this] { return next_ < count_; })) take_tasks(lock);
  }

  /// Runs tasks until none is left. The mutex is released only while a task runs.
  void take_tasks(std::unique_lock<std::mutex>& lock) {
    while (next_ < count_) {
      const int i = next_++;
      ++running_;
      lock.unlock();
      std::exception_ptr error;
      try {
        (*task_)(i);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (error && !error_) error_ = error;
      if (--running_ == 0 && next_ >= count_) done_.notify_one();
    }
  }

  int threads_;
  Pinning pinning_;
  std::mutex mutex_;
  std::condition_variable_any work_;
  std::condition_variable_any done_;
  const std::function<void(int)>* task_ = nullptr;
  int next_ = 0;
  int count_ = 0;
  int running_ = 0;
  std::exception_ptr error_;
  std::vector<std::jthread> team_;  // after what its threads use, so they end first
  EndOfTeam end_;
};

}  // namespace banyan
