// Choosing on half of the positions, judging on the other half.
#include "bench/report/studies/solved_studies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "bench/quality/quality.hpp"
#include "bench/rows/columns.hpp"

namespace banyan::bench {
namespace {

/// A row of a set: its place without the tuned key, and its losses on both halves.
struct Candidate {
  PivotPlace place;
  std::string tuned;
  const SolvedRow* row = nullptr;
  double chosen_by = 0;  ///< the mean loss on the choosing half
  std::vector<double> judging = {};
};

Candidate candidate(const Study& study, const SolvedSet& set, const SolvedRow& row) {
  Candidate made{.place = place_of(set.game, row.engine, study.column), .tuned = "-", .row = &row};
  if (!study.tuned.empty()) {
    Spec engine = parse_spec(made.place.engine);
    made.tuned = take(engine, study.tuned);
    made.place.engine = to_text(engine);
  }
  const std::vector<double> losses = parse_lost(row.lost);
  std::vector<double> choosing;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const bool chooses = i % 2 == 0 && !study.by_workers();
    (chooses ? choosing : made.judging).push_back(losses[i]);
  }
  made.chosen_by = choosing.empty() ? row.regret.value : mean(choosing);
  return made;
}

/// Of these, the one that loses least on the choosing half among those that `belong`; null if none
/// does.
template <class Belong>
const Candidate* best_of(const std::vector<Candidate>& all, const Belong& belong) {
  const Candidate* best = nullptr;
  for (const Candidate& each : all) {
    if (belong(each) && (best == nullptr || each.chosen_by < best->chosen_by)) best = &each;
  }
  return best;
}

/// One cell for each place, tuned.
SolvedTable table_of(const Study& study, const SolvedSet& set) {
  std::vector<Candidate> all;
  for (const SolvedRow& row : set.rows) all.push_back(candidate(study, set, row));
  std::vector<PivotPlace> places;
  for (const Candidate& each : all) places.push_back(each.place);
  const Shared shared = shared_by(places);

  SolvedTable table;
  table.game = set.game;
  table.budget = set.budget;
  table.positions = std::to_string(set.positions);
  if (!study.tuned.empty()) {
    table.positions = fmt::format("{} of {}", set.positions / 2, set.positions);
  }
  for (const auto& [name, spec] : shared) {
    table.engines += (table.engines.empty() ? "" : " and ") + to_text(spec);
  }
  for (const Candidate& first : all) {
    const auto same_place = [&](const Candidate& each) {
      return each.place.same_line(first.place) && each.place.column == first.place.column;
    };
    if (&*std::find_if(all.begin(), all.end(), same_place) != &first) continue;
    const Candidate& tuned = *best_of(all, same_place);
    const auto same_line = [&](const Candidate& each) { return each.place.same_line(first.place); };
    const Candidate& reference = study.by_workers()
                                     ? *std::find_if(all.begin(), all.end(), same_line)
                                     : *best_of(all, same_line);
    SolvedCell& cell = table.cells.emplace_back();
    cell.place = tuned.place;
    cell.line = short_name(tuned.place, shared);
    cell.tuned = tuned.tuned;
    const bool on_half = !study.tuned.empty() && !tuned.judging.empty();
    cell.lost = on_half ? mean_loss(tuned.judging) : tuned.row->regret;
    if (tuned.judging.size() != reference.judging.size()) continue;
    for (std::size_t i = 0; i < tuned.judging.size(); ++i) {
      cell.beyond.push_back(tuned.judging[i] - reference.judging[i]);
    }
  }
  return table;
}

/// Losses are 0, 1/2 or 1, so a difference is a game pair's score in all but name.
double p_value(const std::vector<double>& differences) {
  Pentanomial counts{};
  for (const double difference : differences) {
    ++counts[static_cast<std::size_t>(2 + std::lround(2 * difference))];
  }
  return equality_p_value(counts);
}

}  // namespace

std::vector<SolvedTable> solved_tables(const Study& study, const std::vector<SolvedSet>& sets) {
  std::vector<SolvedTable> tables;
  for (const SolvedSet& set : sets) {
    if (!set.rows.empty()) tables.push_back(table_of(study, set));
  }
  std::vector<SolvedCell*> compared;
  std::vector<double> p_values;
  for (SolvedTable& table : tables) {
    for (SolvedCell& cell : table.cells) {
      if (cell.beyond.empty() || mean(cell.beyond) == 0) continue;
      compared.push_back(&cell);
      p_values.push_back(p_value(cell.beyond));
    }
  }
  const std::vector<double> together = holm_adjusted(p_values);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    compared[i]->worse = together[i] <= 0.05 && mean(compared[i]->beyond) > 0;
  }
  return tables;
}

std::vector<std::pair<std::string, Table>> study_tables(const Study& study,
                                                        const std::vector<SolvedSet>& sets) {
  std::vector<std::pair<std::string, Table>> titled;
  for (const SolvedTable& table : solved_tables(study, sets)) {
    std::vector<PivotCell> cells;
    for (const SolvedCell& cell : table.cells) {
      const std::string tuned =
          cell.tuned == "-" ? "" : fmt::format("{}={}: ", study.tuned, cell.tuned);
      const std::string text = fmt::format("{}{:.1f} ± {:.1f}{}", tuned, 100 * cell.lost.value,
                                           100 * cell.lost.error95, cell.worse ? '*' : ' ');
      cells.push_back({cell.place, {cell.line}, {text, cell.lost.value}});
    }
    titled.emplace_back(
        fmt::format("{}: value lost a move, % of a win, {} positions, {}; {} by {}; * is shown to "
                    "be worse than the {} of its line",
                    table.game, table.positions, table.budget, table.engines, study.column,
                    study.by_workers() ? "first" : "best"),
        pivot(cells, {words("engine")}, "", Table::Best::kNone));
  }
  return titled;
}

}  // namespace banyan::bench
