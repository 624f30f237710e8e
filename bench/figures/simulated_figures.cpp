// Figures of simulated workers: what they gain and what they err, against their number.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/figures/figures.hpp"
#include "bench/measure/simulated.hpp"
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
  std::erase_if(spec.keys, [&](const auto& key) { return key.first == workers_key(spec.name); });
  return to_text(spec);
}

Estimate value_of(const Scaling& results, const std::string& game, const SearchesRow& row,
                  const Panel& panel) {
  if (panel.field != nullptr) return closed(simulated_field(row, panel.field));
  const Estimate strength = simulated_strength(results, game, row);
  const bool known = strength.lower95 > 0 && std::isfinite(strength.upper95);
  return known ? strength : kNotMeasured;
}

bool can_draw(const Estimate& e, const Panel& panel) {
  return std::isfinite(e.value) && (e.value > 0 || !panel.logarithmic);
}

/// "64 59.1 58.7 59.5 ...", the workers, and of each panel a value and the ends of its interval, ?
/// where they are not known.
std::string line_of(const Scaling& results, const std::string& game, const SearchesRow& row) {
  std::string line = std::to_string(row.workers);
  for (const Panel& panel : kPanels) {
    const Estimate e = value_of(results, game, row, panel);
    line += can_draw(e, panel) ? fmt::format(" {:.6g} {:.6g} {:.6g}", panel.scale * e.value,
                                             panel.scale * (e.lower95 > 0 ? e.lower95 : e.value),
                                             panel.scale * e.upper95)
                               : " ? ? ?";
  }
  return line + "\n";
}

Figure figure_of(const Scaling& results, const std::string& game) {
  const std::vector<SearchesRow> rows = simulated_rows(results, game);
  std::vector<std::string> strategies;
  for (const SearchesRow& row : rows) {
    const std::string strategy = strategy_of(row);
    if (std::find(strategies.begin(), strategies.end(), strategy) == strategies.end()) {
      strategies.push_back(strategy);
    }
  }
  Figure figure;
  figure.name = figure_name("simulated", game);
  figure.title = fmt::format("{}: simulated workers, in virtual time", game);
  figure.caption =
      "95 % intervals over searches. A strength is drawn where both ends of its interval are "
      "known.";
  figure.data =
      "# a block a strategy: workers, and of each part of the figure its value and the "
      "ends of its\n# 95 % interval\n";
  for (const std::string& strategy : strategies) {
    figure.data += data_block(static_cast<std::size_t>(&strategy - strategies.data()), strategy);
    for (const SearchesRow& row : rows) {
      if (strategy_of(row) == strategy) figure.data += line_of(results, game, row);
    }
  }
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
  const std::vector<SeriesStyle> styles = series_styles(strategies);
  std::size_t column = 2;
  Gnuplot keys;
  for (const Panel& panel : kPanels) {
    const bool known = std::any_of(rows.begin(), rows.end(), [&](const SearchesRow& row) {
      return can_draw(value_of(results, game, row, panel), panel);
    });
    Gnuplot plots;
    keys = Gnuplot();
    for (std::size_t i = 0; i < strategies.size(); ++i) {
      add_plot(plots,
               Gnuplot("{} index {} using 1:{}:{}:{} with yerrorlines {}", figure.data_file(), i,
                       column, column + 1, column + 2, styles[i].code()));
      add_plot(keys, Gnuplot("1/0 with linespoints {} title {}", styles[i].code(), strategies[i]));
    }
    if (known) {
      figure.plot += Gnuplot("  set ylabel {}\n  {} logscale y\n  plot {}\n", panel.label,
                             panel.logarithmic ? Gnuplot("set") : Gnuplot("unset"), plots);
    }
    column += 3;
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
