// Tests of verdict.hpp: what a person is told to do.
#include "bench/report/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

/// A row of Hex with three repetitions around a rate.
ThroughputRow hex_row(const std::string& engine, double rate, double finished = 0.1) {
  ThroughputRow row;
  row.game = "hex";
  row.engine = engine;
  row.iterations_per_second = {0.99 * rate, rate, 1.01 * rate};
  row.playouts_per_second = row.iterations_per_second;
  row.finished_share = finished;
  row.cores = 1;
  return row;
}

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

/// The line of the game in the table, its columns parted by bars.
std::string line_of(const RunVerdict& verdict, const std::string& game) {
  const std::string table = verdict.table.to_console(std::string::npos);
  const std::size_t at = table.find("\n" + game + " ");
  if (at == std::string::npos) return table;
  const std::string line = table.substr(at + 1, table.find('\n', at + 1) - at - 1);
  return "| " + std::regex_replace(line, std::regex("  +"), " | ") + " |";
}

bool notes_have(const RunVerdict& verdict, const std::string& part) {
  return std::any_of(verdict.notes.begin(), verdict.notes.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

TEST(Verdict, NamesTheChosenEngineThatFreshGamesShowToBeStronger) {
  const RunVerdict verdict = verdict_of(run_with({match("tree", kMuchStronger)}));
  EXPECT_EQ(verdict.answer, "Use tree for hex.");
  const std::string line = line_of(verdict, "hex");
  EXPECT_TRUE(line.starts_with("| hex | tree | +190.8 ± ")) << line;
  EXPECT_TRUE(line.ends_with(" | unknown | 1.79 | sure (p < 0.001) |")) << line;
  EXPECT_TRUE(notes_have(verdict, "Elo comes from 800 fresh games against seq, with 50 ms per"));
}

TEST(Verdict, IsTheBaselineWhereTheChosenEngineIsShownToBeWeaker) {
  const RunVerdict verdict = verdict_of(run_with({match("leaf", kWeaker)}));
  EXPECT_EQ(verdict.answer, "Use seq for hex.");
  EXPECT_EQ(line_of(verdict, "hex"), "| hex | seq | - | - | - | sure (p < 0.001) |");
  EXPECT_TRUE(notes_have(verdict, "hex: The best of the others, leaf, has -70."));
}

TEST(Verdict, IsUndecidedWhereTheGamesDoNotTellAndSaysHowManyWould) {
  const RunVerdict verdict = verdict_of(run_with({match("tree", kEqual)}));
  EXPECT_EQ(verdict.answer, "The best guess is tree for hex.");
  EXPECT_TRUE(has(line_of(verdict, "hex"), "| hex | tree | +0.0 ± "));
  EXPECT_TRUE(has(line_of(verdict, "hex"), "| undecided (p = 1) |"));
  EXPECT_TRUE(notes_have(verdict, "hex: To show a difference of 10 Elo takes some "));
}

TEST(Verdict, IsLikelyWhereOnlyTheOtherGamesOfTheRunMakeItUnsure) {
  EXPECT_EQ(verdict_of(run_with({match("tree", kDoubtful)})).answer, "Use tree for hex.");
  const RunVerdict four = verdict_of(run_with(
      {match("tree", kDoubtful), match("tree", kEqual, "chosen", "go"),
       match("tree", kEqual, "chosen", "othello"), match("tree", kEqual, "chosen", "nim")}));
  EXPECT_EQ(four.answer,
            "Use tree (likely, not sure) for hex; the best guess is tree for go, othello and nim.");
  EXPECT_TRUE(has(line_of(four, "hex"), "| likely (p = 0.019) |"));
  EXPECT_TRUE(notes_have(four,
                         "hex: By itself this is a difference (p = 0.019), but not among all games "
                         "of this run (p = 0.078 after Holm's correction)."));
}

TEST(Verdict, IsNoMoreThanLikelyWhereTheMachineWasBusy) {
  RunData data = run_with({match("tree:threads=2", kMuchStronger)});
  data.rows = {hex_row("seq", 1e6), hex_row("tree:threads=2", 2e6)};
  data.rows[1].threads = 2;
  EXPECT_TRUE(has(line_of(verdict_of(data), "hex"), "| likely (p < 0.001) |"));
  EXPECT_TRUE(notes_have(verdict_of(data), "hex: The machine was busy, so equal time was not"));
  data.rows[1].cores = 2;
  EXPECT_TRUE(has(line_of(verdict_of(data), "hex"), "| sure (p < 0.001) |"));
}

TEST(Verdict, IsTheBaselineAsTheBestGuessWhereTheChosenEngineScoredLess) {
  const RunVerdict verdict = verdict_of(run_with({match("leaf", kBehind)}));
  EXPECT_TRUE(has(line_of(verdict, "hex"), "| hex | seq | - | - | - | undecided (p = "));
  EXPECT_TRUE(notes_have(verdict, "hex: The best of the others, leaf, has -"));
}

TEST(Verdict, DoesNotCountTheControlAmongTheGames) {
  const RunVerdict verdict =
      verdict_of(run_with({match("tree", kDoubtful), match("seq:time=25ms", kEqual, "control")}));
  EXPECT_TRUE(has(line_of(verdict, "hex"), "| sure (p = 0.019) |"));
}

TEST(Verdict, TurnsEloIntoAFactorOfTimeWhereHalfTheTimeWasShownToLose) {
  std::vector<MatchRow> decisions{match("tree", kStronger),
                                  match("seq:time=25ms", kWeaker, "control")};
  EXPECT_TRUE(has(line_of(verdict_of(run_with(decisions)), "hex"), " | 2.00 ("));
  decisions[1].pentanomial = kEqual;
  EXPECT_TRUE(has(line_of(verdict_of(run_with(decisions)), "hex"), " | unknown |"));
}

TEST(Verdict, HasTrivialGamesLastWhereAnyEngineWillDo) {
  RunData data =
      run_with({match("tree", kEqual), match("tree", kMuchStronger, "chosen", "othello")});
  data.rows = {hex_row("seq", 1e6, 0.7)};
  const RunVerdict verdict = verdict_of(data);
  EXPECT_EQ(verdict.answer, "Use tree for othello; any engine will do for hex.");
  EXPECT_EQ(line_of(verdict, "hex"), "| hex | any | - | - | - | sure (trivial game) |");
  EXPECT_TRUE(verdict.table.to_console().ends_with("sure (trivial game)\n"));
  EXPECT_TRUE(notes_have(verdict, "hex: The tree of seq holds nearly all of the game."));
}

TEST(Verdict, IsUndecidedWithoutFreshGames) {
  RunData data;
  EXPECT_TRUE(verdict_of(data).table.empty());
  EXPECT_EQ(verdict_of(data).answer,
            "No games were played: this run does not say which engine to use.");
  data.matches = {match("tree", kMuchStronger)};
  EXPECT_EQ(verdict_of(data).answer, "No engine was judged for hex.");
  EXPECT_EQ(line_of(verdict_of(data), "hex"), "| hex | - | - | - | - | undecided |");
}

TEST(Verdict, SpeaksOfSpeedOnlyWhereNoGamesDecided) {
  RunData data = run_with({match("tree", kStronger)});
  data.rows = {hex_row("seq", 1e6), hex_row("tree", 3.57e6)};
  EXPECT_FALSE(notes_have(verdict_of(data), "fastest"));
  data.decisions.clear();
  EXPECT_TRUE(
      notes_have(verdict_of(data), "hex: fastest is tree with 3.57 Mit/s, 3.57 times seq."));
}

TEST(Verdict, IsWrittenAsRows) {
  RunData data = run_with({match("tree", kStronger), match("seq:time=25ms", kWeaker, "control")});
  data.finished = true;
  std::map<std::string, Row> of_hex;
  std::map<std::string, std::string> texts;
  for (const Row& row : rows_of(data)) {
    if (row.game == "hex") {
      of_hex[row.metric] = row;
    } else {
      texts[row.metric] = row.text;
    }
  }
  EXPECT_EQ(texts["answer"], "Use tree for hex.");
  EXPECT_EQ(of_hex["use"].text, "tree");
  EXPECT_EQ(of_hex["certainty"].text, "sure (p < 0.001)");
  EXPECT_EQ(of_hex["elo"].opponent, "seq");
  EXPECT_GT(of_hex["elo"].low95, 0);
  EXPECT_NEAR(of_hex["time_factor"].value, 2, 0.01);
  EXPECT_NEAR(of_hex["speed_ratio"].value, 1.79, 1e-9);
}

TEST(Verdict, OfAPaperCountsItsCells) {
  const auto cell = [](const char* verdict, bool sharp) {
    PaperCell made{{.published = {.sharp = sharp}}};
    made.verdict = verdict;
    return made;
  };
  RunData data;
  data.paper.name = "x";
  data.paper.cells = {cell("agrees", true), cell("differs", true), cell("agrees", true),
                      cell("not published", false)};
  EXPECT_EQ(verdict_of(data).answer, "x: Of 3 sharp cells 2 agree, 1 differs.");
  data.paper.cells = {cell("cannot tell", false), cell("agrees", true), cell("not measured", false),
                      cell("not measured", false)};
  EXPECT_EQ(verdict_of(data).answer,
            "x: Of 1 sharp cell 1 agrees. Of 3 direction-only cells 1 cannot be told, 2 are not "
            "measured.");
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
  EXPECT_EQ(verdict_of(data).notes.front(), busy_text(data));
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
