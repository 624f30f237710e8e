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

/// So deep that no search sees the end, where there are no playouts.
constexpr const char* kTimedGame = "p_game:branching=16,depth=20";
constexpr int kTimedEach = 200;  // playouts
constexpr std::pair<const char*, const char*> kSchemes[]{{"depth-first", "df"}, {"TDS-UCT", "tds"}};

/// Jobs that a core begins with; their program begins with three. The best number, which decides
/// the speed-up, depends on messages and playouts.
constexpr int kJobs = 3;
constexpr int kOtherJobs[]{1, 2, 4, 8, 16};

/// Communicates by messages.
std::string distributed(const char* scheme, int cores, const char* mean, int jobs = kJobs) {
  return fmt::format("cluster:scheme={},ranks={},jobs={},simulated=on,playout={}", scheme, cores,
                     cores == 1 ? 1 : jobs, mean);
}
constexpr const char* kBest = kMeans[1];  // for the playouts

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
  for (const int jobs : kOtherJobs) {
    timed.push_back(distributed("df", kWorkers, kBest, jobs));
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
  constexpr const char* kSpeedup = "playout speed-up over one core, by the virtual clock";
  const auto speedup = [](const char* scheme, const char* mean, int jobs) {
    return [=](const Evidence& evidence) {
      return evidence.ratio(kTimedGame, "playouts_per_virtual_second",
                            distributed(scheme, kWorkers, mean, jobs), distributed("df", 1, mean));
    };
  };
  const auto add = [&](const std::string& what, const char* published,
                       const std::optional<double>& number, auto ours) {
    cells.push_back({kSpeedup, what, kWorkers, true, published, number, Source::kRead,
                     number ? std::optional(about(*number, 1.25)) : std::nullopt, std::move(ours)});
  };
  add("depth-first, playouts of 1ms, 1 to 16 jobs a core", "740", 740,
      [=](const Evidence& evidence) {
        std::vector<Estimate> choices{speedup("df", kBest, kJobs)(evidence)};
        for (const int jobs : kOtherJobs) choices.push_back(speedup("df", kBest, jobs)(evidence));
        return spanning(choices);
      });
  for (const auto& [name, scheme] : kSchemes) {
    for (const char* mean : kMeans) {
      add(fmt::format("{}, playouts of {}, {} jobs a core", name, mean, kJobs), "", std::nullopt,
          speedup(scheme, mean, kJobs));
    }
  }
  for (const int jobs : kOtherJobs) {
    add(fmt::format("depth-first, playouts of {}, {} jobs a core", kBest, jobs), "", std::nullopt,
        speedup("df", kBest, jobs));
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
      "moves, three iterations under way a core (jobs); over the same code on one core. Their best "
      "case is compared with the longer playouts, within a factor 1.25, by all choices from 1 to "
      "16 jobs: the value is that of 3, the interval spans those of all.",
      "Longer searches, which come nearer to a steady state; in the smoke profile a core has three "
      "playouts, which hardly begin.",
      yoshizoe::items,
      yoshizoe::cells};
}

}  // namespace banyan::bench
