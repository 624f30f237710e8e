// Pivot tables of studies.
#include "bench/report/studies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "bench/measure/simulated.hpp"
#include "bench/quality/quality.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

using Align = Table::Align;

bool is_sequential(const ThroughputRow& row) { return parse_spec(row.engine).name == "seq"; }

/// Takes a column's key out of a spec; what it was, "-" if the spec did not have it. The workers of
/// `cluster` are its ranks.
std::string take(Spec& spec, std::string_view column) {
  const std::string_view key = column == "workers" ? workers_key(spec.name) : column;
  const auto at = std::find_if(spec.keys.begin(), spec.keys.end(),
                               [&](const auto& pair) { return pair.first == key; });
  if (at == spec.keys.end()) return "-";
  std::string value = at->second;
  spec.keys.erase(at);
  return value;
}

/// Where what was measured stands in a pivot table.
struct PivotPlace {
  std::string game;
  std::string engine;
  std::string column;

  bool same_line(const PivotPlace& other) const {
    return game == other.game && engine == other.engine;
  }
};

PivotPlace place_of(const std::string& of_game, const std::string& of_engine,
                    std::string_view column) {
  Spec game = parse_spec(of_game);
  Spec engine = parse_spec(of_engine);
  const std::string game_column = take(game, column);
  const std::string engine_column = take(engine, column);
  return {to_text(game), to_text(engine), game_column == "-" ? engine_column : game_column};
}

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

Spec in_both(const Spec& a, const Spec& b) {
  Spec both{a.name, {}};
  for (const auto& key : a.keys) {
    if (std::find(b.keys.begin(), b.keys.end(), key) != b.keys.end()) both.keys.push_back(key);
  }
  return both;
}

/// What all engines of a name have in common, those without a column aside; by name.
using Shared = std::map<std::string, Spec>;

Shared shared_by(const std::vector<PivotPlace>& places) {
  Shared shared;
  for (const PivotPlace& place : places) {
    if (place.column == "-") continue;
    const Spec engine = parse_spec(place.engine);
    const auto [same, first] = shared.try_emplace(engine.name, engine);
    if (!first) same->second = in_both(same->second, engine);
  }
  return shared;
}

/// What sets a line apart from the others: its engine's name too, where they have several.
std::string short_name(const PivotPlace& line, const Shared& shared) {
  if (line.column == "-") return line.engine;
  Spec engine = parse_spec(line.engine);
  std::erase_if(engine.keys, [&](const auto& key) {
    const auto& common = shared.at(engine.name).keys;
    return std::find(common.begin(), common.end(), key) != common.end();
  });
  const std::string name = to_text(engine);
  return shared.size() > 1 ? name : name.substr(std::min(name.size(), engine.name.size() + 1));
}

template <typename Row>
std::vector<PivotPlace> places_of(const std::vector<Row>& rows, std::string_view column) {
  std::vector<PivotPlace> places;
  for (const Row& row : rows) places.push_back(place_of(row.game, row.engine, column));
  return places;
}

/// A line for each game and engine, beginning with its names, and a column for each value.
Table pivot(const std::vector<PivotPlace>& places, std::vector<Table::Column> columns,
            const std::function<std::vector<Table::Cell>(const PivotPlace& line)>& names,
            const std::function<Table::Column(const std::string& value)>& column,
            const std::function<Table::Cell(std::size_t row)>& cell) {
  const std::size_t first = columns.size();
  const std::vector<std::string> values = distinct(places, &PivotPlace::column);
  for (const std::string& value : values) columns.push_back(column(value));
  Table table(columns);
  const PivotPlace* before = nullptr;
  for (auto line = places.begin(); line != places.end(); ++line) {
    const auto of_line = [&](const PivotPlace& place) { return place.same_line(*line); };
    if (std::any_of(places.begin(), line, of_line)) continue;
    if (before != nullptr && line->game != before->game) table.begin_group();
    before = &*line;
    std::vector<Table::Cell> cells = names(*line);
    cells.resize(columns.size(), "");
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (of_line(places[i])) cells[first + bench::place_of(places[i].column, values)] = cell(i);
    }
    table.add_row(cells);
  }
  return table;
}

/// Of speeds.
Table pivot(const Study& study, const std::vector<ThroughputRow>& rows, Table::Best best,
            const std::function<Table::Cell(const ThroughputRow&)>& cell) {
  return pivot(
      places_of(rows, study.column), {{"game"}, {"engine"}},
      [](const PivotPlace& line) {
        return std::vector<Table::Cell>{line.game, line.engine};
      },
      [&](const std::string& value) {
        return Table::Column{value == "-" ? value : fmt::format("{}={}", study.column, value),
                             Align::kRight, best};
      },
      [&](std::size_t row) {
        Table::Cell made = cell(rows[row]);
        if (starved(rows[row])) made.text += '!';
        return made;
      });
}

/// One set of solved positions, and how its engines compare.
class TruthPivot {
 public:
  TruthPivot(const Study& study, const SolvedSet& set) : rows_(set.rows) {
    for (const SolvedRow& row : rows_) {
      places_.push_back(place_of(set.game, row.engine, study.column));
      losses_.push_back(parse_lost(row.lost));
    }
    shared_ = shared_by(places_);
  }

  [[nodiscard]] Table table() const {
    return pivot(
        places_, {{"engine"}},
        [&](const PivotPlace& line) { return std::vector<Table::Cell>{short_name(line, shared_)}; },
        [](const std::string& value) {
          return Table::Column{value, Align::kRight};
        },
        [&](std::size_t i) {
          const char mark = worse(i, best_of(places_[i])) ? '*' : ' ';
          return Table::Cell(fmt::format("{:.1f} ± {:.1f}{}", 100 * regret(i),
                                         100 * rows_[i].regret.error95, mark),
                             regret(i));
        });
  }

  [[nodiscard]] std::vector<StudyCell> cells() const {
    std::vector<StudyCell> cells;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const PivotPlace& place = places_[i];
      cells.push_back(
          {short_name(place, shared_), place.column, regret(i), worse(i, best_of(place))});
    }
    return cells;
  }

  /// What all engines of a name have in common, as specs; the baseline aside.
  [[nodiscard]] std::string shared() const {
    std::string specs;
    for (const auto& [name, spec] : shared_) {
      specs += (specs.empty() ? "" : " and ") + to_text(spec);
    }
    return specs;
  }

 private:
  [[nodiscard]] double regret(std::size_t i) const { return rows_[i].regret.value; }

  /// The row that loses least on this line.
  [[nodiscard]] std::size_t best_of(const PivotPlace& line) const {
    std::size_t best = places_.size();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!places_[i].same_line(line)) continue;
      if (best == places_.size() || regret(i) < regret(best)) best = i;
    }
    return best;
  }

  [[nodiscard]] bool worse(std::size_t i, std::size_t best) const {
    if (i == best || losses_[i].size() != losses_[best].size()) return false;
    return loss_difference(losses_[i], losses_[best]).lower95 > 0;
  }

  const std::vector<SolvedRow>& rows_;
  std::vector<PivotPlace> places_;
  std::vector<std::vector<double>> losses_;
  Shared shared_;
};

/// The row of the same game and engine by one thread; null if there is none.
const ThroughputRow* by_one_thread(const std::vector<ThroughputRow>& rows,
                                   const ThroughputRow& of) {
  const PivotPlace place = place_of(of.game, of.engine, "threads");
  const auto alone = std::find_if(rows.begin(), rows.end(), [&](const ThroughputRow& row) {
    return row.threads == 1 && place_of(row.game, row.engine, "threads").same_line(place);
  });
  return alone == rows.end() ? nullptr : &*alone;
}

constexpr const char* kLossesTitle = "speed-up over one thread, and where a core's time goes";

Table::Cell share(double of_core) { return {format_percent(of_core, 1), of_core}; }

Table::Cell in_a_thousand(double per_iteration) {
  return {fmt::format("{:.2f}", 1000 * per_iteration), per_iteration};
}

/// Where the cores' time went.
Table losses_table(const std::vector<ThroughputRow>& rows) {
  Table table({{"game"},
               {"engine"},
               {"speed-up", Align::kRight},
               {"searches", Align::kRight},
               {"slower", Align::kRight},
               {"system", Align::kRight},
               {"waits", Align::kRight},
               {"conflicts", Align::kRight},
               {"faults", Align::kRight}});
  const ThroughputRow* before = nullptr;
  for (const ThroughputRow& row : rows) {
    const ThroughputRow* const alone = by_one_thread(rows, row);
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

Table::Cell with_error(const Estimate& estimate, const std::function<std::string(double)>& text) {
  if (!std::isfinite(estimate.value)) return "-";
  if (!std::isfinite(estimate.error95)) return {text(estimate.value), estimate.value};
  // Then nothing can be said, nor that others are the best.
  if (too_noisy(estimate)) return {"too noisy", {estimate.value, kInfinity, -kInfinity, kInfinity}};
  return {text(estimate.value) + " ± " + text(estimate.error95), estimate};
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
                        return with_error(speed_up(rows, row),
                                          [](double x) { return fmt::format("{:.2f}", x); });
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
  const std::vector<PivotPlace> places = places_of(rows, study.column);
  const Shared shared = shared_by(places);
  std::vector<StudySpeed> speeds;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (places[i].column == "-") continue;
    speeds.push_back({places[i].game, places[i].engine, short_name(places[i], shared),
                      places[i].column, speed_up(rows, rows[i])});
  }
  return speeds;
}

std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<SolvedSet>& sets) {
  std::vector<std::pair<std::string, Table>> tables;
  for (const SolvedSet& set : sets) {
    if (set.rows.empty()) continue;
    const TruthPivot pivot(study, set);
    tables.emplace_back(
        fmt::format(
            "{}: value lost a move, % of a win, {} positions, {}; {} by {}; * is shown to be "
            "worse than the best of its line",
            set.game, set.positions, set.budget, pivot.shared(), study.column),
        pivot.table());
  }
  return tables;
}

std::vector<StudyCell> study_cells(const Study& study, const SolvedSet& set) {
  return TruthPivot(study, set).cells();
}

std::pair<std::string, std::string> split_column(const Study& study, const std::string& engine) {
  Spec spec = parse_spec(engine);
  std::string value = take(spec, study.column);
  return {std::move(value), to_text(spec)};
}

}  // namespace banyan::bench
