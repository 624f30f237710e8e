// Fern and Lewis (2011): ensembles of trees by parallel time, by memory and by time on one core.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace fern {
namespace {

constexpr std::uint64_t kPlayouts = 4096;  // of all trees together
constexpr int kTrees[]{4, 16};
constexpr const char* kGames[]{kSteepGame, "p_game:branching=16,depth=8", "hex:size=5"};

std::string ensemble(int trees) {
  return fmt::format("virtual:scheme=root,workers={},iterations={}", trees, kPlayouts);
}

std::string one_tree_of(int trees) { return seq(kPlayouts / static_cast<std::uint64_t>(trees)); }

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines{seq(kPlayouts)};
  for (const int trees : kTrees) {
    engines.push_back(one_tree_of(trees));
    engines.push_back(ensemble(trees));
  }
  std::vector<WorkItem> items;
  for (const char* game : kGames) items.push_back(on_solved(options, game, engines, 2000));
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const char* game : kGames) {
    for (const int trees : kTrees) {
      cells.push_back({"value lost by one tree of the ensemble beyond the ensemble, % of a win",
                       game, trees, true, "more", std::nullopt, Source::kRead,
                       Allowed{0, kInfinity}, [=](const Evidence& evidence) {
                         return evidence.more_lost(game, one_tree_of(trees), ensemble(trees));
                       }});
    }
  }
  for (const char* game : kGames) {
    for (const int trees : kTrees) {
      cells.push_back({"value lost by one tree of as many playouts beyond the ensemble, % of a win",
                       game, trees, true, "no more", std::nullopt, Source::kRead,
                       Allowed{-kInfinity, 0.5}, [=](const Evidence& evidence) {
                         return evidence.more_lost(game, seq(kPlayouts), ensemble(trees));
                       }});
    }
  }
  return cells;
}

}  // namespace
}  // namespace fern

Paper fern2011() {
  return {
      "fern2011",
      "ensembles of trees help by parallel time and by memory, not by time on one core",
      "A. Fern and P. Lewis (2011), Ensemble Monte-Carlo Planning: An Empirical Study, ICAPS "
      "21(1).",
      "UCT in six planning domains. From its abstract: ensembles are better per unit of time given "
      "a parallel time model and per unit of space on a single core; no significant evidence that "
      "they are better per unit of time on a single core.",
      "Two P-games and Hex 5x5 stand for the planning domains. 4096 playouts, in one tree or in 4 "
      "or "
      "16, whose visits are summed. One tree of the ensemble is what a core has in the same time "
      "in "
      "parallel, and what fits into the same memory where the trees are grown one after another: "
      "the ensemble should lose less than it. One tree of all playouts is what one core has in the "
      "same time: it should lose no more than the ensemble, by half a hundredth of a win.",
      "Ensembles of other sizes; the domains themselves.",
      fern::items,
      fern::cells};
}

}  // namespace banyan::bench
