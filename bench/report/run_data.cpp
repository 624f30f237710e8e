// Reading and checking the files of a run.
#include "bench/report/run_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "bench/registry/engines.hpp"
#include "bench/report/simulated_tables.hpp"
#include "bench/report/studies.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/files.hpp"
#include "core/search/phases.hpp"

namespace banyan::bench {
namespace {

struct Metric {
  const char* name;
  const char* unit;
};

constexpr std::array kSimulatedMetrics{
    Metric{"playouts_per_virtual_second", "1/s"}, Metric{"virtual_speedup", "1"},
    Metric{"utilisation", "1"}, Metric{"in_flight", "iterations"}, Metric{"other_choices", "1"}};

void check_run(const Field& run) {
  const Field from = run["provenance"];
  for (const char* name : {"version", "commit", "compiler", "flags", "command"}) from[name].text();
  for (const char* name : {"cpu_model", "allocator", "os", "time_utc"}) {
    from["machine"][name].text();
  }
  const Field machine = from["machine"];
  machine["available_cpus"].count();
  if (machine.has("caches")) {
    for (const Field& cache : machine["caches"].elements()) {
      cache["type"].text();
      for (const char* name : {"level", "count", "size_bytes"}) cache[name].count();
    }
  }
  if (from.has("cluster")) {
    from["cluster"]["ranks"].count();
    from["cluster"]["mpi"].text();
    for (const Field& node : from["cluster"]["nodes"].elements()) node["name"].text();
  }
  const Field settings = run["settings"];
  settings["profile"].text();
  for (const char* name : {"search_ms", "repetitions", "pairs", "seed"}) settings[name].count();
  for (const char* name : {"games", "engines"}) {
    for (const Field& spec : settings[name].elements()) spec.text();
  }
  if (settings.has("study")) {
    try {
      find_study(settings["study"].text());
    } catch (const UsageError&) {
      settings["study"].refuse("is no study of this build");
    }
  }
  run["finished"].flag();
  if (!run.has("plan")) return;  // of a build before there was one
  for (const auto& [suite, items] : run["plan"].members()) {
    for (const Field& item : items.elements()) {
      for (const auto& [name, value] : item.members()) value.text();
    }
  }
}

void add_speeds(const std::vector<ThroughputRepetition>& repetitions, const std::string& file,
                std::vector<Measurement>& all) {
  for (const auto& [benchmark, index, row] : repetitions) {
    Measurement measured;
    measured.file = file;
    measured.game = row.game;
    measured.engine = row.engine;
    measured.threads = threads_of(row.engine);
    measured.repetition = index;
    const auto add = [&](const char* metric, double value, const char* unit) {
      measured.metric = metric;
      measured.value = value;
      measured.unit = unit;
      all.push_back(measured);
    };
    add("iterations_per_second", row.iterations_per_second.front(), "1/s");
    add("playouts_per_second", row.playouts_per_second.front(), "1/s");
    add("mean_depth", row.mean_depth, "plies");
    add("nodes_per_iteration", row.nodes_per_iteration, "nodes");
    add("bytes_per_iteration", row.bytes_per_iteration, "bytes");
    if (!std::isnan(row.finished_share)) add("finished_share", row.finished_share, "1");
  }
}

void read_match(const Field& match, const std::string& file, std::vector<Measurement>& all) {
  Pentanomial pentanomial{};
  const std::vector<Field> counts = match["pentanomial"].elements();
  if (counts.size() != pentanomial.size()) match["pentanomial"].refuse("has not five counts");
  constexpr std::uint64_t kMostGames = 1ULL << 53;  // as doubles they are exact
  const std::uint64_t games = std::min(match["games"].count(), kMostGames);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    pentanomial[i] = std::min(counts[i].count(), kMostGames);
  }
  if (2 * pair_count(pentanomial) != games) match["games"].refuse("is not two for each pair");
  match["interrupted"].flag();

  Measurement measured;
  measured.file = file;
  measured.game = match["game"].text();
  measured.engine = match["a"].text();
  measured.threads = threads_of(measured.engine);
  measured.opponent = match["b"].text();
  measured.budget = match["budget"].text();
  const auto add = [&](const char* metric, double value, const char* unit) {
    measured.metric = metric;
    measured.value = value;
    measured.unit = unit;
    all.push_back(measured);
  };
  for (const char* name : {"games", "wins", "draws", "losses"}) {
    add(name, static_cast<double>(match[name].count()), "games");
  }
  const Estimate estimate = elo(pentanomial);
  add("elo", estimate.value, "Elo");
  add("elo_lower95", estimate.lower95, "Elo");
  add("elo_upper95", estimate.upper95, "Elo");
  match["iterations_per_second"]["b"].number();
  add("iterations_per_second", match["iterations_per_second"]["a"].number(), "1/s");
  const Field effort = match["effort"]["a"];
  add("seconds_per_move", effort["seconds_per_move"].number(), "s");
  add("mean_depth", effort["mean_depth"].number(), "plies");
}

/// An engine, or the control, on one set of positions.
void read_truth_row(const Field& row, Measurement measured, std::vector<Measurement>& all) {
  measured.engine = row["engine"].text();
  measured.threads = threads_of(measured.engine);
  const auto add = [&](const char* metric, double value, const char* unit) {
    measured.metric = metric;
    measured.value = value;
    measured.unit = unit;
    all.push_back(measured);
  };
  if (row["positions"].count() == 0) row["positions"].refuse("is 0");
  if (row.has("lost")) {
    const std::string lost = row["lost"].text();
    if (lost.size() != row["positions"].count() ||
        lost.find_first_not_of("012") != std::string::npos) {
      row["lost"].refuse("has not a digit from 0 to 2 for each position");
    }
  }
  add("positions", static_cast<double>(row["positions"].count()), "positions");
  add("failures", static_cast<double>(row["failures"].count()), "positions");
  const std::vector<Field> rate = row["failure_rate95"].elements();
  if (rate.size() != 2) row["failure_rate95"].refuse("has not two ends");
  add("failure_rate_lower95", rate[0].number(), "1");
  add("failure_rate_upper95", rate[1].number(), "1");
  add("regret", row["regret"].number(), "1");
  add("regret_error95", row["regret_error95"].number(), "1");
  add("more_failures_than_first", row["more_failures_than_first"].number(), "1");
  add("more_failures_error95", row["more_failures_error95"].number(), "1");
}

void read_truth(const Field& set, std::vector<Measurement>& all) {
  Measurement measured;
  measured.file = "truth.json";
  measured.game = set["game"].text();
  measured.budget = set["budget"].text();
  set["iterations"].count();
  set["positions"].count();
  const std::vector<Field> plies = set["plies"].elements();
  if (plies.size() != 2) set["plies"].refuse("has not two ends");
  for (const Field& end : plies) end.count();
  set["left_out"].count();
  set["interrupted"].flag();
  for (const Field& row : set["rows"].elements()) read_truth_row(row, measured, all);
  if (!set.has("control") || set["control"].json().is_null()) return;
  set["control"]["found"].flag();
  std::vector<Measurement> of_control;  // a check of the others, no engine of the run
  read_truth_row(set["control"], measured, of_control);
}

/// Searches by simulated workers: what each told, null where an engine does not.
void read_simulated(const Field& result, const std::string& file, std::vector<Measurement>& all) {
  Measurement measured;
  measured.file = file;
  measured.game = result["game"].text();
  measured.budget = result["budget"].text();
  result["interrupted"].flag();
  for (const Field& row : result["rows"].elements()) {
    measured.engine = row["engine"].text();
    measured.threads = static_cast<int>(std::min<std::uint64_t>(row["workers"].count(), 1 << 20));
    for (const auto& [metric, unit] : kSimulatedMetrics) {
      measured.metric = metric;
      measured.unit = unit;
      measured.repetition = 0;
      for (const Field& value : row[metric].elements()) {
        if (!value.json().is_null()) {
          measured.value = value.number();
          if (measured.value < 0) value.refuse("is negative");
          all.push_back(measured);
        }
        ++*measured.repetition;
      }
    }
  }
}

/// A match against time, or the speeds beside them.
void read_scaling(const Field& result, const std::string& file, std::vector<Measurement>& all) {
  if (result["kind"].text() == "virtual searches") {
    read_simulated(result, file, all);
    return;
  }
  if (result["kind"].text() != "speed") {
    if (!(result["factor"].number() > 0)) result["factor"].refuse("is not above 0");
    result["engine"].text();
    read_match(result, file, all);
    return;
  }
  result["interrupted"].flag();
  result["game"].text();
  for (const Field& rate : result["rates"].elements()) {
    Measurement measured;
    measured.file = file;
    measured.game = result["game"].text();
    measured.engine = rate["engine"].text();
    measured.threads = threads_of(measured.engine);
    measured.metric = "playouts_per_second";
    measured.unit = "1/s";
    int repetition = 0;
    for (const Field& value : rate["playouts_per_second"].elements()) {
      measured.repetition = repetition++;
      measured.value = value.number();
      all.push_back(measured);
    }
  }
}

/// Samples of the phases: the share of each in each search.
void read_phases(const Field& result, std::vector<Measurement>& all) {
  Measurement measured;
  measured.file = "phases.json";
  measured.game = result["game"].text();
  measured.engine = result["engine"].text();
  measured.unit = "1";
  measured.repetition = 0;
  result["interrupted"].flag();
  for (const Field& counts : result["samples"].elements()) {
    std::uint64_t sum = 0;
    for (const char* phase : kPhaseNames) sum += counts[phase].count();
    for (const char* phase : kPhaseNames) {
      measured.metric = fmt::format("share_{}", phase);
      const auto count = static_cast<double>(counts[phase].count());
      measured.value = sum > 0 ? count / static_cast<double>(sum) : 0;
      all.push_back(measured);
    }
    ++*measured.repetition;
  }
}

/// A cell of a published experiment.
void read_cell(const Field& cell, std::vector<Measurement>& all) {
  for (const char* name : {"quantity", "what", "published", "source", "ours_text", "verdict"}) {
    cell[name].text();
  }
  cell["workers"].count();
  cell["simulated"].flag();
  if (cell.has("sharp")) cell["sharp"].flag();
  Measurement measured;
  measured.file = "paper.json";
  measured.engine = cell["what"].text();
  measured.threads = static_cast<int>(cell["workers"].count());
  measured.budget = cell["quantity"].text();
  const auto add = [&](const char* metric, const Field& value) {
    if (value.json().is_null()) return;
    measured.metric = metric;
    measured.value = value.number();
    all.push_back(measured);
  };
  add("published", cell["number"]);
  add("ours", cell["ours"]);
  for (const char* interval : {"allowed", "ours95"}) {
    if (interval == std::string_view("allowed") && cell["allowed"].json().is_null()) continue;
    const std::vector<Field> ends = cell[interval].elements();
    if (ends.size() != 2) cell[interval].refuse("has not two ends");
    for (const Field& end : ends) {
      if (!end.json().is_null()) end.number();
    }
    if (interval == std::string_view("allowed")) continue;
    add("ours_lower95", ends[0]);
    add("ours_upper95", ends[1]);
  }
}

/// The whole of paper.json.
Json read_paper(const Field& whole, std::vector<Measurement>& all) {
  for (const char* name : {"name", "citation", "set_up", "substituted", "missing"}) {
    whole["paper"][name].text();
  }
  for (const Field& cell : whole["cells"].elements()) read_cell(cell, all);
  for (const Field& result : whole["results"].elements()) result["interrupted"].flag();
  return whole.json();
}

/// What the run has of an item of its plan.
enum class Found { kNothing, kPart, kWhole };

Found found_in(const RunData& data, std::string_view suite, const Json& item) {
  for (const auto& [name, rows] : {std::pair{"throughput", &data.rows},
                                   {"positions", &data.later},
                                   {"ablation", &data.steps}}) {
    if (suite != name) continue;
    const auto repetitions = data.run["settings"]["repetitions"].get<std::size_t>();
    for (const ThroughputRow& row : *rows) {
      if (!has_fields({{"game", row.game}, {"engine", row.engine}}, item)) continue;
      return row.iterations_per_second.size() < repetitions ? Found::kPart : Found::kWhole;
    }
    return Found::kNothing;
  }
  const Json paper = data.paper.value("results", Json::array());
  for (const auto& [name, results] : {std::pair<const char*, const Json*>{"phases", &data.phases},
                                      {"truth", &data.truth},
                                      {"strength", &data.matches},
                                      {"decision", &data.decisions},
                                      {"scaling", &data.scaling},
                                      {"scaling", &data.simulated},
                                      {"chaslot", &data.chaslot},
                                      {"policies", &data.policies},
                                      {"paper", &paper}}) {
    if (suite != name) continue;
    for (const Json& result : *results) {
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
  if (data.finished()) return;
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

}  // namespace

RunData read_run(const std::filesystem::path& folder) {
  RunData data;
  data.folder = folder;
  if (!file_exists(folder / "run.json")) {
    throw UsageError(
        fmt::format("{} is no results folder: it has no run.json, as banyan bench "
                    "writes.",
                    folder.string()));
  }
  const Field run = Field::of_file(folder / "run.json");
  check_run(run);
  data.run = run.json();
  for (auto& [name, rows] :
       {std::pair<const char*, std::vector<ThroughputRow>*>{"throughput.json", &data.rows},
        {"positions.json", &data.later},
        {"ablation.json", &data.steps}}) {
    const auto path = folder / name;
    if (!file_exists(path)) continue;
    const std::vector<ThroughputRepetition> repetitions = read_repetitions(Field::of_file(path));
    add_speeds(repetitions, name, data.measurements);
    *rows = throughput_rows(repetitions);
  }
  for (auto& [name, matches] : {std::pair<const char*, Json*>{"strength.json", &data.matches},
                                {"decision.json", &data.decisions}}) {
    if (!file_exists(folder / name)) continue;
    const Field whole = Field::of_file(folder / name);
    for (const Field& match : whole["matches"].elements()) {
      if (matches == &data.decisions) match["kind"].text();
      read_match(match, name, data.measurements);
    }
    *matches = whole["matches"].json();
  }
  if (file_exists(folder / "phases.json")) {
    const Field whole = Field::of_file(folder / "phases.json");
    for (const Field& result : whole["results"].elements()) {
      read_phases(result, data.measurements);
    }
    data.phases = whole["results"].json();
  }
  if (file_exists(folder / "truth.json")) {
    const Field whole = Field::of_file(folder / "truth.json");
    for (const Field& set : whole["sets"].elements()) read_truth(set, data.measurements);
    data.truth = whole["sets"].json();
  }
  for (auto& [name, results] : {std::pair<const char*, Json*>{"scaling.json", &data.scaling},
                                {"chaslot.json", &data.chaslot},
                                {"policies.json", &data.policies}}) {
    if (!file_exists(folder / name)) continue;
    const Field whole = Field::of_file(folder / name);
    for (const Field& result : whole["results"].elements()) {
      read_scaling(result, name, data.measurements);
      const bool simulated = result["kind"].text().starts_with(kVirtual);
      (simulated ? data.simulated : *results).push_back(result.json());
    }
  }
  if (file_exists(folder / "paper.json")) {
    data.paper = read_paper(Field::of_file(folder / "paper.json"), data.measurements);
  }
  find_missing(data);
  return data;
}

int threads_of(const std::string& engine) {
  try {
    return parse_engine(engine).threads;
  } catch (const UsageError&) {
    const std::size_t at = engine.find("threads=");
    return at == std::string::npos ? 1 : std::max(1, std::atoi(engine.c_str() + at + 8));
  }
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

namespace {

template <typename Rows, typename Name>
std::vector<std::string> distinct(const Rows& rows, const Name& name) {
  std::vector<std::string> names;
  for (const ThroughputRow& row : rows) {
    const std::string next = name(row);
    if (std::find(names.begin(), names.end(), next) == names.end()) names.push_back(next);
  }
  return names;
}

}  // namespace

std::vector<std::string> series_of(const std::vector<ThroughputRow>& rows) {
  return distinct(rows, [](const ThroughputRow& row) { return without_threads(row.engine); });
}

std::vector<std::string> games_in(const std::vector<ThroughputRow>& rows) {
  return distinct(rows, [](const ThroughputRow& row) { return row.game; });
}

}  // namespace banyan::bench
