// The program's own engines are watched, through the table of a watched game: none raises an alarm.
// With BANYAN_DOCTOR_HEALTHY=FILE, SlowHealthyEngines searches both games with three seeds, and
// writes its table there (results/doctor).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "bench/doctor/diagnose.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/run_time.hpp"
#include "bench/text/files.hpp"
#include "core/game/watched.hpp"
#include "games/connect_four/connect_four.hpp"
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
    {"seq:cap=8", "", false},
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

template <class G>
Diagnosis diagnosis_of_engine(const HealthyEngine& engine, std::uint64_t iterations,
                              std::uint64_t seed) {
  static constexpr GameTable kTable = TableOf<Watched<G>>::make();
  std::ostringstream out;
  {
    const WatchLog log(out, "test", engine.told ? iterations : 0, WatchedThreads::kAll);
    const Watched<G> root(G{});
    const std::unique_ptr<AnyGame> position = start_run_time_game(kTable, &root);
    const std::unique_ptr<AnyEngine> search = position->make_engine(parse_engine(engine.spec));
    (void)search->search(*position, {.iterations = iterations}, {.seed = seed}, {});
  }
  return diagnose(read_watched_log(out.str()), {});
}

TEST(HealthyEngines, RaiseNoAlarm) {
  for (const HealthyEngine& engine : kHealthyEngines) {
    const Diagnosis found = diagnosis_of_engine<TicTacToe>(engine, 300, 1);
    EXPECT_TRUE(found.findings.empty()) << engine.spec << "\n" << diagnosis_text(found);
    EXPECT_TRUE(found.rule.starts_with(engine.rule)) << engine.spec << "\n" << found.rule;
  }
}

TEST(SlowHealthyEngines, RaiseNoAlarmInAnotherGame) {
  const char* const path = std::getenv("BANYAN_DOCTOR_HEALTHY");
  std::string rows = "game,engine,seed,iterations,rule,alarms\n";
  const auto add = [&](const char* game, const char* spec, std::uint64_t seed,
                       std::uint64_t iterations, const Diagnosis& found) {
    std::string alarms;
    for (const Finding& each : found.findings) alarms += (alarms.empty() ? "" : " ") + each.name;
    EXPECT_EQ(alarms, "") << spec << "\n" << diagnosis_text(found);
    rows += fmt::format("{},\"{}\",{},{},{},{}\n", game, spec, seed, iterations,
                        !found.rule.empty() && !found.rule.starts_with("None")
                            ? found.rule.substr(0, found.rule.find(" with"))
                            : "none",
                        alarms);
  };
  for (const HealthyEngine& engine : kHealthyEngines) {
    for (std::uint64_t seed = 1; seed <= (path == nullptr ? 1 : 3); ++seed) {
      const std::uint64_t iterations = 300 + seed * 7919 % 1200;
      add("connect_four", engine.spec, seed, iterations,
          diagnosis_of_engine<ConnectFour>(engine, iterations, seed));
      if (path == nullptr) continue;
      add("tic_tac_toe", engine.spec, seed, iterations,
          diagnosis_of_engine<TicTacToe>(engine, iterations, seed));
    }
  }
  if (path != nullptr) write_file_whole(path, rows);
}

}  // namespace
}  // namespace banyan::bench::doctor
