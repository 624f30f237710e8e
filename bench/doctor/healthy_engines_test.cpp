// The program's own engines are watched, through the table of a watched game, and what they report
// of themselves is compared with the log: none raises an alarm. With BANYAN_DOCTOR_HEALTHY=FILE,
// SlowHealthyEngines searches all games here with three seeds, and writes its table there
// (results/doctor).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "bench/doctor/diagnose.hpp"
#include "bench/notation/search_text.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/run_time.hpp"
#include "bench/text/files.hpp"
#include "core/game/watched.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/dots_and_boxes/dots_and_boxes.hpp"
#include "games/hex/hex.hpp"
#include "games/nim/nim.hpp"
#include "games/othello/othello.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

struct HealthyEngine {
  const char* spec;
  const char* rule = "";  ///< that must be found, or any or none
  bool told = true;       ///< how many iterations; not if it may end early with good reason
};

constexpr HealthyEngine kHealthyEngines[]{
    {"plain", "UCB1 with c = 1.414"},
    {"plain:c=0.7", "UCB1 with c = 0.7"},
    {"seq", "UCB1 with c = 1.414"},
    {"seq:expand=2", "UCB1 with c = 1.41"},
    {"seq:expand=10", "UCB1 with c = 1.41"},
    {"seq:final=lcb", "UCB1 with c = 1.41"},
    {"seq:batch=16"},
    {"seq:stop=early", "UCB1 with c = 1.41", false},
    {"seq:children=all", "UCB1 with c = 1.41"},
    {"seq:fpu=0.6", "UCB1 with c = 1.41"},
    {"seq:fpu=parent", "UCB1 with c = 1.41"},
    {"seq:widen=2", "UCB1 with c = 1.41"},
    {"seq:select=tuned"},  // early on, UCB1 with c = 0.5 makes the same choices
    {"seq:select=puct", "PUCT with c = 1.5"},
    {"seq:select=puct,c=0.8", "PUCT with c = 0.8"},
    {"seq:select=puct,noise=0.25"},
    {"seq:select=puct,gumbel=4"},
    {"seq:select=regularized"},
    {"seq:select=ments", "", false},
    {"seq:range=symmetric", "UCB1 with c = 0.707"},
    {"seq:draw=0.3"},
    {"seq:rave=100"},
    {"seq:grave=50"},
    {"seq:solver=on", "", false},
    {"seq:playout=mast", "UCB1 with c = 1.41"},
    {"seq:playout=lgrf", "UCB1 with c = 1.41"},
    {"leaf:threads=1,playouts=4", "UCB1 with c = 1.41"},
    {"leaf:threads=2,playouts=8"},
    {"root:threads=2"},
    {"root:threads=4,select=puct"},
    {"root:threads=2,share=100"},
    {"tree:threads=1"},
    {"tree:threads=2"},
    {"tree:threads=4,deterministic=on"},
    {"tree:threads=2,lock=free"},
    {"tree:threads=4,lock=free,vl=3"},
    {"tree:threads=2,lock=node"},
    {"tree:threads=2,lock=global,vl=mean"},
    {"tree:threads=2,lock=free,select=puct"},
    {"tree:threads=4,trees=2"},
    {"pipeline:threads=2"},
    {"hybrid:threads=2,trees=2,playouts=4"},
    {"batched:batch=1", "PUCT with c = 1.5"},
    {"batched:batch=8", "PUCT with c = 1.5"},
    {"batched:batch=4,playouts=4"},
    {"batched:threads=2,batch=4"},
    {"batched:batch=8,select=ucb1", "UCB1 with c = 1.41"},
    {"batched:batch=8,vl=1", "PUCT with c = 1.5"},
    {"virtual:workers=8"},
    {"virtual:workers=8,scheme=root"},
    {"virtual:workers=8,scheme=leased"},
};

/// Of games of chance and of many players.
constexpr HealthyEngine kHealthyGeneralEngines[]{
    {"seq", "UCB1 with c = 1.41"},
    {"seq:c=0.7", "UCB1 with c = "},
    {"seq:c=2"},
    {"seq:expand=3", "UCB1 with c = 1.41"},
    {"seq:select=puct", "PUCT with c = 1.5"},
    {"leaf:threads=1,playouts=4", "UCB1 with c = 1.41"},
    {"root:threads=2"},
    {"tree:threads=1"},
    {"tree:threads=2"},
    {"tree:threads=4"},
    {"hybrid:threads=2,trees=2,playouts=4"},
    {"batched:batch=8"},
};

/// A game, and how its engines are watched.
struct HealthyGame {
  const char* name;
  std::span<const HealthyEngine> engines;
  Diagnosis (*diagnosis)(const HealthyEngine& engine, std::uint64_t iterations, std::uint64_t seed);
};

template <class G>
Diagnosis diagnosis_of_engine(const G& start, const HealthyEngine& engine, std::uint64_t iterations,
                              std::uint64_t seed) {
  static constexpr GameTable kTable = TableOf<Watched<G>>::make();
  std::ostringstream out;
  std::unique_ptr<AnyGame> position;
  SearchResult found;
  {
    const WatchLog log(out, "test", engine.told ? iterations : 0, WatchedThreads::kAll,
                       players_of(start));
    const Watched<G> root(start);
    position = start_run_time_game(kTable, &root);
    const std::unique_ptr<AnyEngine> search = position->make_engine(parse_engine(engine.spec));
    found = search->search(*position, {.iterations = iterations}, {.seed = seed}, {});
  }
  Asked asked;
  asked.claims = search_json(*position, found);  // plays moves, which are no longer watched
  return diagnose(read_watched_log(out.str()), asked);
}

template <class G, auto... Options>
Diagnosis of_game(const HealthyEngine& engine, std::uint64_t iterations, std::uint64_t seed) {
  return diagnosis_of_engine(G(Options...), engine, iterations, seed);
}

Diagnosis of_hex(const HealthyEngine& engine, std::uint64_t iterations, std::uint64_t seed) {
  return diagnosis_of_engine(Hex<5>(BoardSize{5, 5}), engine, iterations, seed);
}
Diagnosis of_nim(const HealthyEngine& engine, std::uint64_t iterations, std::uint64_t seed) {
  return diagnosis_of_engine(Nim({3, 4, 5}, 3), engine, iterations, seed);
}

constexpr HealthyGame kTicTacToe{"tic_tac_toe", kHealthyEngines, of_game<TicTacToe>};
constexpr HealthyGame kPig{"pig", kHealthyGeneralEngines, of_game<Pig, 20>};
constexpr HealthyGame kConnectFour{"connect_four", kHealthyEngines, of_game<ConnectFour>};
constexpr HealthyGame kHealthyGames[]{
    kTicTacToe,
    kConnectFour,
    {"hex:size=5", kHealthyEngines, of_hex},
    {"othello", kHealthyEngines, of_game<Othello>},
    {"dots_and_boxes", kHealthyEngines, of_game<DotsAndBoxes>},
    {"breakthrough", kHealthyEngines, of_game<Breakthrough>},
    kPig,
    {"nim:players=3", kHealthyGeneralEngines, of_nim},
    {"rolit:size=6,players=4", kHealthyGeneralEngines, of_game<Rolit, 6, 4>},
};

std::string names_of(const std::vector<Finding>& findings) {
  std::string names;
  for (const Finding& each : findings) names += (names.empty() ? "" : " ") + each.name;
  return names;
}

TEST(HealthyEngines, RaiseNoAlarm) {
  for (const HealthyGame& game : {kTicTacToe, kPig}) {
    for (const HealthyEngine& engine : game.engines) {
      const Diagnosis found = game.diagnosis(engine, 300, 1);
      EXPECT_TRUE(found.findings.empty()) << game.name << ' ' << engine.spec << "\n"
                                          << diagnosis_text(found);
      EXPECT_TRUE(found.rule.starts_with(engine.rule)) << game.name << ' ' << engine.spec << "\n"
                                                       << found.rule;
    }
  }
}

TEST(SlowHealthyEngines, RaiseNoAlarmInOtherGames) {
  const char* const path = std::getenv("BANYAN_DOCTOR_HEALTHY");
  std::string rows = "game,engine,seed,iterations,rule,alarms\n";
  for (const HealthyGame& game : path == nullptr ? std::span(&kConnectFour, 1) : kHealthyGames) {
    for (const HealthyEngine& engine : game.engines) {
      for (std::uint64_t seed = 1; seed <= (path == nullptr ? 1 : 3); ++seed) {
        const std::uint64_t iterations = 300 + seed * 7919 % 1200;
        const Diagnosis found = game.diagnosis(engine, iterations, seed);
        const std::string alarms = names_of(found.findings);
        EXPECT_EQ(alarms, "") << game.name << ' ' << engine.spec << ", seed " << seed << "\n"
                              << diagnosis_text(found);
        const bool has_rule = !found.rule.empty() && !found.rule.starts_with("None");
        rows +=
            fmt::format("{},\"{}\",{},{},{},{}\n", game.name, engine.spec, seed, iterations,
                        has_rule ? found.rule.substr(0, found.rule.find(" with")) : "none", alarms);
      }
    }
  }
  if (path != nullptr) write_file_whole(path, rows);
}

}  // namespace
}  // namespace banyan::bench::doctor
