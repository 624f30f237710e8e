// Tests of comparisons: what is called faster or slower, and what is refused.
#include "bench/report/compare.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "bench/program_test.hpp"
#include "bench/report/runs.hpp"
#include "bench/report/synthetic_run_test.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

class Comparisons : public testing::Test {
 protected:
  RunData read(const SyntheticRun& run, const char* name) const {
    run.write(directory_.path() / name);
    return read_run(directory_.path() / name);
  }
  [[nodiscard]] std::string folder(const char* name) const { return directory_.path() / name; }

  TemporaryFolder directory_;
};

TEST_F(Comparisons, OfARunWithItselfSayThatNothingChanged) {
  const RunData a = read(SyntheticRun(), "a");
  const Comparison same = compare_runs(a, a);
  EXPECT_EQ(same.speeds.size(), 5U);
  EXPECT_EQ(same.strengths.size(), 1U);
  EXPECT_EQ(same.unpaired, 0U);
  EXPECT_EQ(same.count(Change::kUnknown), 6U);
  EXPECT_NE(comparison_text(same, kDefaultTolerance).find("Nothing was shown to have changed"),
            std::string::npos);
}

TEST_F(Comparisons, CallFivePercentSlowerSlowerWithAnIntervalThatContainsIt) {
  const Comparison slower = compare_runs(read(SyntheticRun(), "a"), read(SyntheticRun(0.95), "b"));
  EXPECT_EQ(slower.count(Change::kWorse), 5U);
  for (const SpeedChange& row : slower.speeds) {
    EXPECT_LE(row.ratio.lower95, 0.95);
    EXPECT_GE(row.ratio.upper95, 0.95);
    EXPECT_LT(row.ratio.upper95, 1);
  }
}

TEST_F(Comparisons, CallAGainFaster) {
  const Comparison faster = compare_runs(read(SyntheticRun(), "a"), read(SyntheticRun(1.1), "b"));
  EXPECT_EQ(faster.count(Change::kBetter), 5U);
}

TEST_F(Comparisons, DoNotCallDifferencesBelowTheTolerance) {
  const RunData a = read(SyntheticRun(), "a");
  const RunData b = read(SyntheticRun(0.95), "b");
  EXPECT_EQ(compare_runs(a, b, 0.06).count(Change::kWorse), 0U);
}

TEST_F(Comparisons, CallAnEloThatFellWeaker) {
  SyntheticRun weak;
  weak.strength["matches"][0]["pentanomial"] = {25, 0, 12, 0, 3};
  const Comparison change = compare_runs(read(SyntheticRun(), "a"), read(weak, "b"));
  EXPECT_EQ(change.strengths[0].change, Change::kWorse);
  EXPECT_LT(change.strengths[0].difference.upper95, 0);
}

TEST_F(Comparisons, OfSeveralRunsHaveTheScatterOfWholeRuns) {
  // Within a run searches scatter by half a percent, runs by five.
  const std::array day{0.95, 1.0, 1.05};
  for (std::size_t i = 0; i < day.size(); ++i) {
    SyntheticRun run(day[i]);
    run.run["settings"]["seed"] = i + 1;
    run.write(directory_.path() / "a" / std::to_string(i));
    SyntheticRun other(1.03 * day[i]);
    other.run["settings"]["seed"] = i + 4;
    other.write(directory_.path() / "b" / std::to_string(i));
  }
  const auto single = [&](const char* name) { return read_run(directory_.path() / name); };
  EXPECT_EQ(compare_runs(single("a/1"), single("b/1")).count(Change::kBetter), 5U);
  const Runs a = read_runs(directory_.path() / "a");
  const Runs b = read_runs(directory_.path() / "b");
  EXPECT_EQ(a.count, 3U);
  EXPECT_EQ(a.data.rows.front().iterations_per_second.size(), 3U);
  EXPECT_EQ(a.data.matches[0].games, 3 * 80);
  EXPECT_EQ(a.data.matches[0].of_a.iterations_per_second, 2e6);
  EXPECT_EQ(compare_runs(a.data, b.data).count(Change::kBetter), 0U);
  const Outcome outcome = run_banyan({"compare", folder("a"), folder("b")});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("the scatter from run to run"), std::string::npos) << outcome.out;
  EXPECT_EQ(read_runs(directory_.path() / "a" / "1").count, 1U);
}

TEST_F(Comparisons, RefuseSeveralRunsThatDifferInMoreThanTheirSeeds) {
  SyntheticRun().write(directory_.path() / "a" / "1");
  SyntheticRun longer;
  longer.run["settings"]["search_ms"] = 50;
  longer.write(directory_.path() / "a" / "2");
  const Outcome outcome = run_banyan({"compare", folder("a"), folder("a")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("differ in more than their seeds"), std::string::npos) << outcome.err;
}

TEST_F(Comparisons, AreAtMostAHundredColumnsWide) {
  const std::string text = comparison_text(
      compare_runs(read(SyntheticRun(), "a"), read(SyntheticRun(0.95), "b")), kDefaultTolerance);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(display_width(text.substr(begin, end - begin)), 100U);
    begin = end + 1;
  }
}

TEST_F(Comparisons, RefuseOtherMachinesBuildsAndSettingsUnlessAsked) {
  const RunData a = read(SyntheticRun(), "a");
  SyntheticRun other;
  other.run["provenance"]["machine"]["cpu_model"] = "Other";
  const RunData b = read(other, "b");
  try {
    check_comparable(a, b, {});
    ADD_FAILURE() << "not refused";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(), folder("a") + " and " + folder("b") +
                                " are of different machines: cpu_model is Test <CPU> and Other; "
                                "give --across machines to compare them all the same.");
  }
  EXPECT_NO_THROW(check_comparable(a, b, {.machines = true}));
  SyntheticRun build;
  build.run["provenance"]["commit"] = "def";
  const RunData c = read(build, "c");
  EXPECT_THROW(check_comparable(a, c, {.machines = true}), UsageError);
  EXPECT_NO_THROW(check_comparable(a, c, {.builds = true}));
  SyntheticRun settings;
  settings.run["settings"]["search_ms"] = 400;
  const RunData d = read(settings, "d");
  EXPECT_THROW(check_comparable(a, d, {}), UsageError);
  EXPECT_NO_THROW(check_comparable(a, d, {.settings = true}));
}

TEST_F(Comparisons, ExitWithOneOnARegressionOnlyIfAsked) {
  read(SyntheticRun(), "a");
  read(SyntheticRun(0.9), "b");
  EXPECT_EQ(run_banyan({"compare", folder("a"), folder("b")}).status, 0);
  EXPECT_EQ(run_banyan({"compare", folder("a"), folder("b"), "--fail-on-regression"}).status, 1);
  EXPECT_EQ(run_banyan({"compare", folder("b"), folder("a"), "--fail-on-regression"}).status, 0);
}

TEST_F(Comparisons, ExitWithTwoAndOneSentenceOnDamage) {
  read(SyntheticRun(), "a");
  write_file_whole(folder("a") + "/run.json", "{\"provenance\": 3}");
  const Outcome outcome = run_banyan({"compare", folder("a"), folder("a")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "banyan: " + folder("a") +
                             "/run.json: field provenance is 3: an object is expected.\n");
}

}  // namespace
}  // namespace banyan::bench
