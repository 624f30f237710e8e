// Tests of the messages for unusable input.
#include "bench/program/usage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "bench/program_test.hpp"

namespace banyan::bench {
namespace {

// ---- in words of explain() ---------------------------------------------------------------------

/// The result of explain() for a command line, in a program with the commands `find` and `count`.
std::string explained(std::vector<const char*> words) {
  CLI::App app("", "program");
  app.require_subcommand(1);
  CLI::App& find = *app.add_subcommand("find");
  std::string what;
  int limit = 0;
  find.add_option("--what", what)->required();
  find.add_option("--limit", limit);
  app.add_subcommand("count");
  std::vector<std::string> plugins;
  app.add_option("--plugin", plugins)->allow_extra_args(false);
  words.insert(words.begin(), "program");
  const int argc = static_cast<int>(words.size());
  try {
    app.parse(argc, words.data());
  } catch (const CLI::ParseError& error) {
    return explain(app, error, argc, words.data());
  }
  return "understood";
}

TEST(Explain, SaysWhichCommandsThereAre) {
  EXPECT_EQ(explained({}), "no command: give one of find, count.");
  EXPECT_EQ(explained({"xyz"}), "unknown command 'xyz': give one of find, count.");
}

TEST(Explain, SuggestsACommandOfANearName) {
  EXPECT_EQ(explained({"fnid"}),
            "unknown command 'fnid': did you mean find? give one of find, count.");
}

TEST(Explain, NamesAnUnknownOptionWithTheKnownOnes) {
  EXPECT_EQ(explained({"find", "--what=x", "--limt=5"}),
            "unknown argument of find '--limt': did you mean --limit? give one of --help, --what, "
            "--limit.");
}

TEST(Explain, NamesAMisspeltOptionBeforeThatItIsMissing) {
  EXPECT_EQ(explained({"find", "--waht", "x"}),
            "unknown argument of find '--waht': did you mean --what? give one of --help, --what, "
            "--limit.");
}

TEST(Explain, LooksForTheCommandBehindPlugins) {
  EXPECT_EQ(explained({"--plugin", "a.so", "--plugin=b.so", "fnid"}),
            "unknown command 'fnid': did you mean find? give one of find, count.");
  EXPECT_EQ(explained({"--plugin", "a.so", "count", "--bogus"}),
            "unknown argument of count '--bogus': give one of --help.");
  EXPECT_EQ(explained({"--plugin", "a.so"}), "no command: give one of find, count.");
  EXPECT_EQ(explained({"--plugin"}), "--plugin names no file: give one, and a command behind it.");
}

TEST(Explain, NamesWordsThatBelongToNoOption) {
  EXPECT_EQ(explained({"count", "5"}), "unknown argument of count '5': give one of --help.");
}

TEST(Explain, NamesTheOptionThatIsMissingOrUnusable) {
  EXPECT_EQ(explained({"find"}), "find: --what is required (see 'banyan find --help').");
  const std::string why = explained({"find", "--what", "x", "--limit", "many"});
  EXPECT_NE(why.find("--limit"), std::string::npos) << why;
  EXPECT_NE(why.find("many"), std::string::npos) << why;
}

// ---- by the program ----------------------------------------------------------------------------

/// An unusable command line, and what its one line on standard error must name.
struct Unusable {
  std::string name;
  Arguments arguments;
  std::vector<std::string> named;
};

/// `search` of tic-tac-toe by seq with further arguments.
Arguments searching(Arguments more) {
  Arguments all{"search", "--game", "tic_tac_toe", "--engine", "seq"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Arguments with_game(const std::string& game) {
  return {"search", "--game", game, "--engine", "seq", "--iterations", "10"};
}

Arguments with_engine(const std::string& engine) {
  return {"search", "--game", "tic_tac_toe", "--engine", engine, "--iterations", "10"};
}

Arguments with_moves(const std::string& moves) {
  return searching({"--iterations", "10", "--moves", moves});
}

Arguments matching(Arguments more) {
  Arguments all{"match", "--game", "tic_tac_toe", "--a", "seq", "--b", "random"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::string kForm = "name[:key=value[,key=value]...]";
const std::string kCount = "200000";
const std::string kDuration = "250ms";

const std::vector<Unusable> kUnusable{
    {"UnknownCommand", {"serach"}, {"'serach'", "did you mean search?", "match"}},
    {"UnknownGame", with_game("conect_four"), {"'conect_four'", "'connect_four'", "tic_tac_toe"}},
    {"GameWithADigit", with_game("connect4"), {"'connect4'", "did you mean 'connect_four'?"}},
    {"ThreadsOfOne",
     with_engine("seq:threads=2"),
     {"seq:threads=2", "use tree:threads=2 or root:threads=2"}},
    {"ThreadsOfTheReference", with_engine("plain:threads=4"), {"tree:threads=4"}},
    {"UnknownEngine", with_engine("tre"), {"'tre'", "did you mean 'tree'?", "naive"}},
    {"UnknownOption", searching({"--iteration=5"}), {"'--iteration'", "--iterations?", "--time"}},
    {"UnknownWord", searching({"--moves", "a1", "b1"}), {"'b1'", "--moves"}},
    {"UnknownEngineKey", with_engine("tree:thread=2"), {"'thread'", "'threads'", "vl"}},
    {"UnknownGameKey", with_game("hex:sise=5"), {"'sise'", "did you mean 'size'?"}},
    {"NoThreads", with_engine("tree:threads=0"), {"threads=0", "1 to 1024"}},
    {"TooManyThreads", with_engine("root:threads=1025"), {"threads=1025", "1 to 1024"}},
    {"HexTooLarge", with_game("hex:size=99"), {"size=99", "3 to 14"}},
    {"UnknownWordOfAKey", with_engine("seq:final=robst"), {"final=robst", "'robust'", "lcb"}},
    {"NotANumber", with_engine("seq:c=nan"), {"c=nan", "0 to 100"}},
    {"IllegalMove", with_moves("b2 b2"), {"'b2'", "a1", "c3"}},
    {"NoSuchMove", with_moves("z9"), {"'z9'", "a1", "c3"}},
    {"MoveAfterTheEnd", with_moves("a1 b1 a2 b2 a3 c3"), {"'c3'", "after the end"}},
    {"FinishedGame", with_moves("a1 b1 a2 b2 a3"), {"--moves", "finished"}},
    {"TimeZero", searching({"--time", "0"}), {"--time", "'0'", kDuration}},
    {"TimeWithoutUnit", searching({"--time", "5"}), {"--time", "'5'", kDuration}},
    {"TimeNegative", searching({"--time", "-3s"}), {"--time", "'-3s'", kDuration}},
    {"TimeBeyondTheClock",
     searching({"--time", "9223372036s"}),
     {"--time", "'9223372036s'", "1000h"}},
    {"IterationsZero", searching({"--iterations", "0"}), {"--iterations 0", "1 to 1073741823"}},
    {"IterationsFraction", searching({"--iterations", "1.5"}), {"--iterations", "'1.5'", kCount}},
    {"IterationsNegative", searching({"--iterations", "-3"}), {"--iterations", "'-3'", kCount}},
    {"IterationsWord", searching({"--iterations", "many"}), {"--iterations", "'many'", kCount}},
    {"IterationsTooMany",
     searching({"--iterations", "1073741824"}),
     {"--iterations 1073741824", "1 to 1073741823"}},
    {"IterationsFarTooMany",
     searching({"--iterations", "99999999999999999999"}),
     {"--iterations", "'99999999999999999999'", kCount}},
    {"PlayoutsZero", searching({"--playouts", "0"}), {"--playouts 0", "1 to 1073741823"}},
    {"NoBudget", searching({}), {"seq has no budget", "--iterations", "--playouts", "--time"}},
    {"SpecWithoutSettings", with_engine("seq:"), {"'seq:'", kForm}},
    {"SpecWithoutValue", with_engine("seq:c="), {"'seq:c='", kForm}},
    {"SpecWithoutEquals", with_engine("seq:c"), {"'seq:c'", kForm}},
    {"SpecWithoutName", with_engine(":c=1"), {"':c=1'", kForm}},
    {"SpecWithAKeyTwice", with_engine("seq:c=1,c=2"), {"'c'", "twice", kForm}},
    {"SpecInCapitals", with_engine("SEQ"), {"'SEQ'", kForm}},
    {"SpecEmpty", with_game(""), {"game ''", kForm}},
    {"SpecWithControlCharacters", with_engine("seq\n:c=1"), {"'seq\\x0a:c=1'", kForm}},
    {"SeedWord", searching({"--iterations", "9", "--seed", "x"}), {"--seed", "'x'", kCount}},
    {"SeedNegative", searching({"--iterations", "9", "--seed", "-3"}), {"--seed", "'-3'", kCount}},
    {"SeedTooLarge",
     searching({"--iterations", "9", "--seed", "99999999999999999999"}),
     {"--seed", "'99999999999999999999'", kCount}},
    {"MissingGame", {"search", "--engine", "seq", "--iterations", "9"}, {"--game is required"}},
    {"MisspeltGame",
     {"search", "--gmae", "hex", "--engine", "seq", "--iterations", "9"},
     {"'--gmae'", "did you mean --game?"}},
    {"MissingEngine", {"search", "--game", "hex", "--iterations", "9"}, {"--engine is required"}},
    {"MissingValue", searching({"--iterations"}), {"--iterations", "missing"}},
    {"GivenTwice", searching({"--iterations", "9", "--game", "hex"}), {"--game", "2"}},
    {"DepthNegative", {"perft", "--game", "hex", "--depth", "-1"}, {"--depth", "-1", "0 to 100"}},
    {"DepthTooLarge", {"perft", "--game", "hex", "--depth", "101"}, {"--depth", "101", "0 to 100"}},
    {"DepthWord", {"perft", "--game", "hex", "--depth", "x"}, {"--depth", "x", "0 to 100"}},
    {"DepthMissing", {"perft", "--game", "hex"}, {"--depth is required"}},
    {"PairsMissing", matching({"--iterations", "9"}), {"--pairs is required"}},
    {"PairsZero", matching({"--pairs", "0", "--iterations", "9"}), {"--pairs 0", "1 to 10000000"}},
    {"PairsFraction", matching({"--pairs", "2.5", "--iterations", "9"}), {"--pairs", "'2.5'"}},
    {"MatchWithoutBudget", matching({"--pairs", "1"}), {"seq has no budget", "--iterations"}},
    {"VisitsWithoutAFolder",
     matching({"--pairs", "1", "--iterations", "9", "--visits"}),
     {"--visits", "--out"}},
    {"ClockZero", matching({"--pairs", "1", "--clock", "0s"}), {"--clock '0s'", "60s+1s"}},
    {"ClockWithoutUnit", matching({"--pairs", "1", "--clock", "60"}), {"--clock '60'", "60s"}},
    {"ClockCutShort", matching({"--pairs", "1", "--clock", "60s+"}), {"--clock '60s+'", "60s+1s"}},
    {"ClockNegative", matching({"--pairs", "1", "--clock", "-1s"}), {"--clock '-1s'", "60s"}},
    {"ClockWithALongIncrement",
     matching({"--pairs", "1", "--clock", "0s+1s"}),
     {"--clock '0s+1s'", "60s+1s"}},
    {"LagWithoutClock", matching({"--pairs", "1", "--lag", "1s"}), {"--lag", "give --clock"}},
    {"LagWithoutUnit",
     matching({"--pairs", "1", "--clock", "9s", "--lag", "5"}),
     {"--lag: '5'", "give"}},
    {"LagOfGtp", {"gtp", "--game", "hex", "--lag", "-1s"}, {"--lag", "-1s", "give"}},
    {"ClockAtAGameOfThree",
     {"match", "--game", "rolit:players=3", "--a", "seq", "--b", "random", "--pairs", "1",
      "--clock", "1s"},
     {"--clock is for two engines", "rolit:players=3", "leave it out"}},
    {"PonderingWithoutReuse",
     {"gtp", "--game", "hex", "--engine", "seq", "--ponder"},
     {"--ponder", "seq does not", "reuse=on"}},
    {"UnknownOpenings",
     matching({"--pairs", "1", "--iterations", "9", "--openings", "rando"}),
     {"'rando'", "did you mean 'random'?", "none"}},
    {"OpeningsWithoutPlies",
     matching({"--pairs", "1", "--iterations", "9", "--openings", "random:plies=0"}),
     {"plies=0", "1 to 100"}},
    {"OpeningsThatEndTheGame",
     matching({"--pairs", "1", "--iterations", "9", "--openings", "random:plies=9"}),
     {"--openings", "random:plies=9", "fewer plies"}},
    {"OpeningsThatNoSolverDraws",
     {"match", "--game", "hex:size=3", "--a", "seq", "--b", "seq", "--pairs", "1", "--iterations",
      "9", "--openings", "random:plies=2,filter=solver"},
     {"--openings random:plies=2,filter=solver", "perfect play draws none", "filter=search"}},
    {"OpeningsWithoutASolver",
     {"match", "--game", "gomoku", "--a", "seq", "--b", "seq", "--pairs", "1", "--iterations", "9",
      "--openings", "random:filter=solver"},
     {"solver cannot solve this game", "tic_tac_toe"}},
    {"OpeningsWithAnUnknownFilter",
     matching({"--pairs", "1", "--iterations", "9", "--openings", "random:filter=book"}),
     {"filter=book", "none, search or solver"}},
    {"ConcurrencyZero",
     matching({"--pairs", "1", "--iterations", "9", "--concurrency", "0"}),
     {"--concurrency 0", "1 or more"}},
    {"ConcurrencyBeyondTheCores",
     matching({"--pairs", "1", "--iterations", "9", "--concurrency", "100000"}),
     {"--concurrency 100000", "give 1 to ", "sharing one"}},
    {"ConcurrencyBeyondTheCoresAtAGameOfCards",
     {"match", "--game", "kuhn", "--a", "so_ismcts", "--b", "random", "--pairs", "1",
      "--iterations", "9", "--concurrency", "100000"},
     {"--concurrency 100000", "give 1 to ", "sharing one"}},
    {"PoolOfOne",
     {"pool", "--game", "hex", "--engines", "seq", "--pairs", "1", "--iterations", "9"},
     {"--engines has 1", "2 to 20"}},
    {"PoolWithAnEngineTwice",
     {"pool", "--game", "hex", "--engines", "seq;leaf;seq", "--pairs", "1", "--iterations", "9"},
     {"--engines has seq twice"}},
    {"PoolWithoutBudget",
     {"pool", "--game", "hex", "--engines", "seq;random", "--pairs", "1"},
     {"seq has no budget", "--iterations"}},
    {"SprtReversed",
     matching({"--pairs", "1", "--iterations", "9", "--sprt", "5,0"}),
     {"--sprt", "'5,0'", "LO < HI"}},
    {"SprtOfOneBound",
     matching({"--pairs", "1", "--iterations", "9", "--sprt", "5"}),
     {"--sprt", "'5'", "LO,HI"}},
    {"SprtTooWide",
     matching({"--pairs", "1", "--iterations", "9", "--sprt", "0,300"}),
     {"--sprt", "'0,300'", "from -200 to 200"}},
    {"UnknownProfile", {"bench", "--profile", "smok"}, {"'smok'", "did you mean 'smoke'?", "full"}},
    {"UnknownStudy",
     {"bench", "--study", "lock"},
     {"'lock'", "did you mean 'locks'?", "Studies: "}},
    {"NoDecisionsInARange",
     {"quality", "--game", "tic_tac_toe", "--engines", "seq", "--iterations", "9"},
     {"14 to 24 random plies", "give other --plies"}},
    {"QualityWithoutBudget", {"quality", "--engines", "seq"}, {"seq has no budget", "--time"}},
    {"JudgeWithoutBudget",
     {"label", "--game", "hex", "--positions", "1", "--plies", "2", "--judge", "seq", "--out", "x"},
     {"--judge seq", "budget"}},
    {"AdviceInTooLittleTime",
     {"advise", "--game", "p_game:sleep=100ms", "--minutes", "0.003"},
     {"--minutes 0.003 is too short", "or more"}},
    {"AdviceWithoutAGame", {"advise"}, {"--game", "--branching", "--depth", "--playout-cost"}},
    {"SolvedPositionsOfNoGame",
     {"bench", "--suites", "truth", "--games", "p_game:depth=3", "--engines", "seq"},
     {"the suite truth measures nothing", "it needs seq"}},
    {"EloOfTooFewCounts", {"elo", "1", "2"}, {"2 counts", "WINS DRAWS LOSSES", "--pairs"}},
    {"EloOfPairsWithoutSayingSo", {"elo", "1", "2", "3", "4", "5"}, {"5 counts", "--pairs"}},
    {"EloOfTooFewPairs", {"elo", "--pairs", "1", "2", "3"}, {"3 counts", "LL LD DD+WL WD WW"}},
    {"EloOfNoGames", {"elo", "0", "0", "0"}, {"no games", "above 0"}},
    {"EloOfLessThanNothing", {"elo", "3", "-1", "2"}, {"DRAWS", "'-1'", "whole number"}},
    {"EloOfTooMany", {"elo", "3", "1", "2G"}, {"LOSSES 2G", "0 to 1000000000"}},
    {"EloWithoutCounts", {"elo"}, {"COUNTS is required"}},
    {"EloOfAnEmptyTest", {"elo", "3", "1", "2", "--sprt", "5,0"}, {"--sprt '5,0'", "LO < HI"}},
    {"EmptyPath", {"bench", "--against", ""}, {"--against is empty"}},
    {"EmptyBudget", searching({"--iterations", "9", "--time", ""}), {"--time is empty"}},
    {"EmptyFile", searching({"--iterations", "9", "--sgf", ""}), {"--sgf is empty"}},
    {"EmptyGraph", searching({"--iterations", "9", "--graphviz", ""}), {"--graphviz is empty"}},
    {"EmptyFolder",
     matching({"--pairs", "1", "--iterations", "9", "--out", ""}),
     {"--out is empty", "leave it out"}},
    {"EmptyThirdEngine",
     matching({"--pairs", "1", "--iterations", "9", "--c", ""}),
     {"--c is empty"}},
    {"EmptyLabels", {"quality", "--engines", "seq", "--labels", ""}, {"--labels is empty"}},
    {"EmptyFileOfLabels",
     {"label", "--game", "hex:size=3", "--positions", "1", "--plies", "2", "--judge",
      "seq:iterations=10", "--out", ""},
     {"cannot write ''"}},
    {"FileThatIsADevice",
     {"quality", "--engines", "seq", "--iterations", "9", "--file", "/dev/zero"},
     {"cannot read /dev/zero", "neither a file nor a pipe"}},
    {"SgfThatIsADevice",
     {"search", "--game", "go", "--engine", "seq", "--iterations", "9", "--sgf", "/dev/zero"},
     {"cannot read /dev/zero", "neither a file nor a pipe"}},
    {"DurationsThatAreADevice",
     with_engine("virtual:latency=file:/dev/zero,eval=constant"),
     {"'/dev/zero' cannot be read"}},
    {"EngineThatPlaysNoneOfTheGames",
     {"quality", "--game", "tic_tac_toe", "--engines", "seq:eval=game", "--iterations", "9"},
     {"eval=game"}},
    {"EmptyGameInAList", {"bench", "--games", "hex,,hex"}, {"'hex,,hex'", "empty game"}},
    {"BadEngineInAList", {"bench", "--engines", "seq;tre"}, {"'tre'", "did you mean 'tree'?"}},
    {"ArgumentOfSignature", {"signature", "now"}, {"'now'", "--verbose"}},
    {"ArgumentOfList", {"list", "--jsn"}, {"'--jsn'", "did you mean --json?"}},
    {"UnknownNameOfList", {"list", "tre"}, {"'tre'", "did you mean 'tree'?", "hex", "policies"}},
};

class Refusal : public testing::TestWithParam<Unusable> {};

INSTANTIATE_TEST_SUITE_P(Program, Refusal, testing::ValuesIn(kUnusable),
                         [](const auto& each) { return each.param.name; });

/// How the program ends by these arguments, which it gets once for all tests.
const Outcome& outcome_of(const Arguments& arguments) {
  static std::map<Arguments, Outcome> known;
  const auto [place, is_new] = known.try_emplace(arguments);
  if (is_new) place->second = run_banyan(arguments);
  return place->second;
}

TEST_P(Refusal, IsOneLineThatNamesWhatWasGivenAndWhatIsAllowed) {
  const Outcome& outcome = outcome_of(GetParam().arguments);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("banyan: ")) << outcome.err;
  EXPECT_TRUE(outcome.err.ends_with("\n")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  for (const std::string& text : GetParam().named) {
    EXPECT_NE(outcome.err.find(text), std::string::npos) << text << " is not in " << outcome.err;
  }
}

/// The options named in a text.
std::vector<std::string> options_in(const std::string& text) {
  std::vector<std::string> options;
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 1)) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    const std::string option = text.substr(at, end - at);
    if (option.size() > 2) options.push_back(option);
    at += option.size() - 1;
  }
  return options;
}

TEST_P(Refusal, NamesNoOptionThatItsCommandLacks) {
  const Arguments& given = GetParam().arguments;
  if (given.empty() || given[0].starts_with("-")) return;
  const Outcome& help = outcome_of({given[0], "--help"});
  if (help.status != 0) return;  // no command
  for (const std::string& option : options_in(outcome_of(given).err)) {
    if (std::any_of(given.begin(), given.end(), [&](const std::string& word) {
          return word == option || word.starts_with(option + "=");
        })) {
      continue;
    }
    EXPECT_NE((help.out + " ").find(option + " "), std::string::npos)
        << given[0] << " has no " << option;
  }
}

// ---- help --------------------------------------------------------------------------------------

struct Command {
  std::string name;
  std::vector<std::string> options;
};

class Help : public testing::TestWithParam<Command> {};

INSTANTIATE_TEST_SUITE_P(
    Commands, Help,
    testing::Values(
        Command{"list", {"--json"}},
        Command{"search",
                {"--game", "--engine", "--iterations", "--playouts", "--time", "--moves", "--seed",
                 "--json"}},
        Command{"perft", {"--game", "--depth", "--moves", "--json"}},
        Command{"elo", {"--pairs", "--sprt", "--json"}},
        Command{"bench", {"--profile", "--games", "--engines", "--out", "--seed"}},
        Command{"match",
                {"--game", "--a", "--b", "--pairs", "--iterations", "--playouts", "--time",
                 "--clock", "--openings", "--concurrency", "--out", "--sprt", "--seed", "--json"}},
        Command{"pool",
                {"--game", "--engines", "--pairs", "--iterations", "--playouts", "--time",
                 "--clock", "--openings", "--concurrency", "--out", "--seed", "--json"}},
        Command{"signature", {"--verbose"}}),
    [](const auto& each) { return each.param.name; });

TEST_P(Help, MentionsEveryOption) {
  const Outcome outcome = run_banyan({GetParam().name, "--help"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_EQ(outcome.err, "");
  for (const std::string& option : GetParam().options) {
    EXPECT_NE(outcome.out.find("  " + option + " "), std::string::npos) << option;
  }
}

TEST_P(Help, IsNamedByTheHelpOfTheProgram) {
  const Outcome outcome = run_banyan({"--help"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_NE(outcome.out.find("  " + GetParam().name + " "), std::string::npos) << outcome.out;
}

TEST(Usage, RefusesWhatIsNotUtf8) {
  const Outcome outcome = run_banyan({"match", "--game", "hex", "--a", "seq", "--b", "random",
                                      "--openings", "lines\xff.txt", "--json"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err,
            "banyan: lines\\xff.txt is not UTF-8: give files and all else names that are.\n");
}

}  // namespace
}  // namespace banyan::bench
