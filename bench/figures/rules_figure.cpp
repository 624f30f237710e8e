// The figure of a phase diagram: which choice loses least in which row.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

/// What a reader calls an engine's key; the key itself without a word for it.
std::string word_of(const std::string& key) {
  constexpr std::pair<std::string_view, std::string_view> kWords[]{
      {"vl", "virtual loss"}, {"c", "exploration constant"}, {"eval", "evaluation time"}};
  for (const auto& [name, word] : kWords) {
    if (name == key) return std::string(word);
  }
  return key;
}

/// "8 workers, 32 iterations, evaluation time constant" of "workers=8,iterations=32,eval=constant".
std::string in_words(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream parts(line);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    if (equals != std::string::npos) {
      const std::string key = word_of(part.substr(0, equals));
      const std::string value = part.substr(equals + 1);
      part = key.ends_with('s') ? value + ' ' + key : key + ' ' + value;
    }
    all.push_back(part);
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

Figure rules_figure(const Study& study, const SolvedTable& table) {
  Figure figure;
  figure.name = figure_name(study.name, table.game);
  figure.title = fmt::format("{}: value lost, % of a win", table.game);
  figure.caption =
      "Bold: not shown to be worse than the best of its row, which half of the positions chose; "
      "judged on the other half (Holm).";

  std::vector<SolvedCell> cells = table.cells;
  std::erase_if(cells, [](const SolvedCell& cell) { return cell.place.column == "-"; });
  const auto words_of = [](const SolvedCell& cell) { return in_words(cell.line); };
  const auto column_of = [](const SolvedCell& cell) { return cell.place.column; };
  const std::vector<std::string> lines = distinct(cells, words_of);
  const std::vector<std::string> columns = distinct(cells, column_of);
  for (const bool worse : {false, true}) {
    figure.begin_block(fmt::format("{}: column, line, % lost, % lost beyond the best of the line",
                                   worse ? "worse" : "not shown to be worse"));
    for (const SolvedCell& cell : cells) {
      double best = kInfinity;
      for (const SolvedCell& other : cells) {
        if (other.line == cell.line) best = std::min(best, other.lost.value);
      }
      if (cell.worse != worse) continue;
      figure.data += fmt::format("{} {} {:.1f} {:.6g}\n", place_of(column_of(cell), columns),
                                 place_of(words_of(cell), lines), 100 * cell.lost.value,
                                 100 * (cell.lost.value - best));
    }
  }
  figure.width = 1120;
  figure.height = 130 + 26 * static_cast<int>(lines.size());
  figure.plot = Gnuplot(
      "  set xtics {} scale 0\n"
      "  set ytics {} scale 0\n"
      "  set xlabel {}\n"
      "  set xrange [-0.5:{}]\n"
      "  set yrange [{}:-0.5]\n"
      "  set palette defined (0 '#ffffff', 1 '#56B4E9')\n"
      "  set cbrange [0:10]\n"
      "  set cblabel 'lost beyond the best of the row (10: or more)'\n"
      "  unset key\n"
      "  plot {} using 1:2:(0.5):(0.5):(column(4) < 10 ? column(4) : 10) with boxxyerror "
      "fillstyle solid noborder lc palette, \\\n"
      "    '' index 0 using 1:2:3 with labels font 'sans-serif:Bold', \\\n"
      "    '' index 1 using 1:2:3 with labels tc rgb '#444444'\n",
      gnuplot_tics(columns), gnuplot_tics(lines), word_of(study.column),
      static_cast<double>(columns.size()) - 0.5, static_cast<double>(lines.size()) - 0.5,
      figure.data_file());
  return figure;
}

}  // namespace banyan::bench
