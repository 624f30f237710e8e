// Figures of a published experiment: ours beside what was published, by the number of workers.
#include <fmt/format.h>

#include <algorithm>

#include "bench/report/figures.hpp"

namespace banyan::bench {
namespace {

/// What of a cell can be drawn.
struct PaperPoint {
  int workers;
  double ours;
  double lower;
  double upper;
  Json number;
};

struct PaperSeries {
  std::string what;
  std::vector<PaperPoint> points;
};

double number_or(const Json& value, double open) {
  return value.is_number() ? value.get<double>() : open;
}

/// The cells of a quantity, by whose they are; those by no number of workers, and those of which
/// there is nothing to draw, are left out.
std::vector<PaperSeries> paper_series(const Json& cells, const std::string& quantity) {
  std::vector<PaperSeries> all;
  for (const Json& cell : cells) {
    if (cell["quantity"] != quantity || cell["workers"] == 0) continue;
    if (!cell["ours"].is_number() && !cell["number"].is_number()) continue;
    const auto what = cell["what"].get<std::string>();
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const PaperSeries& each) { return each.what == what; });
    if (found == all.end()) found = all.insert(all.end(), {what, {}});
    const double ours = number_or(cell["ours"], kNaN);
    found->points.push_back({cell["workers"], ours, number_or(cell["ours95"][0], ours),
                             number_or(cell["ours95"][1], ours), cell["number"]});
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
  figure.caption =
      "Filled: ours, with 95 % intervals; lines with hollow points: the published numbers, where "
      "there are any.";
  figure.data = "# workers, ours, ends of its 95 % interval, published; a block a method\n";
  std::string plots;
  double most = 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    figure.data += fmt::format("{}# {}\n", i == 0 ? "" : "\n\n", all[i].what);
    bool published = false;
    for (const PaperPoint& point : all[i].points) {
      figure.data += fmt::format("{} {} {} {} {}\n", point.workers, paper_number(point.ours),
                                 paper_number(point.lower), paper_number(point.upper),
                                 paper_number(number_or(point.number, kNaN)));
      published = published || point.number.is_number();
      most = std::max<double>(most, point.workers);
    }
    const std::string colour = series_colour_text(i + 1);
    const double apart = 1 + 0.04 * (static_cast<double>(i) - static_cast<double>(all.size()) / 2);
    plots += fmt::format(
        "{}'{}.dat' index {} using ($1*{:.4f}):2:3:4 with yerrorbars lw 1.5 ps 0.8 pt 7 lc rgb {} "
        "title {}",
        plots.empty() ? "" : ", \\\n    ", figure.name, i, apart, colour,
        gnuplot_quoted(all[i].what));
    if (published) {
      plots += fmt::format(
          ", \\\n    '{}.dat' index {} using 1:5 with linespoints dt 2 ps 0.8 pt 6 lc rgb {} "
          "title {}",
          figure.name, i, colour, gnuplot_quoted(all[i].what + ", published"));
    }
  }
  const std::size_t lines = 2 * all.size();
  figure.height = 320 + 18 * static_cast<int>(lines);
  figure.plot = fmt::format(
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
  if (!data.paper.contains("cells")) return figures;
  const Json& cells = data.paper["cells"];
  std::vector<std::string> drawn;
  for (const Json& cell : cells) {
    const auto quantity = cell["quantity"].get<std::string>();
    if (std::find(drawn.begin(), drawn.end(), quantity) != drawn.end()) continue;
    drawn.push_back(quantity);
    const std::vector<PaperSeries> all = paper_series(cells, quantity);
    const bool by_workers = std::any_of(
        all.begin(), all.end(), [](const PaperSeries& each) { return each.points.size() > 1; });
    if (!by_workers) continue;
    figures.push_back(paper_figure(data.paper["paper"]["name"].get<std::string>(), quantity,
                                   figures.size() + 1, all));
  }
  return figures;
}

}  // namespace banyan::bench
