// Figures of speed: rates, speed-up, the ablation.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"
#include "bench/measure/ablation.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kInterval = "Geometric means with 95 % intervals.";

std::vector<ThroughputRow> rows_of(const std::vector<ThroughputRow>& rows,
                                   const std::string& game) {
  std::vector<ThroughputRow> of_game;
  for (const ThroughputRow& row : rows) {
    // `random` makes no iterations.
    if (row.game == game && rate_estimate(row.iterations_per_second).value > 0) {
      of_game.push_back(row);
    }
  }
  return of_game;
}

std::string searches(const RunData& data) {
  return fmt::format("{} searches of {} ms", data.info.repetitions, data.info.search_ms);
}

/// The ends of an axis with room around its values.
struct Range {
  double lower = std::numeric_limits<double>::infinity();
  double upper = 0;

  void include(double value) {
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  [[nodiscard]] Gnuplot logarithmic() const {
    return Gnuplot("[{:g}:{:g}]", lower / 1.5, upper * 1.5);
  }
};

/// Draws so many rows of points, the first one on top.
void plot_rows(Figure& figure, std::size_t rows, const Range& range, const Gnuplot& axis,
               const Gnuplot& plots) {
  figure.height = 105 + 24 * static_cast<int>(rows);
  figure.plot = axis + Gnuplot(
                           "  set logscale x\n"
                           "  set xrange {}\n"
                           "  set yrange [{}:-0.7]\n"
                           "  set grid xtics ytics ls 100\n"
                           "  unset key\n"
                           "  plot {}\n",
                           range.logarithmic(), static_cast<double>(rows) - 0.3, plots);
}

/// The rows of a game by engine without threads and by threads; those that were measured at two
/// numbers of threads or more.
using ByThreads = std::map<std::string, std::map<int, const ThroughputRow*>>;

ByThreads by_threads_of(const RunData& data, const std::string& game) {
  ByThreads engines;
  for (const ThroughputRow& row : data.rows) {
    if (row.game == game) engines[without_threads(row.engine)][threads_of(row.engine)] = &row;
  }
  std::erase_if(engines, [](const auto& engine) { return engine.second.size() < 2; });
  return engines;
}

/// The speed-up of each engine by threads, over `base` or, without one, over its own single thread.
std::vector<Curve> speedups_of(const ByThreads& engines, const ThroughputRow* base) {
  std::vector<Curve> curves;
  for (const auto& [engine, rows] : engines) {
    Curve& curve = curves.emplace_back(Curve{engine});
    const auto one = rows.find(1);
    const ThroughputRow* const over = base != nullptr     ? base
                                      : one == rows.end() ? nullptr
                                                          : one->second;
    if (over == nullptr) continue;
    for (const auto& [threads, row] : rows) {
      curve.points.push_back(
          {static_cast<double>(threads),
           closed(ratio_estimate(row->iterations_per_second, over->iterations_per_second))});
    }
  }
  return curves;
}

}  // namespace

std::vector<Figure> throughput_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& game : games_to_draw(data, games_of(data.rows))) {
    const std::vector<ThroughputRow> rows = rows_of(data.rows, game);
    if (rows.empty()) continue;
    Figure figure;
    figure.name = figure_name("throughput", game);
    figure.title = fmt::format("{}: iterations per second", game);
    figure.caption = fmt::format("First position, {}. {}", searches(data), kInterval);
    figure.data = "# engine, iterations/s, ends of the 95 % interval, mark, colour\n";
    std::vector<std::string> engines;
    for (const ThroughputRow& row : rows) engines.push_back(row.engine);
    const std::vector<SeriesStyle> styles = series_styles(engines);
    Range range;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Estimate rate = rate_estimate(rows[i].iterations_per_second);
      range.include(rate.value);
      figure.data +=
          fmt::format("{} {:.6g} {:.6g} {:.6g} {} {}\n", data_cell(engines[i]), rate.value,
                      rate.lower95, rate.upper95, styles[i].point, engine_colour(engines[i]));
    }
    plot_rows(figure, rows.size(), range,
              Gnuplot("  set xlabel 'iterations per second (log scale)'\n"
                      "  set format x '%.0s %c'\n"),
              Gnuplot("{0} using 2:0:3:4:6:ytic(1) with xerrorbars ps 0 lw 1.5 lc rgb variable, "
                      "{0} using 2:0:5:6 with points pt variable ps 0.9 lc rgb variable",
                      figure.data_file()));
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> speedup_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& game : games_to_draw(data, games_of(data.rows))) {
    const ThroughputRow* const seq = find_row(data.rows, game, "seq");
    const ByThreads engines = by_threads_of(data, game);
    if (seq == nullptr || engines.empty()) continue;
    Figure figure;
    figure.name = figure_name("speedup", game);
    figure.title =
        fmt::format("{}: speed-up over seq, and over the same engine with 1 thread", game);
    figure.caption = fmt::format(
        "Ratios of iterations/s, {}, with 95 % intervals (Welch, on logarithms).", searches(data));
    figure.width = 2 * figure.width;
    figure.data =
        "# a block an engine: threads, speed-up over seq and ends of its 95 % interval; then the "
        "same over\n# one thread\n";
    Gnuplot over_seq("x with lines dt 2 lw 1.5 lc rgb '#999999' title 'ideal'");
    Gnuplot over_own("x with lines dt 2 lw 1.5 lc rgb '#999999' notitle");
    add_plot(over_seq, drawn(figure, speedups_of(engines, seq), {.factor = 0.02}));
    add_plot(over_own, drawn(figure, speedups_of(engines, nullptr), {.factor = 0.02}, false));
    int most = 1;
    for (const auto& [engine, rows] : engines) most = std::max(most, rows.rbegin()->first);
    figure.plot = Gnuplot(
        "  unset title\n"
        "  set multiplot title heading font ',14'\n"
        "  set xlabel 'threads'\n"
        "  set logscale xy 2\n"
        "  set xrange [0.8:{:g}]\n"
        "  set grid ytics ls 100\n"
        "  set tmargin 3\n"
        "  set key at screen 0.84, screen 0.8 left top Left reverse samplen 3\n"
        "  set ylabel 'over seq'\n"
        "  set lmargin at screen 0.1\n"
        "  set rmargin at screen 0.41\n"
        "  plot {}\n"
        "  set ylabel 'over 1 thread'\n"
        "  set lmargin at screen 0.51\n"
        "  set rmargin at screen 0.82\n"
        "  plot {}\n"
        "  unset multiplot\n",
        most * 1.25, over_seq, over_own);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> ablation_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& game : games_to_draw(data, games_of(data.steps))) {
    const ThroughputRow* naive = find_row(data.steps, game, "naive");
    const std::vector<ThroughputRow> rows = rows_of(data.steps, game);
    if (naive == nullptr || rows.size() < 2) continue;
    Figure figure;
    figure.name = figure_name("ablation", game);
    figure.title = fmt::format("{}: what each optimisation brings", game);
    figure.caption =
        "One thread. Each step on the line includes those above it. Ratios with 95 % intervals.";
    figure.data =
        "# step, times naive, ends of the 95 % interval, the factor as text, the engine\n";
    Range range;
    for (const ThroughputRow& row : rows) {
      const Estimate ratio =
          closed(ratio_estimate(row.iterations_per_second, naive->iterations_per_second));
      range.include(ratio.value);
      const std::string_view step = ablation_step(row.engine);
      const bool begins = row.engine == kFairBaseline || row.engine.starts_with("naive:");
      const std::string name =
          step.empty() ? row.engine
          : begins     ? fmt::format("{}, {}", row.engine.substr(0, row.engine.find(':')), step)
                       : fmt::format("+ {}", step);
      figure.data +=
          fmt::format("{} {:.6g} {:.6g} {:.6g} {} {}\n", data_cell(name), ratio.value,
                      ratio.lower95, ratio.upper95,
                      data_cell(fmt::format("{:.{}f}", ratio.value, ratio.value < 9.995 ? 2 : 1)),
                      data_cell(row.engine));
      if (row.engine == kFairBaseline) figure.data += '\n';  // no step: the line begins after it
    }
    range.upper *= 2.5;  // room for the numbers
    plot_rows(figure, rows.size(), range, Gnuplot("  set xlabel 'times naive (log scale)'\n"),
              Gnuplot("{0} using 2:0 with lines lw 1 lc rgb '#999999', \\\n"
                      "    {0} using 2:0:3:4:ytic(1) with xerrorbars pt 7 ps 0.9 lw 1.5 lc rgb "
                      "'#000000', \\\n"
                      "    {0} using 2:0:5 with labels left offset 1.2,0 font ',12'",
                      figure.data_file()));
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
