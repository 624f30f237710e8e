// Calling the differences between two programs.
#include "bench/suites/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/rows/columns.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr double kLevel = 0.05;

const char* speed_word(Change change) {
  return change == Change::kBetter ? "faster" : change == Change::kWorse ? "slower" : "cannot tell";
}

std::string interval(double lower, double upper) {
  if (!std::isfinite(upper)) return "unknown";
  if (upper > 1000) return "wider than 1000 times";
  return fmt::format("{:.3f} to {:.3f}", lower, upper);
}

std::string speed_text(const Comparison& comparison, const std::string& game) {
  Table table({words("engine"), numbers("A it/s"), numbers("B it/s"), decimals("B / A"),
               numbers("95 %"), words("B is")});
  for (const SpeedChange& row : comparison.speeds) {
    if (row.game != game) continue;
    table.add_row({row.engine, format_rate(row.before), format_rate(row.after),
                   fmt::format("{:.3f}", row.ratio.value),
                   interval(row.ratio.lower95, row.ratio.upper95), speed_word(row.change)});
  }
  return fmt::format("{}: iterations/s\n\n{}\n", game, table.to_console());
}

}  // namespace

std::size_t Comparison::count(Change change) const {
  const auto same = [&](const SpeedChange& row) { return row.change == change; };
  return static_cast<std::size_t>(std::count_if(speeds.begin(), speeds.end(), same));
}

void call_changes(Comparison& comparison, double tolerance) {
  std::vector<double> p_values;
  for (const SpeedChange& row : comparison.speeds) p_values.push_back(row.p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  auto p = adjusted.begin();
  for (SpeedChange& row : comparison.speeds) {
    row.p_value = *p++;
    if (row.p_value > kLevel || std::abs(row.ratio.value - 1) < tolerance) continue;
    row.change = row.ratio.value > 1 ? Change::kBetter : Change::kWorse;
  }
}

std::string comparison_text(const Comparison& comparison, double tolerance) {
  const std::size_t rows = comparison.speeds.size();
  std::string text;
  // Each game has a table of its own, so that names have room.
  for (const std::string& game : games_of(comparison.speeds)) text += speed_text(comparison, game);
  if (rows > 1) {
    std::vector<double> ratios;
    for (const SpeedChange& row : comparison.speeds) ratios.push_back(row.ratio.value);
    text += fmt::format("All speeds together: B is {:.3f} times A (geometric mean).\n",
                        geometric_mean(ratios));
  }
  const std::size_t better = comparison.count(Change::kBetter);
  const std::size_t worse = comparison.count(Change::kWorse);
  if (better + worse == 0) {
    text += fmt::format("Nothing was shown to have changed, in {} rows.\n", rows);
  } else {
    text += fmt::format("Of {} rows B is better in {}, worse in {}; {} cannot tell.\n", rows,
                        better, worse, rows - better - worse);
  }
  return text +
         fmt::format(
             "\nRatios are of geometric means; an interval is its row's alone (paired t on "
             "logarithms).\nVerdicts hold for all {} rows together: by Holm's correction, two runs "
             "that differ in nothing\nraise any false alarm at most once in 20 times. Speeds "
             "within "
             "{:g} % are not called. The two were\nmeasured in turns, so that a machine that grows "
             "slower slows both.\n",
             rows, 100 * tolerance);
}

}  // namespace banyan::bench
