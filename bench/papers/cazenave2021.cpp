// Cazenave (2021): heuristics for searches whose leaves are evaluated in batches.
#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace cazenave_batches {
namespace {

constexpr const char* kGames[]{"connect_four", "othello", "hex:size=7", "go:size=9"};
constexpr std::size_t kKeyed = 3;  // of them; superko makes the past a part of Go's positions
constexpr std::uint64_t kPairs = 150;
constexpr std::uint64_t kPairMs = 500;
constexpr const char* kEvaluations = "iterations=512";
/// As many, but those that a table knows cost the device nothing.
constexpr const char* kTime = "simulated=on,device=800us+2us,clock=14ms";

struct Claim {
  const char* what;
  const char* with;
  const char* without;
  const char* budget;
  std::size_t games = std::size(kGames);  ///< so many of kGames

  [[nodiscard]] std::string a() const { return engine(with); }
  [[nodiscard]] std::string b() const { return engine(without); }

 private:
  [[nodiscard]] std::string engine(const char* keys) const {
    return fmt::format("batched:eval=net,batch=32,{},{}", keys, budget);
  }
};
constexpr Claim kClaims[]{
    {"virtual mean over a virtual loss of 1", "vl=mean", "vl=1", kEvaluations},
    {"mean of the node over 0 for moves without visits (mu FPU)", "vl=mean", "vl=mean,fpu=0",
     kEvaluations},
    {"table of evaluations beside the tree, at equal time of a device", "vl=mean,cache=1M",
     "vl=mean", kTime, kKeyed}};

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<WorkItem> items;
  for (const Claim& claim : kClaims) {
    for (const char* game : std::span(kGames).first(claim.games)) {
      if (is_smoke(options) && game != kGames[0]) continue;
      items.push_back(match_of(options, game, claim.a(), claim.b(), kPairs, kPairMs));
    }
  }
  return items;
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const Claim& claim : kClaims) {
    for (const char* game : std::span(kGames).first(claim.games)) {
      cells.push_back({fmt::format("Elo of the {}", claim.what), game, 0, false, "improves",
                       std::nullopt, Source::kRead, Allowed{0, kInfinity},
                       [&claim, game](const Evidence& evidence) {
                         return evidence.elo(game, claim.a(), claim.b());
                       }});
    }
  }
  return cells;
}

}  // namespace
}  // namespace cazenave_batches

Paper cazenave2021() {
  return {
      "cazenave2021",
      "what improves a search whose leaves a network evaluates in batches",
      "T. Cazenave (2021), Batch Monte Carlo Tree Search, arXiv:2104.04278.",
      "Go with a MobileNet network. From its abstract: a table "
      "of "
      "the results of inferences is used beside the search tree, and four heuristics improve the "
      "search: the mu FPU, the virtual mean, the last iteration and the second move.",
      "Go 9x9 and three other games by the program's small networks, batches of 32, 512 "
      "evaluations "
      "a move. The table's gain is one of time, so both sides have equal time of a simulated "
      "device. "
      "The abstract says that they improve the search: each cell tests a direction.",
      "The last iteration and the second move, which decide how the last batch is spent. A table "
      "on "
      "Go, whose positions have no keys here because of superko.",
      cazenave_batches::items,
      cazenave_batches::cells};
}

}  // namespace banyan::bench
