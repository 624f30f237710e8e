// Engines on the curve of one worker.
#include "bench/report/scaling.hpp"

#include <algorithm>

namespace banyan::bench {
namespace {

/// The engine whose time all others are measured by.
std::string one_worker(const Scaling& results, const std::string& game) {
  for (const MatchRow& match : results.matches) {
    const bool of_curve = match.kind == "curve" || match.kind == kVirtualCurve;
    if (match.game == game && of_curve) return match.engine;
  }
  return "seq";
}

/// The same in other units of time.
Estimate scaled(const Estimate& e, const Estimate& by) {
  return with_interval(e.value * by.value, {e.lower95 * by.lower95, e.upper95 * by.upper95});
}

}  // namespace

std::vector<CurvePoint> base_curve(const Scaling& results, const std::string& game) {
  const std::string engine = one_worker(results, game);
  std::vector<CurvePoint> points;
  for (const MatchRow& match : results.matches) {
    const bool of_curve =
        match.kind == "curve" || match.kind == "doubling" || match.kind == kVirtualCurve;
    if (!of_curve || match.game != game || match.engine != engine) continue;
    points.push_back({match.factor, match.elo()});
  }
  return points;
}

std::vector<SearchesRow> simulated_rows(const Scaling& results, const std::string& game) {
  for (const SearchSet& searches : results.searches) {
    if (searches.game == game) return searches.rows;
  }
  return {};
}

Estimate virtual_speedup(const SearchesRow& row) {
  const std::vector<double> numbers = row.known("virtual_speedup");
  Estimate speedup = numbers.empty() ? kNotMeasured : mean_estimate(numbers);
  speedup.lower95 = std::max(speedup.lower95, 0.0);  // whatever t says of few searches
  return speedup;
}

Estimate simulated_strength(const Scaling& results, const std::string& game,
                            const SearchesRow& row) {
  const MatchRow* const match = find_match(results.matches, game, kVirtualIterations, row.engine);
  if (match == nullptr) return kNotMeasured;
  return scaled(strength_speedup(base_curve(results, game), match->elo()), virtual_speedup(row));
}

void add_speedups(const Scaling& real, const Scaling& simulated, std::vector<Row>& rows) {
  const auto add = [&](const char* kind, const std::string& game, const std::string& engine,
                       const Estimate& speedup, std::uint64_t n) {
    RowWriter writer({.experiment = "scaling",
                      .kind = kind,
                      .game = game,
                      .engine = engine,
                      .threads = threads_of(engine)},
                     rows);
    writer.add("strength_speedup", speedup, n, "1");
  };
  for (const MatchRow& match : real.matches) {
    if (match.kind != "time") continue;
    add("time", match.game, match.a, strength_speedup(base_curve(real, match.game), match.elo()),
        match.games);
  }
  for (const SearchSet& searches : simulated.searches) {
    for (const SearchesRow& row : searches.rows) {
      add(kVirtualIterations, searches.game, row.engine,
          simulated_strength(simulated, searches.game, row), 1);
    }
  }
}

}  // namespace banyan::bench
