// Liu et al. (2020): WU-UCT against tree, leaf and root parallelization with 16 workers.
#include <fmt/format.h>

#include <utility>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace liu {
namespace {

constexpr int kSimulations = 128;
constexpr int kWorkers = 16;
constexpr const char* kGames[]{kSteepGame, "p_game:branching=16,depth=8", "hex:size=5"};
constexpr std::pair<const char*, const char*> kRivals[]{
    {"TreeP (virtual loss)", "vl=1"}, {"LeafP", "scheme=leaf"}, {"RootP", "scheme=root"}};

std::string workers(const char* how) {
  return fmt::format("virtual:workers={},eval=exponential,{},playouts={}", kWorkers, how,
                     kSimulations);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines{seq(kSimulations), workers("vl=wu")};
  for (const auto& [name, how] : kRivals) engines.push_back(workers(how));
  std::vector<WorkItem> items;
  for (const char* game : kGames) items.push_back(on_solved(options, game, engines, 4000));
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const auto& [name, how] : kRivals) {
    for (const char* game : kGames) {
      cells.push_back({fmt::format("value lost by {} beyond WU-UCT, % of a win", name), game,
                       kWorkers, true, "more", std::nullopt, Source::kRead, Allowed{0, kInfinity},
                       [game, rival = workers(how)](const Evidence& evidence) {
                         return evidence.more_lost(game, rival, workers("vl=wu"));
                       }});
    }
  }
  for (const char* game : kGames) {
    cells.push_back({"value lost by WU-UCT beyond one worker, % of a win", game, kWorkers, true,
                     "limited", std::nullopt, Source::kRead, Allowed{-kInfinity, 2},
                     [=](const Evidence& evidence) {
                       return evidence.more_lost(game, workers("vl=wu"), seq(kSimulations));
                     }});
  }
  return cells;
}

}  // namespace
}  // namespace liu

Paper liu2020() {
  return {
      "liu2020",
      "WU-UCT is better than tree, leaf and root parallelization with 16 workers",
      "A. Liu, J. Chen, M. Yu, Y. Zhai, X. Zhou and J. Liu (2020), Watch the Unobserved: A Simple "
      "Approach to Parallelizing Monte Carlo Tree Search, ICLR.",
      "15 Atari games, 128 simulations a move, 16 workers. From its abstract: superior performance "
      "to existing techniques, limited performance loss. Second-hand: the best of all in 12 of 15 "
      "games, significantly better than TreeP, LeafP and RootP in 7, 9 and 7 of them.",
      "Two P-games and Hex 5x5 stand for Atari, the value lost on solved positions for scores. 128 "
      "playouts a move by 16 simulated workers with playouts of exponentially distributed length; "
      "WU-UCT is vl=wu, TreeP a virtual loss of 1. Limited is read as at most "
      "two hundredths of a win more than a sequential search.",
      "The linear speed-up: of simulated workers it holds by construction.",
      liu::items,
      liu::cells};
}

}  // namespace banyan::bench
