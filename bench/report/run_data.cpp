// Reading and checking the files of a run.
#include "bench/report/run_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/report/simulated_tables.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// What the run has of an item of its plan.
enum class Found { kNothing, kPart, kWhole };

Found speed_found(std::uint64_t repetitions, const std::vector<ThroughputRow>& rows,
                  const Json& item) {
  const ThroughputRow* const row =
      find_row(rows, item.value("game", std::string()), item.value("engine", std::string()));
  if (row == nullptr) return Found::kNothing;
  return row->iterations_per_second.size() < repetitions ? Found::kPart : Found::kWhole;
}

Found found_in(const RunData& data, const std::string& suite, const Json& item) {
  for (const auto& [name, rows] : {std::pair{"throughput", &data.rows},
                                   {"positions", &data.later},
                                   {"ablation", &data.steps}}) {
    if (suite == name) return speed_found(data.info.repetitions, *rows, item);
  }
  const auto path = data.folder / (suite + ".json");
  if (!file_exists(path)) return Found::kNothing;
  const Json whole = Field::of_file(path).json();
  for (const char* list : {"matches", "sets", "results"}) {
    for (const Json& result : whole.value(list, Json::array())) {
      if (!has_fields(result, item)) continue;
      return result["interrupted"].get<bool>() ? Found::kPart : Found::kWhole;
    }
  }
  return Found::kNothing;
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
      const Found found = found_in(data, suite, item);
      if (found == Found::kWhole) continue;
      missing.push_back(item_text(item) + (found == Found::kPart ? " (in part)" : ""));
    }
    if (missing.empty()) continue;
    data.missing.push_back(fmt::format("{}: {} of {} results are missing: {}.", suite,
                                       missing.size(), items.size(), fmt::join(missing, "; ")));
  }
}

void read_speeds(RunData& data) {
  for (const auto& [name, rows] :
       {std::pair<std::string, std::vector<ThroughputRow>*>{"throughput", &data.rows},
        {"positions", &data.later},
        {"ablation", &data.steps}}) {
    const auto path = data.folder / (name + ".json");
    if (!file_exists(path)) continue;
    const std::vector<ThroughputRepetition> repetitions = read_repetitions(Field::of_file(path));
    add_rows(repetitions, name, data.table);
    *rows = throughput_rows(repetitions);
  }
}

/// Tells of each result in the list of an experiment's file, where there is one.
template <typename Tell>
void read_results(const RunData& data, const std::string& experiment, const char* list,
                  const Tell& tell) {
  const auto path = data.folder / (experiment + ".json");
  if (!file_exists(path)) return;
  for (const Field& result : Field::of_file(path)[list].elements()) tell(result);
}

template <typename Result>
void add(RunData& data, const std::string& experiment, std::vector<Result>& results,
         Result result) {
  add_rows(result, experiment, data.table);
  results.push_back(std::move(result));
}

/// A match against time, or the speeds beside them.
void add_scaling(RunData& data, const Field& result) {
  const std::string kind = result["kind"].text();
  Scaling& scaling = kind.starts_with(kVirtual) ? data.simulated : data.scaling;
  if (kind == "speed") {
    add(data, "scaling", scaling.searches, read_rates(result));
  } else if (kind == kVirtualSearches) {
    add(data, "scaling", scaling.searches, read_searches(result));
  } else {
    result["factor"].number();
    result["engine"].text();
    add(data, "scaling", scaling.matches, read_match(result));
  }
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
  read_results(data, "strength", "matches",
               [&](const Field& match) { add(data, "strength", data.matches, read_match(match)); });
  read_results(data, "decision", "matches", [&](const Field& match) {
    match["kind"].text();
    add(data, "decision", data.decisions, read_match(match));
  });
  read_results(data, "phases", "results",
               [&](const Field& phases) { add(data, "phases", data.phases, read_phases(phases)); });
  read_results(data, "truth", "sets",
               [&](const Field& set) { add(data, "truth", data.truth, read_solved(set)); });
  read_results(data, "scaling", "results", [&](const Field& result) { add_scaling(data, result); });
  const auto read_gains = [&](const char* name, std::vector<MatchRow>& matches) {
    read_results(data, name, "results", [&](const Field& match) {
      match["kind"].text();
      add(data, name, matches, read_match(match));
    });
  };
  read_gains("policies", data.policies);
  read_gains("gains", data.gains);
  if (file_exists(folder / "paper.json")) {
    data.paper = read_paper(Field::of_file(folder / "paper.json"));
    add_rows(data.paper, data.table);
  }
  find_missing(data);
  return data;
}

std::string without_threads(std::string_view engine) {
  std::string text(engine);
  const std::size_t at = text.find("threads=");
  if (at == std::string::npos) return text;
  const std::size_t comma = text.find(',', at);
  if (comma != std::string::npos) {
    text.erase(at, comma + 1 - at);
  } else {
    text.erase(at - 1);  // with the ':' or ',' before it
  }
  return text;
}

}  // namespace banyan::bench
