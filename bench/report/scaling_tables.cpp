// Engines against time, in tables.
#include "bench/report/scaling_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/report/simulated_tables.hpp"
#include "bench/rows/columns.hpp"
#include "bench/statistics/speedup.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

/// What a curve of these points says.
std::string factor_text(const Estimate& s, const std::vector<CurvePoint>& curve) {
  double least = 1;
  double most = 1;
  for (const CurvePoint& point : curve) {
    least = std::min(least, point.factor);
    most = std::max(most, point.factor);
  }
  return speedup_text(s, least, most);
}

}  // namespace

std::vector<CurvePoint> scaling_curve(const Scaling& results, const std::string& game,
                                      const std::string& engine) {
  std::vector<CurvePoint> points;
  for (const MatchRow& match : results.matches) {
    const bool of_curve =
        match.kind == "curve" || match.kind == "doubling" || match.kind == kVirtualCurve;
    if (!of_curve || match.game != game || match.engine != engine) continue;
    points.push_back({match.factor, match.elo()});
  }
  return points;
}

std::string one_worker(const Scaling& results, const std::string& game) {
  for (const MatchRow& match : results.matches) {
    const bool of_curve = match.kind == "curve" || match.kind == kVirtualCurve;
    if (match.game == game && of_curve) return match.engine;
  }
  return "seq";
}

std::vector<CurvePoint> base_curve(const Scaling& results, const std::string& game) {
  return scaling_curve(results, game, one_worker(results, game));
}

Table scaling_table(const Scaling& results, const std::string& game) {
  using Best = Table::Best;
  Table table({words("engine"), decimals("playouts x", Best::kHighest),
               numbers("strength x (95 %)", Best::kHighest), numbers("Elo, time", Best::kHighest),
               numbers("Elo, iterations", Best::kHighest)});
  const std::vector<CurvePoint> curve = base_curve(results, game);
  const auto playouts_of = [&](const std::string& engine) {
    return known_values(results.searches, game, engine, "playouts_per_second");
  };
  for (const MatchRow& match : results.matches) {
    if (match.game != game || match.kind != "time") continue;
    const std::string& engine = match.a;
    const std::vector<double> rates = playouts_of(engine);
    const std::vector<double> base = playouts_of(match.b);
    const Estimate s = strength_speedup(curve, match.elo());
    std::vector<Table::Cell> cells{engine, "-", {factor_text(s, curve), s.value}, elo_cell(&match)};
    if (!rates.empty() && !base.empty()) {
      const double playouts = median(rates) / median(base);
      cells[1] = {fmt::format("{:.2f}", playouts), playouts};
    }
    cells.push_back(elo_cell(find_match(results.matches, game, "iterations", engine)));
    table.add_row(cells);
  }
  return table;
}

Table curve_table(const Scaling& results, const std::string& game) {
  const bool simulated =
      !results.matches.empty() && results.matches.front().kind.starts_with(kVirtual);
  Table table({words("engine"), numbers(simulated ? "iterations" : "time"), numbers("games"),
               numbers("Elo (95 %)")});
  for (const MatchRow& match : results.matches) {
    if (match.game != game || match.kind == "iterations") continue;
    if (simulated && match.kind != kVirtualCurve) continue;
    table.add_row({match.engine, fmt::format("{:g} x", match.factor), std::to_string(match.games),
                   elo_cell(&match)});
  }
  return table;
}

std::string scaling_note(const Scaling& results, const std::string& game) {
  return fmt::format(
             "playouts x: playouts/s over those of {0}. strength x: how many times longer {0} must "
             "think to play as well (Chaslot, Winands and van den Herik 2008). It comes from the "
             "curve of {0} against its time. < and >: an end of the 95 % interval lies beyond the "
             "times that were played. Elo is against {0} with the base time, at equal time or "
             "iterations.",
             one_worker(results, game)) +
         ceiling_text(results, game, "time");
}

std::string ceiling_text(const Scaling& results, const std::string& game, const char* budget) {
  const std::vector<CurvePoint> curve = base_curve(results, game);
  const auto longest = std::max_element(
      curve.begin(), curve.end(),
      [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
  if (longest == curve.end() || longest->elo.lower95 > 0) return {};
  return fmt::format(
      " Caution: {} was not shown to gain from {:g} times the {} here, so this curve says little. "
      "The game is near its ceiling at this budget, or the games are too few. Take a harder game "
      "or more pairs.",
      one_worker(results, game), longest->factor, budget);
}

}  // namespace banyan::bench
