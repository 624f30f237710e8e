// Tests of verdict.hpp: what a person is told to do.
#include "bench/report/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bench/report/synthetic_run_test.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

// 400 pairs each.
const Pentanomial kMuchStronger{20, 0, 160, 0, 220};  // 75 %, +191 Elo
const Pentanomial kStronger{60, 0, 200, 0, 140};      // 60 %, +70 Elo
const Pentanomial kDoubtful{83, 0, 200, 0, 117};      // 54 %: p = 0.019 by itself
const Pentanomial kEqual{100, 0, 200, 0, 100};
const Pentanomial kWeaker{140, 0, 200, 0, 60};  // -70 Elo
const Pentanomial kBehind{105, 0, 200, 0, 95};

MatchRow match(const std::string& engine, const Pentanomial& pentanomial,
               const std::string& kind = "chosen", const std::string& game = "hex") {
  MatchRow match;
  match.kind = kind;
  match.game = game;
  match.a = engine;
  match.b = "seq";
  match.budget = "50 ms";
  match.games = 2 * 400;
  match.pentanomial = pentanomial;
  match.of_a.iterations_per_second = 1.79e6;
  match.of_b.iterations_per_second = 1e6;
  return match;
}

RunData run_with(const std::vector<MatchRow>& decisions) {
  RunData data;
  data.decisions = decisions;
  return data;
}

testing::AssertionResult has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                              : testing::AssertionFailure() << text;
}

TEST(Advice, NamesTheChosenEngineThatFreshGamesShowToBeStronger) {
  const std::string text = advice(run_with({match("tree", kMuchStronger)}), "hex");
  EXPECT_TRUE(text.starts_with("hex, 50 ms a move: use tree. It is +190.8 ± ")) << text;
  EXPECT_TRUE(has(text, " Elo over seq (95 %, 800 fresh games), with 1.79 times "));
  EXPECT_TRUE(has(text, "; p < 0.001."));
}

TEST(Advice, IsTheBaselineWhereTheChosenEngineIsShownToBeWeaker) {
  const std::string text = advice(run_with({match("leaf", kWeaker)}), "hex");
  EXPECT_TRUE(text.starts_with("hex, 50 ms a move: use seq. The best of the others, leaf, is -70."))
      << text;
}

TEST(Advice, IsUndecidedWhereTheGamesDoNotTellAndSaysHowManyWould) {
  const std::string text = advice(run_with({match("tree", kEqual)}), "hex");
  EXPECT_TRUE(
      text.starts_with("hex, 50 ms a move: undecided; the best guess is tree. It is +0.0 ± "))
      << text;
  EXPECT_TRUE(has(text, " A difference of 10 Elo would need some "));
}

TEST(Advice, TakesAllGamesOfTheRunTogether) {
  EXPECT_TRUE(has(advice(run_with({match("tree", kDoubtful)}), "hex"), ": use tree."));
  const std::vector<MatchRow> four{match("tree", kDoubtful), match("tree", kEqual, "chosen", "go"),
                                   match("tree", kEqual, "chosen", "othello"),
                                   match("tree", kEqual, "chosen", "nim")};
  EXPECT_TRUE(has(advice(run_with(four), "hex"), ": undecided; the best guess is tree. It is "));
}

TEST(Advice, SaysThatTheCorrectionLeavesUndecidedWhatByItselfWouldBeADifference) {
  const std::vector<MatchRow> four{match("tree", kDoubtful), match("tree", kEqual, "chosen", "go"),
                                   match("tree", kEqual, "chosen", "othello"),
                                   match("tree", kEqual, "chosen", "nim")};
  EXPECT_TRUE(
      has(advice(run_with(four), "hex"),
          " By itself this would be a difference (p = 0.019). Among the 4 games of this run "
          "it is not: p = 0.078 after Holm's correction."));
  EXPECT_FALSE(has(advice(run_with({match("tree", kEqual)}), "hex"), "By itself"));
}

TEST(Advice, IsTheBaselineAsTheBestGuessWhereTheChosenEngineScoredLess) {
  const std::string text = advice(run_with({match("leaf", kBehind)}), "hex");
  EXPECT_TRUE(text.starts_with(
      "hex, 50 ms a move: undecided; the best guess is seq. The best of the others, leaf, is -"))
      << text;
}

TEST(BusyText, CountsTheSpeedsThatHadTooFewCores) {
  RunData data;
  data.rows = {hex_row("seq", 1e6), hex_row("tree:threads=2", 1e6)};
  data.rows[0].cores = 1;
  data.rows[1].threads = 2;
  data.rows[1].cores = 2;
  EXPECT_EQ(busy_text(data), "");
  data.rows[1].cores = 1.1;
  EXPECT_TRUE(busy_text(data).starts_with("The machine was busy: in 1 of 2 speeds "));
  EXPECT_EQ(verdict_sentences(data).front(), busy_text(data));
}

TEST(Advice, DoesNotCountTheControlAmongTheVerdicts) {
  std::vector<MatchRow> decisions{match("tree", kDoubtful)};
  for (int i = 0; i < 9; ++i) decisions.push_back(match("seq:time=25ms", kEqual, "control"));
  EXPECT_TRUE(has(advice(run_with(decisions), "hex"), ": use tree."));
}

TEST(Advice, SaysWhatTheGainIsWorthInTime) {
  // Half the time loses as much as the engine gains: it is worth twice the time.
  const RunData data =
      run_with({match("tree", kStronger), match("seq:time=25ms", kWeaker, "control")});
  EXPECT_TRUE(has(advice(data, "hex"), " That is worth 2.00 ("));
  const RunData unknown =
      run_with({match("tree", kStronger), match("seq:time=25ms", kEqual, "control")});
  EXPECT_TRUE(has(advice(unknown, "hex"), " Half the time was not shown to cost seq any strength"));
}

TEST(Advice, NamesThoseThatMayBeAsStrong) {
  RunData data = run_with({match("tree", kStronger)});
  data.matches = {match("tree", kStronger), match("root", kStronger), match("leaf", kWeaker),
                  match("naive", kStronger)};
  EXPECT_TRUE(
      has(advice(data, "hex"), " Not shown to be weaker than it, by 800 games each: root."));
}

TEST(Advice, IsThatAnyEngineWillDoWhereTheTreeHoldsTheGame) {
  RunData data = run_with({match("tree", kEqual)});
  data.rows = {hex_row("seq", 1e6, 0.7)};
  EXPECT_TRUE(advice(data, "hex").starts_with("hex, 50 ms a move: any engine will do. "));
}

TEST(Advice, IsNotGivenWithoutFreshGames) {
  RunData data;
  EXPECT_EQ(advice(data, "hex"), "");
  data.matches = {match("tree", kMuchStronger)};
  EXPECT_TRUE(advice(data, "hex").starts_with("hex: undecided, since "));
}

TEST(Advice, NamesTheFactorOfItsOwnGamesNotThatOfOtherBudgets) {
  RunData data = run_with({match("tree", kStronger)});
  data.rows = {hex_row("seq", 1e6), hex_row("tree", 3.57e6)};
  EXPECT_TRUE(has(advice(data, "hex"), ", with 1.79 times the iterations/s in these games; "));
}

TEST(Advice, StandsBeforeWhatIsSaidOfSpeed) {
  RunData data = run_with({match("tree", kStronger)});
  data.matches = data.decisions;
  data.rows = {hex_row("seq", 1e6), hex_row("tree", 2e6)};
  const std::vector<std::string> sentences = verdict_sentences(data);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_TRUE(has(sentences[0], ": use tree. "));
  EXPECT_EQ(sentences[1], "hex: fastest is tree with 2.00 Mit/s, 2.00 times seq.");
}

TEST(SpeedVerdict, NamesTheFastestEngineIfItWasShownToBeFaster) {
  EXPECT_EQ(speed_verdict({hex_row("seq", 1e6), hex_row("tree", 2e6)}, "hex"),
            "hex: fastest is tree with 2.00 Mit/s, 2.00 times seq.");
  EXPECT_EQ(speed_verdict({hex_row("seq", 1e6), hex_row("tree", 1.01e6)}, "hex"),
            "hex: none was shown to be faster than seq with 1.00 Mit/s.");
}

TEST(SpeedVerdict, NamesNoneWhereMostVisitsNeedNoPlayout) {
  EXPECT_EQ(speed_verdict({hex_row("seq", 1e6, 0.7), hex_row("tree", 2e6, 0.99)}, "hex"),
            "hex: the tree is exhausted, 70 % of the visits of seq end in finished games: nothing "
            "is said of speed.");
}

}  // namespace
}  // namespace banyan::bench
