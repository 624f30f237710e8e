// Mirsoleimani et al. (2018): a lock-free tree, and a superlinear artefact without exploration.
#include <fmt/format.h>

#include <utility>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace mirsoleimani18 {
namespace {

constexpr const char* kGame = "hex:size=11";
constexpr std::uint64_t kPlayouts = 1 << 20;
constexpr int kThreads = 24;

std::string sequential(int c) { return fmt::format("seq:c={}", c); }

constexpr std::pair<const char*, const char*> kShown[]{{"with virtual loss", "vl=1"},
                                                       {"without virtual loss", "vl=0"}};

std::string simulated(const char* shown) {
  return fmt::format("virtual:workers={},{},c=0", kThreads, shown);
}

std::string threaded(const char* lock, int c) {
  return fmt::format("tree:lock={},threads={},c={}", lock, kThreads, c);
}

std::vector<WorkItem> items(const SuiteOptions& options, int cores) {
  std::vector<std::string> engines{sequential(0)};
  for (const auto& [how, shown] : kShown) engines.push_back(simulated(shown));
  if (cores >= kThreads) {
    engines.push_back(sequential(1));
    engines.push_back(threaded("free", 1));
    engines.push_back(threaded("global", 1));
    engines.push_back(threaded("free", 0));
  }
  return {searches_of(options, kGame, engines, 16, {.iterations = kPlayouts})};
}

Cell speedup(const char* what, const char* lock, int c, double number) {
  return {"playout speed-up",
          what,
          kThreads,
          false,
          fmt::format("{:g}", number),
          number,
          Source::kSecondHand,
          about(number, 1.25),
          [=](const Evidence& evidence) {
            return evidence.ratio(kGame, "playouts_per_second", threaded(lock, c), sequential(c));
          }};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  const auto depth = [&](const char* how, const char* shown, const char* published,
                         std::optional<double> number, const Allowed& allowed) {
    cells.push_back({"mean depth at Cp = 0, over that of one worker",
                     fmt::format("{}, {}", how, number ? "as deep" : "shallower"), kThreads, true,
                     published, number, Source::kDerived, allowed, [=](const Evidence& evidence) {
                       return evidence.ratio(kGame, "mean_depth", simulated(shown), sequential(0));
                     }});
  };
  constexpr double kTheirs = 25.0 / 56;
  for (const auto& [how, shown] : kShown) {
    depth(how, shown, "less", std::nullopt, {-kInfinity, 1});
    depth(how, shown, "25 / 56", kTheirs, about(kTheirs, 1.25));
  }
  const auto plies = [&](const char* what, int workers, double number, const std::string& engine) {
    cells.push_back(
        {"mean depth at Cp = 0, in plies", what, workers, true, fmt::format("{:g}", number), number,
         Source::kSecondHand, about(number, 1.25),
         [=](const Evidence& evidence) { return evidence.value(kGame, "mean_depth", engine); }});
  };
  plies("one worker", 1, 56, sequential(0));
  for (const auto& [how, shown] : kShown) plies(how, kThreads, 25, simulated(shown));
  cells.push_back(speedup("one coarse lock", "global", 1, 18));
  cells.push_back(speedup("lock-free", "free", 1, 23));
  cells.push_back(speedup("lock-free, Cp = 0", "free", 0, 34));
  return cells;
}

}  // namespace
}  // namespace mirsoleimani18

Paper mirsoleimani2018() {
  return {
      "mirsoleimani2018",
      "a lock-free tree by 24 threads, and its superlinear artefact without exploration",
      "S. A. Mirsoleimani, H. J. van den Herik, A. Plaat and J. Vermaseren (2018), A Lock-free "
      "Algorithm for Parallel MCTS, ICAART, doi 10.5220/0006653505890598.",
      "Hex 11x11, 2^20 playouts on 24 cores. Second-hand: speed-ups of 18 with one coarse lock and "
      "23 without locks; at Cp = 0 of 34, more than there are cores, while the mean depth of the "
      "tree falls from 56 to "
      "25.",
      "The same game and number of playouts, from the empty board. The depth is that of 24 "
      "simulated workers on one tree, over that of seq: with virtual loss and without, for what we "
      "know of the paper does not tell which it had (their analysis of virtual loss, 2017, found "
      "a lock-free tree better without). Cp is the constant c of UCB1 here, whose scale differs "
      "from theirs but where it is 0, and 1 where they name none. Numbers agree within a factor "
      "1.25.",
      "The speed-ups, on machines of fewer than 24 cores: simulated workers take no locks. More "
      "than 2^14 playouts in the smoke profile, whose trees are shallower than theirs.",
      mirsoleimani18::items,
      mirsoleimani18::cells};
}

}  // namespace banyan::bench
