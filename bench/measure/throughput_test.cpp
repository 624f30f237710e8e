// Tests of throughput.hpp: the content of a measurement, and reading it.
#include "bench/measure/throughput.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {
namespace {

using std::chrono::milliseconds;

/// A search as it is stored.
Json stored(const std::string& game, const std::string& engine, double rate, double depth) {
  return {{"game", game},
          {"engine", engine},
          {"repetition", 0},
          {"turn", 0},
          {"iterations_per_second", rate},
          {"playouts_per_second", 8 * rate},
          {"threads", 2},
          {"finished_share", 0.25},
          {"cores", 1.5},
          {"system_cores", 0.5},
          {"mean_depth", depth},
          {"nodes_per_iteration", 0.5},
          {"bytes_per_iteration", 40},
          {"page_faults_per_iteration", 0},
          {"conflicts_per_iteration", 0}};
}

ThroughputRow row_of(const Json& search) {
  return read_repetition(Field::of_json(search, "measured.jsonl"));
}

ThroughputOptions small_options(const std::string& games, const std::string& engines) {
  return {parse_games(games), parse_engines(engines), milliseconds(1), 2, 1};
}

std::vector<Json> measure(const ThroughputOptions& options, const std::stop_token& stop = {}) {
  std::vector<Json> searches;
  measure_throughput(
      options, {}, [&](const Json& search) { searches.push_back(search); }, stop);
  return searches;
}

TEST(ThroughputRows, KeepTheRatesOfAllRepetitionsAndTheMeansOfTheRest) {
  const ThroughputRow row =
      throughput_row({row_of(stored("hex", "leaf", 10, 4)), row_of(stored("hex", "leaf", 40, 5)),
                      row_of(stored("hex", "leaf", 13, 9))});
  EXPECT_EQ(row.game, "hex");
  EXPECT_EQ(row.engine, "leaf");
  EXPECT_EQ(row.iterations_per_second, (std::vector<double>{10, 40, 13}));
  EXPECT_EQ(row.playouts_per_second, (std::vector<double>{80, 320, 104}));
  EXPECT_DOUBLE_EQ(row.mean_depth, 6);
  EXPECT_EQ(row.threads, 2);
  EXPECT_DOUBLE_EQ(row.cores, 1.5);
  EXPECT_DOUBLE_EQ(row.nodes_per_iteration, 0.5);
  EXPECT_DOUBLE_EQ(row.bytes_per_iteration, 40);
  EXPECT_TRUE(std::isnan(row.leaves_per_call));
}

TEST(ThroughputRows, AreRefusedWithTheFieldThatIsDamaged) {
  for (const auto& [name, value, fault] :
       {std::tuple<const char*, Json, const char*>{"cores", -1, "is negative"},
        {"finished_share", 1.5, "is no share from 0 to 1"},
        {"threads", 2e6, "is no number of threads"},
        {"game", 7, "is 7: a text is expected"}}) {
    Json damaged = stored("hex", "seq", 10, 4);
    damaged[name] = value;
    try {
      row_of(damaged);
      FAIL() << name;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), fmt::format("measured.jsonl: field {} {}.", name, fault));
    }
  }
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

TEST(MeasureThroughput, HasEveryEngineOnEveryGame) {
  std::multiset<std::string> found;
  for (const Json& search :
       measure(small_options("tic_tac_toe,hex:size=5", "seq;leaf:threads=1"))) {
    found.insert(fmt::format("{} {} {}", search["game"].get<std::string>(),
                             search["engine"].get<std::string>(), search["repetition"].get<int>()));
  }
  EXPECT_EQ(found, (std::multiset<std::string>{
                       "tic_tac_toe seq 0", "tic_tac_toe seq 1", "tic_tac_toe leaf:threads=1 0",
                       "tic_tac_toe leaf:threads=1 1", "hex:size=5 seq 0", "hex:size=5 seq 1",
                       "hex:size=5 leaf:threads=1 0", "hex:size=5 leaf:threads=1 1"}));
}

TEST(MeasureThroughput, CountsWhatTheSearchDid) {
  for (const Json& search : measure(small_options("connect_four", "naive;seq;leaf;root;tree"))) {
    const ThroughputRow row = row_of(search);
    const double playouts = row.engine == "leaf" ? 8 : 1;
    EXPECT_GT(row.iterations_per_second.at(0), 0);
    EXPECT_NEAR(row.playouts_per_second.at(0) / row.iterations_per_second[0], playouts, 1e-6);
    EXPECT_GE(row.mean_depth, 1) << row.engine;
    EXPECT_GT(row.nodes_per_iteration, 0) << row.engine;
    EXPECT_GT(row.bytes_per_iteration, 0) << row.engine;
  }
}

TEST(MeasureThroughput, TakesAnEnginesOwnBudgetInsteadOfTheTime) {
  for (const Json& search : measure(small_options("tic_tac_toe", "seq:iterations=1"))) {
    EXPECT_EQ(search["mean_depth"], 1);  // the one iteration of each search
  }
}

TEST(MeasureThroughput, TakesASearchOfSoManyVisitsThatItHalvedItsStatistics) {
  ThroughputOptions options = small_options("tic_tac_toe", "seq;tree:threads=2");
  for (EngineSettings& engine : options.engines) engine.search.most_visits = 2000;
  options.iterations = 20'000;
  const std::vector<Json> searches = measure(options);
  EXPECT_EQ(searches.size(), 4U);
  for (const Json& search : searches) EXPECT_GT(search["iterations_per_second"], 0);
}

TEST(MeasureThroughput, IsZeroForAnEngineThatDoesNotSearch) {
  const std::vector<Json> searches = measure(small_options("tic_tac_toe", "random"));
  ASSERT_EQ(searches.size(), 2U);
  for (const Json& search : searches) {
    EXPECT_EQ(search["iterations_per_second"], 0);
    EXPECT_EQ(search["bytes_per_iteration"], 0);
  }
}

TEST(MeasureThroughput, KeepsWhatWasFinishedBeforeAStopRequest) {
  std::stop_source source;
  int searches = 0;
  const auto keep = [&](const Json&) {
    ++searches;
    source.request_stop();
  };
  measure_throughput(small_options("tic_tac_toe,connect_four", "seq;naive;root"), {}, keep,
                     source.get_token());
  EXPECT_EQ(searches, 1);
}

TEST(MeasureThroughput, GoesOnFromWhatWasFinishedAndMeasuresNothingTwice) {
  ThroughputOptions options = small_options("tic_tac_toe,connect_four", "seq;naive");
  options.repetitions = 3;
  std::stop_source source;
  std::vector<Field> searches;
  const auto keep = [&](const Json& search) {
    searches.push_back(Field::of_json(search, "measured.jsonl"));
    if (searches.size() == 5) source.request_stop();
  };
  measure_throughput(options, {}, keep, source.get_token());
  ASSERT_EQ(searches.size(), 5U);
  const auto again = [&] {
    const std::vector<Field> earlier = searches;
    measure_throughput(options, earlier, keep, {});
  };
  again();
  std::map<std::string, std::set<int>> repetitions;
  std::set<int> turns;
  for (const Field& search : searches) {
    repetitions[search["game"].text() + " " + search["engine"].text()].insert(
        search["repetition"].json().get<int>());
    turns.insert(search["turn"].json().get<int>());
  }
  EXPECT_EQ(searches.size(), 12U);
  EXPECT_EQ(turns.size(), 12U);
  EXPECT_EQ(repetitions.size(), 4U);
  for (const auto& [name, all] : repetitions) EXPECT_EQ(all, (std::set<int>{0, 1, 2})) << name;
  again();
  EXPECT_EQ(searches.size(), 12U);
}

TEST(MeasureThroughput, MeasuresNothingAfterAStopRequest) {
  std::stop_source source;
  source.request_stop();
  EXPECT_TRUE(measure(small_options("tic_tac_toe", "seq"), source.get_token()).empty());
}

}  // namespace
}  // namespace banyan::bench
