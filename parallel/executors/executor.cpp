// Which executors there are.
#include "parallel/executors/executor.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "parallel/executors/pinning.hpp"
#include "parallel/executors/team_executor.hpp"
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

namespace {

std::unique_ptr<Executor> make_team(const ExecutorChoice& choice, int threads) {
  const auto& [kind, cpus] = choice;
  if (kind == ExecutorKind::kJthread) return std::make_unique<JthreadExecutor>(threads, cpus);
  if (kind == ExecutorKind::kFifo) return std::make_unique<FifoExecutor>(threads, cpus);
#ifdef BANYAN_TBB
  if (kind == ExecutorKind::kTaskGroup) return std::make_unique<TaskGroupExecutor>(threads, cpus);
  return std::make_unique<ArenaExecutor>(threads, cpus);
#else
  throw std::invalid_argument("this build has no oneTBB");
#endif
}

/// Starts a team's threads, each on its own CPU, which it may leave later. Otherwise they would
/// start during the first search, milliseconds late. On a virtual machine, Linux often puts two of
/// them on one CPU until its load balancer runs, since a halted virtual CPU does not count as idle.
/// A team larger than the machine gains nothing.
void assemble(Executor& team, bool pinned) {
  constexpr auto kPatience = std::chrono::milliseconds(10);
  const std::vector<int> cpus = cpus_of_thread();
  const auto size = static_cast<std::size_t>(team.threads());
  if (size == 1 || size > cpus.size()) return;
  const auto here = static_cast<std::size_t>(
      std::find(cpus.begin(), cpus.end(), cpu_of_this_thread()) - cpus.begin());
  const auto caller = std::this_thread::get_id();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::atomic<std::size_t> arrived = 0;
  std::atomic<std::size_t> others = 0;
  team.run(team.threads(), [&](int) {
    arrived.fetch_add(1, std::memory_order_relaxed);
    while (arrived.load(std::memory_order_relaxed) < size &&
           std::chrono::steady_clock::now() < deadline) {
      std::this_thread::yield();
    }
    if (pinned || std::this_thread::get_id() == caller) return;
    const std::size_t other = others.fetch_add(1, std::memory_order_relaxed) + 1;
    pin_this_thread({cpus[(here + other) % cpus.size()]});
    pin_this_thread(cpus);
  });
}

}  // namespace

std::unique_ptr<Executor> make_executor(const ExecutorChoice& choice, int threads) {
  if (threads < 1) throw std::invalid_argument("an executor needs at least one thread");
  std::unique_ptr<Executor> team = make_team(choice, threads);
  assemble(*team, !choice.cpus.empty());
  return team;
}

}  // namespace banyan
