// Soejima, Kishimoto and Watanabe (2010): how root-parallel trees should choose a move.
#include <fmt/format.h>

#include <utility>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace soejima {
namespace {

constexpr int kCores = 64;
constexpr const char* kGames[]{kSteepGame, "hex:size=5"};
constexpr int kPlayouts[]{64, 256};  // per tree

std::string root(int workers, int each, const char* merge) {
  return fmt::format("virtual:scheme=root,workers={},merge={},iterations={}", workers, merge,
                     workers * each);
}

/// Calls `add` for the workers and the playouts of their trees.
template <typename Add>
void for_each_size(const Add& add) {
  for (const int each : kPlayouts) add(kCores, each);
  for (const int workers : {4, 16}) add(workers, kPlayouts[1]);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines;
  for_each_size([&](int workers, int each) {
    for (const char* merge : {"majority", "average", "sum"}) {
      engines.push_back(root(workers, each, merge));
    }
  });
  std::vector<WorkItem> items;
  for (const char* game : kGames) items.push_back(on_solved(options, game, engines, 1000));
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const auto& [method, rule] :
       {std::pair{"averaging", "average"}, std::pair{"summing visits", "sum"}}) {
    for (const char* game : kGames) {
      for_each_size([&, how = method, merge = rule](int workers, int each) {
        const bool published = workers == kCores && merge == std::string_view("average");
        cells.push_back({fmt::format("value lost by {} beyond majority, % of a win", how),
                         fmt::format("{}, {} playouts a tree", game, each), workers, true,
                         published ? "more" : "", std::nullopt, Source::kRead,
                         published ? std::optional(Allowed{0, kInfinity}) : std::nullopt,
                         [=](const Evidence& evidence) {
                           return evidence.more_lost(game, root(workers, each, merge),
                                                     root(workers, each, "majority"));
                         }});
      });
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
      "positions for matches. 64 simulated workers search a tree of 64 or 256 playouts each (4 and "
      "16 workers are ours alone); a tree votes for its most visited move. Averaging takes the "
      "mean "
      "of each move's values over the trees; summing, which is the default here, adds their "
      "visits.",
      "The extrapolation to 512 cores.",
      soejima::items,
      soejima::cells};
}

}  // namespace banyan::bench
