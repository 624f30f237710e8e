// Figures of scaling: Elo against log2 of one worker's time, and the parallel engines placed on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/chaslot.hpp"
#include "bench/report/figures.hpp"
#include "bench/summary.hpp"

namespace banyan::bench {
namespace {

std::vector<Figure> figures_of(const Json& results, const char* kind) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(results)) {
    Figure figure;
    figure.name = figure_name(kind, game);
    figure.title = fmt::format("{}: Elo against time", game);
    figure.caption =
        "One worker's Elo against itself at the base time, by how many times longer it thinks, "
        "with 95 % intervals; lines: each engine's Elo at the base time, its point at the "
        "strength speed-up where the curve has that Elo.";
    figure.data =
        "# factor on the time, Elo, ends of its 95 % interval; first one worker, then a block an "
        "engine\n# at its strength speed-up, with the ends of that interval last\n";
    std::vector<CurvePoint> curve = scaling_curve(results, game);
    std::erase_if(curve, [](const CurvePoint& point) { return !std::isfinite(point.elo.error95); });
    if (curve.empty()) continue;
    const std::vector<CurvePoint> measured = curve;
    curve.push_back({1, {}});
    std::sort(curve.begin(), curve.end(),
              [](const CurvePoint& a, const CurvePoint& b) { return a.factor < b.factor; });
    for (const auto& [factor, e] : curve) {
      figure.data +=
          fmt::format("{:g} {:.6g} {:.6g} {:.6g}\n", factor, e.value, e.lower95, e.upper95);
    }
    std::string plots = fmt::format(
        "'{}.dat' index 0 using 1:2:3:4 with yerrorlines lw 1.5 pt 7 ps 0.8 lc rgb {} title 'seq'",
        figure.name, series_colour_text(1));
    std::size_t series = 2;
    const double first = curve.front().factor;
    const double last = curve.back().factor;
    for (const Json& result : results) {
      if (result["game"] != game || result["kind"] != "time") continue;
      const Estimate e = elo(result["pentanomial"].get<Pentanomial>());
      const Estimate s = strength_speedup(measured, e);
      if (!std::isfinite(s.value) || s.value <= 0) continue;
      const auto engine = result["a"].get<std::string>();
      figure.data +=
          fmt::format("\n\n# {}\n{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g}\n", engine, s.value,
                      e.value, e.lower95, e.upper95, std::clamp(s.lower95, first, last),
                      std::clamp(s.upper95, first, last));
      plots += fmt::format(
          ", \\\n    '{}.dat' index {} using 1:2:5:6:3:4 with xyerrorbars lw 1.5 pt {} ps 1.1 lc "
          "rgb {} title {}",
          figure.name, series - 1, series_point(series), series_colour_text(series),
          gnuplot_quoted(engine));
      ++series;
    }
    figure.height = 330 + 18 * static_cast<int>(series);
    figure.plot = fmt::format(
        "  set xlabel 'time of one worker, in base times'\n"
        "  set ylabel 'Elo against seq at the base time'\n"
        "  set logscale x 2\n"
        "  set xrange [{:g}:{:g}]\n"
        "  set grid ls 100\n"
        "  set bmargin {}\n"
        "  set key below maxcols 1 samplen 2\n"
        "  plot {}\n",
        first / 1.2, last * 1.2, series + 3, plots);
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
