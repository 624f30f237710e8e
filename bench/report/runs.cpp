// Reading several runs as one.
#include "bench/report/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/machine/provenance.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

std::vector<std::filesystem::path> runs_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> runs;
  for (const auto& entry : files_in(folder)) {
    if (file_exists(entry / "run.json")) runs.push_back(entry);
  }
  return runs;
}

Json settings_but_seed(const RunData& run) {
  Json settings = run.run["settings"];
  settings.erase("seed");
  return settings;
}

void refuse_others(const RunData& first, const RunData& other) {
  const bool same =
      same_maker(first.run, other.run) && settings_but_seed(first) == settings_but_seed(other);
  if (same) return;
  throw UsageError(
      fmt::format("{} and {} differ in more than their seeds: give a folder of runs of one build, "
                  "machine and settings.",
                  first.folder.string(), other.folder.string()));
}

/// One value for all searches of a run.
ThroughputRow whole_run(ThroughputRow row) {
  for (std::vector<double>* rates : {&row.iterations_per_second, &row.playouts_per_second}) {
    *rates = {geometric_mean(*rates)};
  }
  return row;
}

/// Adds a run's rows to those of the runs before; means of the rest are over runs.
void add_rows(std::vector<ThroughputRow>& all, const std::vector<ThroughputRow>& rows) {
  for (const ThroughputRow& searches : rows) {
    const ThroughputRow row = whole_run(searches);
    if (ThroughputRow* const same = find_row(all, row.game, row.engine)) {
      add_repetition(*same, row);
    } else {
      all.push_back(row);
    }
  }
}

/// Adds a run's matches: the games of both together.
void add_matches(std::vector<MatchRow>& all, const std::vector<MatchRow>& matches) {
  const auto key = [](const MatchRow& match) {
    return std::tie(match.game, match.a, match.b, match.budget, match.kind);
  };
  for (const MatchRow& match : matches) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const MatchRow& other) { return key(other) == key(match); });
    if (same == all.end()) {
      all.push_back(match);
      continue;
    }
    const auto before = static_cast<double>(same->games);
    const auto more = static_cast<double>(match.games);
    for (MatchRow::Side MatchRow::*const side : {&MatchRow::of_a, &MatchRow::of_b}) {
      double& rate = ((*same).*side).iterations_per_second;
      rate = (rate * before + (match.*side).iterations_per_second * more) /
             std::max(1.0, before + more);
    }
    for (std::uint64_t MatchRow::*const count :
         {&MatchRow::games, &MatchRow::wins, &MatchRow::draws, &MatchRow::losses}) {
      (*same).*count += match.*count;
    }
    for (std::size_t i = 0; i < match.pentanomial.size(); ++i) {
      same->pentanomial[i] += match.pentanomial[i];
    }
  }
}

}  // namespace

Runs read_runs(const std::filesystem::path& folder) {
  if (file_exists(folder / "run.json") || !file_exists(folder)) return {read_run(folder), 1};
  const std::vector<std::filesystem::path> folders = runs_in(folder);
  if (folders.empty()) return {read_run(folder), 1};  // which says what is missing
  Runs runs{{}, folders.size()};
  RunData& all = runs.data;
  for (const auto& each : folders) {
    const RunData run = read_run(each);
    if (all.run.is_null()) {
      all.run = run.run;
      all.info = run.info;
    } else {
      refuse_others(all, run);
    }
    all.folder = each;  // that the next one is compared with
    add_rows(all.rows, run.rows);
    add_rows(all.steps, run.steps);
    add_matches(all.matches, run.matches);
    add_matches(all.decisions, run.decisions);
    all.missing.insert(all.missing.end(), run.missing.begin(), run.missing.end());
  }
  all.folder = folder;
  return runs;
}

}  // namespace banyan::bench
