// Repetitions of benchmarks and their aggregates.
#include "bench/measure/benchmarks.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

bool is_repetition(const Json& entry, const std::string& run_name) {
  return entry["run_type"] == "iteration" && entry["run_name"] == run_name;
}

/// Whether a field is measured: all other numbers say which repetition it is.
bool is_measured(const std::string& name, const Json& value) {
  static const std::set<std::string> kNumbersOfOthers{"family_index", "per_family_instance_index",
                                                      "repetitions",  "repetition_index",
                                                      "threads",      "iterations",
                                                      "turn"};
  return value.is_number() && !kNumbersOfOthers.contains(name);
}

/// Of zeros it would be none, which is no JSON.
double coefficient_of_variation(std::span<const double> values) {
  const double centre = mean(values);
  return centre == 0 ? 0 : standard_deviation(values) / centre;
}

struct Aggregate {
  const char* name;
  const char* unit;
  double (*of)(std::span<const double> values);
};

constexpr Aggregate kAggregates[]{{"mean", "time", mean},
                                  {"median", "time", median},
                                  {"stddev", "time", standard_deviation},
                                  {"cv", "percentage", coefficient_of_variation}};

/// As Google Benchmark writes it.
Json aggregate_json(const std::vector<Json>& repetitions, const Aggregate& aggregate) {
  Json entry = repetitions.front();
  entry["name"] = entry["run_name"].get<std::string>() + "_" + aggregate.name;
  entry["run_type"] = "aggregate";
  entry["aggregate_name"] = aggregate.name;
  entry["aggregate_unit"] = aggregate.unit;
  entry["iterations"] = repetitions.size();
  entry.erase("repetition_index");
  entry.erase("turn");
  for (const auto& [name, first] : repetitions.front().items()) {
    if (!is_measured(name, first)) continue;
    std::vector<double> values;
    for (const Json& repetition : repetitions) {
      const Json& value = repetition.value(name, Json());
      if (value.is_number()) values.push_back(value.get<double>());
    }
    entry[name] = aggregate.of(values);
  }
  return entry;
}

}  // namespace

int repetitions_of(const Json& benchmarks, const std::string& run_name) {
  return static_cast<int>(
      std::count_if(benchmarks.begin(), benchmarks.end(),
                    [&](const Json& entry) { return is_repetition(entry, run_name); }));
}

Json merged(const Json& earlier, const Json& now, const std::vector<std::string>& run_names,
            int repetitions) {
  Json all = Json::array();
  for (std::size_t family = 0; family < run_names.size(); ++family) {
    std::vector<Json> measured;
    for (const Json* part : {&earlier, &now}) {
      for (const Json& entry : *part) {
        if (!is_repetition(entry, run_names[family])) continue;
        Json& repetition = measured.emplace_back(entry);
        repetition["family_index"] = family;
        repetition["repetitions"] = repetitions;
        repetition["repetition_index"] = measured.size() - 1;
      }
    }
    for (const Json& repetition : measured) all.push_back(repetition);
    if (repetitions == 1 || static_cast<int>(measured.size()) < repetitions) continue;
    for (const Aggregate& aggregate : kAggregates) {
      all.push_back(aggregate_json(measured, aggregate));
    }
  }
  return all;
}

}  // namespace banyan::bench
