// Tests of summary.hpp.
#include "bench/report/summary.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/report/sections.hpp"
#include "bench/report/synthetic_run_test.hpp"

namespace banyan::bench {
namespace {

TEST(SpeedTable, HasTheMeanWithItsOwnIntervalAndTheFinishedVisits) {
  const std::string text = throughput_table({hex_row("seq", 1e6, 0.125)}, "hex").to_markdown();
  EXPECT_NE(text.find("| 1.00 M ± 2 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 12.5 % |"), std::string::npos) << text;
}

ThroughputRow row_of(const std::string& engine, const std::vector<double>& rates) {
  ThroughputRow row = hex_row(engine, 1);
  row.iterations_per_second = row.playouts_per_second = rates;
  return row;
}

TEST(SpeedTable, ComparesWithTheFairBaselineAndWithTheTextbookOnlyWithoutIt) {
  const std::vector<ThroughputRow> fair{hex_row("naive", 1e5), hex_row("plain", 5e5),
                                        hex_row("seq", 1e6)};
  const std::string text = throughput_table(fair, "hex").to_markdown();
  EXPECT_NE(text.find("| x plain | x seq |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 2.00 | 1.00 |"), std::string::npos) << text;
  EXPECT_EQ(text.find("x naive"), std::string::npos) << text;
  const std::string old =
      throughput_table({hex_row("naive", 1e5), hex_row("seq", 1e6)}, "hex").to_markdown();
  EXPECT_NE(old.find("| x naive | x seq |"), std::string::npos) << old;
}

TEST(AblationTable, HasTheFairBaselineBesideItsSteps) {
  const std::vector<ThroughputRow> steps{hex_row("plain", 5e5), hex_row("naive:malloc=system", 1e5),
                                         hex_row("naive", 1e5), hex_row("seq", 1e6)};
  const std::string text = ablation_table(steps, "hex").to_markdown();
  EXPECT_NE(text.find("| 500 k | - | 1.00 |"), std::string::npos) << text;
  EXPECT_NE(text.find("C library's malloc | 100 k | - | 0.20 |"), std::string::npos) << text;
}

TEST(SpeedTable, SaysOfNoiseThatItIsNoiseAndMarksNone) {
  const std::string text =
      throughput_table({hex_row("seq", 200), row_of("root", {100, 800})}, "hex").to_markdown();
  EXPECT_NE(text.find("| root | too noisy | 283 | 10.0 % | - | too noisy |"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("**"), std::string::npos) << text;
}

TEST(SpeedTable, MarksTheBestOnlyWhereItsIntervalLeavesOutTheOthers) {
  const auto marked = [](const std::vector<double>& rates) {
    const std::vector<ThroughputRow> rows{hex_row("seq", 1e6), row_of("root", rates)};
    return throughput_table(rows, "hex").to_markdown().find("**") != std::string::npos;
  };
  EXPECT_TRUE(marked({1.19e6, 1.2e6, 1.21e6}));
  EXPECT_FALSE(marked({1e6, 1.2e6, 1.4e6}));
}

TEST(StrengthTable, SaysOfNoiseThatItIsNoiseAndMarksNoneOfTwoThatMayBeEqual) {
  MatchRow few;
  few.a = "tree";
  few.pentanomial = {0, 0, 1, 0, 0};
  MatchRow better = few;
  better.pentanomial = {5, 0, 20, 0, 15};
  MatchRow best = few;
  best.pentanomial = {5, 0, 20, 0, 16};
  const std::string text = strength_table({few, better, best}).to_markdown();
  EXPECT_NE(text.find("| too noisy |"), std::string::npos) << text;
  EXPECT_EQ(text.find("**"), std::string::npos) << text;
}

TEST(SpeedTable, SaysOfALittleErrorThatItIsLittle) {
  const auto text = [](const std::vector<double>& rates) {
    return throughput_table({row_of("seq", rates)}, "hex").to_markdown();
  };
  EXPECT_NE(text({1e6, 1e6}).find("| 1.00 M ± < 0.1 % |"), std::string::npos) << text({1e6, 1e6});
  EXPECT_NE(text({0.999e6, 1e6, 1.001e6}).find("| 1.00 M ± 0.2 % |"), std::string::npos)
      << text({0.999e6, 1e6, 1.001e6});
}

/// All notes of the sections, one after another.
std::string notes_of(const RunData& data) {
  std::string text;
  for (const Section& section : sections_of(data)) {
    for (const std::string& note : section.notes) text += note + '\n';
  }
  return text;
}

TEST(Sections, NameTheControlThatTheEnginesPlayed) {
  MatchRow match;
  match.game = "hex";
  match.a = match.engine = "seq:c=2";
  match.b = "seq:c=1";
  match.kind = "iterations";
  match.pentanomial = {5, 0, 20, 0, 15};
  RunData study;
  study.study = Study{.name = "which", .help = "which one", .measure = StudyMeasure::kMatches};
  study.gains = {match};
  EXPECT_NE(notes_of(study).find("against the control (seq:c=1):"), std::string::npos);
  match.b = "seq";
  RunData policies;
  policies.policies = {match};
  EXPECT_NE(notes_of(policies).find("against the control (seq):"), std::string::npos);
}

TEST(TruthTable, NamesTheEngineThatTheOthersAreComparedWith) {
  SolvedSet set;
  set.game = "hex";
  set.rows.resize(2);
  set.rows[0].engine = "root:threads=1";
  set.rows[1].engine = "seq";
  const std::string text = truth_table({set}, "hex").to_markdown();
  EXPECT_NE(text.find("more than root:threads=1 (95 %)"), std::string::npos) << text;
}

}  // namespace
}  // namespace banyan::bench
