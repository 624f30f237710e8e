// Segal (2010): how many workers a search can use, with and without virtual loss.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace segal {
namespace {

constexpr std::uint64_t kPlayouts = 4096;  // of all workers together
constexpr std::uint64_t kHurried = 1024;   // in a quarter of the time
const std::vector<double> kFactors{0.0625, 0.125, 0.25, 0.5, 2};

/// Near-ideal: as good as one worker with at least this share of the playouts.
constexpr Allowed kNearIdeal{0.8, kInfinity};
constexpr Allowed kLess{-kInfinity, 0.8};

std::string parallel(int workers, int loss, std::uint64_t playouts = kPlayouts) {
  return fmt::format("virtual:workers={},vl={},eval=exponential,iterations={}", workers, loss,
                     playouts);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines = curve(kPlayouts, kFactors);
  for (const int loss : {1, 0}) {
    for (const int workers : {2, 8, 16, 64, 256, 512}) engines.push_back(parallel(workers, loss));
    engines.push_back(parallel(64, loss, kHurried));
  }
  return {on_solved(options, kSteepGame, engines, 8000)};
}

Cell efficiency(int workers, int loss, const char* published, std::optional<Allowed> allowed) {
  return {"efficiency at 4096 playouts, of all workers together",
          loss == 0 ? "without virtual loss" : "with virtual loss",
          workers,
          true,
          published,
          std::nullopt,
          Source::kRead,
          allowed,
          [=](const Evidence& evidence) {
            return evidence.strength(kSteepGame, parallel(workers, loss), kPlayouts, kFactors);
          }};
}

Cell hurry(int loss) {
  return {"value lost to parallelism in a quarter of the time beyond that in all of it, % of a win",
          loss == 0 ? "without virtual loss" : "with virtual loss",
          64,
          true,
          "more",
          std::nullopt,
          Source::kRead,
          Allowed{0, kInfinity},
          [=](const Evidence& evidence) {
            return evidence.more_lost(kSteepGame, parallel(64, loss, kHurried), seq(kHurried),
                                      parallel(64, loss), seq(kPlayouts));
          }};
}

std::vector<Cell> cells() {
  return {efficiency(2, 1, "near-ideal", kNearIdeal),
          efficiency(8, 1, "near-ideal", kNearIdeal),
          efficiency(16, 1, "near-ideal", kNearIdeal),
          efficiency(64, 1, "near-ideal", kNearIdeal),
          efficiency(256, 1, "", std::nullopt),
          efficiency(512, 1, "", std::nullopt),
          efficiency(2, 0, "near-ideal", kNearIdeal),
          efficiency(8, 0, "near-ideal", kNearIdeal),
          efficiency(16, 0, "less", kLess),
          efficiency(64, 0, "less", kLess),
          efficiency(256, 0, "less", kLess),
          efficiency(512, 0, "less", kLess),
          hurry(1),
          hurry(0)};
}

}  // namespace
}  // namespace segal

Paper segal2010() {
  return {
      "segal2010",
      "how many workers a search can use: near-ideal to 64 with virtual loss, to 8 without",
      "R. B. Segal (2010), On the Scalability of Parallel UCT, Computers and Games, LNCS 6515.",
      "Go by Fuego in matches; an idealised machine of N cores with a shared tree and no delays, "
      "simulated. From its abstract: nearly perfect to at least 64 threads with virtual loss, "
      "limited to eight without; it depends critically on the time per move.",
      "A P-game with exact values (branching 4, depth 14) stands for Go, and the value lost on its "
      "solved positions for matches, since a doubling of playouts shows there with the fewest "
      "searches. Efficiency is how much of the workers' playouts one worker needs to lose as "
      "little; near-ideal is read as above 0.8. The machine is simulated as his is, with playouts "
      "of exponentially distributed length; virtual loss is one loss. 64 workers have 64 playouts "
      "each.",
      "That scaling ends where Fuego's own strength does.",
      segal::items,
      segal::cells};
}

}  // namespace banyan::bench
