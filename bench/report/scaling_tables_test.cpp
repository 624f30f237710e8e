// Tests of scaling_tables.hpp: the tables of a run whose numbers are known.
#include "bench/report/scaling_tables.hpp"

#include <gtest/gtest.h>

#include "bench/report/synthetic_run_test.hpp"

namespace banyan::bench {
namespace {

TEST(ScalingTable, HasTheSpeedupsOfEachEngine) {
  // +88.7 +- 81.1 Elo (of 40 pairs) where twice the time has +190.8: S = 2^(88.7 / 190.8), open
  // above.
  const SyntheticRun run;
  const std::string table =
      scaling_table(scaling_of(run.scaling["results"]), "hex:size=3").to_console();
  EXPECT_NE(table.find("root:threads=2        1.80              > 1.01"), std::string::npos)
      << table;
  EXPECT_NE(table.find("Elo, iterations"), std::string::npos) << table;
}

TEST(ScalingNote, CautionsWhereMoreTimeWasNotShownToHelp) {
  Scaling results = scaling_of(SyntheticRun().scaling["results"]);
  EXPECT_EQ(scaling_note(results, "hex:size=3").find("Caution"), std::string::npos);
  for (MatchRow& match : results.matches) {
    if (match.kind == "curve") match.pentanomial = {10, 0, 20, 0, 10};
  }
  EXPECT_NE(scaling_note(results, "hex:size=3").find("Caution: seq was not shown to gain from 2 "),
            std::string::npos);
}

TEST(CurveTable, HasEachEngineAtEachOfItsTimes) {
  const SyntheticRun run;
  const std::string table =
      curve_table(scaling_of(run.scaling["results"]), "hex:size=3").to_console();
  for (const char* row : {"seq             0.5 x", "seq               2 x", "root:threads=2    1 x",
                          "root:threads=2    2 x"}) {
    EXPECT_NE(table.find(row), std::string::npos) << table;
  }
}

TEST(ScalingCurve, IsOfOneEngineAlone) {
  const Scaling results = scaling_of(SyntheticRun().scaling["results"]);
  const auto seq = scaling_curve(results, "hex:size=3", one_worker(results, "hex:size=3"));
  ASSERT_EQ(seq.size(), 2U);
  EXPECT_EQ(seq[0].factor, 0.5);
  const auto root = scaling_curve(results, "hex:size=3", "root:threads=2");
  ASSERT_EQ(root.size(), 1U);
  EXPECT_GT(root[0].elo.value, 0);
}

}  // namespace
}  // namespace banyan::bench
