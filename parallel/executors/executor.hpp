// The seam between the strategies and whatever runs their threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace banyan {

/// A team of threads that runs tasks side by side. One run at a time, from one thread.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Calls task(0) ... task(count - 1), each once, on up to threads() threads (the calling thread
  /// among them), and returns when all have returned. Everything written before the call is seen
  /// by the tasks, and everything they wrote is seen after it. A task must not wait for another:
  /// nothing promises that they run at the same time. Rethrows the first exception of a task.
  virtual void run(int count, const std::function<void(int)>& task) = 0;

  /// Calls work() on the calling thread, which is one of the team until it returns: the runs in it
  /// need not fetch the thread each time, nor move it where it is pinned.
  virtual void stay(const std::function<void()>& work) { work(); }

  [[nodiscard]] virtual int threads() const = 0;
};

enum class ExecutorKind : std::uint8_t {
  kArena,      ///< a oneTBB task arena
  kTaskGroup,  ///< a oneTBB task group in an arena
  kJthread,    ///< a plain team of std::jthread: what ThreadSanitizer can check
  kFifo,       ///< a plain thread pool with one queue
};

/// Whether this build has that kind: those of oneTBB are left out of ThreadSanitizer builds.
bool has_executor(ExecutorKind kind);

/// The kind that engines use unless told otherwise.
ExecutorKind default_executor();

/// What runs an engine's threads, and where: parallel/executors/pinning.hpp.
struct ExecutorChoice {
  ExecutorChoice() = default;
  ExecutorChoice(ExecutorKind which, std::vector<int> where = {})
      : kind(which), cpus(std::move(where)) {}

  ExecutorKind kind = default_executor();
  std::vector<int> cpus;  ///< thread i runs on cpus[i mod size] alone; empty: anywhere
};

/// A team of `threads` threads, at least 1, which have begun if the machine has a CPU for each.
/// Throws std::invalid_argument for a kind that this build does not have and for CPUs that cannot
/// be used.
std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, int threads);

/// Ends a standing team as it goes away: all threads by one request, since each of many would wake
/// all others.
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
