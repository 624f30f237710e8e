// Yoshizoe et al. (2011): massively parallel search of artificial trees.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace yoshizoe {
namespace {

constexpr int kWorkers = 1200;
constexpr int kEach = 8;  // playouts
constexpr const char* kGame = "p_game:branching=16,depth=8";
constexpr const char* kMeans[]{"100us", "1ms"};

std::string parallel(const char* mean) {
  return fmt::format("virtual:workers={},eval=exponential,mean={},iterations={}", kWorkers, mean,
                     kWorkers * kEach);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines{seq(kEach), seq(kWorkers * kEach)};
  for (const char* mean : kMeans) engines.push_back(parallel(mean));
  return {on_solved(options, kGame, engines, 2000)};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const char* mean : kMeans) {
    cells.push_back({"value lost by 1200 workers beyond one at equal playouts, % of a win",
                     fmt::format("playouts of {}", mean), kWorkers, true, "slightly more",
                     std::nullopt, Source::kSecondHand, Allowed{0, 5},
                     [=](const Evidence& evidence) {
                       return evidence.more_lost(kGame, parallel(mean), seq(kWorkers * kEach));
                     }});
  }
  for (const char* mean : kMeans) {
    cells.push_back({"value lost by one worker beyond 1200 at equal time, % of a win",
                     fmt::format("playouts of {}", mean), kWorkers, true, "much more", std::nullopt,
                     Source::kSecondHand, Allowed{5, kInfinity}, [=](const Evidence& evidence) {
                       return evidence.more_lost(kGame, seq(kEach), parallel(mean));
                     }});
  }
  cells.push_back({"speed-up over one core", "depth-first TDS-UCT, best case", kWorkers, false,
                   "740", 740, Source::kRead, about(740, 1.25),
                   [](const Evidence&) { return kNothing; }});
  return cells;
}

}  // namespace
}  // namespace yoshizoe

Paper yoshizoe2011() {
  return {
      "yoshizoe2011",
      "1200 workers on artificial trees, with playouts of 0.1 and 1 ms",
      "K. Yoshizoe, A. Kishimoto, T. Kaneko, H. Yoshimoto and Y. Ishikawa (2011), Scalable "
      "Distributed Monte-Carlo Tree Search, SoCS.",
      "Artificial game trees, playouts of 0.1 and 1 ms, transposition-table driven scheduling on "
      "clusters of up to 1200 cores; 740-fold speed-ups in the best case. Second-hand: slightly "
      "weaker than one core at equal playouts, far stronger at equal time.",
      "1200 simulated workers on one shared tree with virtual loss, without any messages, so that "
      "it "
      "is the limit of what a distributed tree can reach; a P-game (branching 16, depth 8), 8 "
      "playouts a worker. Slightly is read as at most a twentieth of a win, much as more than "
      "that.",
      "The speed-up: it is of messages between machines, and needs a cluster.",
      yoshizoe::items,
      yoshizoe::cells};
}

}  // namespace banyan::bench
