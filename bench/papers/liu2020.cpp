// Liu et al. (2020): WU-UCT against tree, leaf and root parallelization with 16 workers.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace liu {
namespace {

constexpr int kSimulations = 128;
constexpr int kWorkers = 16;

/// The engines of one kind of evaluation: playouts in virtual time, or a network in the loop.
struct Set {
  std::vector<const char*> games;
  std::string one_worker;
  std::string wu;
  struct Rival {
    const char* name;
    std::string engine;
  };
  std::vector<Rival> rivals;
};

std::vector<Set> sets() {
  const auto workers = [](const char* how) {
    return fmt::format("virtual:workers={},eval=exponential,{},playouts={}", kWorkers, how,
                       kSimulations);
  };
  // A network says the same however often it is asked: 16 workers that evaluate one leaf together
  // learn what one of them does.
  const auto network = [](const std::string& how, int simulations) {
    return fmt::format("batched:eval=net,{},iterations={}", how, simulations);
  };
  return {{{kSteepGame, "p_game:branching=16,depth=8", "hex:size=5"},
           seq(kSimulations),
           workers("vl=wu"),
           {{"TreeP (virtual loss)", workers("vl=1")},
            {"LeafP", workers("scheme=leaf")},
            {"RootP", workers("scheme=root")}}},
          {{"connect_four", "othello"},
           network("batch=1", kSimulations),
           network("batch=16,vl=wu", kSimulations),
           {{"TreeP (virtual loss)", network("batch=16,vl=1", kSimulations)},
            {"LeafP", network("batch=1", kSimulations / kWorkers)},
            {"RootP", network("trees=16,batch=1,simulated=on,device=1ms", kSimulations)}}}};
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<WorkItem> items;
  for (const Set& set : sets()) {
    std::vector<std::string> engines{set.one_worker, set.wu};
    for (const Set::Rival& rival : set.rivals) engines.push_back(rival.engine);
    for (const char* game : set.games) items.push_back(on_solved(options, game, engines, 4000));
  }
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const Set& set : sets()) {
    for (const Set::Rival& rival : set.rivals) {
      for (const char* game : set.games) {
        cells.push_back({fmt::format("value lost by {} beyond WU-UCT, % of a win", rival.name),
                         game, kWorkers, true, "more", std::nullopt, Source::kRead,
                         Allowed{0, kInfinity},
                         [game, a = rival.engine, b = set.wu](const Evidence& evidence) {
                           return evidence.more_lost(game, a, b);
                         }});
      }
    }
  }
  for (const Set& set : sets()) {
    for (const char* game : set.games) {
      cells.push_back({"value lost by WU-UCT beyond one worker, % of a win", game, kWorkers, true,
                       "limited", std::nullopt, Source::kRead, Allowed{-kInfinity, 2},
                       [game, a = set.wu, b = set.one_worker](const Evidence& evidence) {
                         return evidence.more_lost(game, a, b);
                       }});
    }
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
      "Solved positions stand for Atari, the value lost there for scores. Two P-games and Hex 5x5 "
      "have 128 playouts a move by 16 simulated workers with playouts of exponentially distributed "
      "length. Connect Four and Othello have 128 evaluations by the program's networks, up to 16 "
      "in "
      "one call. WU-UCT is vl=wu, TreeP a virtual loss of 1. Limited is read as at most two "
      "hundredths of a win more than a sequential search.",
      "The linear speed-up: of simulated workers it holds by construction.",
      liu::items,
      liu::cells};
}

}  // namespace banyan::bench
