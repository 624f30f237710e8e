// Pools as JSON and as text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bench/match/together/pool.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

struct PairScore {
  double points = 0;
  std::uint64_t games = 0;
};

/// points[i][j]: engine i's score against engine j.
std::vector<std::vector<PairScore>> cross_table(std::size_t engines, const PoolResult& result) {
  std::vector<std::vector<PairScore>> table(engines, std::vector<PairScore>(engines));
  for (const auto& [a, b, counts] : result.pairings) {
    const std::uint64_t games = 2 * pair_count(counts);
    const double points = score(counts) * static_cast<double>(games);
    table[a][b] = {points, games};
    table[b][a] = {static_cast<double>(games) - points, games};
  }
  return table;
}

PairScore total(const std::vector<PairScore>& row) {
  PairScore sum;
  for (const PairScore& each : row) {
    sum.points += each.points;
    sum.games += each.games;
  }
  return sum;
}

std::string share(const PairScore& points) {
  if (points.games == 0) return "-";
  return fmt::format("{:.1f}", 100 * points.points / static_cast<double>(points.games));
}

}  // namespace

Json pool_json(const PoolOptions& options, const PoolResult& result) {
  const std::size_t n = options.engines.size();
  const auto table = cross_table(n, result);
  Json ratings = Json::array();
  for (std::size_t i = 0; i < n; ++i) {
    const Estimate e = result.ratings.empty() ? kNotMeasured : result.ratings[i];
    const PairScore all = total(table[i]);
    ratings.push_back({{"engine", options.engines[i].spec},
                       {"elo", e.value},
                       {"elo_lower95", e.lower95},
                       {"elo_upper95", e.upper95},
                       {"games", all.games},
                       {"points", all.points}});
  }
  Json matches = Json::array();
  for (const auto& [match, played] : result.matches) matches.push_back(match_json(match, played));
  Json json{{"game", options.game.spec},
            {"anchor", options.engines[0].spec},
            {"budget", budget_json(options)},
            {"openings", to_text(options.openings)},
            {"seed", options.seed},
            {"ratings", ratings},
            {"matches", matches},
            {"interrupted", result.interrupted}};
  if (options.gauntlet) json["gauntlet"] = true;
  if (options.gauntlet) json["p_holm"] = holm_adjusted(result);
  if (options.clock) json["clock"] = to_text(*options.clock);
  return json;
}

std::string pool_text(const PoolOptions& options, const PoolResult& result) {
  const std::size_t n = options.engines.size();
  const auto cross = cross_table(n, result);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!result.ratings.empty()) {
    const auto place = [&](std::size_t i) {
      const double value = result.ratings[i].value;
      return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
    };
    std::ranges::stable_sort(order, std::greater<>(), place);
  }
  std::vector<Table::Column> columns{{"", Table::Align::kRight},
                                     {"engine"},
                                     {"Elo (95 %)", Table::Align::kRight, Table::Best::kHighest},
                                     {"games", Table::Align::kRight},
                                     {"score %", Table::Align::kRight, Table::Best::kHighest}};
  // Of a gauntlet, each is a match against the first: one table of tests.
  const std::vector<double> p_values =
      options.gauntlet ? holm_adjusted(result) : std::vector<double>();
  if (options.gauntlet) columns.push_back({"p (Holm)", Table::Align::kRight});
  for (std::size_t rank = 1; rank <= n; ++rank) {
    columns.push_back({fmt::format("v {}", rank), Table::Align::kRight});
  }
  Table table(columns);
  for (std::size_t rank = 0; rank < n; ++rank) {
    const std::size_t i = order[rank];
    Table::Cell rating = "unknown";
    if (i == 0) {
      rating = {"0 (anchor)", 0};
    } else if (!result.ratings.empty()) {
      const Estimate& e = result.ratings[i];
      rating = {format_elo(e), e.value};
    }
    const PairScore all = total(cross[i]);
    std::vector<Table::Cell> row{std::to_string(rank + 1),
                                 options.engines[i].spec,
                                 rating,
                                 format_count(all.games),
                                 {share(all), all.points / static_cast<double>(all.games)}};
    if (options.gauntlet) row.emplace_back(i == 0 ? "" : p_text(p_values[i - 1]));
    for (const std::size_t j : order) row.emplace_back(i == j ? "" : share(cross[i][j]));
    table.add_row(std::move(row));
  }
  std::string text = wrapped(fmt::format(
      "A {} of {}, {}, {} pairs of each two, openings {}. Elo by maximum likelihood "
      "(Bradley and Terry) over {}; scores in %, \"v 1\" against the engine of line 1.",
      options.gauntlet ? "gauntlet" : "round robin", options.game.spec, budget_text(options),
      options.deals, to_text(options.openings), options.engines[0].spec));
  text += "\n\n" + table.to_console();
  text += '\n' + wrapped(fmt::format("Openings: {}.", filter_text(options.openings))) + '\n';
  return text + notes_of(result);
}

}  // namespace banyan::bench
