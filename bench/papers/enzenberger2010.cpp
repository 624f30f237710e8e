// Enzenberger and Mueller (2010): a tree without locks against a tree with one.
#include <fmt/format.h>

#include <chrono>
#include <iterator>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace enzenberger {
namespace {

constexpr const char* kGame = "go:size=9";
constexpr int kThreads[]{1, 2, 4, 7};

std::string tree(const char* lock, int threads) {
  return fmt::format("tree:lock={},threads={}", lock, threads);
}

std::vector<WorkItem> items(const SuiteOptions& options, int cores) {
  std::vector<std::string> engines;
  for (const int threads : kThreads) {
    if (threads > cores) continue;
    for (const char* lock : {"free", "global"}) engines.push_back(tree(lock, threads));
  }
  return {searches_of(options, kGame, engines, 12, {.time = std::chrono::milliseconds(500)})};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (std::size_t i = 1; i < std::size(kThreads); ++i) {
    const int threads = kThreads[i];
    cells.push_back({"playouts/s without locks, over those with a global lock", "lock-free tree",
                     threads, false, "more", std::nullopt, Source::kRead, Allowed{1, kInfinity},
                     [=](const Evidence& evidence) {
                       return evidence.ratio(kGame, "playouts_per_second", tree("free", threads),
                                             tree("global", threads));
                     }});
  }
  for (std::size_t i = 1; i < std::size(kThreads); ++i) {
    const int before = kThreads[i - 1];
    const int threads = kThreads[i];
    cells.push_back({"playouts/s over those of the fewer threads before", "lock-free tree", threads,
                     false, "more", std::nullopt, Source::kSecondHand, Allowed{1, kInfinity},
                     [=](const Evidence& evidence) {
                       return evidence.ratio(kGame, "playouts_per_second", tree("free", threads),
                                             tree("free", before));
                     }});
  }
  return cells;
}

}  // namespace
}  // namespace enzenberger

Paper enzenberger2010() {
  return {
      "enzenberger2010",
      "a lock-free tree against a locked one, by two to seven threads",
      "M. Enzenberger and M. Mueller (2010), A Lock-Free Multithreaded Monte-Carlo Tree Search "
      "Algorithm, Advances in Computer Games, LNCS 6048.",
      "Go by Fuego. From its abstract: the lock-free tree significantly improves the scalability. "
      "Second-hand: it scales to the seven threads they had.",
      "9x9 Go with uniform playouts; lock-free and one global lock of the classic shared tree, by "
      "real threads, searches of 500 ms in turns. Simulated workers take no locks, and say nothing "
      "here.",
      "More threads than this machine has cores, and the strength that is gained; searches of more "
      "than 8 ms in the smoke profile.",
      enzenberger::items,
      enzenberger::cells};
}

}  // namespace banyan::bench
