// Tests of what several commands share: commands.hpp.
#include "bench/commands/commands.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace banyan::bench {
namespace {

struct Taken {
  Given given;
  std::string game;
  std::string openings = "random";
  std::string clock;
  std::string out;
  bool visits = false;
  bool json = false;
  std::uint64_t seed = 1;
};

int do_nothing(const Taken&, const std::stop_token&) { return 0; }

Given given_by(const std::string& line) {
  CLI::App app;
  Action action;
  const auto [command, options] = add_command<Taken>(app, action, "play", "for a test", do_nothing);
  add_game(command, options->game);
  command.add_option("--openings", options->openings, "")->capture_default_str();
  command.add_option("--clock", options->clock, "");
  command.add_flag("--visits", options->visits, "");
  command.add_option("--out", options->out, "");
  add_seed(command, options->seed);
  add_json(command, options->json);
  app.parse(line);
  return options->given;
}

TEST(Given, RepeatsWhatWasGivenAndNamesTheDefaults) {
  EXPECT_EQ(given_by("play --seed 7 --game tic_tac_toe").text(),
            "banyan play --game tic_tac_toe --openings random --seed 7");
}

TEST(Given, SaysFlagsAndQuotesWordsForAShell) {
  EXPECT_EQ(given_by("play --visits --clock '60s; 1s' --game hex").text(),
            "banyan play --game hex --openings random --clock '60s; 1s' --visits --seed 1");
}

TEST(Given, LeavesOutWhereResultsGoAndWhatIsNamed) {
  EXPECT_EQ(given_by("play --json --out folder --game hex").text({"--openings", "--seed"}),
            "banyan play --game hex");
}

TEST(Given, TakesWhatTheCommandDecided) {
  Given given = given_by("play --game hex");
  given.set("--openings", "none");
  given.set("--clock", "1s");
  EXPECT_EQ(given.text(), "banyan play --game hex --openings none --seed 1 --clock 1s");
}

}  // namespace
}  // namespace banyan::bench
