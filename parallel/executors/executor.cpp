// Which executors there are.
#include "parallel/executors/executor.hpp"

#include <stdexcept>

#include "parallel/executors/fifo_executor.hpp"
#include "parallel/executors/jthread_executor.hpp"
#ifdef BANYAN_TBB
#include "parallel/executors/arena_executor.hpp"
#include "parallel/executors/task_group_executor.hpp"
#endif

namespace banyan {

#ifdef BANYAN_TBB
constexpr bool kHasArena = true;
#else
constexpr bool kHasArena = false;
#endif

bool has_executor(ExecutorKind kind) {
  return kind == ExecutorKind::kJthread || kind == ExecutorKind::kFifo || kHasArena;
}

ExecutorKind default_executor() {
  return kHasArena ? ExecutorKind::kArena : ExecutorKind::kJthread;
}

std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, int threads) {
  const auto& [kind, cpus] = choice;
  if (threads < 1) throw std::invalid_argument("an executor needs at least one thread");
  if (kind == ExecutorKind::kJthread) return std::make_unique<JthreadExecutor>(threads, cpus);
  if (kind == ExecutorKind::kFifo) return std::make_unique<FifoExecutor>(threads, cpus);
#ifdef BANYAN_TBB
  if (kind == ExecutorKind::kTaskGroup) return std::make_unique<TaskGroupExecutor>(threads, cpus);
  return std::make_unique<ArenaExecutor>(threads, cpus);
#else
  throw std::invalid_argument("this build has no oneTBB");
#endif
}

}  // namespace banyan
