// Figures of scaling: Elo against log2 of one worker's time, and the parallel engines placed on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/figures/figures.hpp"
#include "bench/report/scaling_tables.hpp"
#include "bench/report/summary.hpp"

namespace banyan::bench {
namespace {

/// What is drawn of one engine: a block of data, and how it is drawn but for line and colour.
struct Series {
  std::string engine;
  std::string data;
  Gnuplot how;
};

/// One engine's Elo against its time.
Series curve_series(const std::string& engine, std::vector<CurvePoint> points) {
  std::sort(points.begin(), points.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
  std::string data;
  for (const auto& [factor, e] : points) {
    data += fmt::format("{:g} {:.6g} {:.6g} {:.6g}\n", factor, e.value, e.lower95, e.upper95);
  }
  return {engine, data, Gnuplot("1:2:3:4 with yerrorlines")};
}

/// One engine at its strength speed-up, within the times from `first` to `last`.
Series speedup_series(const std::string& engine, const Estimate& s, const Estimate& e, double first,
                      double last) {
  return {engine,
          fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}\n", s.value, e.value, e.lower95,
                      e.upper95, std::clamp(s.lower95, first, last),
                      std::clamp(s.upper95, first, last)),
          Gnuplot("1:2:5:6:3:4 with xyerrorbars")};
}

/// With the base time: 0 for the engine that all are measured by.
std::vector<CurvePoint> with_base(std::vector<CurvePoint> points, const Estimate& base) {
  points.push_back({1, base});
  std::erase_if(points, [](const CurvePoint& point) { return !std::isfinite(point.elo.error95); });
  return points;
}

std::vector<Figure> figures_of(const Scaling& results, const char* kind) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(results.matches)) {
    const std::string seq = one_worker(results, game);
    const std::vector<CurvePoint> measured = scaling_curve(results, game, seq);
    const std::vector<CurvePoint> curve = with_base(measured, {});
    if (curve.size() < 2) continue;
    const auto [first, last] = std::minmax_element(
        curve.begin(), curve.end(),
        [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
    Figure figure;
    figure.name = figure_name(kind, game);
    std::vector<Series> series{curve_series(seq, curve)};
    for (const MatchRow& match : results.matches) {
      if (match.game != game || match.kind != "time") continue;
      const std::string& engine = match.engine;
      const Estimate e = match.elo();
      const std::vector<CurvePoint> own = with_base(scaling_curve(results, game, engine), e);
      if (own.size() > 1) {
        series.push_back(curve_series(engine, own));
      } else if (const Estimate s = strength_speedup(measured, e);
                 std::isfinite(s.value) && s.value > 0) {
        series.push_back(speedup_series(engine, s, e, first->factor, last->factor));
      }
    }
    figure.title = fmt::format("{}: Elo against time", game);
    figure.caption = "95 % intervals. A single point stands at the engine's strength speed-up.";
    figure.data =
        "# a block an engine: factor on the time, Elo, ends of its 95 % interval; where it is one "
        "point,\n# the factor is the strength speed-up and the ends of its interval are last\n";
    std::vector<std::string> engines;
    for (const Series& each : series) engines.push_back(each.engine);
    const std::vector<SeriesStyle> styles = series_styles(engines);
    Gnuplot plots;
    for (std::size_t i = 0; i < series.size(); ++i) {
      figure.data += data_block(i, engines[i]) + series[i].data;
      add_plot(plots, Gnuplot("{} index {} using {} {} title {}", figure.data_file(), i,
                              series[i].how, styles[i].code(), engines[i]));
    }
    figure.height = 340 + 20 * static_cast<int>(series.size());
    figure.plot = Gnuplot(
        "  set xlabel 'time, in base times'\n"
        "  set ylabel {}\n"
        "  set logscale x 2\n"
        "  set xrange [{:g}:{:g}]\n"
        "  set grid ls 100\n"
        "  set bmargin {}\n"
        "  set key below maxcols 1 samplen 3\n"
        "  plot {}\n",
        fmt::format("Elo against {} at the base time", seq), first->factor / 1.2,
        last->factor * 1.2, series.size() + 4, plots);
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace

std::vector<Figure> scaling_figures(const RunData& data) {
  return figures_of(data.scaling, "scaling");
}

std::vector<Figure> chaslot_figures(const RunData& data) {
  return figures_of(data.chaslot, "chaslot");
}

}  // namespace banyan::bench
