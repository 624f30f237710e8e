// The interface between the strategies and whatever runs their threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

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

enum class ExecutorKind : std::uint8_t {
  kArena,      ///< a oneTBB task arena
  kTaskGroup,  ///< a oneTBB task group in an arena
  kJthread,    ///< a plain team of std::jthread, which ThreadSanitizer can check
  kFifo,       ///< a plain thread pool with one queue
};

/// Whether this build has that kind: ThreadSanitizer builds have none of oneTBB.
bool has_executor(ExecutorKind kind);

/// The default kind of engines.
ExecutorKind default_executor();

/// What runs an engine's threads, and on which CPUs: parallel/executors/pinning.hpp.
struct ExecutorChoice {
  ExecutorChoice() = default;
  ExecutorChoice(ExecutorKind which, std::vector<int> where = {})
      : kind(which), cpus(std::move(where)) {}

  ExecutorKind kind = default_executor();
  std::vector<int> cpus;  ///< thread i runs on cpus[i mod size] alone; empty: anywhere
};

/// A team of `threads` threads, at least 1, started at once if the machine has a CPU for each.
/// Throws std::invalid_argument for a kind that this build lacks and for unusable CPUs.
std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, int threads);

/// Stops a standing team when it is destroyed. One request stops all threads: a request per thread
/// would wake all others each time.
class EndOfTeam {
 public:
  EndOfTeam() = default;
  EndOfTeam(const EndOfTeam&) = delete;
  EndOfTeam& operator=(const EndOfTeam&) = delete;
  ~EndOfTeam() { source_.request_stop(); }

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
};

}  // namespace banyan
