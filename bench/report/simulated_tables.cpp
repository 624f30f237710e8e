// Telling of simulated workers.
#include "bench/report/simulated_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/rows/columns.hpp"
#include "bench/statistics/speedup.hpp"

namespace banyan::bench {
namespace {

/// The same in other units of time.
Estimate scaled(const Estimate& e, const Estimate& by) {
  return with_interval(e.value * by.value, {e.lower95 * by.lower95, e.upper95 * by.upper95});
}

Estimate speedup_of(const SearchesRow& row) {
  Estimate speedup = simulated_field(row, "virtual_speedup");
  speedup.lower95 = std::max(speedup.lower95, 0.0);  // whatever t says of few searches
  return speedup;
}

Table::Cell with_error(const Estimate& e, double scale, const char* unit, int digits) {
  if (std::isnan(e.value)) return "-";
  std::string text = fmt::format("{:.{}f}", scale * e.value, digits);
  if (std::isfinite(e.error95)) text += fmt::format(" ± {:.{}f}", scale * e.error95, digits);
  return {text + unit, e.value};
}

}  // namespace

Estimate simulated_field(const SearchesRow& row, const std::string& field) {
  const std::vector<double> numbers = row.known(field);
  return numbers.empty() ? kNotMeasured : mean_estimate(numbers);
}

std::vector<SearchesRow> simulated_rows(const Scaling& results, const std::string& game) {
  for (const SearchSet& searches : results.searches) {
    if (searches.game == game) return searches.rows;
  }
  return {};
}

Estimate simulated_strength(const Scaling& results, const std::string& game,
                            const SearchesRow& row) {
  const MatchRow* const match = find_match(results.matches, game, kVirtualIterations, row.engine);
  if (match == nullptr) return kNotMeasured;
  return scaled(strength_speedup(base_curve(results, game), match->elo()), speedup_of(row));
}

Table simulated_table(const Scaling& results, const std::string& game) {
  using Best = Table::Best;
  Table table({words("engine (simulated)"), numbers("speed x", Best::kHighest), numbers("busy"),
               numbers("in flight"), numbers("error", Best::kLowest),
               numbers("strength x (95 %)", Best::kHighest), numbers("Elo, time", Best::kHighest),
               numbers("Elo, iterations", Best::kHighest)});
  for (const SearchesRow& row : simulated_rows(results, game)) {
    const Estimate speedup = speedup_of(row);
    const Estimate strength = simulated_strength(results, game, row);
    const std::string beyond =
        speedup_text(strength, kVirtualFactors[0] * speedup.value, 2 * speedup.value);
    table.add_row({row.engine,
                   with_error(speedup, 1, "", 1),
                   with_error(simulated_field(row, "utilisation"), 100, " %", 0),
                   with_error(simulated_field(row, "in_flight"), 1, "", 0),
                   with_error(simulated_field(row, "other_choices"), 100, " %", 1),
                   {std::isnan(strength.value) ? "-" : beyond, strength.value},
                   elo_cell(find_match(results.matches, game, kVirtualTime, row.engine)),
                   elo_cell(find_match(results.matches, game, kVirtualIterations, row.engine))});
  }
  return table;
}

std::string simulated_note(const Scaling& results, const std::string& game) {
  return fmt::format(
             "Simulated workers, in virtual time. ± is half a 95 % interval over searches of the "
             "first position. speed x: how many times as fast as one worker with the same "
             "iterations. busy: the share of that time in which workers (or an evaluator) work. in "
             "flight: iterations at a time. error: choices that sequential UCT would not have made "
             "at the same visits. cluster does not tell the last two. strength x: how many times "
             "longer one worker must think to play as well (Chaslot, Winands and van den Herik "
             "2008). It is speed x times the factor of iterations, from the curve of {0} above. "
             "The ends of its interval are products of the ends of both. Elo is against {0}, at "
             "equal iterations or at equal virtual time.",
             one_worker(results, game)) +
         ceiling_text(results, game, "iterations");
}

}  // namespace banyan::bench
