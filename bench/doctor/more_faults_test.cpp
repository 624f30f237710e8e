// Planted faults of PUCT and UCB1-Tuned, of several playouts per leaf, of evaluated leaves, of
// batches, of chance and of many players: each is found and named, and nothing without one.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "bench/doctor/catalogue_test.hpp"
#include "bench/doctor/faulty_search_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

template <class G>
std::string log_of(const G& game, const PlantedElsewhere& planted, std::uint64_t iterations,
                   std::uint64_t seed) {
  std::ostringstream out;
  const WatchLog log(out, "test", iterations, WatchedThreads::kThisOne, players_of(game));
  (void)FaultySearch<G>(planted.kind, planted.mistake, seed).search(Watched<G>(game), iterations);
  return out.str();
}

Diagnosis diagnosis_of(const PlantedElsewhere& planted, std::uint64_t iterations,
                       std::uint64_t seed, bool with_rule = false) {
  std::string log;
  switch (planted.game) {
    case PlantedGame::kTicTacToe:
      log = log_of(TicTacToe(), planted, iterations, seed);
      break;
    case PlantedGame::kConnectFour:
      log = log_of(ConnectFour(), planted, iterations, seed);
      break;
    case PlantedGame::kPig:
      log = log_of(Pig(30), planted, iterations, seed);
      break;
    case PlantedGame::kNim:
      log = log_of(Nim({3, 4, 5}, 3), planted, iterations, seed);
      break;
  }
  const WantedRule rule{planted.kind.family, planted.kind.c};
  return diagnose(read_watched_log(log), {with_rule ? rule : WantedRule(), std::nullopt});
}

TEST(MoreFaults, AreNamedByLogAndRule) {
  for (const PlantedElsewhere& planted : planted_elsewhere()) {
    if (planted.mistake == Mistake::kNone || planted.game == PlantedGame::kConnectFour) continue;
    const Diagnosis found = diagnosis_of(planted, 600, 7, true);
    EXPECT_TRUE(is_named(found, planted.names)) << planted.text << "\n" << diagnosis_text(found);
  }
}

TEST(MoreFaults, LeaveSearchesWithoutOneHealthy) {
  for (const PlantedElsewhere& planted : planted_elsewhere()) {
    if (planted.mistake != Mistake::kNone) continue;
    const Diagnosis found = diagnosis_of(planted, 700, 1);
    EXPECT_TRUE(found.findings.empty()) << planted.text << "\n" << diagnosis_text(found);
    EXPECT_FALSE(found.rule.starts_with("None")) << planted.text << "\n" << diagnosis_text(found);
  }
}

TEST(SlowMoreFaults, AreNamedInConnectFourAndMostlyByTheLogAlone) {
  int all = 0;
  int by_log = 0;
  for (const PlantedElsewhere& planted : planted_elsewhere()) {
    if (planted.mistake == Mistake::kNone) continue;
    if (planted.game == PlantedGame::kConnectFour) {
      const Diagnosis found = diagnosis_of(planted, 600, 7, true);
      EXPECT_TRUE(is_named(found, planted.names)) << planted.text << "\n" << diagnosis_text(found);
    }
    ++all;
    by_log += is_named(diagnosis_of(planted, 1000, 3), planted.names) ? 1 : 0;
  }
  EXPECT_GE(10 * by_log, 9 * all) << by_log << " of " << all;
}

}  // namespace
}  // namespace banyan::bench::doctor
