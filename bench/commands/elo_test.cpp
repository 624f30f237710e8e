// Tests of `banyan elo` as its users run it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/program_test.hpp"

namespace banyan::bench {
namespace {

/// The command for these counts.
Arguments elo_of(const Json& counts, Arguments more = {}) {
  Arguments arguments{"elo"};
  for (const Json& count : counts) arguments.push_back(count.dump());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(EloCommand, SaysOfPairsWhatTheirMatchSays) {
  const Json match = run_json({"match", "--game", "connect_four", "--a", "seq:iterations=60", "--b",
                               "seq:iterations=30", "--pairs", "12", "--sprt", "0,20"});
  const Json elo = run_json(elo_of(match["pentanomial"], {"--pairs", "--sprt", "0,20"}));
  EXPECT_EQ(elo["pairs"], 12);
  for (const char* name :
       {"pentanomial", "elo", "elo_error95", "nelo", "nelo_error95", "los", "llr"}) {
    EXPECT_EQ(elo[name], match[name]) << name;
  }
  EXPECT_EQ(elo["sprt"]["verdict"], match["sprt"]["verdict"]);
}

// fastchess's own test suite (app/tests/elo_test.cpp): Elo 40.70 +- 30.43, nElo 49.77 +- 36.77, LOS
// 99.60 %. Its interval is normal, ours is Student's.
TEST(EloCommand, SaysOfSingleGamesWhatFastchessSays) {
  const Json elo = run_json(elo_of({136, 111, 96}));
  EXPECT_EQ(elo["games"], 343);
  EXPECT_EQ(elo["wins"], 136);
  EXPECT_EQ(elo["losses"], 96);
  EXPECT_NEAR(elo["elo"], 40.70, 0.005);
  EXPECT_NEAR(elo["elo_error95"], 30.43, 0.2);
  EXPECT_NEAR(elo["nelo"], 49.77, 0.005);
  EXPECT_NEAR(elo["nelo_error95"], 36.77, 0.005);
  EXPECT_NEAR(elo["los"], 0.9960, 0.0005);
  EXPECT_TRUE(elo["sprt"].is_null());
}

TEST(EloCommand, SaysHowASequentialTestStands) {
  const auto verdict = [](const Arguments& counts, const char* sprt) {
    Arguments arguments{"elo", "--sprt", sprt};
    arguments.insert(arguments.end(), counts.begin(), counts.end());
    return run_json(arguments)["sprt"]["verdict"].get<std::string>();
  };
  // fastchess has an LLR of 0.92 for the first (app/tests/sprt_test.cpp).
  EXPECT_EQ(verdict({"36433", "68692", "36027"}, "0,2"), "continue");
  EXPECT_EQ(verdict({"0", "16700", "0"}, "-5,0"), "H1");
  EXPECT_EQ(verdict({"0", "16700", "0"}, "0,5"), "H0");
}

TEST(EloCommand, EndsWithWhatToDo) {
  const Outcome outcome = run_banyan({"elo", "--pairs", "17", "0", "45", "0", "38"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(outcome.out,
            "100 pairs: score 60.5 %\n"
            "Elo +74.1 ± 52.0 (95 %), nElo +72.5 ± 48.2, LOS 99.79 %\n"
            "Ptnml(0-2) 17 0 45 0 38, even pairs 45.0 %\n"
            "95 % interval +23.7 to +127.7 Elo; p = 0.00646\n"
            "\n"
            "A is +74.1 ± 52.0 Elo over B. Use A.\n");
  EXPECT_TRUE(run_banyan({"elo", "79", "0", "121"}).out.ends_with("Elo over A. Use B.\n"));
  EXPECT_TRUE(run_banyan({"elo", "1", "0", "1"}).out.find("\nNot enough games to tell A from B ") !=
              std::string::npos);
}

}  // namespace
}  // namespace banyan::bench
