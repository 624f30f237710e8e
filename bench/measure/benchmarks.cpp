// Repetitions of benchmarks.
#include "bench/measure/benchmarks.hpp"

#include <algorithm>

namespace banyan::bench {
namespace {

bool is_repetition(const Json& entry, const std::string& run_name) {
  return entry["run_type"] == "iteration" && entry["run_name"] == run_name;
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
    int index = 0;
    for (const Json* part : {&earlier, &now}) {
      for (const Json& entry : *part) {
        if (!is_repetition(entry, run_names[family])) continue;
        Json& repetition = all.emplace_back(entry);
        repetition["family_index"] = family;
        repetition["repetitions"] = repetitions;
        repetition["repetition_index"] = index++;
      }
    }
  }
  return all;
}

}  // namespace banyan::bench
