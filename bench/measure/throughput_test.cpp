// Tests of throughput.hpp: reading Google Benchmark's JSON, and the content of a measurement.
#include "bench/measure/throughput.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

using std::chrono::milliseconds;

/// One repetition as Google Benchmark writes it.
Json repetition(int family, const std::string& game, const std::string& engine, double rate,
                double depth) {
  const std::string name = "throughput/" + game + "/" + engine + "/manual_time";
  return {{"name", name},
          {"family_index", family},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetition_index", 0},
          {"iterations_per_second", rate},
          {"playouts_per_second", 8 * rate},
          {"engine_threads", 2},
          {"cores", 1.5},
          {"mean_depth", depth},
          {"nodes_per_iteration", 0.5},
          {"bytes_per_iteration", 40}};
}

std::vector<ThroughputRow> rows_in(const Json& whole) {
  return read_throughput(Field::of_json(whole, "throughput.json"));
}

Json aggregate(Json run) {
  run["run_type"] = "aggregate";
  run["aggregate_name"] = "mean";
  run["name"] = run["name"].get<std::string>() + "_mean";
  return run;
}

ThroughputOptions small_options(const std::string& games, const std::string& engines) {
  return {parse_games(games), parse_engines(engines), milliseconds(1), 2, 1};
}

Json measure(const ThroughputOptions& options, const std::stop_token& stop = {}) {
  return measure_throughput(
      options, {}, [](const std::string&) {}, stop);
}

TEST(ReadThroughput, OrdersRowsByFamilyHoweverTheyWereInterleaved) {
  const Json runs{repetition(2, "hex:size=5", "seq", 30, 3),
                  repetition(0, "tic_tac_toe", "seq", 10, 4),
                  repetition(1, "tic_tac_toe", "tree:threads=2,vl=3", 20, 5),
                  repetition(0, "tic_tac_toe", "seq", 12, 6)};
  const auto rows = rows_in({{"benchmarks", runs}});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].game, "tic_tac_toe");
  EXPECT_EQ(rows[0].engine, "seq");
  EXPECT_EQ(rows[1].engine, "tree:threads=2,vl=3");
  EXPECT_EQ(rows[2].game, "hex:size=5");
}

TEST(ReadThroughput, KeepsTheRatesOfAllRepetitionsAndTheMeansOfTheRest) {
  const Json runs{repetition(0, "hex", "leaf", 10, 4), repetition(0, "hex", "leaf", 40, 5),
                  repetition(0, "hex", "leaf", 13, 9)};
  const auto rows = rows_in({{"benchmarks", runs}});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].iterations_per_second, (std::vector<double>{10, 40, 13}));
  EXPECT_EQ(rows[0].playouts_per_second, (std::vector<double>{80, 320, 104}));
  EXPECT_DOUBLE_EQ(rows[0].mean_depth, 6);
  EXPECT_EQ(rows[0].threads, 2);
  EXPECT_DOUBLE_EQ(rows[0].cores, 1.5);
  EXPECT_DOUBLE_EQ(rows[0].nodes_per_iteration, 0.5);
  EXPECT_DOUBLE_EQ(rows[0].bytes_per_iteration, 40);
}

TEST(ThroughputRows, AreStarvedWithoutACoreForEachThread) {
  ThroughputRow row;
  row.engine = "tree:threads=2";
  row.threads = 2;
  row.cores = 1.9;
  EXPECT_FALSE(starved(row));
  row.cores = 1.7;
  EXPECT_TRUE(starved(row));
  row.engine = "leaf:threads=2";
  EXPECT_FALSE(starved(row));
}

TEST(ThroughputRows, SayHowBusyASimulatedEvaluatorWasInVirtualTime) {
  Measured measured;
  measured.found.seconds = 0.001;
  measured.found.iterations = 100;
  measured.found.counters = {
      {"virtual_ns", 2'000'000'000}, {"evaluator_us", 500'000}, {"evaluator_calls", 10},
      {"evaluated_leaves", 80},      {"collisions", 5},         {"choices_checked", 40},
      {"choices_differing", 4}};
  const ThroughputRow row = repetition_of(measured, parse_engine("batched"));
  EXPECT_DOUBLE_EQ(row.evaluator_busy, 0.25);
  EXPECT_DOUBLE_EQ(row.leaves_per_call, 8);
  EXPECT_DOUBLE_EQ(row.collisions_per_iteration, 0.05);
  EXPECT_DOUBLE_EQ(row.other_choices, 0.1);
}

TEST(ReadThroughput, LeavesOutAggregates) {
  const Json runs{repetition(0, "hex", "seq", 10, 4), aggregate(repetition(0, "hex", "seq", 9, 9))};
  const auto rows = rows_in({{"benchmarks", runs}});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].iterations_per_second, (std::vector<double>{10}));
}

TEST(ReadThroughput, HasNoRowsWhereNothingWasFinished) {
  EXPECT_TRUE(rows_in({{"benchmarks", Json::array()}}).empty());
}

TEST(MeasureThroughput, HasEveryEngineOnEveryGame) {
  std::map<std::string, int> repetitions;
  const Json measured = measure(small_options("tic_tac_toe,hex:size=5", "seq;leaf:threads=1"));
  for (const Json& run : measured["benchmarks"]) {
    if (run["run_type"] == "iteration") ++repetitions[run["name"].get<std::string>()];
  }
  EXPECT_EQ(repetitions, (std::map<std::string, int>{
                             {"throughput/tic_tac_toe/seq/manual_time", 2},
                             {"throughput/tic_tac_toe/leaf:threads=1/manual_time", 2},
                             {"throughput/hex:size=5/seq/manual_time", 2},
                             {"throughput/hex:size=5/leaf:threads=1/manual_time", 2},
                         }));
}

TEST(MeasureThroughput, HasItsContextWhereAKilledRunLeftAllRepetitions) {
  const ThroughputOptions options = small_options("tic_tac_toe", "seq");
  Json last;
  const Json measured = measure_throughput(
      options, {{"ours", "1"}}, [](const std::string&) {}, {}, nullptr,
      [&](const Json& so_far) { last = so_far; });
  EXPECT_EQ(last, measured);
  const Json again = measure_throughput(options, {{"ours", "1"}}, [](const std::string&) {}, {},
                                        {{"benchmarks", last["benchmarks"]}});
  EXPECT_EQ(again, measured);
}

TEST(MeasureThroughput, CountsWhatTheSearchDid) {
  for (const ThroughputRow& row :
       rows_in(measure(small_options("connect_four", "naive;seq;leaf;root;tree")))) {
    ASSERT_EQ(row.iterations_per_second.size(), 2U);
    const double playouts = row.engine == "leaf" ? 8 : 1;
    for (const std::size_t i : {0, 1}) {
      EXPECT_GT(row.iterations_per_second[i], 0);
      EXPECT_NEAR(row.playouts_per_second[i] / row.iterations_per_second[i], playouts, 1e-6);
    }
    EXPECT_GE(row.mean_depth, 1) << row.engine;
    EXPECT_GT(row.nodes_per_iteration, 0) << row.engine;
    EXPECT_GT(row.bytes_per_iteration, 0) << row.engine;
  }
}

TEST(MeasureThroughput, TakesAnEnginesOwnBudgetInsteadOfTheTime) {
  const Json measured = measure(small_options("tic_tac_toe", "seq:iterations=1"));
  for (const ThroughputRow& row : rows_in(measured)) {
    EXPECT_EQ(row.mean_depth, 1);  // the one iteration of each search
  }
}

TEST(MeasureThroughput, TakesASearchOfSoManyVisitsThatItHalvedItsStatistics) {
  ThroughputOptions options = small_options("tic_tac_toe", "seq;tree:threads=2");
  for (EngineSettings& engine : options.engines) engine.search.most_visits = 2000;
  options.iterations = 20'000;
  const std::vector<ThroughputRow> rows = rows_in(measure(options));
  ASSERT_EQ(rows.size(), 2U);
  for (const ThroughputRow& row : rows) EXPECT_GT(row.iterations_per_second.front(), 0);
}

TEST(MeasureThroughput, IsZeroForAnEngineThatDoesNotSearch) {
  const auto rows = rows_in(measure(small_options("tic_tac_toe", "random")));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].iterations_per_second, (std::vector<double>{0, 0}));
  EXPECT_EQ(rows[0].bytes_per_iteration, 0);
}

TEST(MeasureThroughput, WritesTheContextThatItIsGiven) {
  const Json json =
      measure_throughput(small_options("tic_tac_toe", "seq"),
                         {{"banyan test", "a \"quoted\" text"}}, [](const std::string&) {}, {});
  EXPECT_EQ(json["context"]["banyan test"], "a \"quoted\" text");
  EXPECT_FALSE(measure(small_options("tic_tac_toe", "seq"))["context"].contains("banyan test"));
}

TEST(MeasureThroughput, ReportsEachRepetition) {
  std::multiset<std::string> names;
  measure_throughput(small_options("tic_tac_toe", "seq;naive"), {},
                     [&](const std::string& name) { names.insert(name); }, {});
  EXPECT_EQ(names.size(), 4U);
  EXPECT_EQ(names.count("throughput/tic_tac_toe/naive"), 2U);
}

TEST(MeasureThroughput, KeepsWhatWasFinishedBeforeAStopRequest) {
  std::stop_source source;
  const Json json = measure_throughput(
      small_options("tic_tac_toe,connect_four", "seq;naive;root"), {},
      [&](const std::string&) { source.request_stop(); }, source.get_token());
  std::size_t repetitions = 0;
  for (const auto& row : rows_in(json)) repetitions += row.iterations_per_second.size();
  EXPECT_EQ(repetitions, 1U);
}

TEST(MeasureThroughput, GoesOnFromWhatWasFinishedAndMeasuresNothingTwice) {
  ThroughputOptions options = small_options("tic_tac_toe,connect_four", "seq;naive");
  options.repetitions = 3;
  std::stop_source source;
  int count = 0;
  Json earlier = measure_throughput(
      options, {},
      [&](const std::string&) {
        if (++count == 5) source.request_stop();
      },
      source.get_token());
  // Distinguishes kept repetitions from newly measured ones.
  for (Json& entry : earlier["benchmarks"]) entry["iterations_per_second"] = 1e18;

  std::size_t measured = 0;
  const Json json = measure_throughput(
      options, {}, [&](const std::string&) { ++measured; }, {}, earlier);
  EXPECT_EQ(measured, 12U - 5U);
  std::size_t kept = 0;
  const auto rows = rows_in(json);
  ASSERT_EQ(rows.size(), 4U);
  const std::vector<std::string> names{"tic_tac_toe seq", "tic_tac_toe naive", "connect_four seq",
                                       "connect_four naive"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].game + " " + rows[i].engine, names[i]);
    EXPECT_EQ(rows[i].iterations_per_second.size(), 3U);
    EXPECT_TRUE(std::is_partitioned(rows[i].iterations_per_second.begin(),
                                    rows[i].iterations_per_second.end(),
                                    [](double rate) { return rate >= 1e18; }))
        << "those of before do not come first";
    for (const double rate : rows[i].iterations_per_second) {
      kept += rate >= 1e18 ? 1U : 0U;
    }
  }
  EXPECT_EQ(kept, 5U);

  std::map<std::string, std::set<int>> indices;
  for (const Json& entry : json["benchmarks"]) {
    EXPECT_EQ(entry["repetitions"], 3);
    const auto name = entry["run_name"].get<std::string>();
    EXPECT_TRUE(name.ends_with("/manual_time") && name.find("repeats") == std::string::npos)
        << name;
    indices[name].insert(entry["repetition_index"].get<int>());
  }
  for (const auto& [name, all] : indices) EXPECT_EQ(all, (std::set<int>{0, 1, 2})) << name;

  // A third measurement finds everything and measures nothing.
  measured = 0;
  const Json again = measure_throughput(
      options, {}, [&](const std::string&) { ++measured; }, {}, json);
  EXPECT_EQ(again["benchmarks"], json["benchmarks"]);
  EXPECT_EQ(measured, 0U);
}

TEST(MeasureThroughput, IsValidJsonWhenItIsStoppedBeforeItBegins) {
  std::stop_source source;
  source.request_stop();
  const Json json = measure(small_options("tic_tac_toe", "seq"), source.get_token());
  EXPECT_TRUE(rows_in(json).empty());
}

TEST(MeasureThroughput, IsReadByGoogleBenchmarksCompare) {
  const std::string script = "/usr/share/benchmark/compare.py";
  if (!std::filesystem::exists(script)) GTEST_SKIP() << script << " is missing";
  if (run({"env", "python3", "-c", "import numpy, scipy.stats"}).status != 0) {
    GTEST_SKIP() << "compare.py needs python3-scipy";
  }
  const TemporaryFolder directory;
  const std::string before = directory.path() / "before.json";
  const std::string after = directory.path() / "after.json";
  Json measured = measure(small_options("tic_tac_toe", "naive"));
  write_file_whole(before, measured.dump());
  for (Json& entry : measured["benchmarks"]) {
    entry["real_time"] = 2 * entry["real_time"].get<double>();
  }
  write_file_whole(after, measured.dump());
  const Outcome outcome = run({"python3", script, "--no-color", "benchmarks", before, after});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  const std::size_t line = outcome.out.find("throughput/tic_tac_toe/naive/manual_time");
  ASSERT_NE(line, std::string::npos) << outcome.text();
  EXPECT_NE(outcome.out.substr(line, outcome.out.find('\n', line) - line).find("+1.0000"),
            std::string::npos)
      << outcome.out;
}

TEST(MeasureThroughput, HasTheTimeOfAnIterationWithAPlayoutForGoogleBenchmarksTools) {
  for (const Json& entry : measure(small_options("tic_tac_toe", "seq;naive"))["benchmarks"]) {
    const double rate = entry["iterations_per_second"];
    EXPECT_NEAR(entry["real_time"].get<double>() * rate, 1e9, 1) << entry;
    EXPECT_GT(entry["cpu_time"], 0) << entry;
    EXPECT_EQ(entry["time_unit"], "ns");
  }
}

}  // namespace
}  // namespace banyan::bench
