// The figure of phases: how the time of an iteration is shared, a bar a game.
#include <fmt/format.h>

#include <array>

#include "bench/figures/figures.hpp"
#include "bench/report/summary.hpp"
#include "core/search/phases.hpp"

namespace banyan::bench {
namespace {

/// Apart for colour-blind readers and, by their lightness, in print.
constexpr std::array<const char*, kPhases> kPhaseColours{"#0072B2", "#E69F00", "#56B4E9",
                                                         "#444444"};
constexpr std::array<const char*, kPhases> kInk{"#ffffff", "#000000", "#000000", "#ffffff"};

}  // namespace

std::vector<Figure> phases_figures(const RunData& data) {
  std::string rows;
  std::size_t count = 0;
  for (const PhasesRow& phases : data.phases) {
    const std::vector<Estimate> shares = phase_shares(phases);
    if (shares.empty()) continue;
    rows += data_cell(phases.game);
    double left = 0;
    for (const Estimate& share : shares) {
      const double right = left + 100 * share.value;
      rows += fmt::format(" {:.2f} {:.2f} {:.2f}", left, right, 100 * share.error95);
      left = right;
    }
    rows += '\n';
    ++count;
  }
  if (count == 0) return {};
  Figure figure;
  figure.name = "phases";
  figure.title = "Where the time of an iteration goes";
  figure.caption = fmt::format("seq, one thread, {} searches of {} ms; ± half the 95 % interval.",
                               data.info.repetitions, data.info.search_ms);
  figure.data =
      "# game; left, right and half the 95 % interval, in percent, of each phase\n" + rows;
  figure.height = 130 + 44 * static_cast<int>(count);
  Gnuplot plots;
  Gnuplot labels;
  for (std::size_t i = 0; i < kPhases; ++i) {
    const std::size_t left = 2 + 3 * i;
    add_plot(plots,
             Gnuplot("{} using (${}):0:{}:{}:($0-0.36):($0+0.36){} with boxxyerror fs solid 1 "
                     "border lc rgb '#ffffff' lc rgb {} title {}",
                     figure.data_file(), left, left, left + 1,
                     i == 0 ? Gnuplot(":ytic(1)") : Gnuplot(), kPhaseColours[i], phase_name(i)));
    // A narrow part has no room for its interval, or for its number: those stand in the table.
    add_plot(
        labels,
        Gnuplot(
            "{0} using ((${1}+${2})/2):0:(${3}>=25 ? '' : ${2}-${1}>=16 ? sprintf('%.0f ± %.1f', "
            "${2}-${1}, ${3}) : ${2}-${1}>=6 ? sprintf('%.0f', ${2}-${1}) : '') with "
            "labels font ',12' tc rgb {4} notitle",
            figure.data_file(), left, left + 1, left + 2, kInk[i]));
  }
  add_plot(plots, labels);
  figure.plot = Gnuplot(
      "  set xlabel 'share of the time, %'\n"
      "  set xrange [0:100]\n"
      "  set yrange [{}:-0.6]\n"
      "  set border 1\n"
      "  set ytics scale 0\n"
      "  set bmargin 5.5\n"
      "  set key below maxrows 1 samplen 1\n"
      "  plot {}\n",
      static_cast<double>(count) - 0.4, plots);
  return {figure};
}

}  // namespace banyan::bench
