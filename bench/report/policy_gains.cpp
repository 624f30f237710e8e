// The policies that are measured, and their table.
#include "bench/report/policy_gains.hpp"

#include <fmt/format.h>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

struct GamePolicies {
  std::string_view game;
  std::vector<std::string> engines;
};

/// "helps" or "hurts" where the interval lies on one side of 0.
const char* effect(const Estimate& e) {
  return e.lower95 > 0 ? "helps" : e.upper95 < 0 ? "hurts" : "cannot tell";
}

}  // namespace

const char* const kPoliciesNote =
    "Elo against seq (plain UCT), the first column with as many iterations, the second with as "
    "much "
    "time, of which a policy needs more for an iteration; 95 % intervals. A policy helps or hurts "
    "where the interval lies on one side of 0.";

std::vector<std::string> policies_of(std::string_view game) {
  static const std::vector<std::string> kOfAll{
      "seq:select=tuned", "seq:children=all,fpu=1", "seq:select=puct",
      "seq:solver=on",    "seq:reuse=on",           "seq:playout=decisive",
  };
  static const std::vector<GamePolicies> kMore{
      {"connect_four",
       {"seq:select=puct,priors=game", "seq:select=puct,priors=game,eval=game", "seq:playout=heavy",
        "seq:playout=heavy,epsilon=0.2", "seq:rave=300", "seq:draw=0", "seq:tt=uct1",
        "seq:tt=uct2"}},
      {"hex",
       {"seq:playout=heavy", "seq:rave=300", "seq:rave=300,schedule=mse", "seq:rave=300,grave=50",
        "seq:tt=uct1", "seq:tt=uct2"}},
      {"othello", {"seq:tt=uct1", "seq:tt=uct2"}},
      {"gomoku",
       {"seq:select=puct,priors=game", "seq:playout=heavy", "seq:rave=300", "seq:rave=300,grave=50",
        "seq:rave=300,playout=heavy", "seq:tt=uct1", "seq:tt=uct2"}},
      {"go", {"seq:rave=300", "seq:rave=300,grave=50"}},
  };
  std::vector<std::string> engines = kOfAll;
  for (const GamePolicies& more : kMore) {
    if (more.game == game) engines.insert(engines.end(), more.engines.begin(), more.engines.end());
  }
  return engines;
}

Table policies_table(const std::vector<MatchRow>& matches, const std::string& game) {
  using Align = Table::Align;
  using Best = Table::Best;
  Table table({{"policy"},
               {"Elo, iterations", Align::kRight, Best::kHighest},
               {"so it"},
               {"Elo, time", Align::kRight, Best::kHighest},
               {"so it"},
               {"iterations x", Align::kDecimal}});
  for (const MatchRow& of_iterations : matches) {
    if (of_iterations.game != game || of_iterations.kind != "iterations") continue;
    std::vector<Table::Cell> cells{of_iterations.engine};
    const auto add = [&](const MatchRow& match) {
      const Estimate e = match.elo();
      cells.emplace_back(format_elo(e), e.value);
      cells.emplace_back(effect(e));
    };
    add(of_iterations);
    if (const MatchRow* const of_time = find_match(matches, game, "time", of_iterations.a)) {
      add(*of_time);
      cells.emplace_back(fmt::format("{:.2f}", of_time->speed_ratio()));
    }
    cells.resize(6, "-");
    table.add_row(cells);
  }
  return table;
}

}  // namespace banyan::bench
