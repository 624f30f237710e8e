// Soejima, Kishimoto and Watanabe (2010): how the trees of root parallelization should agree.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace soejima {
namespace {

constexpr int kEach = 64;  // playouts of a tree
constexpr const char* kGames[]{kSteepGame, "hex:size=5"};

std::string root(int workers, const char* merge) {
  return fmt::format("virtual:scheme=root,workers={},merge={},iterations={}", workers, merge,
                     workers * kEach);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines;
  for (const int workers : {4, 16, 64}) {
    for (const char* merge : {"majority", "average", "sum"})
      engines.push_back(root(workers, merge));
  }
  std::vector<WorkItem> items;
  for (const char* game : kGames) items.push_back(on_solved(options, game, engines, 2000));
  return items;
}

Cell beyond_majority(const char* game, const char* merge, int workers, bool published) {
  return {fmt::format("value lost by {} beyond majority, % of a win",
                      merge == std::string_view("sum") ? "summing visits" : "averaging"),
          game,
          workers,
          true,
          published ? "more" : "",
          std::nullopt,
          Source::kRead,
          published ? std::optional(Allowed{0, kInfinity}) : std::nullopt,
          [=](const Evidence& evidence) {
            return evidence.more_lost(game, root(workers, merge), root(workers, "majority"));
          }};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const char* merge : {"average", "sum"}) {
    for (const char* game : kGames) {
      for (const int workers : {4, 16, 64}) {
        const bool published = workers == 64 && merge == std::string_view("average");
        cells.push_back(beyond_majority(game, merge, workers, published));
      }
    }
  }
  return cells;
}

}  // namespace
}  // namespace soejima

Paper soejima2010() {
  return {
      "soejima2010",
      "root parallelization: majority voting is better than averaging",
      "Y. Soejima, A. Kishimoto and O. Watanabe (2010), Evaluating Root Parallelization in Go, "
      "IEEE "
      "Transactions on Computational Intelligence and AI in Games 2(4).",
      "Go by Fuego on 64 cores. From its abstract: majority voting beats averaging.",
      "A P-game (branching 4, depth 14) and Hex 5x5 stand for Go, the value lost on their solved "
      "positions for matches. 4, 16 and 64 simulated workers search a tree of 64 playouts each; a "
      "tree votes for its most visited move. Averaging takes the mean of each move's values over "
      "the trees; summing, which is the default here, adds their visits.",
      "The extrapolation to 512 cores.",
      soejima::items,
      soejima::cells};
}

}  // namespace banyan::bench
