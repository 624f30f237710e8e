// Chaslot, Winands and van den Herik (2008): their claims outside the table.
#include <fmt/format.h>

#include <utility>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace chaslot_abstract {
namespace {

constexpr int kWorkers = 16;
constexpr int kPlayouts = 4096;  // of all workers together
constexpr const char* kGames[]{kSteepGame, "p_game:branching=16,depth=8", "hex:size=5"};

std::string workers(const char* how) {
  return fmt::format("virtual:workers={},eval=exponential,{},playouts={}", kWorkers, how,
                     kPlayouts);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines;
  for (const char* how : {"vl=1", "vl=0", "scheme=root", "scheme=leaf"}) {
    engines.push_back(workers(how));
  }
  std::vector<WorkItem> items;
  for (const char* game : kGames) items.push_back(on_solved(options, game, engines, 2000));
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  const auto more = [&](const char* quantity, const char* a, const char* b) {
    for (const char* game : kGames) {
      cells.push_back({quantity, game, kWorkers, true, "more", std::nullopt, Source::kRead,
                       Allowed{0, kInfinity}, [=](const Evidence& evidence) {
                         return evidence.more_lost(game, workers(a), workers(b));
                       }});
    }
  };
  more("value lost by a tree without virtual loss beyond one with it, % of a win", "vl=0", "vl=1");
  more("value lost by tree parallelization beyond root, % of a win", "vl=1", "scheme=root");
  more("value lost by leaf parallelization beyond root, % of a win", "scheme=leaf", "scheme=root");
  return cells;
}

}  // namespace
}  // namespace chaslot_abstract

Paper chaslot2008abstract() {
  return {
      "chaslot2008abstract",
      "what they say without their table: virtual loss is needed, root parallelization best",
      "G. M. J-B. Chaslot, M. H. M. Winands and H. J. van den Herik (2008), Parallel Monte-Carlo "
      "Tree Search, Computers and Games, LNCS 5131.",
      "13x13 Go by Mango. From the abstract: to be effective, tree parallelization requires "
      "local mutexes and virtual loss; root parallelization may lead to the best results for "
      "a specific time setting and specific program parameters.",
      "Two P-games and Hex 5x5 stand for Go, the value lost on solved positions for matches: 16 "
      "simulated workers make 4096 playouts of exponentially distributed length together by "
      "each method, so that no locks and no clock play a part. Virtual loss is one loss. That "
      "root parallelization may be best is read as better than tree and leaf parallelization, "
      "though they say so of their time setting and parameters alone.",
      "Local mutexes (bench --study locks; --paper enzenberger2010); that tree parallelization "
      "is promising on the smaller 9x9 board.",
      chaslot_abstract::items,
      chaslot_abstract::cells};
}

}  // namespace banyan::bench
