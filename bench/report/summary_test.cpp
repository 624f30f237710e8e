// Tests of summary.hpp: what a person is told to do.
#include "bench/report/summary.hpp"

#include <gtest/gtest.h>

#include <string>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {
namespace {

Json match(const std::string& engine, const Pentanomial& pentanomial,
           const std::string& budget = "50 ms") {
  return {{"game", "hex"},
          {"a", engine},
          {"b", "seq"},
          {"budget", budget},
          {"pentanomial", pentanomial}};
}

// 400 pairs each.
const Pentanomial kMuchStronger{20, 0, 160, 0, 220};  // 75 %, +191 Elo
const Pentanomial kStronger{60, 0, 200, 0, 140};      // 60 %, +70 Elo
const Pentanomial kBitStronger{64, 0, 200, 0, 136};   // 59 %
const Pentanomial kEqual{100, 0, 200, 0, 100};
const Pentanomial kWeaker{140, 0, 200, 0, 60};

ThroughputRow speed(const std::string& engine, double rate, double finished) {
  ThroughputRow row;
  row.game = "hex";
  row.engine = engine;
  row.iterations_per_second = {0.99 * rate, rate, 1.01 * rate};
  row.playouts_per_second = row.iterations_per_second;
  row.finished_share = finished;
  return row;
}

TEST(SpeedVerdict, NamesTheFastestEngineIfItWasShownToBeFaster) {
  EXPECT_EQ(verdict({speed("seq", 1e6, 0.1), speed("tree", 2e6, 0.2)}, Json::array(), "hex"),
            "hex: fastest is tree with 2.00 Mit/s, 2.00 times seq.");
  EXPECT_EQ(verdict({speed("seq", 1e6, 0.1), speed("tree", 1.01e6, 0.2)}, Json::array(), "hex"),
            "hex: none was shown to be faster than seq with 1.00 Mit/s.");
}

TEST(SpeedVerdict, NamesNoneWhereMostVisitsNeedNoPlayout) {
  EXPECT_EQ(verdict({speed("seq", 1e6, 0.7), speed("tree", 2e6, 0.99)}, Json::array(), "hex"),
            "hex: the tree is exhausted, 70 % of the visits of seq end in finished games: nothing "
            "is said of speed.");
}

TEST(SpeedTable, HasTheMeanWithItsOwnIntervalAndTheFinishedVisits) {
  const std::string text = throughput_table({speed("seq", 1e6, 0.125)}, "hex").to_markdown();
  EXPECT_NE(text.find("| 1.00 M ± 2 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("| 12.5 % |"), std::string::npos) << text;
}

TEST(Advice, NamesTheEngineThatWasShownToBeTheBest) {
  const std::string text = advice(
      {match("leaf", kWeaker), match("root", kStronger), match("tree", kMuchStronger)}, "hex");
  EXPECT_TRUE(text.starts_with("hex, 50 ms a move: use tree. Elo over seq: tree +190.8 ± "))
      << text;
  EXPECT_NE(text.find(", root +70.4 ± "), std::string::npos) << text;
  EXPECT_NE(text.find(", leaf -70.4 ± "), std::string::npos) << text;
}

TEST(Advice, NamesThoseThatTheGamesDoNotTellFromTheBest) {
  const std::string text = advice(
      {match("root", kBitStronger), match("tree", kStronger), match("leaf", kWeaker)}, "hex");
  EXPECT_NE(text.find(": use tree; not enough games to tell it from root. "), std::string::npos)
      << text;
}

TEST(Advice, SaysThatTheGamesDoNotTell) {
  const std::string text = advice({match("root", kEqual), match("leaf", kWeaker)}, "hex");
  EXPECT_NE(text.find(": not enough games to tell whether any beats seq. "), std::string::npos)
      << text;
}

TEST(Advice, IsSeqWhereAllOthersWereShownToBeWeaker) {
  EXPECT_TRUE(advice(Json::array({match("leaf", kWeaker)}), "hex")
                  .starts_with("hex, 50 ms a move: use seq. "));
}

TEST(Advice, TakesAllMatchesOfTheRunTogether) {
  // 54 %: p = 0.016 by itself, not shown among ten.
  const Json doubtful = match("root", {83, 0, 200, 0, 117});
  Json matches = Json::array({doubtful});
  EXPECT_TRUE(advice(matches, "hex").starts_with("hex, 50 ms a move: use root. "));
  for (int i = 0; i < 9; ++i) matches.push_back(match("leaf", kEqual));
  EXPECT_TRUE(
      advice(matches, "hex")
          .starts_with("hex, 50 ms a move: not enough games to tell whether any beats seq"));
}

TEST(Advice, IsOfEqualTimeAndTheGameAlone) {
  EXPECT_EQ(advice({match("root", kStronger, "1.00 k playouts"), match("tree:time=9ms", kStronger),
                    match("naive", kWeaker)},
                   "hex"),
            "");
  EXPECT_EQ(advice(Json::array({match("root", kStronger)}), "go"), "");
}

TEST(Advice, StandsBeforeWhatIsSaidOfSpeed) {
  const std::vector<std::string> sentences =
      verdict_sentences({speed("seq", 1e6, 0.1), speed("tree", 2e6, 0.2)},
                        Json::array({{{"game", "hex"},
                                      {"a", "tree"},
                                      {"b", "seq"},
                                      {"budget", "50 ms"},
                                      {"pentanomial", kStronger},
                                      {"effort", {{"a", {{"seconds_per_move", 0.05}}}}}}}));
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_TRUE(sentences[0].starts_with("hex, 50 ms a move: use tree."));
  EXPECT_TRUE(sentences[1].starts_with("hex: fastest is tree"));
}

}  // namespace
}  // namespace banyan::bench
