// The figures of a study of speed: the speed-up by what is varied, a curve a line of its table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

/// The values of a field of these cells, each once and in order.
std::vector<std::string> distinct(const std::vector<StudySpeed>& cells,
                                  std::string StudySpeed::*field) {
  std::vector<std::string> values;
  for (const StudySpeed& cell : cells) {
    if (std::find(values.begin(), values.end(), cell.*field) == values.end()) {
      values.push_back(cell.*field);
    }
  }
  return values;
}

Figure study_figure(const Study& study, const std::string& game,
                    const std::vector<StudySpeed>& cells) {
  const std::vector<std::string> lines = distinct(cells, &StudySpeed::line);
  const std::vector<SeriesStyle> styles = series_styles(distinct(cells, &StudySpeed::engine));
  const std::vector<std::string> columns = distinct(cells, &StudySpeed::column);
  Figure figure;
  figure.name = figure_name(study.name, game);
  figure.title = game + ": speed-up";
  figure.caption = "Ratios of iterations/s with 95 % intervals (Welch, on logarithms).";
  figure.height = 340 + 20 * static_cast<int>((lines.size() + 1) / 2);
  figure.data = "# place of the column, speed-up, ends of its 95 % interval; a block a line\n";
  Gnuplot plots("1 with lines lw 1 dt 2 lc rgb '#444444' notitle");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    figure.data += data_block(i, lines[i]);
    // Set apart a little, so that intervals at the same place can be told apart.
    const double apart =
        0.3 * ((static_cast<double>(i) + 0.5) / static_cast<double>(lines.size()) - 0.5);
    for (const StudySpeed& cell : cells) {
      if (cell.line != lines[i] || !std::isfinite(cell.speed_up.value)) continue;
      const auto column = std::find(columns.begin(), columns.end(), cell.column) - columns.begin();
      const Estimate e = closed(cell.speed_up);
      figure.data +=
          fmt::format("{:.3f} {:.6g} {:.6g} {:.6g}\n", static_cast<double>(column) + apart, e.value,
                      e.lower95, e.upper95);
    }
    add_plot(plots, Gnuplot("{} index {} using 1:2:3:4 with yerrorlines {} title {}",
                            figure.data_file(), i, styles.at(i).code(), lines[i]));
  }
  figure.plot = Gnuplot(
      "  set xlabel {}\n"
      "  set ylabel 'over the fastest sequential engine'\n"
      "  set xtics {}\n"
      "  set xrange [-0.5:{}]\n"
      "  set logscale y 2\n"
      "  set bmargin {}\n"
      "  set key below maxcols 2 samplen 3\n"
      "  plot {}\n",
      study.column, gnuplot_tics(columns), static_cast<double>(columns.size()) - 0.5,
      (lines.size() + 1) / 2 + 4, plots);
  return figure;
}

}  // namespace

std::vector<Figure> study_figures(const RunData& data) {
  if (!data.study) return {};
  const Study& study = *data.study;
  const std::vector<StudySpeed> all = study_speeds(study, data.rows);
  std::vector<Figure> figures;
  for (const std::string& game : distinct(all, &StudySpeed::game)) {
    std::vector<StudySpeed> cells = all;
    std::erase_if(cells, [&](const StudySpeed& cell) { return cell.game != game; });
    figures.push_back(study_figure(study, game, cells));
  }
  return figures;
}

}  // namespace banyan::bench
