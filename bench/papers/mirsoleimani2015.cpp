// Mirsoleimani et al. (2015): a search split into tasks, and what runs them.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"
#include "parallel/executors/executor.hpp"

namespace banyan::bench {
namespace mirsoleimani15 {
namespace {

constexpr const char* kGame = "hex:size=11";
constexpr std::uint64_t kPlayouts = 1 << 20;
constexpr int kMany = 24;

constexpr const char* kSequential = "seq";

/// The classic tree in this many tasks.
std::string tasks(const char* executor, int threads, std::uint64_t count) {
  return fmt::format("tree:lock=packed,threads={},exec={},grain={}", threads, executor,
                     kPlayouts / count);
}

std::vector<WorkItem> items(const SuiteOptions& options, int cores) {
  std::vector<std::string> engines{kSequential};
  const bool onetbb = has_executor(ExecutorKind::kArena);
  for (const char* executor : {"fifo", "task_group"}) {
    if (executor == std::string_view("task_group") && !onetbb) continue;
    if (cores >= 2) engines.push_back(tasks(executor, 2, 2048));
    if (cores >= 2) engines.push_back(tasks(executor, 2, kPlayouts));
  }
  if (cores >= kMany) {
    engines.push_back(tasks("fifo", kMany, 128));
    if (onetbb) engines.push_back(tasks("task_group", kMany, 2048));
  }
  return {searches_of(options, kGame, engines, 8, {.iterations = kPlayouts})};
}

Estimate rate(const Evidence& evidence, const std::string& a, const std::string& b) {
  return evidence.ratio(kGame, "iterations_per_second", a, b);
}

std::vector<Cell> cells() {
  return {{"speed-up over one thread", "C++11 threads, 128 tasks", kMany, false, "18", 18,
           Source::kRead, about(18, 1.25),
           [](const Evidence& evidence) {
             return rate(evidence, tasks("fifo", kMany, 128), kSequential);
           }},
          {"speed-up over one thread", "TBB task_group, 2048 tasks", kMany, false, "19", 19,
           Source::kRead, about(19, 1.25),
           [](const Evidence& evidence) {
             return rate(evidence, tasks("task_group", kMany, 2048), kSequential);
           }},
          {"iterations/s in 2048 tasks, over those in tasks of one iteration", "FIFO thread pool",
           2, false, "more", std::nullopt, Source::kRead, Allowed{1.1, kInfinity},
           [](const Evidence& evidence) {
             return rate(evidence, tasks("fifo", 2, 2048), tasks("fifo", 2, kPlayouts));
           }},
          {"iterations/s in 2048 tasks, over those in tasks of one iteration", "TBB task_group", 2,
           false, "more", std::nullopt, Source::kRead, Allowed{1.1, kInfinity},
           [](const Evidence& evidence) {
             return rate(evidence, tasks("task_group", 2, 2048), tasks("task_group", 2, kPlayouts));
           }},
          {"iterations/s of a FIFO pool, over those of TBB", "2048 tasks", 2, false, "more",
           std::nullopt, Source::kRead, Allowed{1, kInfinity}, [](const Evidence& evidence) {
             return rate(evidence, tasks("fifo", 2, 2048), tasks("task_group", 2, 2048));
           }}};
}

}  // namespace
}  // namespace mirsoleimani15

Paper mirsoleimani2015() {
  return {
      "mirsoleimani2015",
      "a search cut into tasks: their size is decisive, and a FIFO pool runs them best",
      "S. A. Mirsoleimani, A. Plaat, H. J. van den Herik and J. Vermaseren (2015), Scaling Monte "
      "Carlo Tree Search on Intel Xeon Phi, arXiv 1507.04383.",
      "Hex 11x11 on a Xeon of 24 cores and a Xeon Phi. Xeon: C++11 threads 18 times one thread "
      "(128 "
      "tasks), TBB's task_group 19 times (2048). From its abstract: a thread pool with a FIFO "
      "queue "
      "is best (of the Phi), the grain size a crucial element.",
      "The same game, 2^20 playouts, the classic lock-free tree by real threads in turns; the "
      "speed-up is over seq, the best sequential code, not over the parallel one with a thread. "
      "Crucial is read as a tenth faster in 2048 tasks than in tasks of one iteration, a FIFO "
      "queue "
      "as best where it is faster than task_group; both by two threads. C++11 threads are the "
      "FIFO pool here.",
      "24 threads on machines of fewer cores; Cilk, which compilers have dropped; the Xeon Phi. "
      "More "
      "than 2^14 playouts in the smoke profile, in tasks as long as those of the others.",
      mirsoleimani15::items,
      mirsoleimani15::cells};
}

}  // namespace banyan::bench
