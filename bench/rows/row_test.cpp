// Tests of row.hpp: the tidy table's two files.
#include "bench/rows/row.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench/rows/match_row.hpp"

namespace banyan::bench {
namespace {

// A reference into a field that ends with the statement would be read after its end.
static_assert(std::is_same_v<decltype(std::declval<const Field>()["of"].json()), Json>);

Row row() {
  return {.experiment = "e",
          .game = "go:size=9,komi=7.5",
          .engine = "a\"b",
          .threads = 2,
          .repetition = 1,
          .metric = "m",
          .value = 0.5,
          .unit = "u"};
}

TEST(RowsCsv, QuotesCommasAndQuotes) {
  const std::string csv = rows_csv({row()});
  EXPECT_EQ(csv.substr(csv.find('\n') + 1),
            "e,,\"go:size=9,komi=7.5\",,\"a\"\"b\",2,1,,,,1,m,0.5,,,1,u,\n");
}

TEST(RowsJsonl, HasNullForWhatDoesNotApply) {
  EXPECT_EQ(
      rows_jsonl({row()}),
      "{\"experiment\":\"e\",\"kind\":null,\"game\":\"go:size=9,komi=7.5\",\"position\":null,"
      "\"engine\":\"a\\\"b\",\"threads\":2,\"workers\":1,\"opponent\":null,\"factor\":null,"
      "\"budget\":null,"
      "\"repetition\":1,\"metric\":\"m\",\"value\":0.5,\"low95\":null,\"high95\":null,\"n\":1,"
      "\"unit\":\"u\",\"text\":null}\n");
}

TEST(Rows, HaveSimulatedWorkersBesideThreads) {
  EXPECT_EQ(workers_of("virtual:workers=8,vl=1"), 8);
  EXPECT_EQ(workers_of("batched:vl=1,inflight=16"), 16);
  EXPECT_EQ(workers_of("cluster:ranks=4,simulated=on"), 4);
  EXPECT_EQ(workers_of("tree:threads=2"), 2);
  EXPECT_EQ(workers_of("seq"), 1);
}

TEST(RowWriter, AddsTexts) {
  std::vector<Row> rows;
  RowWriter writer({.experiment = "e"}, rows);
  writer.add_text("lost", "0012");
  writer.add_text("none", "");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows_jsonl(rows),
            "{\"experiment\":\"e\",\"kind\":null,\"game\":null,\"position\":null,"
            "\"engine\":null,\"threads\":null,\"workers\":null,\"opponent\":null,"
            "\"factor\":null,\"budget\":null,\"repetition\":null,\"metric\":\"lost\","
            "\"value\":null,\"low95\":null,\"high95\":null,\"n\":1,\"unit\":null,"
            "\"text\":\"0012\"}\n");
}

TEST(Rows, WriteInfiniteEndsAsInf) {
  Row open = row();
  open.low95 = -kInfinity;
  open.high95 = kInfinity;
  EXPECT_NE(rows_csv({open}).find(",0.5,-Inf,Inf,"), std::string::npos);
  EXPECT_NE(rows_jsonl({open}).find("\"low95\":\"-Inf\",\"high95\":\"Inf\""), std::string::npos);
}

TEST(RowWriter, LeavesOutWhatIsNotKnownAndTheRepetitionOfEstimates) {
  std::vector<Row> rows;
  RowWriter writer({.experiment = "e", .repetition = 3}, rows);
  writer.add("known", 1, "1");
  writer.add("unknown", kNaN, "1");
  writer.add("mean", Estimate{2, 1, 1, 3}, 5, "1");
  writer.add("no mean", kNotMeasured, 5, "1");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].repetition, 3);
  EXPECT_FALSE(rows[1].repetition);
  EXPECT_EQ(rows[1].low95, 1);
  EXPECT_EQ(rows[1].n, 5U);
}

TEST(RowFields, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const RowField& field : row_fields()) EXPECT_TRUE(names.insert(field.name).second);
}

TEST(MatchRow, HasTheGamesThatCount) {
  Json match = Json::parse(R"({"game": "hex:size=3", "a": "root:threads=2", "b": "seq",
    "games": 100, "counted_games": 80, "wins": 50, "draws": 0, "losses": 30, "pentanomial": [5, 0, 20, 0, 15],
    "iterations_per_second": {"a": 2e6, "b": 1e6}, "budget": "1.0 ms",
    "effort": {"a": {"seconds_per_move": 0.001, "mean_depth": 4.5},
               "b": {"seconds_per_move": 0.001, "mean_depth": 4.0}}})");
  const auto read = [&] { return read_match(Field::of_json(match, "measured.jsonl")); };
  EXPECT_EQ(read().games, 80U);
  match["counted_games"] = 100;
  EXPECT_THROW(read(), UsageError);
}

}  // namespace
}  // namespace banyan::bench
