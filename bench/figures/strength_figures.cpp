// Figures of strength: Elo against seq with its interval, a series for each budget.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kBudgetPoints{7, 9, 5};
constexpr const char* kKeyColour = "#444444";  // of a mark in the key, which is of no engine

std::string budget_name(const std::string& budget) {
  const char* const kind = budget.find("playouts") != std::string::npos     ? "equal playouts"
                           : budget.find("iterations") != std::string::npos ? "equal iterations"
                           : budget.ends_with("own")                        ? "budgets"
                                                                            : "equal time";
  return fmt::format("{} ({})", kind, budget.ends_with("own") ? budget : budget + " per move");
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

/// A match's row: its engine, and the game where there are several.
std::string row_of(const MatchRow& match, bool of_games) {
  const std::string engine = match.kind == "control" ? match.b + " with half the budget" : match.a;
  return of_games ? fmt::format("{}: {}", match.game, engine) : engine;
}

/// A figure of each game.
std::vector<Figure> figures_of(const char* kind, const std::vector<MatchRow>& all) {
  std::vector<Figure> figures;
  for (const std::string& game : games_of(all)) {
    std::vector<MatchRow> matches;
    for (const MatchRow& match : all) {
      if (match.game == game && match.games > 0) matches.push_back(match);
    }
    if (matches.empty()) continue;
    figures.push_back(
        strength_figure(figure_name(kind, game), game + ": Elo over " + matches[0].b, matches));
  }
  return figures;
}

}  // namespace

Figure strength_figure(const std::string& name, const std::string& title,
                       const std::vector<MatchRow>& matches, std::size_t family) {
  const bool of_games = games_of(matches).size() > 1;
  const std::vector<std::string> rows =
      distinct(matches, [&](const MatchRow& match) { return row_of(match, of_games); });
  const std::vector<std::string> budgets = distinct(matches, &MatchRow::budget);
  const std::uint64_t most_games =
      std::max_element(matches.begin(), matches.end(), [](const MatchRow& a, const MatchRow& b) {
        return a.games < b.games;
      })->games;
  Figure figure;
  figure.name = name;
  figure.title = title;
  figure.caption = fmt::format("95 % intervals from pairs of games{}; at most {} games per match.",
                               family > 1 ? ", which hold all at once" : "", most_games);
  const double edge = largest_elo(matches, family);
  const std::size_t keys = budgets.size() == 1 ? 0 : budgets.size();
  figure.height = 105 + 28 * static_cast<int>(rows.size()) + 20 * static_cast<int>(keys);
  figure.data =
      "# a block a budget: place, Elo ('?' if infinite), ends of the interval cut to the axis,\n"
      "# its open ends (-1 lower, 1 upper, 2 both, 0 none), colour, engine\n";
  Gnuplot plots;
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    figure.begin_block(budgets[i]);
    const double apart =
        0.22 * (static_cast<double>(i) - static_cast<double>(budgets.size() - 1) / 2);
    for (const MatchRow& match : matches) {
      if (match.budget != budgets[i]) continue;
      const std::string row = row_of(match, of_games);
      const Estimate e = match.elo(family);
      const bool below = e.lower95 < -edge;
      const bool above = e.upper95 > edge;
      figure.data += fmt::format(
          "{:.2f} {} {:.6g} {:.6g} {} {} {}\n", static_cast<double>(place_of(row, rows)) + apart,
          std::isfinite(e.value) ? fmt::format("{:.6g}", e.value) : "?",
          std::clamp(e.lower95, -edge, edge), std::clamp(e.upper95, -edge, edge),
          below && above ? 2
          : above        ? 1
          : below        ? -1
                         : 0,
          engine_colour(match.a), data_cell(row));
    }
    const Gnuplot block("{} index {}", figure.data_file(), i);
    const Gnuplot arrow("with vectors head filled size character 1,20 lw 1.5 lc rgb variable");
    const int point = kBudgetPoints[i % kBudgetPoints.size()];
    add_plot(
        plots,
        Gnuplot("{} using 3:1:($4-$3):(0):6 with vectors nohead lw 1.5 lc rgb variable notitle",
                block));
    add_plot(plots,
             Gnuplot("{} using ($5==1||$5==2 ? ($3+$4)/2 : NaN):1:(($4-$3)/2):(0):6 {} notitle",
                     block, arrow));
    add_plot(plots,
             Gnuplot("{} using ($5==-1||$5==2 ? ($3+$4)/2 : NaN):1:(($3-$4)/2):(0):6 {} notitle",
                     block, arrow));
    add_plot(plots, Gnuplot("{} using 2:1:6 with points pt {} ps 1 lc rgb variable notitle", block,
                            point));
    if (budgets.size() > 1) {
      add_plot(plots, Gnuplot("1/0 with points pt {} ps 1 lc rgb {} title {}", point, kKeyColour,
                              budget_name(budgets[i])));
    }
  }
  figure.plot = Gnuplot(
      "  set xlabel {}\n"
      "  set xrange [{:g}:{:g}]\n"
      "  set yrange [{}:-0.6]\n"
      "  set xtics {}\n"
      "  set ytics {}\n"
      "  set grid xtics ls 100\n"
      "  set bmargin {}\n"
      "  set key below maxcols 1 samplen 1\n"
      "  set arrow 1 from first 0, graph 0 to first 0, graph 1 nohead lw 1 lc rgb '#444444'\n"
      "  plot {}\n",
      fmt::format("Elo over {}{}", matches[0].b, keys > 0 ? "" : " at " + budget_name(budgets[0])),
      -edge, edge, static_cast<double>(rows.size()) - 0.4,
      edge > 800   ? 400
      : edge > 400 ? 200
      : edge > 150 ? 100
                   : 50,
      gnuplot_tics(rows), static_cast<double>(keys) * 1.2 + 3.5, plots);
  return figure;
}

std::vector<Figure> strength_figures(const RunData& data) {
  std::vector<MatchRow> decisions;
  for (const std::string& game : games_to_draw(data, games_of(data.decisions))) {
    for (const MatchRow& match : data.decisions) {
      if (match.game == game && match.games > 0) decisions.push_back(match);
    }
  }
  if (decisions.empty()) return figures_of("strength", data.matches);
  // What was decided alone: the few games that chose an engine may well contradict it.
  Figure figure = strength_figure("strength", "Fresh games: Elo over " + decisions[0].b, decisions);
  figure.width = 720;  // games and engines have long names
  return {figure};
}

std::vector<Figure> policies_figures(const RunData& data) {
  std::vector<MatchRow> matches = data.policies;
  matches.insert(matches.end(), data.gains.begin(), data.gains.end());
  return figures_of("policies", matches);
}

}  // namespace banyan::bench
