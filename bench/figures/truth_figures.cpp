// Figures of solved positions: failures against iterations, and value lost against simulated
// workers.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"
#include "bench/report/studies/solved_studies.hpp"
#include "bench/report/studies/speed_studies.hpp"

namespace banyan::bench {
namespace {

/// How far all of these begin alike, in whole keys.
std::size_t common_beginning(const std::vector<Curve>& curves) {
  if (curves.empty()) return 0;
  const std::string& first = curves.front().name;
  std::size_t common = first.size();
  for (const Curve& curve : curves) {
    const auto [a, b] =
        std::mismatch(curve.name.begin(), curve.name.end(), first.begin(), first.end());
    common = std::min(common, static_cast<std::size_t>(a - curve.name.begin()));
  }
  const std::size_t key = common == 0 ? std::string::npos : first.find_last_of(":,", common - 1);
  return key == std::string::npos ? 0 : key + 1;
}

/// What simulated workers cost: the mean value lost against their number, a figure for each budget.
Figure workers_figure(const Study& study, const SolvedSet& set) {
  Figure figure;
  figure.name = figure_name("workers", set.game + "-" + set.budget);
  figure.title = fmt::format("{}: value lost, {} per move", set.game, set.budget);
  figure.caption =
      fmt::format("Mean over {} solved positions, with 95 % intervals.", set.positions);
  figure.data = "# workers, mean value lost, ends of its 95 % interval; a block a strategy\n";
  std::vector<Curve> curves;
  Gnuplot plots;
  std::string one_worker;
  double top = 0.01;
  for (const SolvedRow& row : set.rows) {
    const PivotPlace place = place_of(set.game, row.engine, study.column);
    if (place.column == "-") {
      plots = Gnuplot("{:g} dt 2 lc rgb '#000000' title {}", row.regret.value, row.engine);
      one_worker = row.engine;
      continue;
    }
    curve_of(curves, place.engine).points.push_back({std::stod(place.column), row.regret});
    top = std::max(top, row.regret.upper95);
  }
  const std::size_t common = common_beginning(curves);
  if (common > 0) {
    figure.caption += fmt::format(" All{}: {}...", one_worker.empty() ? "" : " but " + one_worker,
                                  curves.front().name.substr(0, common));
  }
  for (Curve& curve : curves) curve.title = curve.name.substr(common);
  add_plot(plots, drawn(figure, curves, {.factor = 0.04}));
  plot_over_key(figure,
                Gnuplot("  set xlabel 'simulated workers'\n"
                        "  set ylabel 'mean value lost'\n"
                        "  set logscale x 2\n"
                        "  set xrange [0.7:1500]\n"
                        "  set yrange [0:{:g}]\n"
                        "  set grid ytics ls 100\n",
                        top * 1.1),
                plots, curves.size() + 1);
  return figure;
}

Figure failures_figure(const std::vector<SolvedSet>& sets, const std::string& game) {
  Figure figure;
  figure.name = figure_name("truth", game);
  figure.title = fmt::format("{}: failures against iterations", game);
  figure.caption = "Moves that lose value, on the same positions; 95 % intervals (Wilson 1927).";
  figure.data =
      "# iterations, failures in percent, lower and upper end of the 95 % interval; a block an "
      "engine\n";
  figure.height = 320;
  std::vector<Curve> curves;
  double top = 1;
  double least = kInfinity;
  double most = 0;
  for (const SolvedSet& set : sets) {
    if (set.game != game) continue;
    const auto iterations = static_cast<double>(set.iterations);
    for (const SolvedRow& row : set.rows) {
      Curve& curve = curve_of(curves, row.engine);
      if (set.iterations == 0) continue;
      const Estimate& rate = row.failure_rate;
      curve.points.push_back(
          {iterations, {100 * rate.value, kNaN, 100 * rate.lower95, 100 * rate.upper95}});
      top = std::max(top, 100 * rate.upper95);
      least = std::min(least, iterations);
      most = std::max(most, iterations);
    }
  }
  const Gnuplot plots = drawn(figure, curves, {.factor = 0.06});
  plot_over_key(figure,
                Gnuplot("  set xlabel 'iterations per move'\n"
                        "  set ylabel 'failures, %'\n"
                        "  set logscale x 10\n"
                        "  set format x '%.0s %c'\n"
                        "  set xrange [{:g}:{:g}]\n"
                        "  set yrange [0:{:g}]\n"
                        "  set grid ytics ls 100\n",
                        least / 2, most * 2, top * 1.1),
                plots, curves.size());
  return figure;
}

}  // namespace

std::vector<Figure> truth_figures(const RunData& data) {
  std::vector<Figure> figures;
  if (data.study && data.study->on_truth()) {
    const Study& study = *data.study;
    if (study.by_workers()) {
      for (const SolvedSet& set : data.truth) figures.push_back(workers_figure(study, set));
      return figures;
    }
    const std::vector<SolvedTable> tables = solved_tables(study, data.truth);
    if (auto lengths = lengths_figure(study, tables)) figures.push_back(std::move(*lengths));
    for (const SolvedTable& table : tables) figures.push_back(rules_figure(study, table));
    return figures;
  }
  for (const std::string& game : games_to_draw(data, games_of(data.truth))) {
    Figure figure = failures_figure(data.truth, game);
    if (figure.blocks > 0) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
