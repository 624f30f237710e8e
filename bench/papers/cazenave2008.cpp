// Cazenave and Jouandeau (2007, 2008): one master, many slaves, and the three classic algorithms.
#include <fmt/format.h>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace cazenave {
namespace {

constexpr int kSlaves = 16;
constexpr std::uint64_t kPlayouts = 256;  // per slave
const std::vector<double> kFactors{0.5, 2, 4, 8, 16, 32};

std::string slaves(const char* scheme) {
  return fmt::format("virtual:workers={},eval=exponential,scheme={},playouts={}", kSlaves, scheme,
                     kSlaves * kPlayouts);
}

/// Each slave has a tree; their tops are added up from time to time.
const std::string kMultipleRuns = fmt::format(
    "cluster:scheme=root,ranks={},simulated=on,share=64,playouts={}", kSlaves, kSlaves* kPlayouts);

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines = curve(kPlayouts, kFactors);
  for (const char* scheme : {"tree", "root", "leaf"}) engines.push_back(slaves(scheme));
  engines.push_back(kMultipleRuns);
  return {on_solved(options, kSteepGame, engines, 4000)};
}

Cell strength(const char* what, const std::string& engine, const char* published,
              std::optional<double> number) {
  return {"strength speed-up at equal playouts a slave",
          what,
          kSlaves,
          true,
          published,
          number,
          Source::kRead,
          number ? std::optional(about(*number, 1.5)) : std::nullopt,
          [engine](const Evidence& evidence) {
            return evidence.strength(kSteepGame, engine, kPlayouts, kFactors);
          }};
}

std::vector<Cell> cells() {
  return {strength("master and slaves (one tree)", slaves("tree"), "14", 14),
          strength("single-run (root)", slaves("root"), "", std::nullopt),
          strength("multiple-runs (root with exchange)", kMultipleRuns, "", std::nullopt),
          strength("at-the-leaves (leaf)", slaves("leaf"), "", std::nullopt)};
}

}  // namespace
}  // namespace cazenave

Paper cazenave2008() {
  return {
      "cazenave2008",
      "a master's tree and 16 slaves: 14 times as fast; and the algorithms of their taxonomy",
      "T. Cazenave and N. Jouandeau (2008), A Parallel Monte-Carlo Tree Search Algorithm, "
      "Computers "
      "and Games, LNCS 5131; and (2007), On the Parallelization of UCT, Computer Games Workshop.",
      "Go over MPI against GNU Go, 5 s a move, 1 to 64 slaves. From the abstract of 2008: 40.5 % "
      "of wins with one slave and 70.5 % with 16; a speed-up of 14 with 16.",
      "The 14 is a speed-up by the clock: here it is compared with how many times longer one slave "
      "must think to lose as little on solved positions of a P-game (branching 4, depth 14) as 16 "
      "simulated slaves with a virtual loss do, which adds what their statistics lose and leaves "
      "out what messages take; within a factor 1.5. Of 2007 we have no numbers: its single-run, "
      "multiple-runs and at-the-leaves algorithms stand beside it with ours alone; those of "
      "multiple runs exchange the tops of their trees every 64 iterations, by simulated messages "
      "of 5 us.",
      "Rates of wins against GNU Go.",
      cazenave::items,
      cazenave::cells};
}

}  // namespace banyan::bench
