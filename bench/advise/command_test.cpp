// Tests of `banyan advise` as its users run it.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

TEST(AdviseCommand, SaysOfTicTacToeThatNothingMatters) {
  const Json advice = run_json({"advise", "--game", "tic_tac_toe", "--time", "1s"});
  EXPECT_EQ(advice["answer"]["engine"], "seq");
  EXPECT_EQ(advice["answer"]["finding"], "exhausted");
  EXPECT_NE(advice["answer"]["words"][0].get<std::string>().find("nothing matters"),
            std::string::npos);
}

TEST(AdviseCommand, EndsWithinItsMinutesAndKeepsItsNumbers) {
  const TemporaryFolder directory;
  const auto out = directory.path() / "advice";
  const Outcome outcome =
      run_banyan({"advise", "--branching", "4", "--depth", "8", "--playout-cost", "2us", "--time",
                  "1ms", "--threads", "1", "--minutes", "0.05", "--out", out.string()});
  ASSERT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_TRUE(outcome.out.starts_with("p_game:branching=4,depth=8,cost=2us, 1.0 ms a move"))
      << outcome.out;
  const Json run = Json::parse(read_file(out / "run.json"));
  EXPECT_EQ(run["finished"], true);
  EXPECT_TRUE(run["provenance"].contains("machine"));
  EXPECT_EQ(run["advice"]["interrupted"], false);
  const std::string rows = read_file(out / "rows.jsonl");
  EXPECT_NE(rows.find("\"metric\":\"answer\""), std::string::npos) << rows;
}

TEST(AdviseCommand, EndsInTimeWhereASinglePlayoutTakesLong) {
  // All searches with a playout each would take a minute.
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome =
      run_banyan({"advise", "--game", "p_game:sleep=1s", "--threads", "1", "--minutes", "0.03"});
  const auto taken = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with("banyan: --minutes 0.03 is too short: a search takes "))
      << outcome.err;
  EXPECT_LT(taken, std::chrono::seconds(20));
}

TEST(AdviseCommand, SaysHowLongTheSearchesWereThatItMeasured) {
  const Json exhausted =
      run_json({"advise", "--game", "tic_tac_toe", "--time", "1h", "--minutes", "0.2"});
  EXPECT_EQ(exhausted["answer"]["finding"], "exhausted");
  EXPECT_LT(exhausted["search_seconds"], 30);
  EXPECT_EQ(exhausted["answer"]["words"][1].get<std::string>().find("1 h"), std::string::npos);

  const Outcome raced = run_banyan(
      {"advise", "--game", "connect_four", "--time", "1h", "--threads", "1", "--minutes", "0.05"});
  EXPECT_EQ(raced.status, 0) << raced.text();
  EXPECT_EQ(raced.out.find("measured at 1 h"), std::string::npos) << raced.out;
}

TEST(AdviseCommand, TakesTheShortestGameAndTheShortestMove) {
  for (const Arguments& asked : {Arguments{"--game", "p_game:depth=2", "--time", "1ns"},
                                 Arguments{"--game", "connect_four", "--time", "1ns"}}) {
    Arguments arguments{"advise", "--threads", "1", "--minutes", "0.02"};
    arguments.insert(arguments.end(), asked.begin(), asked.end());
    const Outcome outcome = run_banyan(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.text();
  }
}

TEST(AdviseCommand, GivesItsAnswerThoughItsFolderCannotBeWritten) {
  const TemporaryFolder directory;
  const std::string out = directory.path() / "advice";
  // Room for the answer on standard output alone.
  const Outcome outcome =
      run({"sh", "-c",
           fmt::format("ulimit -f 5; exec {} advise --branching 4 --depth 8 --playout-cost 2us "
                       "--time 1ms --threads 1 --minutes 0.02 --out {}",
                       kProgram, out)});
  EXPECT_EQ(outcome.status, 2) << outcome.text();
  EXPECT_TRUE(outcome.out.starts_with("p_game:branching=4,depth=8,cost=2us, 1.0 ms a move"))
      << outcome.out;
  EXPECT_EQ(outcome.err, "banyan: cannot write " + out + "/run.json: File too large.\n");
}

TEST(AdviseCommand, GivesTheAnswerSoFarWhenItIsInterrupted) {
  // So long that no load of the machine lets it end before.
  Program program(command_line({"advise", "--game", "connect_four", "--time", "1s", "--json"}));
  ASSERT_TRUE(program.wait_until([&] { return !program.err().empty(); }));
  program.interrupt();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.status, 130);
  const Json advice = Json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(advice.is_discarded()) << outcome.text();
  EXPECT_EQ(advice["interrupted"], true);
  EXPECT_EQ(advice["answer"]["elo"], nullptr);
  EXPECT_EQ(advice["answer"]["time_factor"], nullptr);
  EXPECT_TRUE(outcome.err.ends_with("interrupted: this is the answer so far.\n")) << outcome.err;
}

TEST(AdviseCommand, ServesOneRunAtATimeInAFolder) {
  const TemporaryFolder directory;
  const Arguments advise{"advise", "--game", "connect_four",           "--time",
                         "1s",     "--out",  directory.path().string()};
  Program first(command_line(advise));
  ASSERT_TRUE(first.wait_until([&] { return !first.err().empty(); }));
  const Outcome second = run_banyan(advise);
  EXPECT_EQ(second.status, 2) << second.text();
  EXPECT_EQ(second.err, "banyan: --out " + directory.path().string() +
                            " is in use by another run of the program: give another directory.\n");
  first.interrupt();
  EXPECT_EQ(first.wait().status, 130);
}

TEST(AdviseCommand, AnswersForADevice) {
  const Json advice = run_json({"advise", "--game", "connect_four", "--time", "5ms", "--device",
                                "800us+2us", "--threads", "1", "--minutes", "0.05"});
  EXPECT_EQ(advice["baseline"], "batched:batch=16,eval=net");
  EXPECT_TRUE(advice["answer"]["engine"].get<std::string>().starts_with("batched:"));
  // In virtual time: no machine makes more than 16 leaves in the time of a call.
  for (const Json& rate : advice["engines"][0]["iterations_per_second"]) {
    EXPECT_GT(rate.get<double>(), 1000);
    EXPECT_LE(rate.get<double>(), 16 / 0.000832);
  }
}

TEST(AdviseCommand, AnswersForAServer) {
  const Json advice = run_json({"advise", "--game", "connect_four", "--time", "20s", "--device",
                                "lognormal:median=2s,p99=20s,concurrent=8", "--minutes", "0.05"});
  EXPECT_EQ(advice["baseline"], "batched:batch=1,streams=8,eval=net");
  EXPECT_NE(advice["answer"]["words"][1].get<std::string>().find(" calls"), std::string::npos);
}

TEST(AdviseCommand, TakesGamesThatAreLongerThanPGames) {
  const Outcome outcome =
      run_banyan({"advise", "--branching", "3", "--depth", "400", "--playout-cost", "2us", "--time",
                  "1ms", "--threads", "1", "--minutes", "0.05"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_TRUE(outcome.out.starts_with("p_game:branching=3,depth=250,cost=2us, "));
  EXPECT_TRUE(
      outcome.err.starts_with("note: a P-game has at most 250 moves, so 250 stand for your "
                              "400."))
      << outcome.err;
}

TEST(AdviseCommand, RefusesInOneSentenceWhatItCannotAnswer) {
  const auto refused = [](Arguments arguments) {
    arguments.insert(arguments.begin(), "advise");
    const Outcome outcome = run_banyan(std::move(arguments));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_TRUE(refused({}).starts_with("banyan: give either --game, or the shape"));
  EXPECT_TRUE(refused({"--game", "hex", "--depth", "4"}).starts_with("banyan: give either"));
  EXPECT_TRUE(refused({"--branching", "4"}).starts_with("banyan: the shape of a game takes all"));
  EXPECT_TRUE(refused({"--branching", "4", "--depth", "4", "--playout-cost", "2ms"})
                  .starts_with("banyan: --playout-cost 2ms is out of range: give at most 1ms."));
  EXPECT_TRUE(refused({"--game", "kuhn"}).starts_with("banyan: 'advise' is for two-player games"));
  EXPECT_TRUE(refused({"--game", "hex", "--minutes", "-1"})
                  .starts_with("banyan: --minutes -1 is out of range"));
  EXPECT_TRUE(
      refused({"--game", "hex", "--threads", "1000"}).starts_with("banyan: --threads 1000 is out"));
  EXPECT_TRUE(refused({"--game", "hex", "--device", "fast"})
                  .starts_with("banyan: engine batched: device=fast is no cost: give a duration"));
}

}  // namespace
}  // namespace banyan::bench
