// What runs the threads of a strategy: the kinds of executors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/executor.hpp"

namespace banyan {

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
