// Tests of simulated workers: known results, and the program's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "bench/output/results.hpp"
#include "bench/program_test.hpp"
#include "bench/report/scaling.hpp"
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
  EXPECT_EQ(virtual_speedup(row).value, 8);
}

TEST(SimulatedScaling, MeasuresSimulatedWorkersAndNamesThemSo) {
  const TemporaryFolder directory;
  const std::string out = directory.path() / "run";
  const Outcome outcome = run_banyan(
      {"bench", "--profile", "smoke", "--games", "hex:size=4", "--engines",
       "seq;virtual:workers=4;cluster:ranks=4,simulated=on", "--suites", "scaling", "--out", out});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  std::map<std::string, int> kinds;
  for (const Field& each : Results::in(out).all("scaling")) {
    const Json& result = each.json();
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
  for (const char* table : {"/rows.jsonl", "/results.csv"}) {
    EXPECT_THAT(read_file(out + table), HasSubstr("virtual_speedup"));
    EXPECT_THAT(read_file(out + table), HasSubstr("strength_speedup"));
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
