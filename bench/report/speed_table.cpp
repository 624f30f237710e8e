// The table of speeds.
#include "bench/report/speed_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <tuple>
#include <utility>

#include "bench/rows/columns.hpp"
#include "bench/rows/row.hpp"
#include "bench/rows/searches_row.hpp"

namespace banyan::bench {
namespace {

/// Of a rate that is too noisy nothing can be said, not that it is the best either.
Table::Cell rate_cell(const std::string& text, Estimate rate) {
  if (too_noisy(rate)) std::tie(rate.lower95, rate.upper95) = std::pair(-kInfinity, kInfinity);
  return {text, rate};
}

/// How many times faster a row is than another one.
std::string ratio_text(const ThroughputRow& row, const ThroughputRow* base) {
  if (base == nullptr || rate_of(base->iterations_per_second).value <= 0) return "-";
  return format_ratio(ratio_estimate(row.iterations_per_second, base->iterations_per_second));
}

}  // namespace

Estimate rate_of(const std::vector<double>& rates) {
  const Estimate rate = rate_estimate(rates);
  return std::isfinite(rate.value) ? rate : Estimate{};
}

Table speed_table(const std::vector<ThroughputRow>& rows, const std::string& game) {
  using Best = Table::Best;
  Table table({words("engine"), numbers("iterations/s", Best::kHighest),
               numbers("playouts/s", Best::kHighest), numbers("x seq (95 %)"),
               numbers("x 1 thread (95 %)"), decimals("cores")});
  for (const ThroughputRow& row : rows) {
    if (row.game != game) continue;
    const Estimate rate = rate_of(row.iterations_per_second);
    const Estimate simulated = rate_of(row.playouts_per_second);
    const bool repeated = row.iterations_per_second.size() > 1;
    std::string text = format_rate(rate.value);
    if (repeated && too_noisy(rate)) {
      text = "too noisy";
    } else if (repeated && rate.value > 0) {
      text += " ± " + format_error(rate);
    }
    table.add_row({row.engine, rate_cell(text, rate),
                   rate_cell(format_rate(simulated.value), simulated),
                   ratio_text(row, find_row(rows, game, "seq")),
                   row.threads == 1 ? "-" : ratio_text(row, one_thread_row(rows, row)),
                   fmt::format("{:.2f}{}", row.cores, starved(row) ? "!" : "")});
  }
  return table;
}

}  // namespace banyan::bench
