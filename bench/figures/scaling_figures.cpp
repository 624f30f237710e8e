// Figures of scaling: Elo against log2 of one worker's time, and the parallel engines placed on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"
#include "bench/report/scaling_tables.hpp"
#include "bench/report/summary.hpp"

namespace banyan::bench {
namespace {

/// One engine's Elo against its time.
Curve curve(const std::string& engine, std::vector<CurvePoint> points) {
  std::sort(points.begin(), points.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
  Curve curve{engine};
  for (const auto& [factor, elo] : points) curve.points.push_back({factor, elo});
  return curve;
}

/// With the base time: 0 for the engine that all are measured by.
std::vector<CurvePoint> with_base(std::vector<CurvePoint> points, const Estimate& base) {
  points.push_back({1, base});
  std::erase_if(points, [](const CurvePoint& point) { return !std::isfinite(point.elo.error95); });
  return points;
}

}  // namespace

std::vector<Figure> scaling_figures(const RunData& data) {
  const Scaling& results = data.scaling;
  std::vector<Figure> figures;
  for (const std::string& game : games_of(results.matches)) {
    const std::string seq = one_worker(results, game);
    const std::vector<CurvePoint> measured = base_curve(results, game);
    const std::vector<CurvePoint> base = with_base(measured, {});
    if (base.size() < 2) continue;
    const auto [first, last] = std::minmax_element(
        base.begin(), base.end(),
        [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
    std::vector<Curve> curves{curve(seq, base)};
    for (const MatchRow& match : results.matches) {
      if (match.game != game || match.kind != "time") continue;
      const std::string& engine = match.engine;
      const Estimate e = match.elo();
      const std::vector<CurvePoint> own = with_base(scaling_curve(results, game, engine), e);
      if (own.size() > 1) {
        curves.push_back(curve(engine, own));
      } else if (const Estimate s = strength_speedup(measured, e);
                 std::isfinite(s.value) && s.value > 0) {
        const Interval along{std::clamp(s.lower95, first->factor, last->factor),
                             std::clamp(s.upper95, first->factor, last->factor)};
        curves.push_back({.name = engine, .points = {{s.value, e, along}}});
      }
    }
    Figure figure;
    figure.name = figure_name("scaling", game);
    figure.title = fmt::format("{}: Elo against time", game);
    figure.caption = "95 % intervals. A single point stands at the engine's strength speed-up.";
    figure.data =
        "# a block an engine: factor on the time, Elo, ends of its 95 % interval; where it is one "
        "point,\n# the factor is the strength speed-up and the ends of its interval are last\n";
    const Gnuplot plots = drawn(figure, curves, {});
    plot_over_key(figure,
                  Gnuplot("  set xlabel 'time, in base times'\n"
                          "  set ylabel {}\n"
                          "  set logscale x 2\n"
                          "  set xrange [{:g}:{:g}]\n"
                          "  set grid ls 100\n",
                          fmt::format("Elo against {} at the base time", seq), first->factor / 1.2,
                          last->factor * 1.2),
                  plots, curves.size());
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
