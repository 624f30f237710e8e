// From results to what is shown.
#include "bench/report/run_data.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/experiments/paper.hpp"
#include "bench/report/evidence.hpp"

namespace banyan::bench {
namespace {

/// "hex:size=11, tree:threads=2 against seq, 5.0 ms".
std::string item_text(const Json& item) {
  std::string text;
  for (const auto& [name, value] : item.items()) {
    text += text.empty() ? "" : name == "b" ? " against " : ", ";
    text += value.get<std::string>();
  }
  return text;
}

/// Reads one run's results, in the order in which they were planned.
class Reader {
 public:
  Reader(const Json& run, const Results& results, RunData& data)
      : plan_(run.at("plan")),
        repetitions_(run.at("settings").at("repetitions").get<std::size_t>()),
        results_(results),
        data_(data) {}

  void read_speeds(const std::string& suite, std::vector<ThroughputRow>& rows) const {
    std::vector<std::vector<ThroughputRow>> all;
    for (const Json& item : planned(suite)) {
      std::vector<ThroughputRow> repetitions;
      for (const Field& search : results_.all(suite, item)) {
        repetitions.push_back(read_repetition(search));
      }
      if (repetitions.empty()) continue;
      rows.push_back(throughput_row(repetitions));
      all.push_back(std::move(repetitions));
    }
    add_rows(all, suite, data_.table);
  }

  template <typename Result>
  void read_all(const std::string& suite, std::vector<Result>& results,
                Result (*read)(const Field& result)) const {
    for (const Field& result : results_of(suite)) add(suite, results, read(result));
  }

  /// Matches against time, and the speeds beside them.
  void read_scaling() const {
    for (const Field& result : results_of("scaling")) {
      const std::string kind = result["kind"].text();
      Scaling& scaling = kind.starts_with(kVirtual) ? data_.simulated : data_.scaling;
      if (kind == "speed" || kind == kVirtualSearches) {
        add("scaling", scaling.searches, read_searches(result));
      } else {
        result["factor"].number();
        result["engine"].text();
        add("scaling", scaling.matches, read_match(result));
      }
    }
    add_speedups(data_.scaling, data_.simulated, data_.table);
  }

  void read_paper(const Paper& paper) const {
    data_.paper = paper_data(paper, read_paper_results(results_.all("paper")),
                             read_paper_results(results_of("paper")));
    add_rows(data_.paper, data_.table);
  }

  /// A sentence for each suite of an unfinished run that lacks results, which names them.
  void find_missing() const {
    data_.missing.emplace_back("The run was interrupted before its end.");
    for (const auto& [suite, items] : plan_.items()) {
      std::vector<std::string> missing;
      for (const Json& item : items) {
        const std::optional<bool> whole = is_whole(suite, item);
        if (whole && *whole) continue;
        missing.push_back(item_text(item) + (whole ? " (in part)" : ""));
      }
      if (missing.empty()) continue;
      data_.missing.push_back(fmt::format("{}: {} of {} results are missing: {}.", suite,
                                          missing.size(), items.size(), fmt::join(missing, "; ")));
    }
  }

 private:
  [[nodiscard]] Json planned(const std::string& suite) const {
    return plan_.value(suite, Json::array());
  }

  [[nodiscard]] std::vector<Field> results_of(const std::string& suite) const {
    std::vector<Field> found;
    for (const Json& item : planned(suite)) {
      const Field* result = results_.whole(suite, item);
      if (result == nullptr) result = results_.part(suite, item);
      if (result != nullptr) found.push_back(*result);
    }
    return found;
  }

  template <typename Result>
  void add(const std::string& suite, std::vector<Result>& results, Result result) const {
    add_rows(result, suite, data_.table);
    results.push_back(std::move(result));
  }

  /// Whether the run has an item of its plan whole; nothing if it has not even a part.
  [[nodiscard]] std::optional<bool> is_whole(const std::string& suite, const Json& item) const {
    const std::size_t there = results_.all(suite, item).size();
    // An item of speeds has a result for each repetition.
    const bool of_speeds = suite == "throughput" || suite == "positions" || suite == "ablation";
    if (there >= (of_speeds ? repetitions_ : 1)) return true;
    if (there > 0 || results_.part(suite, item) != nullptr) return false;
    return std::nullopt;
  }

  const Json& plan_;
  std::size_t repetitions_;  ///< of each speed
  const Results& results_;
  RunData& data_;
};

MatchRow read_match_of_a_kind(const Field& match) {
  match["kind"].text();
  return read_match(match);
}

}  // namespace

RunData run_data(const Json& run, const Results& results) {
  RunData data;
  const Field field = Field::of_json(run, "run.json");
  data.finished = field["finished"].flag();
  const Field settings = field["settings"];
  data.study = study_of_run(settings);
  const Reader reader(run, results, data);
  reader.read_speeds("throughput", data.rows);
  reader.read_speeds("positions", data.later);
  reader.read_speeds("ablation", data.steps);
  reader.read_all("strength", data.matches, read_match);
  reader.read_all("decision", data.decisions, read_match_of_a_kind);
  reader.read_all("phases", data.phases, read_phases);
  reader.read_all("truth", data.truth, read_solved);
  reader.read_scaling();
  reader.read_all("policies", data.policies, read_match_of_a_kind);
  reader.read_all("gains", data.gains, read_match_of_a_kind);
  if (settings.has("paper")) reader.read_paper(find_paper(settings["paper"].text()));
  if (!data.finished) reader.find_missing();
  return data;
}

}  // namespace banyan::bench
