// Tests of benchmarks.hpp: repetitions of several runs of the program make one benchmark.
#include "bench/measure/benchmarks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace banyan::bench {
namespace {

Json repetition(const std::string& name, double rate) {
  return {{"name", name},      {"family_index", 9},       {"run_name", name}, {"threads", 1},
          {"iterations", 1},   {"run_type", "iteration"}, {"rate", rate},     {"zero", 0.0},
          {"time_unit", "ns"}, {"repetitions", 9}};
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

TEST(Benchmarks, HaveTheAggregatesOfAllTheirRepetitionsInWhateverRunTheyWereMeasured) {
  const Json earlier{repetition("a", 1), repetition("b", 1)};
  const Json now{repetition("a", 9), repetition("a", 2)};
  const Json all = merged(earlier, now, {"a", "b"}, 3);
  EXPECT_EQ(places(all), (std::vector<std::string>{"a 0/0", "a 0/1", "a 0/2", "a_mean 0/\"-\"",
                                                   "a_median 0/\"-\"", "a_stddev 0/\"-\"",
                                                   "a_cv 0/\"-\"", "b 1/0"}));
  const std::vector<double> expected{4, 2, std::sqrt(19), std::sqrt(19) / 4};
  for (std::size_t i = 0; i < 4; ++i) {
    const Json& entry = all[3 + i];
    EXPECT_DOUBLE_EQ(entry["rate"].get<double>(), expected[i]) << entry;
    EXPECT_EQ(entry["zero"], 0) << entry;
    EXPECT_EQ(entry["run_type"], "aggregate");
    EXPECT_EQ(entry["run_name"], "a");
    EXPECT_EQ(entry["aggregate_unit"], i < 3 ? "time" : "percentage");
    EXPECT_EQ(entry["iterations"], 3);
    EXPECT_EQ(entry["threads"], 1);
    EXPECT_EQ(entry["time_unit"], "ns");
  }
  EXPECT_EQ(merged(all, Json::array(), {"a", "b"}, 3), all);
}

TEST(Benchmarks, OfOneRepetitionHaveNoAggregates) {
  EXPECT_EQ(merged(Json::array(), Json{repetition("a", 1)}, {"a"}, 1).size(), 1U);
}

}  // namespace
}  // namespace banyan::bench
