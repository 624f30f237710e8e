// Figures of strength: Elo against seq with its interval, a series for each budget.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/figures/figures.hpp"
#include "bench/report/summary.hpp"

namespace banyan::bench {
namespace {

/// Blue dots, orange triangles, black squares: apart in print too.
constexpr std::array kBudgetColours{"#0072B2", "#D55E00", "#000000"};
constexpr std::array kBudgetPoints{7, 9, 5};

std::string budget_name(const std::string& budget) {
  const char* const kind = budget.find("playouts") != std::string::npos     ? "equal playouts"
                           : budget.find("iterations") != std::string::npos ? "equal iterations"
                           : budget.ends_with("own")                        ? "budgets"
                                                                            : "equal time";
  return fmt::format("{} ({})", kind, budget.ends_with("own") ? budget : budget + " a move");
}

std::vector<std::string> distinct(const std::vector<MatchRow>& matches,
                                  std::string MatchRow::*field) {
  std::vector<std::string> texts;
  for (const MatchRow& match : matches) {
    if (std::find(texts.begin(), texts.end(), match.*field) == texts.end()) {
      texts.push_back(match.*field);
    }
  }
  return texts;
}

/// The largest Elo to show: of the finite ends, not less than 100 and not more than 1200.
double largest_elo(const std::vector<MatchRow>& matches, std::size_t family) {
  double largest = 0;
  for (const MatchRow& match : matches) {
    const Estimate e = match.elo(family);
    for (const double x : {e.value, e.lower95, e.upper95}) {
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    }
  }
  return std::clamp(1.15 * largest, 100.0, 1200.0);
}

std::vector<Figure> figures_of(const char* kind, const std::vector<MatchRow>& all) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(all)) {
    std::vector<MatchRow> matches;
    for (const MatchRow& match : all) {
      if (match.game == game && match.games > 0) matches.push_back(match);
    }
    if (!matches.empty()) figures.push_back(strength_figure(kind, game, matches));
  }
  return figures;
}

}  // namespace

Figure strength_figure(const char* kind, const std::string& game,
                       const std::vector<MatchRow>& matches, std::size_t family) {
  const std::string& opponent = matches[0].b;
  std::uint64_t most_games = 0;
  for (const MatchRow& match : matches) most_games = std::max(most_games, match.games);
  Figure figure;
  figure.name = figure_name(kind, game);
  figure.title = fmt::format("{}: Elo against {}", game, opponent);
  figure.caption = fmt::format(
      "Logistic Elo of each engine against {}, with 95 % intervals{} from pairs of games (each "
      "opening twice, colours swapped); {} games a match at most. An arrow: the data leave that "
      "end of the interval open. Equal time is the net gain; equal playouts or iterations what "
      "parallelism costs the search.",
      opponent, family > 1 ? " that hold all at once," : "", most_games);
  const std::vector<std::string> engines = distinct(matches, &MatchRow::a);
  const std::vector<std::string> budgets = distinct(matches, &MatchRow::budget);
  const double edge = largest_elo(matches, family);
  figure.height = 130 + 32 * static_cast<int>(engines.size());
  figure.data =
      "# a block a budget: place, Elo ('?' if infinite), ends of the interval cut to the axis,\n"
      "# its open ends (-1 lower, 1 upper, 2 both, 0 none), engine\n";
  Gnuplot plots;
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    figure.data += data_block(i, budgets[i]);
    const double apart =
        0.22 * (static_cast<double>(i) - static_cast<double>(budgets.size() - 1) / 2);
    for (const MatchRow& match : matches) {
      if (match.budget != budgets[i]) continue;
      const auto place = std::find(engines.begin(), engines.end(), match.a);
      const Estimate e = match.elo(family);
      const bool below = e.lower95 < -edge;
      const bool above = e.upper95 > edge;
      figure.data += fmt::format(
          "{:.2f} {} {:.6g} {:.6g} {} {}\n", static_cast<double>(place - engines.begin()) + apart,
          std::isfinite(e.value) ? fmt::format("{:.6g}", e.value) : "?",
          std::clamp(e.lower95, -edge, edge), std::clamp(e.upper95, -edge, edge),
          below && above ? 2
          : above        ? 1
          : below        ? -1
                         : 0,
          data_cell(*place));
    }
    const char* const colour = kBudgetColours[i % kBudgetColours.size()];
    const Gnuplot block("{} index {}", figure.data_file(), i);
    const Gnuplot arrow("with vectors head filled size character 1,20 lw 1.5 lc rgb {} notitle",
                        colour);
    add_plot(plots, Gnuplot("{} using 3:1:($4-$3):(0) with vectors nohead lw 1.5 lc rgb {} notitle",
                            block, colour));
    add_plot(plots, Gnuplot("{} using ($5==1||$5==2 ? ($3+$4)/2 : NaN):1:(($4-$3)/2):(0) {}", block,
                            arrow));
    add_plot(plots, Gnuplot("{} using ($5==-1||$5==2 ? ($3+$4)/2 : NaN):1:(($3-$4)/2):(0) {}",
                            block, arrow));
    add_plot(plots,
             Gnuplot("{} using 2:1 with points pt {} ps 0.9 lc rgb {} title {}", block,
                     kBudgetPoints[i % kBudgetPoints.size()], colour, budget_name(budgets[i])));
  }
  figure.plot = Gnuplot(
      "  set xlabel {}\n"
      "  set xrange [{:g}:{:g}]\n"
      "  set yrange [{}:-0.6]\n"
      "  set ytics {}\n"
      "  set grid xtics ls 100\n"
      "  set bmargin 6.5\n"
      "  set key below maxcols 1 samplen 1\n"
      "  set arrow 1 from first 0, graph 0 to first 0, graph 1 nohead lw 1 lc rgb '#444444'\n"
      "  plot {}\n",
      fmt::format("Elo against {} (right: stronger)", opponent), -edge, edge,
      static_cast<double>(engines.size()) - 0.4, gnuplot_tics(engines), plots);
  return figure;
}

std::vector<Figure> strength_figures(const RunData& data) {
  return figures_of("strength", data.matches);
}

std::vector<Figure> policies_figures(const RunData& data) {
  std::vector<MatchRow> matches = data.policies;
  matches.insert(matches.end(), data.gains.begin(), data.gains.end());
  return figures_of("policies", matches);
}

}  // namespace banyan::bench
