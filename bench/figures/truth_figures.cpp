// Figures of truth: failure rate against iterations, with its interval.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "bench/figures/figures.hpp"
#include "bench/report/studies.hpp"

namespace banyan::bench {
namespace {

/// One point of an engine's curve.
struct Point {
  double iterations;
  double rate;
  double lower;
  double upper;
};

std::vector<Point> points_of(const std::vector<SolvedSet>& sets, const std::string& game,
                             const std::string& engine) {
  std::vector<Point> points;
  for (const SolvedSet& set : sets) {
    if (set.game != game || set.iterations == 0) continue;
    for (const SolvedRow& row : set.rows) {
      if (row.engine != engine) continue;
      points.push_back({static_cast<double>(set.iterations), row.failure_rate.value,
                        row.failure_rate.lower95, row.failure_rate.upper95});
    }
  }
  return points;
}

std::vector<std::string> engines_of(const std::vector<SolvedSet>& sets, const std::string& game) {
  std::vector<std::string> engines;
  for (const SolvedSet& set : sets) {
    if (set.game != game) continue;
    for (const SolvedRow& row : set.rows) {
      if (std::find(engines.begin(), engines.end(), row.engine) == engines.end()) {
        engines.push_back(row.engine);
      }
    }
  }
  return engines;
}

/// How far all of these begin alike, in whole keys.
std::size_t common_beginning(const std::vector<std::string>& names) {
  std::size_t common = names.empty() ? 0 : names.front().size();
  for (const std::string& name : names) {
    const auto [a, b] =
        std::mismatch(name.begin(), name.end(), names.front().begin(), names.front().end());
    common = std::min(common, static_cast<std::size_t>(a - name.begin()));
  }
  const std::size_t key =
      common == 0 ? std::string::npos : names.front().find_last_of(":,", common - 1);
  return key == std::string::npos ? 0 : key + 1;
}

/// What simulated workers cost: the mean value lost against their number, a figure for each budget.
Figure workers_figure(const Study& study, const SolvedSet& set) {
  const std::string& game = set.game;
  const std::string& budget = set.budget;
  Figure figure;
  figure.name = figure_name("workers", game + "-" + budget);
  figure.title = fmt::format("{}: value lost, {} per move", game, budget);
  figure.caption =
      fmt::format("Mean over {} solved positions, with 95 % intervals.", set.positions);
  figure.data = "# workers, mean value lost, half its 95 % interval; a block a strategy\n";
  std::vector<std::string> series;
  Gnuplot sequential;
  for (const SolvedRow& row : set.rows) {
    const auto [workers, strategy] = split_column(study, row.engine);
    if (workers == "-") {
      sequential = Gnuplot("{:g} dt 2 lc rgb '#000000' title 'seq'", row.regret.value);
    } else if (std::find(series.begin(), series.end(), strategy) == series.end()) {
      series.push_back(strategy);
    }
  }
  const std::size_t common = common_beginning(series);
  if (common > 0) {
    figure.caption += fmt::format(" All but seq: {}...", series.front().substr(0, common));
  }
  const std::vector<SeriesStyle> styles = series_styles(series);
  double top = 0;
  Gnuplot plots = sequential;
  for (std::size_t i = 0; i < series.size(); ++i) {
    figure.data += data_block(i, series[i]);
    for (const SolvedRow& row : set.rows) {
      const auto [workers, strategy] = split_column(study, row.engine);
      if (strategy != series[i] || workers == "-") continue;
      figure.data +=
          fmt::format("{} {:.6g} {:.6g}\n", workers, row.regret.value, row.regret.error95);
      top = std::max(top, row.regret.value + row.regret.error95);
    }
    add_plot(plots,
             Gnuplot("{} index {} using ($1*{:.4f}):2:3 with yerrorlines {} title {}",
                     figure.data_file(), i,
                     1 + 0.04 * (static_cast<double>(i) - static_cast<double>(series.size()) / 2),
                     styles[i].code(), series[i].substr(common)));
  }
  figure.height = 340 + 20 * static_cast<int>(series.size() + 1);
  figure.plot = Gnuplot(
      "  set xlabel 'simulated workers'\n"
      "  set ylabel 'mean value lost'\n"
      "  set logscale x 2\n"
      "  set xrange [0.7:1500]\n"
      "  set yrange [0:{:g}]\n"
      "  set grid ytics ls 100\n"
      "  set bmargin {}\n"
      "  set key below maxcols 1 samplen 3\n"
      "  plot {}\n",
      std::max(top, 0.01) * 1.1, series.size() + 5, plots);
  return figure;
}

}  // namespace

std::vector<Figure> truth_figures(const RunData& data) {
  std::vector<Figure> figures;
  if (data.study && data.study->on_truth()) {
    const Study& study = *data.study;
    const bool by_workers = study.column == "workers";
    for (const SolvedSet& set : data.truth) {
      figures.push_back((by_workers ? workers_figure : rules_figure)(study, set));
    }
    return figures;
  }
  for (const std::string& game : games_to_draw(data, games_of(data.truth))) {
    Figure figure;
    figure.name = figure_name("truth", game);
    figure.title = fmt::format("{}: failures against iterations", game);
    figure.caption = "Moves that lose value, on the same positions; 95 % intervals (Wilson 1927).";
    figure.data =
        "# iterations, failures in percent, lower and upper end of the 95 % interval; a block an "
        "engine\n";
    Gnuplot plots;
    const std::vector<std::string> engines = engines_of(data.truth, game);
    const std::vector<SeriesStyle> styles = series_styles(engines);
    double top = 1;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      figure.data += data_block(i, engines[i]);
      for (const Point& point : points_of(data.truth, game, engines[i])) {
        figure.data += fmt::format("{:g} {:.6g} {:.6g} {:.6g}\n", point.iterations,
                                   100 * point.rate, 100 * point.lower, 100 * point.upper);
        top = std::max(top, 100 * point.upper);
        least = std::min(least, point.iterations);
        most = std::max(most, point.iterations);
      }
      // Set apart a little, so that intervals at the same number of iterations can be told apart.
      const double apart =
          1 + 0.06 * (static_cast<double>(i) - static_cast<double>(engines.size() - 1) / 2);
      add_plot(plots, Gnuplot("{} index {} using ($1*{:.4f}):2:3:4 with yerrorlines {} title {}",
                              figure.data_file(), i, apart, styles[i].code(), engines[i]));
    }
    if (most <= 0) continue;
    figure.height = 320 + 20 * static_cast<int>(engines.size());
    figure.plot = Gnuplot(
        "  set xlabel 'iterations per move'\n"
        "  set ylabel 'failures, %'\n"
        "  set logscale x 10\n"
        "  set format x '%.0s %c'\n"
        "  set xrange [{:g}:{:g}]\n"
        "  set yrange [0:{:g}]\n"
        "  set grid ytics ls 100\n"
        "  set bmargin {}\n"
        "  set key below maxcols 1 samplen 3\n"
        "  plot {}\n",
        least / 2, most * 2, top * 1.1, engines.size() + 4, plots);
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
