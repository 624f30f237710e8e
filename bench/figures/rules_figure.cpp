// The figure of a phase diagram: which choice loses least on which line.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/figures/figures.hpp"
#include "bench/report/summary.hpp"

namespace banyan::bench {
namespace {

/// Where a name stands among these, which it joins if it is new.
std::size_t place_in(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  const auto place = static_cast<std::size_t>(at - names.begin());
  if (at == names.end()) names.push_back(name);
  return place;
}

}  // namespace

Figure rules_figure(const Study& study, const std::vector<SolvedSet>& sets, const SolvedSet& set) {
  const std::string& game = set.game;
  Figure figure;
  figure.name = figure_name(study.name, game);
  figure.title = fmt::format("{}: value lost, %", game);
  figure.caption =
      truth_note(sets, game) +
      " The colour is what is lost beyond the best of the line; bold is what is not shown to be "
      "worse than that, by the paired differences and their 95 % interval, grey what is.";

  std::vector<StudyCell> cells = study_cells(study, set);
  std::erase_if(cells, [](const StudyCell& cell) { return cell.column == "-"; });
  std::vector<std::string> lines;
  std::vector<std::string> columns;
  for (const bool worse : {false, true}) {
    figure.data += data_block(
        worse ? 1 : 0, fmt::format("{}: column, line, % lost, % lost beyond the best of the line",
                                   worse ? "worse" : "not shown to be worse"));
    for (const StudyCell& cell : cells) {
      const std::size_t x = place_in(columns, cell.column);
      const std::size_t y = place_in(lines, cell.line);
      double best = std::numeric_limits<double>::infinity();
      for (const StudyCell& other : cells) {
        if (other.line == cell.line) best = std::min(best, other.lost);
      }
      if (cell.worse != worse) continue;
      figure.data +=
          fmt::format("{} {} {:.1f} {:.6g}\n", x, y, 100 * cell.lost, 100 * (cell.lost - best));
    }
  }
  figure.width = 760;
  figure.height = 140 + 22 * static_cast<int>(lines.size());
  figure.plot = Gnuplot(
      "  set xtics {} scale 0\n"
      "  set ytics {} scale 0\n"
      "  set xlabel {}\n"
      "  set xrange [-0.5:{}]\n"
      "  set yrange [{}:-0.5]\n"
      "  set palette defined (0 '#ffffff', 1 '#E69F00')\n"
      "  set cbrange [0:10]\n"
      "  set cblabel 'beyond the best of the line, at most 10'\n"
      "  unset key\n"
      "  plot {} using 1:2:(0.5):(0.5):(column(4) < 10 ? column(4) : 10) with boxxyerror "
      "fillstyle solid noborder lc palette, \\\n"
      "    '' index 0 using 1:2:3 with labels font ':Bold', \\\n"
      "    '' index 1 using 1:2:3 with labels tc rgb '#707070'\n",
      gnuplot_tics(columns), gnuplot_tics(lines), study.column,
      static_cast<double>(columns.size()) - 0.5, static_cast<double>(lines.size()) - 0.5,
      figure.data_file());
  return figure;
}

}  // namespace banyan::bench
