// The table of gains.
#include "bench/report/gains.hpp"

#include <fmt/format.h>

#include "bench/report/columns.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

/// "helps" or "hurts" where the interval lies on one side of 0.
const char* effect(const Estimate& e) {
  return e.lower95 > 0 ? "helps" : e.upper95 < 0 ? "hurts" : "cannot tell";
}

}  // namespace

Table gains_table(const std::vector<MatchRow>& matches, const std::string& game) {
  using Best = Table::Best;
  Table table({words("engine"), numbers("Elo, iterations", Best::kHighest), words("so it"),
               numbers("Elo, time", Best::kHighest), words("so it"), decimals("iterations x")});
  for (const MatchRow& of_iterations : matches) {
    if (of_iterations.game != game || of_iterations.kind != "iterations") continue;
    std::vector<Table::Cell> cells{of_iterations.engine};
    const auto add = [&](const MatchRow& match) {
      const Estimate e = match.elo();
      cells.push_back(elo_cell(&match));
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
