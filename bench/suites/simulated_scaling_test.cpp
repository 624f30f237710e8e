// Tests of simulated workers: tables and figures of known results, and of the program's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "bench/figures/figures.hpp"
#include "bench/program_test.hpp"
#include "bench/report/run_data.hpp"
#include "bench/report/simulated_tables.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

MatchRow match(const char* kind, const char* a, double factor, const Pentanomial& counts) {
  MatchRow match;
  match.game = "hex";
  match.kind = kind;
  match.a = match.engine = a;
  match.games = 80;
  match.factor = factor;
  match.pentanomial = counts;
  return match;
}

/// A quarter of the iterations loses 7 : 1, half 3 : 1 (-190.8 Elo), twice as many win 3 : 1. The
/// engine loses 3 : 1 at equal iterations, which it makes eight times as fast as one worker.
Scaling results() {
  const char* const engine = "virtual:workers=16,vl=0";
  const SearchesRow row{engine,
                        16,
                        {{"virtual_speedup", {8, 8, 8}},
                         {"utilisation", {0.5, 0.5, 0.5}},
                         {"in_flight", {15.5, 15.5, 15.5}},
                         {"other_choices", {0.2, 0.3, 0.4}}}};
  return {{match("virtual curve", "seq", 0.25, {300, 0, 100, 0, 0}),
           match("virtual curve", "seq", 0.5, {200, 0, 200, 0, 0}),
           match("virtual curve", "seq", 2, {0, 0, 200, 0, 200}),
           match("virtual iterations", engine, 1, {200, 0, 200, 0, 0}),
           match("virtual time", engine, 0.125, {0, 0, 200, 0, 200})},
          {{"virtual searches", "hex", "", {row}}}};
}

TEST(SimulatedScaling, MultipliesTheSpeedInVirtualTimeByWhatItsIterationsAreWorth) {
  const Scaling all = results();
  const Estimate strength = simulated_strength(all, "hex", simulated_rows(all, "hex").front());
  EXPECT_NEAR(strength.value, 8 * 0.5, 0.01);
  EXPECT_LT(strength.lower95, 4);
  EXPECT_GT(strength.upper95, 4);
}

TEST(SimulatedScaling, IsOfNoStrengthWithoutMatches) {
  const Scaling all{{}, results().searches};
  const SearchesRow row = simulated_rows(all, "hex").front();
  EXPECT_TRUE(std::isnan(simulated_strength(all, "hex", row).value));
  EXPECT_THAT(simulated_table(all, "hex").to_markdown(), HasSubstr("| 8.0 ± 0.0 | 50 ± 0 % |"));
}

TEST(SimulatedScaling, HasALineForEachEngine) {
  // The mean of 20, 30 and 40 % has an interval of 4.303 standard errors of 5.77 %.
  EXPECT_THAT(simulated_table(results(), "hex").to_markdown(),
              HasSubstr("| virtual:workers=16,vl=0 | 8.0 ± 0.0 | 50 ± 0 % | 16 ± 0 | "
                        "30.0 ± 24.8 % | 4.00 ("));
}

TEST(SimulatedScaling, CautionsWhereMoreIterationsWereNotShownToHelp) {
  Scaling all = results();
  EXPECT_EQ(simulated_note(all, "hex").find("Caution"), std::string::npos);
  all.matches[2].pentanomial = {10, 0, 20, 0, 10};
  EXPECT_THAT(simulated_note(all, "hex"), HasSubstr("Caution: seq was not shown to gain from 2 "));
}

TEST(SimulatedScaling, IsDrawnAgainstTheNumberOfWorkers) {
  RunData data;
  data.simulated = results();
  data.simulated.searches[0].rows[0].values["in_flight"] = {kNaN, kNaN, kNaN};
  const std::vector<Figure> figures = simulated_figures(data);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures.front().blocks, 4U);  // not those in flight
  EXPECT_THAT(figures.front().data,
              HasSubstr("# virtual:vl=0\n16 8 8 8\n\n\n# virtual:vl=0\n16 4"));
  EXPECT_THAT(figures.front().data, HasSubstr("16 50 50 50\n\n\n# virtual:vl=0\n16 30 5.15"));
}

TEST(SimulatedScaling, MeasuresSimulatedWorkersAndNamesThemSo) {
  const TemporaryFolder directory;
  const std::string out = directory.path() / "run";
  const Outcome outcome = run_banyan(
      {"bench", "--profile", "smoke", "--games", "hex:size=4", "--engines",
       "seq;virtual:workers=4;cluster:ranks=4,simulated=on", "--suites", "scaling", "--out", out});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.out, HasSubstr("hex:size=4: simulated workers, in virtual time"));
  std::map<std::string, int> kinds;
  const Json scaling = Json::parse(read_file(out + "/scaling.json"));
  for (const Json& result : scaling["results"]) {
    ++kinds[result["kind"].get<std::string>()];
    if (result["kind"] == "virtual searches") {
      EXPECT_GT(result["rows"][0]["virtual_speedup"][0], 1);
      EXPECT_TRUE(result["rows"][1]["in_flight"][0].is_null());
    }
    if (result["kind"] == "virtual time") {
      EXPECT_TRUE(result["b"].get<std::string>().starts_with("seq:iterations="));
      EXPECT_LT(result["factor"], 1);
    }
  }
  EXPECT_EQ(kinds, (std::map<std::string, int>{{"virtual curve", 4},
                                               {"virtual iterations", 2},
                                               {"virtual searches", 1},
                                               {"virtual time", 2}}));
  EXPECT_TRUE(file_exists(out + "/figures/simulated-hex-size-4.svg"));
  for (const char* table : {"/rows.jsonl", "/results.csv"}) {
    EXPECT_THAT(read_file(out + table), HasSubstr("virtual_speedup"));
  }
}

TEST(SimulatedScaling, RefusesBudgetsOfTheirOwn) {
  const Outcome outcome = run_banyan(
      {"bench", "--engines", "seq;virtual:clock=1ms", "--suites", "scaling", "--games", "hex"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "banyan: --suites scaling gives simulated workers their iterations: leave the budget "
            "of virtual:clock=1ms out.\n");
}

}  // namespace
}  // namespace banyan::bench
