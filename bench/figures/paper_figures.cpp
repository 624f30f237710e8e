// Figures of a published experiment: ours beside what was published, by the number of workers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kMarks = 3;  // of what was published

/// A number; an end that ours is to be above; one that it is to be below.
std::array<double, kMarks> marks_of(const Published& published) {
  const auto& allowed = published.allowed;
  if (published.number || !allowed) return {published.number.value_or(kNaN), kNaN, kNaN};
  return {kNaN, allowed->lower, allowed->upper};
}

/// How these are drawn.
struct PublishedMark {
  const char* title;
  Gnuplot style;
  int point = 0;  ///< 0: ours, hollow
};
const std::array<PublishedMark, kMarks>& published_marks() {
  static const std::array<PublishedMark, kMarks> kAll{
      PublishedMark{"published", Gnuplot("linespoints dt 2")},
      PublishedMark{"published: above", Gnuplot("points"), 8},
      PublishedMark{"published: below", Gnuplot("points"), 10}};
  return kAll;
}

/// Cells by no number of workers, and those of which nothing is known, are not drawn.
bool can_draw(const PaperCell& cell) {
  const bool known = !std::isnan(cell.ours.lower95) || !std::isnan(cell.ours.upper95);
  return cell.workers != 0 && (known || cell.published.number);
}

double known_or(double value, double other) { return std::isnan(value) ? other : value; }

std::string paper_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "?";
}

/// Of the cells of a quantity.
Figure paper_figure(const std::string& paper, std::size_t number,
                    const std::vector<PaperCell>& cells) {
  Figure figure;
  figure.name = figure_name(paper, std::to_string(number));
  figure.title = fmt::format("{}: {}", paper, cells.front().quantity);
  figure.caption = "Filled: ours, with 95 % intervals. Hollow: published.";
  figure.data =
      "# workers, ours, ends of its 95 % interval; published: a number, above, below; a block a "
      "method\n";
  const std::vector<std::string> methods = distinct(cells, &PaperCell::what);
  const std::vector<SeriesStyle> styles = series_styles(methods);
  Gnuplot plots;
  double most = 1;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    figure.begin_block(methods[i]);
    std::array<bool, kMarks> marked{};
    for (const PaperCell& cell : cells) {
      if (cell.what != methods[i]) continue;
      const auto& [ours, error, lower, upper] = cell.ours;
      figure.data +=
          fmt::format("{} {} {} {}", cell.workers, paper_number(ours),
                      paper_number(known_or(lower, ours)), paper_number(known_or(upper, ours)));
      const std::array<double, kMarks> marks = marks_of(cell.published);
      for (std::size_t mark = 0; mark < kMarks; ++mark) {
        figure.data += ' ' + paper_number(marks[mark]);
        marked[mark] = marked[mark] || std::isfinite(marks[mark]);
      }
      figure.data += '\n';
      most = std::max<double>(most, cell.workers);
    }
    const double apart =
        1 + 0.04 * (static_cast<double>(i) - static_cast<double>(methods.size()) / 2);
    add_plot(plots, Gnuplot("{} index {} using ($1*{:.4f}):2:3:4 with yerrorbars {} title {}",
                            figure.data_file(), i, apart, styles[i].code(), methods[i]));
    ++lines;
    for (std::size_t mark = 0; mark < kMarks; ++mark) {
      if (!marked[mark]) continue;
      const auto& [title, style, point] = published_marks()[mark];
      add_plot(plots, Gnuplot("{} index {} using ($1*{:.4f}):{} with {} pt {} lc rgb {} title {}",
                              figure.data_file(), i, apart, 5 + mark, style,
                              point == 0 ? styles[i].point - 1 : point, styles[i].colour,
                              fmt::format("{}, {}", methods[i], title)));
      ++lines;
    }
  }
  figure.height = 320 + 18 * static_cast<int>(lines);
  figure.plot = Gnuplot(
      "  set xlabel 'threads or simulated workers'\n"
      "  set logscale x 2\n"
      "  set xrange [0.8:{:g}]\n"
      "  set grid ytics ls 100\n"
      "  set bmargin {}\n"
      "  set key below maxcols 1 samplen 2\n"
      "  plot {}\n",
      1.25 * most, lines + 4, plots);
  return figure;
}

}  // namespace

std::vector<Figure> paper_figures(const RunData& data) {
  std::vector<Figure> figures;
  for (const std::string& quantity : distinct(data.paper.cells, &PaperCell::quantity)) {
    std::vector<PaperCell> cells;
    std::copy_if(
        data.paper.cells.begin(), data.paper.cells.end(), std::back_inserter(cells),
        [&](const PaperCell& cell) { return cell.quantity == quantity && can_draw(cell); });
    const bool by_workers = distinct(cells, &PaperCell::what).size() < cells.size();
    if (by_workers) {
      figures.push_back(paper_figure(data.paper.name, figures.size() + 1, cells));
    }
  }
  return figures;
}

}  // namespace banyan::bench
