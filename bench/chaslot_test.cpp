// Tests of chaslot.hpp: the published numbers, and the same table of a run.
#include "bench/chaslot.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "bench/engines.hpp"
#include "bench/report/synthetic_run_test.hpp"

namespace banyan::bench {
namespace {

TEST(ChaslotMethods, AreEnginesOfThisProgram) {
  for (const ChaslotMethod& method : chaslot_methods()) {
    EXPECT_EQ(parse_engine(fmt::format(fmt::runtime(method.engine), 4)).threads, 4) << method.name;
  }
}

TEST(ChaslotPublished, HasTheNumbersOfThePaper) {
  EXPECT_EQ(chaslot_published("root:threads=4")->strength_speedup, 6.5);
  EXPECT_EQ(chaslot_published("tree:threads=16,lock=node,vl=1")->playout_speedup, 9.1);
  EXPECT_FALSE(chaslot_published("root:threads=8"));
  EXPECT_FALSE(chaslot_published("seq"));
}

TEST(ScalingTable, HasTheSpeedupsOfEachEngineBesideThePaper) {
  // +88.7 +- 77.5 Elo where twice the time has +190.8: S = 2^(88.7 / 190.8), open above.
  const SyntheticRun run;
  const std::string table = scaling_table(run.scaling["results"], "hex:size=3", true).to_console();
  EXPECT_NE(table.find("root:threads=2        1.80              > 1.03"), std::string::npos)
      << table;
  EXPECT_NE(table.find("2.0 / 3.0"), std::string::npos) << table;
}

TEST(ScalingNote, CautionsWhereMoreTimeWasNotShownToHelp) {
  SyntheticRun run;
  Json& results = run.scaling["results"];
  EXPECT_EQ(scaling_note(results, "hex:size=3").find("CAUTION"), std::string::npos);
  for (Json& result : results) {
    if (result["kind"] == "curve") result["pentanomial"] = {10, 0, 20, 0, 10};
  }
  EXPECT_NE(scaling_note(results, "hex:size=3").find("CAUTION: seq was not shown to gain from 2 "),
            std::string::npos);
}

TEST(CurveTable, HasTheMatchesOfOneWorkerAlone) {
  const SyntheticRun run;
  const std::string table = curve_table(run.scaling["results"], "hex:size=3").to_console();
  EXPECT_NE(table.find("0.5 x"), std::string::npos) << table;
  EXPECT_NE(table.find("2 x"), std::string::npos) << table;
  EXPECT_EQ(table.find("1 x"), std::string::npos) << table;
}

}  // namespace
}  // namespace banyan::bench
