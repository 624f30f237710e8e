// The figures of a study of speed: the speed-up by what is varied, a curve a line of its table.
#include <fmt/format.h>

#include "bench/figures/curves.hpp"
#include "bench/figures/figures.hpp"

namespace banyan::bench {

std::vector<Figure> study_figures(const RunData& data) {
  if (!data.study) return {};
  const std::vector<StudySpeed> all = study_speeds(*data.study, data.rows);
  std::vector<Figure> figures;
  for (const std::string& game : games_of(all)) {
    std::vector<StudySpeed> cells = all;
    std::erase_if(cells, [&](const StudySpeed& cell) { return cell.game != game; });
    const std::vector<std::string> columns = distinct(cells, &StudySpeed::column);
    std::vector<Curve> curves;
    for (const StudySpeed& cell : cells) {
      Curve& curve = curve_of(curves, cell.engine);
      curve.title = cell.line;
      const auto place = static_cast<double>(place_of(cell.column, columns));
      curve.points.push_back({place, closed(cell.speed_up)});
    }
    Figure figure;
    figure.name = figure_name(data.study->name, game);
    figure.title = game + ": speed-up";
    figure.caption = "Ratios of iterations/s with 95 % intervals (Welch, on logarithms).";
    figure.data = "# place of the column, speed-up, ends of its 95 % interval; a block a line\n";
    Gnuplot plots("1 with lines lw 1 dt 2 lc rgb '#444444' notitle");
    add_plot(plots, drawn(figure, curves, {.step = 0.3 / static_cast<double>(curves.size())}));
    plot_over_key(figure,
                  Gnuplot("  set xlabel {}\n"
                          "  set ylabel 'over the fastest sequential engine'\n"
                          "  set xtics {}\n"
                          "  set xrange [-0.5:{}]\n"
                          "  set logscale y 2\n",
                          data.study->column, gnuplot_tics(columns),
                          static_cast<double>(columns.size()) - 0.5),
                  plots, curves.size(), 2);
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace banyan::bench
