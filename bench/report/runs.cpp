// Reading several runs as one.
#include "bench/report/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "bench/machine/provenance.hpp"
#include "bench/report/matches.hpp"
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
    const auto same = std::find_if(all.begin(), all.end(), [&](const ThroughputRow& other) {
      return other.game == row.game && other.engine == row.engine;
    });
    if (same == all.end()) {
      all.push_back(row);
    } else {
      add_repetition(*same, row);
    }
  }
}

/// Adds a run's matches: the games of both together.
void add_matches(Json& all, const Json& matches) {
  for (const Json& match : matches) {
    if (!match.contains("pentanomial")) continue;  // which only matches of two have
    const auto same = std::find_if(all.begin(), all.end(), [&](const Json& other) {
      const std::array fields{"game", "a", "b", "budget", "kind"};
      return std::all_of(fields.begin(), fields.end(), [&](const char* field) {
        return other.value(field, Json()) == match.value(field, Json());
      });
    });
    if (same == all.end()) {
      all.push_back(match);
      continue;
    }
    const auto of_games = [](const Json& each) { return each["games"].get<double>(); };
    for (const char* engine : {"a", "b"}) {  // before their games are added up
      Json& rate = (*same)["iterations_per_second"][engine];
      const double more = match["iterations_per_second"][engine].get<double>();
      rate = (rate.get<double>() * of_games(*same) + more * of_games(match)) /
             std::max(1.0, of_games(*same) + of_games(match));
    }
    for (const char* count : {"games", "wins", "draws", "losses"}) {
      (*same)[count] = (*same)[count].get<std::uint64_t>() + match[count].get<std::uint64_t>();
    }
    auto counts = (*same)["pentanomial"].get<Pentanomial>();
    const auto more = match["pentanomial"].get<Pentanomial>();
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += more[i];
    (*same)["pentanomial"] = counts;
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
