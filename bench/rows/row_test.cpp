// Tests of row.hpp: the tidy table's two files.
#include "bench/rows/row.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "bench/report/synthetic_run_test.hpp"
#include "bench/rows/match_row.hpp"

namespace banyan::bench {
namespace {

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
            "e,,\"go:size=9,komi=7.5\",,\"a\"\"b\",2,,,,1,m,0.5,,,1,u\n");
}

TEST(RowsJsonl, HasNullForWhatDoesNotApply) {
  EXPECT_EQ(
      rows_jsonl({row()}),
      "{\"experiment\":\"e\",\"kind\":null,\"game\":\"go:size=9,komi=7.5\",\"position\":null,"
      "\"engine\":\"a\\\"b\",\"threads\":2,\"opponent\":null,\"factor\":null,\"budget\":null,"
      "\"repetition\":1,\"metric\":\"m\",\"value\":0.5,\"low95\":null,\"high95\":null,\"n\":1,"
      "\"unit\":\"u\"}\n");
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
  Json match = SyntheticRun().strength["matches"][0];
  const auto read = [&] { return read_match(Field::of_json(match, "strength.json")); };
  EXPECT_EQ(read().games, 80U);
  match["games"] = 100;
  EXPECT_THROW(read(), UsageError);
  match["counted_games"] = 80;
  EXPECT_EQ(read().games, 80U);
}

}  // namespace
}  // namespace banyan::bench
