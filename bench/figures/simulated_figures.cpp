// Figures of simulated workers: what they gain and what they err, against their number.
#include <fmt/format.h>

#include <cmath>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"
#include "bench/report/simulated_tables.hpp"
#include "bench/report/summary.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// A quantity of the rows, drawn in a part of the figure of its own.
struct Panel {
  const char* label;
  const char* field;  ///< of a search; null: the strength speed-up
  double scale = 1;
  bool logarithmic = false;
};

constexpr Panel kPanels[]{{"speed x", "virtual_speedup", 1, true},
                          {"strength x", nullptr, 1, true},
                          {"busy, %", "utilisation", 100},
                          {"in flight", "in_flight", 1, true},
                          {"error, %", "other_choices", 100}};

/// An engine's spec without its workers.
std::string strategy_of(const SearchesRow& row) {
  Spec spec = parse_spec(row.engine);
  take(spec, "workers");
  return to_text(spec);
}

Estimate value_of(const Scaling& results, const std::string& game, const SearchesRow& row,
                  const Panel& panel) {
  if (panel.field != nullptr) return closed(simulated_field(row, panel.field));
  const Estimate strength = simulated_strength(results, game, row);
  const bool known = strength.lower95 > 0 && std::isfinite(strength.upper95);
  return known ? strength : kNotMeasured;
}

/// A curve for each strategy; those of which nothing is known have no points.
std::vector<Curve> curves_of(const Scaling& results, const std::string& game, const Panel& panel) {
  std::vector<Curve> curves;
  for (const SearchesRow& row : simulated_rows(results, game)) {
    Curve& curve = curve_of(curves, strategy_of(row));
    const Estimate e = value_of(results, game, row, panel);
    if (!std::isfinite(e.value) || (panel.logarithmic && e.value <= 0)) continue;
    const double lower = e.lower95 > 0 ? e.lower95 : e.value;
    curve.points.push_back(
        {static_cast<double>(row.workers),
         {panel.scale * e.value, kNaN, panel.scale * lower, panel.scale * e.upper95}});
  }
  return curves;
}

Figure figure_of(const Scaling& results, const std::string& game) {
  Figure figure;
  figure.name = figure_name("simulated", game);
  figure.title = fmt::format("{}: simulated workers, in virtual time", game);
  figure.caption =
      "95 % intervals over searches. A strength is drawn where both ends of its interval are "
      "known.";
  figure.data =
      "# a block a part of the figure and strategy: workers, value, ends of its 95 % interval\n";
  figure.width = 1120;
  figure.height = 800;
  figure.plot = Gnuplot(
      "  unset title\n"
      "  set multiplot layout 3,2 title {}\n"
      "  set xlabel 'simulated workers'\n"
      "  set logscale x 2\n"
      "  set grid ls 100\n"
      "  unset key\n",
      figure.title);
  for (const Panel& panel : kPanels) {
    const Gnuplot plots = drawn(figure, curves_of(results, game, panel), {}, false);
    if (plots.empty()) continue;
    figure.plot += Gnuplot("  set ylabel {}\n  {} logscale y\n  plot {}\n", panel.label,
                           panel.logarithmic ? Gnuplot("set") : Gnuplot("unset"), plots);
  }
  const std::vector<std::string> strategies = distinct(simulated_rows(results, game), strategy_of);
  const std::vector<SeriesStyle> styles = series_styles(strategies);
  Gnuplot keys;
  for (std::size_t i = 0; i < strategies.size(); ++i) {
    add_plot(keys, Gnuplot("1/0 with linespoints {} title {}", styles[i].code(), strategies[i]));
  }
  // The last part is the key alone.
  figure.plot += Gnuplot(
      "  unset logscale\n  unset xlabel\n  unset ylabel\n  unset tics\n  unset border\n"
      "  unset grid\n  set xrange [0:1]\n  set yrange [0:1]\n"
      "  set key left top maxcols 1 samplen 3\n"
      "  plot {}\n  unset multiplot\n",
      keys);
  return figure;
}

}  // namespace

std::vector<Figure> simulated_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(data.simulated.searches)) {
    if (!simulated_rows(data.simulated, game).empty()) {
      figures.push_back(figure_of(data.simulated, game));
    }
  }
  return figures;
}

}  // namespace banyan::bench
