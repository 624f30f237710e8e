// Studies of speed.
#include "bench/report/studies/speed_studies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/report/studies/pivot.hpp"
#include "bench/rows/columns.hpp"
#include "bench/rows/searches_row.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

bool is_sequential(const ThroughputRow& row) { return parse_spec(row.engine).name == "seq"; }

/// The sequential row of the same game with the highest rate; null if there is none.
const ThroughputRow* best_sequential(const std::vector<ThroughputRow>& rows,
                                     const std::string& game) {
  const ThroughputRow* best = nullptr;
  for (const ThroughputRow& row : rows) {
    if (row.game != game || !is_sequential(row)) continue;
    if (best == nullptr || mean_estimate(row.iterations_per_second).value >
                               mean_estimate(best->iterations_per_second).value) {
      best = &row;
    }
  }
  return best;
}

/// The speed-up of one of the rows over that.
Estimate speed_up(const std::vector<ThroughputRow>& rows, const ThroughputRow& row) {
  const ThroughputRow* const base = best_sequential(rows, row.game);
  if (base == nullptr) return Estimate{std::nan(""), 0, 0, 0};
  if (base == &row) return Estimate{1, 0, 1, 1};
  return ratio_estimate(row.iterations_per_second, base->iterations_per_second);
}

/// Of a value of each row.
Table pivot(const Study& study, const std::vector<ThroughputRow>& rows, Table::Best best,
            const std::function<Table::Cell(const ThroughputRow&)>& value) {
  std::vector<PivotCell> cells;
  for (const ThroughputRow& row : rows) {
    const PivotPlace place = place_of(row.game, row.engine, study.column);
    Table::Cell cell = value(row);
    if (starved(row)) cell.text += '!';
    cells.push_back({place, {place.game, place.engine}, cell});
  }
  return pivot(cells, {words("game"), words("engine")}, study.column, best);
}

constexpr const char* kLossesTitle = "speed-up over one thread, and where a core's time goes";

Table::Cell share(double of_core) { return {format_percent(of_core, 1), of_core}; }

Table::Cell in_a_thousand(double per_iteration) {
  return {fmt::format("{:.2f}", 1000 * per_iteration), per_iteration};
}

/// Where the cores' time went.
Table losses_table(const std::vector<ThroughputRow>& rows) {
  Table table({words("game"), words("engine"), numbers("speed-up"), numbers("searches"),
               numbers("slower"), numbers("system"), numbers("waits"), numbers("conflicts"),
               numbers("faults")});
  const ThroughputRow* before = nullptr;
  for (const ThroughputRow& row : rows) {
    const ThroughputRow* const alone = one_thread_row(rows, row);
    if (is_sequential(row) || alone == nullptr || std::isnan(row.system_cores)) continue;
    if (before != nullptr && before->game != row.game) table.begin_group();
    before = &row;
    const CoreAccount account = core_account(row, *alone);
    table.add_row({row.game, row.engine + (starved(row) ? "!" : ""),
                   fmt::format("{:.2f}", account.speedup), share(account.searches),
                   share(account.slower), share(account.system), share(account.waits),
                   in_a_thousand(row.conflicts_per_iteration),
                   in_a_thousand(row.page_faults_per_iteration)});
  }
  return table;
}

Table::Cell speed_up_cell(const Estimate& e) {
  if (!std::isfinite(e.value)) return "-";
  const std::string text = fmt::format("{:.2f}", e.value);
  if (!std::isfinite(e.error95)) return {text, e.value};
  // Then nothing can be said, nor that others are the best.
  if (too_noisy(e)) return {"too noisy", {e.value, kInfinity, -kInfinity, kInfinity}};
  return {fmt::format("{} ± {:.2f}", text, e.error95), e};
}

}  // namespace

CoreAccount core_account(const ThroughputRow& row, const ThroughputRow& alone) {
  CoreAccount account;
  account.speedup = ratio_estimate(row.iterations_per_second, alone.iterations_per_second).value;
  const double n = row.threads;
  account.searches = account.speedup / n * (alone.cores - alone.system_cores);
  account.slower = (row.cores - row.system_cores) / n - account.searches;
  account.system = row.system_cores / n;
  account.waits = 1 - row.cores / n;
  return account;
}

std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<ThroughputRow>& rows) {
  if (rows.empty()) return {};
  std::vector<std::pair<std::string, Table>> tables;
  tables.emplace_back("speed-up over the fastest sequential engine",
                      pivot(study, rows, Table::Best::kHighest, [&](const ThroughputRow& row) {
                        return speed_up_cell(speed_up(rows, row));
                      }));
  tables.emplace_back("mean depth of an iteration",
                      pivot(study, rows, Table::Best::kNone, [](const ThroughputRow& row) {
                        return fmt::format("{:.1f}", row.mean_depth);
                      }));
  tables.emplace_back("bytes of tree an iteration",
                      pivot(study, rows, Table::Best::kNone, [](const ThroughputRow& row) {
                        return fmt::format("{:.1f}", row.bytes_per_iteration);
                      }));
  if (study.column == "threads") {
    Table losses = losses_table(rows);
    if (!losses.empty()) tables.emplace_back(kLossesTitle, std::move(losses));
  }
  return tables;
}

std::vector<StudySpeed> study_speeds(const Study& study, const std::vector<ThroughputRow>& rows) {
  std::vector<PivotPlace> places;
  for (const ThroughputRow& row : rows) {
    places.push_back(place_of(row.game, row.engine, study.column));
  }
  const Shared shared = shared_by(places);
  std::vector<StudySpeed> speeds;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (places[i].column == "-") continue;
    speeds.push_back({places[i], short_name(places[i], shared), speed_up(rows, rows[i])});
  }
  return speeds;
}

}  // namespace banyan::bench
