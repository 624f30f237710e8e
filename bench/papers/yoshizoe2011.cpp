// Yoshizoe et al. (2011): massively parallel search of artificial trees.
#include <fmt/format.h>

#include <utility>

#include "bench/papers/papers.hpp"

namespace banyan::bench {
namespace yoshizoe {
namespace {

constexpr int kWorkers = 1200;
constexpr int kEach = 8;  // playouts
constexpr const char* kGame = "p_game:branching=16,depth=8";
constexpr const char* kMeans[]{"100us", "1ms"};

std::string parallel(const char* mean) {
  return fmt::format("virtual:workers={},eval=exponential,mean={},iterations={}", kWorkers, mean,
                     kWorkers * kEach);
}

/// Deeper, so that no search sees the end, where nothing is played out.
constexpr const char* kTimedGame = "p_game:branching=16,depth=20";
constexpr int kTimedEach = 200;  // playouts
constexpr std::pair<const char*, const char*> kSchemes[]{{"depth-first", "df"}, {"TDS-UCT", "tds"}};

/// By messages. A core begins with three iterations under way, as their program does.
std::string distributed(const char* scheme, int cores, const char* mean) {
  return fmt::format("cluster:scheme={},ranks={},jobs={},simulated=on,playout={}", scheme, cores,
                     cores == 1 ? 1 : 3, mean);
}

std::vector<WorkItem> items(const SuiteOptions& options, int /*cores*/) {
  std::vector<std::string> engines{seq(kEach), seq(kWorkers * kEach)};
  for (const char* mean : kMeans) engines.push_back(parallel(mean));
  std::vector<std::string> timed;
  for (const char* mean : kMeans) {
    timed.push_back(distributed("df", 1, mean));
    for (const auto& [name, scheme] : kSchemes) {
      timed.push_back(distributed(scheme, kWorkers, mean));
    }
  }
  return {on_solved(options, kGame, engines, 2000),
          searches_of(options, kTimedGame, timed, 2, {.iterations = kWorkers * kTimedEach})};
}

std::vector<Cell> cells() {
  std::vector<Cell> cells;
  for (const char* mean : kMeans) {
    cells.push_back({"value lost by 1200 workers beyond one at equal playouts, % of a win",
                     fmt::format("playouts of {}", mean), kWorkers, true, "slightly more",
                     std::nullopt, Source::kSecondHand, Allowed{0, 5},
                     [=](const Evidence& evidence) {
                       return evidence.more_lost(kGame, parallel(mean), seq(kWorkers * kEach));
                     }});
  }
  for (const char* mean : kMeans) {
    cells.push_back({"value lost by one worker beyond 1200 at equal time, % of a win",
                     fmt::format("playouts of {}", mean), kWorkers, true, "much more", std::nullopt,
                     Source::kSecondHand, Allowed{5, kInfinity}, [=](const Evidence& evidence) {
                       return evidence.more_lost(kGame, seq(kEach), parallel(mean));
                     }});
  }
  for (const auto& [name, of_name] : kSchemes) {
    for (const char* mean : kMeans) {
      const bool best = of_name == std::string_view("df") && mean == std::string_view("1ms");
      cells.push_back({"playout speed-up over one core, by the virtual clock",
                       fmt::format("{}, playouts of {}", name, mean), kWorkers, true,
                       best ? "740" : "", best ? std::optional(740.0) : std::nullopt, Source::kRead,
                       best ? std::optional(about(740, 1.25)) : std::nullopt,
                       [scheme = of_name, mean](const Evidence& evidence) {
                         return evidence.ratio(kTimedGame, "playouts_per_virtual_second",
                                               distributed(scheme, kWorkers, mean),
                                               distributed("df", 1, mean));
                       }});
    }
  }
  return cells;
}

}  // namespace
}  // namespace yoshizoe

Paper yoshizoe2011() {
  return {
      "yoshizoe2011",
      "1200 workers on artificial trees, with playouts of 0.1 and 1 ms",
      "K. Yoshizoe, A. Kishimoto, T. Kaneko, H. Yoshimoto and Y. Ishikawa (2011), Scalable "
      "Distributed Monte-Carlo Tree Search, SoCS.",
      "Artificial game trees, playouts of 0.1 and 1 ms, transposition-table driven scheduling on "
      "clusters of up to 1200 cores; 740-fold speed-ups in the best case. Second-hand: slightly "
      "weaker than one core at equal playouts, far stronger at equal time.",
      "What is lost: by 1200 simulated workers on one shared tree with virtual loss, without any "
      "messages, so that it is the limit of what a distributed tree can reach; a P-game (branching "
      "16, depth 8), 8 playouts a worker. Slightly is read as at most a twentieth of a win, much "
      "as more than that. The speed-up: by 1200 simulated ranks that share nothing but messages of "
      "5 us and a byte a ns, a step of an iteration 0.5 us, 200 playouts a core on a P-game of 20 "
      "moves, three iterations under way a core; over the same code on one core. Their best case "
      "is compared with the longer playouts, within a factor 1.25.",
      "Longer searches, which come nearer to a steady state; in the smoke profile a core has three "
      "playouts, which hardly begin.",
      yoshizoe::items,
      yoshizoe::cells};
}

}  // namespace banyan::bench
