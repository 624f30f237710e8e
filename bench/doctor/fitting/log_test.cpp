// The log's format, as docs/doctor.md describes it.
#include "bench/doctor/fitting/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/doctor/diagnose.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench::doctor {
namespace {

const std::string kStart = "game nim players 2\nnew 1\n";

std::string refusal(const std::string& text) {
  try {
    (void)read_watched_log(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(WatchedLog, RebuildsIterationsOfStatesThatAreCopied) {
  const WatchedLog log = read_watched_log(kStart +
                                          "moves 1 a b\ncopy 1 2\nplay 2 a\nplay 2 b\nover 2\n"
                                          "result 2 1 0\ncopy 1 2\nplay 2 b\nresult 2 0 1\n");
  ASSERT_EQ(log.searches.size(), 1U);
  const auto& iterations = log.searches[0].iterations;
  ASSERT_EQ(iterations.size(), 2U);
  EXPECT_EQ(log.path(iterations[0]).size(), 3U);
  EXPECT_EQ(iterations[0].results[0], 1);
  EXPECT_TRUE(iterations[0].over);
  EXPECT_EQ(log.path(iterations[1]).size(), 2U);
  EXPECT_EQ(iterations[1].results[0], 0);
}

TEST(WatchedLog, TakesMovesBackAndNewStatesOfEachMove) {
  const WatchedLog log =
      read_watched_log(kStart +
                       "play 1 a\nplay 1 b\nresult 1 0.5 0.5\nundo 1\nundo 1\nplay 1 c 7\n"
                       "result 7 1 0\nresult 7 1 0\n");
  const auto& iterations = log.searches[0].iterations;
  ASSERT_EQ(iterations.size(), 2U);
  EXPECT_EQ(log.path(iterations[0]).size(), 3U);
  EXPECT_EQ(log.path(iterations[1]).size(), 2U);
  EXPECT_EQ(log.words[log.states[log.path(iterations[1])[1]].move], "c");
}

TEST(WatchedLog, HasSeveralSearchesAndResultsOnAnyUsualScale) {
  const WatchedLog log = read_watched_log(
      "game g players 2 iterations 1\nnew 1\nplay 1 a 2\n"
      "result 2 -1 1\nsearch 2\nplay 2 b 3\nresult 3 0 0\n");
  ASSERT_EQ(log.searches.size(), 2U);
  EXPECT_EQ(log.searches[0].asked, 1U);
  EXPECT_EQ(log.searches[0].iterations[0].results[0], 0);
  EXPECT_EQ(log.searches[1].iterations[0].results[0], 0.5);
  EXPECT_EQ(log.path(log.searches[1].iterations[0]).size(), 2U);
}

TEST(WatchedLog, HasChancePriorsAndEachPlayersResult) {
  const WatchedLog log = read_watched_log(
      "game dice players 3\nnew 1\nturn 1 chance\nmoves 1 1 2\npriors 1 0.25 0.75\nplay 1 2 2\n"
      "turn 2 2\nover 2\nresult 2 0 1 2 for 0\nover 2\nresult 2 0 1 2 for 1\n"
      "play 1 2 3\nresult 3 2 1 0\n");
  EXPECT_TRUE(log.has_chance);
  EXPECT_FALSE(log.has_priors);  // of moves of players
  EXPECT_EQ(log.states[0].turn, kChance);
  EXPECT_EQ(log.priors[log.states[0].first_prior + 1], 0.75F);
  EXPECT_EQ(log.states[1].turn, 2);
  const auto& iterations = log.searches[0].iterations;
  ASSERT_EQ(iterations.size(), 2U);
  EXPECT_EQ(iterations[0].results[1], 0.5F);
  EXPECT_EQ(iterations[0].results[2], 1);
}

TEST(WatchedLog, TellsThreadsApart) {
  const WatchedLog log = read_watched_log(kStart +
                                          "thread 7\nplay 1 a 2\nthread 9\nplay 1 b 3\n"
                                          "thread 7\nresult 2 1 0\nthread 9\nresult 3 0 1\n");
  EXPECT_EQ(log.threads, 2U);
  const auto& iterations = log.searches[0].iterations;
  ASSERT_EQ(iterations.size(), 2U);
  EXPECT_EQ(iterations[0].thread, 0U);
  EXPECT_EQ(iterations[1].thread, 1U);
  EXPECT_EQ(log.states[log.path(iterations[1])[1]].thread, 1U);
}

TEST(WatchedLog, IsRefusedWithTheNumberOfTheLine) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"", "line 1: the log is empty"},
      {"game nim players 9\n", "line 1: players '9'"},
      {"new 1\n", "line 1: begins with 'new'"},
      {"\x7f"
       "ELF\x01\n",
       "line 1: begins with '\\x7fELF"},
      {"game nim players 2\n", "line 1: the log ends before a search"},
      {kStart + "play 1", "line 3: the log ends within this line"},
      {kStart + "play 1\n", "line 3: has 2 words: give 'play S MOVE"},
      {kStart + "play 2 a\n", "line 3: state 2 is not known yet"},
      {kStart + "play x a\n", "line 3: 'x' is no whole number"},
      {kStart + "moves 1 a b\nplay 1 c\n", "line 4: move 'c' is not among the moves of state 1"},
      {kStart + "undo 1\n", "line 3: state 1 has no move to undo"},
      {kStart + "result 1 3 0\n", "line 3: results 3 and 0"},
      {kStart + "result 1 nan 0\n", "line 3: 'nan' is no number"},
      {kStart + "result 1 1 0\nresult 1 1 -1\n", "line 4: results 1 and -1 add up to 0"},
      {kStart + "turn 1 2\n", "line 3: player '2'"},
      {kStart + "priors 1 0.5 0.5\n", "line 3: has 2 priors of 0 moves"},
      {kStart + "moves 1 a b\npriors 1 0.5 2\n", "line 4: prior '2' is not from 0 to 1"},
      {kStart + "result 1 1 0 for 2\n", "line 3: player '2'"},
      {kStart + "played 1 a\n", "line 3: begins with 'played'"},
      {kStart + "moves 1 " + std::string(2U << 20U, 'a') + "\n", "line 3: is longer than 1 MiB"},
  };
  for (const auto& [text, sentence] : bad) {
    EXPECT_TRUE(refusal(text).starts_with(sentence)) << sentence << "\n" << refusal(text);
  }
}

TEST(WatchedLog, KnowsTheEndByAListWithoutMovesToo) {
  const std::string end = kStart + "play 1 a\nmoves 1\nresult 1 1 0\n";
  EXPECT_TRUE(read_watched_log(end).searches[0].iterations[0].over);
}

TEST(WatchedLog, WithoutEndsRaisesNoAlarmAboutThem) {
  const Diagnosis found = diagnose(read_watched_log(kStart + "play 1 a\nresult 1 1 0\n"), {});
  EXPECT_TRUE(found.findings.empty()) << diagnosis_text(found);
}

TEST(WatchedLog, WithoutIterationsIsToldSo) {
  const Diagnosis found = diagnose(read_watched_log(kStart), {});
  ASSERT_FALSE(found.findings.empty());
  EXPECT_EQ(found.findings[0].name, "no-iterations");
  EXPECT_TRUE(found.right.empty());
}

}  // namespace
}  // namespace banyan::bench::doctor
