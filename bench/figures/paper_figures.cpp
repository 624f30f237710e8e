// Figures of a published experiment: ours beside what was published, by the number of workers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kMarks = 3;  // of what was published

/// What of a cell can be drawn.
struct PaperPoint {
  int workers;
  double ours;
  double lower;
  double upper;
  std::array<double, kMarks> published;  ///< a number; an end that ours is to be above; or below
};

/// How those are drawn.
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

struct PaperSeries {
  std::string what;
  std::vector<PaperPoint> points;
};

double known_or(double value, double other) { return std::isnan(value) ? other : value; }

/// The cells of a quantity, by whose they are; those by no number of workers, and those of which
/// there is nothing to draw, are left out.
std::vector<PaperSeries> paper_series(const std::vector<PaperCell>& cells,
                                      const std::string& quantity) {
  std::vector<PaperSeries> all;
  for (const PaperCell& cell : cells) {
    if (cell.quantity != quantity || cell.workers == 0) continue;
    const bool known = !std::isnan(cell.ours.lower95) || !std::isnan(cell.ours.upper95);
    if (!known && std::isnan(cell.number)) continue;
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const PaperSeries& each) { return each.what == cell.what; });
    if (found == all.end()) found = all.insert(all.end(), {cell.what, {}});
    const bool claims = cell.allowed && std::isnan(cell.number);
    found->points.push_back(
        {cell.workers,
         cell.ours.value,
         known_or(cell.ours.lower95, cell.ours.value),
         known_or(cell.ours.upper95, cell.ours.value),
         {cell.number, claims ? cell.allowed->lower : kNaN, claims ? cell.allowed->upper : kNaN}});
  }
  return all;
}

std::string paper_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "?";
}

Figure paper_figure(const std::string& paper, const std::string& quantity, std::size_t number,
                    const std::vector<PaperSeries>& all) {
  Figure figure;
  figure.name = figure_name(paper, std::to_string(number));
  figure.title = fmt::format("{}: {}", paper, quantity);
  figure.caption = "Filled: ours, with 95 % intervals. Hollow: published.";
  figure.data =
      "# workers, ours, ends of its 95 % interval; published: a number, above, below; a block a "
      "method\n";
  const std::vector<SeriesStyle> styles = series_styles(distinct(all, &PaperSeries::what));
  Gnuplot plots;
  double most = 1;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    figure.begin_block(all[i].what);
    std::array<bool, kMarks> marks{};
    for (const PaperPoint& point : all[i].points) {
      figure.data += fmt::format("{} {} {} {}", point.workers, paper_number(point.ours),
                                 paper_number(point.lower), paper_number(point.upper));
      for (std::size_t mark = 0; mark < marks.size(); ++mark) {
        figure.data += ' ' + paper_number(point.published[mark]);
        marks[mark] = marks[mark] || std::isfinite(point.published[mark]);
      }
      figure.data += '\n';
      most = std::max<double>(most, point.workers);
    }
    const double apart = 1 + 0.04 * (static_cast<double>(i) - static_cast<double>(all.size()) / 2);
    add_plot(plots, Gnuplot("{} index {} using ($1*{:.4f}):2:3:4 with yerrorbars {} title {}",
                            figure.data_file(), i, apart, styles[i].code(), all[i].what));
    ++lines;
    for (std::size_t mark = 0; mark < marks.size(); ++mark) {
      if (!marks[mark]) continue;
      const auto& [title, style, point] = published_marks()[mark];
      add_plot(plots, Gnuplot("{} index {} using ($1*{:.4f}):{} with {} pt {} lc rgb {} title {}",
                              figure.data_file(), i, apart, 5 + mark, style,
                              point == 0 ? styles[i].point - 1 : point, styles[i].colour,
                              fmt::format("{}, {}", all[i].what, title)));
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
    const std::vector<PaperSeries> all = paper_series(data.paper.cells, quantity);
    const bool by_workers = std::any_of(
        all.begin(), all.end(), [](const PaperSeries& each) { return each.points.size() > 1; });
    if (!by_workers) continue;
    figures.push_back(paper_figure(data.paper.name, quantity, figures.size() + 1, all));
  }
  return figures;
}

}  // namespace banyan::bench
