// Chaslot, Winands and van den Herik (2008): the table of speed-ups by 2, 4 and 16 threads.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "bench/experiments/chaslot.hpp"
#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace chaslot {
namespace {

constexpr std::uint64_t kPlayouts = 256;  // per worker
const std::vector<double> kFactors{0.5, 2, 4, 8, 16, 32};
constexpr const char* kGo = "go:size=13";
constexpr const char* kSequential = "seq";
constexpr const char* kHex = "hex:size=11";  // about as many moves as 13x13 Go

/// The strategies of chaslot_methods(), simulated; locks are not simulated.
constexpr std::array kSimulated{"scheme=leaf,playouts={}", "scheme=root,iterations={}",
                                "vl=0,iterations={}", "vl=0,iterations={}", "vl=1,iterations={}"};

/// The method with as many playouts as theirs made while one worker makes `kPlayouts`.
std::string simulated(std::size_t method, std::size_t column) {
  const double speedup = chaslot_methods()[method].published[column].playout_speedup;
  const auto playouts = std::llround(speedup * static_cast<double>(kPlayouts));
  return fmt::format("virtual:workers={},eval=exponential,{}", kChaslotThreads[column],
                     fmt::format(fmt::runtime(kSimulated[method]), playouts));
}

std::string threaded(std::size_t method, std::size_t column) {
  return fmt::format(fmt::runtime(chaslot_methods()[method].engine), kChaslotThreads[column]);
}

/// Every engine that `make` names for a method and a column, without duplicates.
template <typename Make>
void add_all(std::vector<std::string>& engines, const Make& make, int most_threads) {
  for (std::size_t method = 0; method < kSimulated.size(); ++method) {
    for (std::size_t column = 0; column < kChaslotThreads.size(); ++column) {
      const std::string engine = make(method, column);
      const bool known = std::find(engines.begin(), engines.end(), engine) != engines.end();
      if (!known && kChaslotThreads[column] <= most_threads) engines.push_back(engine);
    }
  }
}

std::vector<WorkItem> items(const SuiteOptions& options, int cores) {
  std::vector<std::string> solving = curve(kPlayouts, kFactors);
  add_all(solving, simulated, kChaslotThreads.back());
  std::vector<std::string> timed{kSequential};
  add_all(timed, threaded, cores);
  return {on_solved(options, kSteepGame, solving, 4000),
          match_of(options, kHex, seq(6800), seq(3400), 150),
          searches_of(options, kGo, timed, 6, {.time = std::chrono::milliseconds(500)})};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells{{"Elo by twice the time", "one thread", 1, false, "57", 57,
                           Source::kSecondHand, about(57, 1.5), [](const Evidence& evidence) {
                             return evidence.elo(kHex, seq(6800), seq(3400));
                           }}};
  for (std::size_t method = 0; method < kSimulated.size(); ++method) {
    for (std::size_t column = 0; column < kChaslotThreads.size(); ++column) {
      const ChaslotMethod& of = chaslot_methods()[method];
      const double number = of.published[column].strength_speedup;
      cells.push_back(
          {"strength speed-up", of.name, kChaslotThreads[column], true,
           fmt::format("{:.1f}", number), number, Source::kSecondHand, about(number, 1.5),
           [=](const Evidence& evidence) {
             return evidence.strength(kSteepGame, simulated(method, column), kPlayouts, kFactors);
           },
           /*fed=*/true});
    }
  }
  for (std::size_t method = 0; method < kSimulated.size(); ++method) {
    for (std::size_t column = 0; column < kChaslotThreads.size(); ++column) {
      const ChaslotMethod& of = chaslot_methods()[method];
      const double number = of.published[column].playout_speedup;
      cells.push_back({"playout speed-up", of.name, kChaslotThreads[column], false,
                       fmt::format("{:.1f}", number), number, Source::kSecondHand,
                       about(number, 1.25), [=](const Evidence& evidence) {
                         return evidence.ratio(kGo, "playouts_per_second", threaded(method, column),
                                               kSequential);
                       }});
    }
  }
  return cells;
}

}  // namespace
}  // namespace chaslot

Paper chaslot2008() {
  return {
      "chaslot2008",
      "the table of leaf, root and tree parallelization by 2, 4 and 16 threads",
      "G. M. J-B. Chaslot, M. H. M. Winands and H. J. van den Herik (2008), Parallel Monte-Carlo "
      "Tree Search, Computers and Games, LNCS 5131.",
      "13x13 Go by Mango, 3400 playouts/s on one thread, 1 s a move, against GNU Go 3.7.10 on a "
      "POWER5 of 16 cores. A strength speed-up of S: one thread plays as well with S times the "
      "time.",
      "Strength speed-ups are of simulated workers, which make as many playouts as theirs did (the "
      "published playout speed-up times 256), so that what a method's statistics lose is ours and "
      "what its locks lose is theirs; counted in value lost on solved positions of a P-game "
      "(branching 4, depth 14) instead of matches. What is fed in nearly decides them, so they "
      "test a "
      "direction only. Theirs have an error of a factor 1.2, and cells "
      "agree within 1.5. Playout speed-ups are of real threads in 13x13 Go, over seq at equal "
      "time, "
      "within a factor 1.25. Elo by twice the time is of seq against itself in Hex 11x11 at 6800 "
      "and "
      "3400 playouts, not against a fixed opponent: self-play widens it. "
      "'banyan bench --suites chaslot' plays the whole table by the clock.",
      "Playout speed-ups of more threads than this machine has cores; searches of more than 8 ms "
      "in "
      "the smoke profile.",
      chaslot::items,
      chaslot::cells};
}

}  // namespace banyan::bench
