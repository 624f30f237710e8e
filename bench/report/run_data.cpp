// Reading and checking the files of a run.
#include "bench/report/run_data.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "bench/text/fields.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// The speeds of a run by their suites.
template <typename Data>
auto speeds_of(Data& data) {
  return std::array{std::pair{"throughput", &data.rows}, std::pair{"positions", &data.later},
                    std::pair{"ablation", &data.steps}};
}

/// Whether the run has an item of its plan whole; nothing if it has not even a part.
std::optional<bool> is_whole(const RunData& data, const std::string& suite, const Json& item) {
  for (const auto& [name, rows] : speeds_of(data)) {
    if (suite != name) continue;
    const ThroughputRow* const row =
        find_row(*rows, item.value("game", std::string()), item.value("engine", std::string()));
    if (row == nullptr) return std::nullopt;
    return row->iterations_per_second.size() >= data.info.repetitions;
  }
  const auto path = data.folder / (suite + ".json");
  if (!file_exists(path)) return std::nullopt;
  const Field whole = Field::of_file(path);
  for (const char* list : {"matches", "sets", "results"}) {
    if (!whole.has(list)) continue;
    for (const Field& result : whole[list].elements()) {
      if (!result.json().is_object() || !has_fields(result.json(), item)) continue;
      return !result["interrupted"].flag();
    }
  }
  return std::nullopt;
}

/// "hex:size=11, tree:threads=2 against seq, 5.0 ms".
std::string item_text(const Json& item) {
  std::string text;
  for (const auto& [name, value] : item.items()) {
    text += text.empty() ? "" : name == "b" ? " against " : ", ";
    text += value.get<std::string>();
  }
  return text;
}

/// A sentence for each suite of an unfinished run that lacks results, which names them.
void find_missing(RunData& data) {
  if (data.finished) return;
  data.missing.emplace_back("The run was interrupted before its end.");
  if (!data.run.contains("plan")) return;
  for (const auto& [suite, items] : data.run["plan"].items()) {
    std::vector<std::string> missing;
    for (const Json& item : items) {
      const std::optional<bool> whole = is_whole(data, suite, item);
      if (whole && *whole) continue;
      missing.push_back(item_text(item) + (whole ? " (in part)" : ""));
    }
    if (missing.empty()) continue;
    data.missing.push_back(fmt::format("{}: {} of {} results are missing: {}.", suite,
                                       missing.size(), items.size(), fmt::join(missing, "; ")));
  }
}

void read_speeds(RunData& data) {
  for (const auto& [name, rows] : speeds_of(data)) {
    const auto path = data.folder / fmt::format("{}.json", name);
    if (!file_exists(path)) continue;
    const auto repetitions = read_repetitions(Field::of_file(path));
    add_rows(repetitions, name, data.table);
    *rows = throughput_rows(repetitions);
  }
}

/// The results in the list of an experiment's file; none without the file.
std::vector<Field> results_of(const RunData& data, const std::string& experiment,
                              const char* list) {
  const auto path = data.folder / (experiment + ".json");
  return file_exists(path) ? Field::of_file(path)[list].elements() : std::vector<Field>();
}

template <typename Result>
void add(RunData& data, const std::string& experiment, std::vector<Result>& results,
         Result result) {
  add_rows(result, experiment, data.table);
  results.push_back(std::move(result));
}

template <typename Result>
void read_all(RunData& data, const std::string& experiment, const char* list,
              std::vector<Result>& results, Result (*read)(const Field& result)) {
  for (const Field& result : results_of(data, experiment, list)) {
    add(data, experiment, results, read(result));
  }
}

MatchRow read_match_of_a_kind(const Field& match) {
  match["kind"].text();
  return read_match(match);
}

/// Matches against time, and the speeds beside them.
void read_scaling(RunData& data) {
  for (const Field& result : results_of(data, "scaling", "results")) {
    const std::string kind = result["kind"].text();
    Scaling& scaling = kind.starts_with(kVirtual) ? data.simulated : data.scaling;
    if (kind == "speed" || kind == kVirtualSearches) {
      add(data, "scaling", scaling.searches, read_searches(result));
    } else {
      result["factor"].number();
      result["engine"].text();
      add(data, "scaling", scaling.matches, read_match(result));
    }
  }
  add_speedups(data.scaling, data.simulated, data.table);
}

}  // namespace

RunData read_run(const std::filesystem::path& folder) {
  RunData data;
  data.folder = folder;
  if (!file_exists(folder / "run.json")) {
    throw UsageError(fmt::format(
        "{} is no results folder: it has no run.json, as banyan bench writes.", folder.string()));
  }
  const Field run = Field::of_file(folder / "run.json");
  data.info = read_run_info(run);
  data.finished = run["finished"].flag();
  data.run = run.json();
  data.study = study_of_run(run["settings"]);
  read_speeds(data);
  read_all(data, "strength", "matches", data.matches, read_match);
  read_all(data, "decision", "matches", data.decisions, read_match_of_a_kind);
  read_all(data, "phases", "results", data.phases, read_phases);
  read_all(data, "truth", "sets", data.truth, read_solved);
  read_scaling(data);
  read_all(data, "policies", "results", data.policies, read_match_of_a_kind);
  read_all(data, "gains", "results", data.gains, read_match_of_a_kind);
  if (file_exists(folder / "paper.json")) {
    data.paper = read_paper(Field::of_file(folder / "paper.json"));
    add_rows(data.paper, data.table);
  }
  find_missing(data);
  return data;
}

}  // namespace banyan::bench
