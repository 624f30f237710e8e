// Tests of benchmarks.hpp: repetitions of several runs make one benchmark.
#include "bench/measure/benchmarks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace banyan::bench {
namespace {

Json repetition(const std::string& name, double rate) {
  return {{"name", name},    {"family_index", 9},       {"run_name", name}, {"threads", 1},
          {"iterations", 1}, {"run_type", "iteration"}, {"rate", rate},     {"repetitions", 9}};
}

/// Each entry as "NAME number of its benchmark/of its repetition".
std::vector<std::string> places(const Json& benchmarks) {
  std::vector<std::string> all;
  for (const Json& entry : benchmarks) {
    all.push_back(entry["name"].get<std::string>() + ' ' + entry["family_index"].dump() + '/' +
                  entry.value("repetition_index", Json("-")).dump());
  }
  return all;
}

TEST(Benchmarks, AreInOrderWithRepetitionsAsTheyWereMeasured) {
  const Json earlier{repetition("b", 1), repetition("a", 2)};
  const Json now{repetition("a", 3), repetition("a", 4), repetition("b", 5)};
  const Json all = merged(earlier, now, {"a", "b"}, 4);
  EXPECT_EQ(places(all), (std::vector<std::string>{"a 0/0", "a 0/1", "a 0/2", "b 1/0", "b 1/1"}));
  std::vector<double> rates;
  for (const Json& entry : all) {
    rates.push_back(entry["rate"].get<double>());
    EXPECT_EQ(entry["repetitions"], 4);
  }
  EXPECT_EQ(rates, (std::vector<double>{2, 3, 4, 1, 5}));
}

}  // namespace
}  // namespace banyan::bench
