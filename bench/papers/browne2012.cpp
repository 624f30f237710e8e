// Browne et al. (2012): the survey's statements on parallel search.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace browne {
namespace {

constexpr const char* kGames[]{kSteepGame, "p_game:branching=16,depth=8", "hex:size=5"};
constexpr int kWorkers[]{4, 16, 64};
constexpr int kEach = 64;  // playouts per worker
/// So deep that no search sees the end, where there are no playouts.
constexpr const char* kTimedGame = "p_game:branching=16,depth=20";

std::string by(int workers, const char* how) {
  return fmt::format("virtual:workers={},eval=exponential,{},playouts={}", workers, how,
                     workers * kEach);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> solving;
  std::vector<std::string> timed;
  for (const int workers : kWorkers) {
    for (const char* how : {"scheme=tree", "scheme=leaf"}) timed.push_back(by(workers, how));
    for (const char* how :
         {"scheme=tree", "scheme=leaf", "scheme=root", "scheme=root,merge=majority"}) {
      solving.push_back(by(workers, how));
    }
  }
  std::vector<WorkItem> items{searches_of(options, kTimedGame, timed, 100)};
  for (const char* game : kGames) items.push_back(on_solved(options, game, solving, 2000));
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  const auto add = [&](const char* quantity, const std::string& what, int workers,
                       const char* published, const Allowed& allowed, auto ours) {
    cells.push_back({quantity, what, workers, true, published, std::nullopt, Source::kRecalled,
                     allowed, std::move(ours)});
  };
  for (const int workers : kWorkers) {
    add("playouts in equal virtual time: leaf waits for the longest", "leaf over tree", workers,
        "fewer", {-kInfinity, 1}, [=](const Evidence& evidence) {
          return evidence.ratio(kTimedGame, "playouts_per_virtual_second",
                                by(workers, "scheme=leaf"), by(workers, "scheme=tree"));
        });
  }
  const auto more = [&](const char* quantity, const char* a, const char* b) {
    for (const char* game : kGames) {
      for (const int workers : kWorkers) {
        add(quantity, game, workers, "more", {0, kInfinity}, [=](const Evidence& evidence) {
          return evidence.more_lost(game, by(workers, a), by(workers, b));
        });
      }
    }
  };
  more("value lost by leaf beyond tree parallelization at equal playouts, % of a win",
       "scheme=leaf", "scheme=tree");
  more("value lost by summing visits beyond majority, % of a win", "scheme=root",
       "scheme=root,merge=majority");
  return cells;
}

}  // namespace
}  // namespace browne

Paper browne2012() {
  return {
      "browne2012",
      "the survey on parallel search: what leaf parallelization wastes, how root should merge",
      "C. Browne et al. (2012), A Survey of Monte Carlo Tree Search Methods, IEEE Transactions "
      "on Computational Intelligence and AI in Games 4(1).",
      "A survey: it reports others' experiments, most of them in Go. Recalled from its section "
      "on parallelisation, not read again: in leaf parallelization all playouts of a leaf must "
      "wait for the longest, and no playout learns from the others under way; in root "
      "parallelization majority voting is better than the greatest sum of visits (of Soejima et "
      "al. 2010).",
      "Two P-games and Hex 5x5, the value lost on solved positions for matches. 4, 16 and 64 "
      "simulated workers have 64 playouts each, of exponentially distributed length: the "
      "longest of n takes 1 + 1/2 + ... + 1/n times the mean. The virtual clock is read on a "
      "P-game of 20 moves. Tree parallelization is with a virtual loss of 1.",
      "What it says of locks; and of virtual loss, ensembles and scaling, which it reports of "
      "others: --paper segal2010, fern2011, chaslot2008.",
      browne::items,
      browne::cells};
}

}  // namespace banyan::bench
