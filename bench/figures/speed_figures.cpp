// Figures of speed: rates, speed-up, efficiency, the ablation, memory and depth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "bench/figures/figures.hpp"
#include "bench/measure/ablation.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kInterval =
    "Points are geometric means over the repetitions, lines their 95 % intervals.";

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

/// Room for so many rows of points.
int height_of(std::size_t rows) { return 95 + 20 * static_cast<int>(rows); }

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

/// The round step that makes about three tics from 0 to here: a narrow axis has room for no more.
double tic_step(double upper) {
  const double rough = std::max(1e-9, upper) / 3;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= rough) return step * power;
  }
  return 10 * power;
}

/// An engine at its numbers of threads.
struct Curve {
  std::string name;
  std::size_t series = 0;
  std::map<int, const ThroughputRow*> by_threads;
};

/// The engines of a game that were measured at two numbers of threads or more.
std::vector<Curve> curves_of(const RunData& data, const std::string& game) {
  const std::vector<std::string> series = series_of(data.rows);
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < series.size(); ++i) {
    Curve curve{series[i], i, {}};
    for (const ThroughputRow& row : data.rows) {
      if (row.game != game || without_threads(row.engine) != series[i]) continue;
      curve.by_threads[threads_of(row.engine)] = &row;
    }
    if (curve.by_threads.size() > 1) curves.push_back(std::move(curve));
  }
  return curves;
}

/// Curves of the ratio to seq, or of that by thread, over the threads.
std::vector<Figure> threads_figures(const RunData& data, bool by_thread) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(data.rows)) {
    const ThroughputRow* seq = find_row(data.rows, game, "seq");
    const std::vector<Curve> curves = curves_of(data, game);
    if (seq == nullptr || curves.empty()) continue;
    Figure figure;
    figure.name = figure_name(by_thread ? "efficiency" : "speedup", game);
    figure.title = by_thread ? fmt::format("{}: speed-up over seq, by thread", game)
                             : fmt::format("{}: speed-up over seq", game);
    figure.caption = fmt::format(
        "{}Iterations/s over those of seq, the sequential core without atomics, at equal time; "
        "{}. Dashed: ideal. Ratios of geometric means with 95 % intervals (Welch, on logarithms).",
        by_thread ? "Efficiency: the speed-up divided by the threads. " : "", searches(data));
    figure.height = 350;
    figure.data = "# threads, ratio, lower and upper end of its 95 % interval; a block a curve\n";
    Gnuplot plots("{} with lines dt 2 lw 1.5 lc rgb '#444444' title 'ideal'",
                  by_thread ? Gnuplot("1") : Gnuplot("x"));
    int most = 1;
    double top = 1;
    double bottom = 1;
    for (std::size_t i = 0; i < curves.size(); ++i) {
      figure.data += data_block(i, curves[i].name);
      for (const auto& [threads, row] : curves[i].by_threads) {
        const Estimate ratio =
            closed(ratio_estimate(row->iterations_per_second, seq->iterations_per_second));
        const double by = by_thread ? threads : 1;
        figure.data += fmt::format("{} {:.6g} {:.6g} {:.6g}\n", threads, ratio.value / by,
                                   ratio.lower95 / by, ratio.upper95 / by);
        most = std::max(most, threads);
        top = std::max(top, ratio.value / by);
        bottom = std::min(bottom, ratio.value / by);
      }
      // Set apart a little, so that intervals at the same number of threads can be told apart.
      const double apart =
          1 + 0.025 * (static_cast<double>(i) - static_cast<double>(curves.size() - 1) / 2);
      add_plot(plots,
               Gnuplot("{} index {} using ($1*{:.4f}):2:3:4 with yerrorlines lw 1.5 ps 0.8 pt {} "
                       "lc rgb {} title {}",
                       figure.data_file(), i, apart, series_point(curves[i].series),
                       series_colour_text(curves[i].series), curves[i].name));
    }
    figure.plot = Gnuplot(
        "  set xlabel 'threads'\n"
        "  set ylabel {}\n"
        "  set logscale x 2\n"
        "  set xrange [0.8:{:g}]\n"
        "  set grid ytics ls 100\n"
        "  set bmargin 8\n"
        "  set key below maxcols 2 samplen 2\n",
        by_thread ? "speed-up over seq / threads" : "speed-up over seq", most * 1.25);
    if (by_thread) {
      figure.plot += Gnuplot("  set yrange [0:{:g}]\n", top * 1.15);
    } else {
      figure.plot += Gnuplot("  set logscale y 2\n  set yrange [{:g}:{:g}]\n", bottom / 1.3,
                             std::max<double>(top, most) * 1.2);
    }
    figure.plot += Gnuplot("  plot {}\n", plots);
    figures.push_back(std::move(figure));
  }
  return figures;
}

/// The mean with its 95 % interval of one metric of a row.
Estimate metric_estimate(const RunData& data, const ThroughputRow& row, const char* metric) {
  std::vector<double> values;
  for (const Row& search : data.table) {
    if (search.experiment == "throughput" && search.metric == metric && search.repetition &&
        search.game == row.game && search.engine == row.engine) {
      values.push_back(search.value);
    }
  }
  return closed(mean_estimate(values));
}

}  // namespace

std::vector<Figure> throughput_figures(const RunData& data) {
  std::vector<Figure> figures;
  const std::vector<std::string> series = series_of(data.rows);
  for (const std::string& game : games_of(data.rows)) {
    const std::vector<ThroughputRow> rows = rows_of(data.rows, game);
    if (rows.empty()) continue;
    Figure figure;
    figure.name = figure_name("throughput", game);
    figure.title = fmt::format("{}: iterations per second", game);
    figure.caption =
        fmt::format("Whole iterations, over all threads together, from the first position; {}. {}",
                    searches(data), kInterval);
    figure.height = height_of(rows.size());
    figure.data = "# engine, iterations/s, ends of the 95 % interval, colour (red green blue)\n";
    Range range;
    for (const ThroughputRow& row : rows) {
      const Estimate rate = rate_estimate(row.iterations_per_second);
      range.include(rate.value);
      figure.data +=
          fmt::format("{} {:.6g} {:.6g} {:.6g} {}\n", data_cell(row.engine), rate.value,
                      rate.lower95, rate.upper95, series_colour(series_index(series, row.engine)));
    }
    figure.plot = Gnuplot(
        "  set xlabel 'iterations per second (log scale)'\n"
        "  set logscale x\n"
        "  set format x '%.0s %c'\n"
        "  set xrange {}\n"
        "  set yrange [{}:-0.7]\n"
        "  set grid xtics ytics ls 100\n"
        "  unset key\n"
        "  plot {} using 2:0:3:4:5:ytic(1) with xerrorbars pt 7 ps 0.7 lw 1.5 "
        "lc rgb variable\n",
        range.logarithmic(), static_cast<double>(rows.size()) - 0.3, figure.data_file());
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> speedup_figures(const RunData& data) { return threads_figures(data, false); }

std::vector<Figure> efficiency_figures(const RunData& data) { return threads_figures(data, true); }

std::vector<Figure> ablation_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(data.steps)) {
    const ThroughputRow* naive = find_row(data.steps, game, "naive");
    const std::vector<ThroughputRow> rows = rows_of(data.steps, game);
    if (naive == nullptr || rows.size() < 2) continue;
    Figure figure;
    figure.name = figure_name("ablation", game);
    figure.title = fmt::format("{}: what each optimisation brings", game);
    figure.caption = fmt::format(
        "Iterations/s of one thread over those of naive (textbook MCTS with mimalloc), each step "
        "with all those above it, plain beside them; searches of {:g} ms or a million iterations. "
        "Ratios of "
        "geometric means with 95 % intervals (Welch, on logarithms).",
        static_cast<double>(data.info.search_ms) / 2);
    figure.height = height_of(rows.size());
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
    }
    range.upper *= 2.5;  // room for the numbers
    figure.plot = Gnuplot(
        "  set xlabel 'times naive (log scale)'\n"
        "  set logscale x\n"
        "  set xrange {0}\n"
        "  set yrange [{1}:-0.7]\n"
        "  set grid xtics ytics ls 100\n"
        "  unset key\n"
        "  plot {2} using 2:0 with lines lw 1 lc rgb '#56B4E9', \\\n"
        "    {2} using 2:0:3:4:ytic(1) with xerrorbars pt 7 ps 0.7 lw 1.5 "
        "lc rgb '#0072B2', \\\n"
        "    {2} using 2:0:5 with labels left offset 1.2,0 font ',10'\n",
        range.logarithmic(), static_cast<double>(rows.size()) - 0.3, figure.data_file());
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> memory_figures(const RunData& data) {
  std::vector<Figure> figures;
  const std::vector<std::string> series = series_of(data.rows);
  for (const std::string& game : games_of(data.rows)) {
    const std::vector<ThroughputRow> rows = rows_of(data.rows, game);
    if (rows.empty()) continue;
    Figure figure;
    figure.name = figure_name("memory", game);
    figure.title = fmt::format("{}: memory and depth", game);
    figure.caption = fmt::format(
        "Bytes of tree for each iteration, and the mean depth of its descents in plies: a tree "
        "that stays shallow runs fast and plays worse. {}. Points are means, lines their 95 % "
        "intervals.",
        searches(data));
    figure.height = height_of(rows.size());
    figure.data =
        "# engine, bytes/iteration and its 95 % interval, depth and its 95 % interval, colour\n";
    Range bytes;
    Range depth;
    for (const ThroughputRow& row : rows) {
      const Estimate b = metric_estimate(data, row, "bytes_per_iteration");
      const Estimate d = metric_estimate(data, row, "mean_depth");
      bytes.include(b.value);
      depth.include(d.value);
      figure.data +=
          fmt::format("{} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {}\n", data_cell(row.engine),
                      b.value, b.lower95, b.upper95, d.value, d.lower95, d.upper95,
                      series_colour(series_index(series, row.engine)));
    }
    figure.plot = Gnuplot(
        "  set multiplot title {4} font ',13'\n"
        "  unset title\n"
        "  set tmargin 2.5\n"
        "  set yrange [{0}:-0.7]\n"
        "  set grid xtics ytics ls 100\n"
        "  unset key\n"
        "  set lmargin at screen 0.38\n"
        "  set rmargin at screen 0.67\n"
        "  set xlabel 'bytes / iteration'\n"
        "  set xrange [0:{1:g}]\n"
        "  set xtics {5:g}\n"
        "  plot {3} using 2:0:3:4:8:ytic(1) with xerrorbars pt 7 ps 0.7 lw 1.5 "
        "lc rgb variable\n"
        "  set lmargin at screen 0.70\n"
        "  set rmargin at screen 0.97\n"
        "  set xlabel 'mean depth (plies)'\n"
        "  set xrange [0:{2:g}]\n"
        "  set xtics {6:g}\n"
        "  set format y ''\n"
        "  plot {3} using 5:0:6:7:8 with xerrorbars pt 7 ps 0.7 lw 1.5 lc rgb variable\n"
        "  unset multiplot\n",
        static_cast<double>(rows.size()) - 0.3, std::max(1e-9, bytes.upper) * 1.15,
        std::max(1e-9, depth.upper) * 1.15, figure.data_file(), figure.title, tic_step(bytes.upper),
        tic_step(depth.upper));
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
