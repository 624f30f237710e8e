// The interface between searches and whatever runs their threads.
#pragma once

#include <functional>

namespace banyan {

/// A team of threads that runs tasks in parallel. One run at a time, from one thread.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Calls task(0) ... task(count - 1) once each, on up to threads() threads (the calling thread
  /// included), and returns when all have returned. Everything written before the call is visible
  /// to the tasks, and everything they wrote is visible after it. A task must not wait for another,
  /// since they need not run at the same time. Rethrows the first exception of a task.
  virtual void run(int count, const std::function<void(int)>& task) = 0;

  /// Calls work() on the calling thread, which stays in the team until work() returns. So runs
  /// within it need not fetch the thread each time, nor move it if it is pinned.
  virtual void stay(const std::function<void()>& work) { work(); }

  [[nodiscard]] virtual int threads() const = 0;
};

}  // namespace banyan
