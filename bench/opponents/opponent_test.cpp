// Tests of foreign programs as engines: with a script that fails on request, with this program, and
// with real ones if installed.
#include "bench/opponents/opponent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <thread>

#include "bench/match/match.hpp"
#include "bench/match/whole_match_test.hpp"
#include "bench/notation/board_text.hpp"
#include "bench/notation/dialect.hpp"
#include "bench/opponents/scripted_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using testing::HasSubstr;

/// From the first position, one game at a time.
MatchOptions match_of(const std::string& game, const std::string& a, const std::string& b,
                      std::uint64_t pairs) {
  MatchOptions match = plain_match(game, a + ';' + b, pairs);
  match.concurrency = 1;
  return match;
}

/// Its first pair of games.
Deal first_pair(const MatchOptions& match) { return play_whole(match).deals.at(0); }

struct Failure {
  const char* mode;
  Fault fault;
  const char* words;
  const char* more = "";
};

class Faults : public testing::TestWithParam<Failure> {};

TEST_P(Faults, LoseTheGameAndAreNamedWithTheLastWords) {
  const Scripted script;
  const MatchOptions match =
      match_of("tic_tac_toe", script.spec(GetParam().mode, GetParam().more), "random", 1);
  const Deal result = first_pair(match);
  ASSERT_EQ(result.size(), 2U);
  for (const GameRecord& game : result) {
    ASSERT_TRUE(game.lost);
    EXPECT_EQ(game.result_a(), kLoss);
    EXPECT_EQ(game.lost->fault, GetParam().fault);
    EXPECT_THAT(game.lost->words, HasSubstr(GetParam().words));
    const GameRecord again = read_game(match, game_json(match, game));
    EXPECT_EQ(again.result_a(), kLoss);
    EXPECT_EQ(again.lost->words, game.lost->words);
  }
}

INSTANTIATE_TEST_SUITE_P(
    OfAScript, Faults,
    testing::Values(Failure{"crash", Fault::kCrash, "status 7; its last words: 'out of luck'"},
                    Failure{"signal", Fault::kCrash, "signal 11 ended it"},
                    Failure{"hang", Fault::kTimeout, "did not answer 'genmove", ",timeout=4s"},
                    Failure{"flood", Fault::kGarbage, "by more than 1 MB"},
                    Failure{"long", Fault::kGarbage, "by more than 1 MB"},
                    Failure{"shout", Fault::kTimeout, "did not answer 'genmove", ",timeout=1s"},
                    Failure{"garbage", Fault::kGarbage, "'hello', which is not GTP"},
                    Failure{"nonsense", Fault::kIllegalMove,
                            "played 'Z99', which is not legal after"},
                    Failure{"resign", Fault::kResigned, "resigned"},
                    Failure{"yield", Fault::kResigned, "resigned"}),
    [](const auto& failure) { return std::string(failure.param.mode); });

TEST(Opponent, ThatRefusesALegalMoveLosesTheGame) {
  const Scripted script;
  const Deal result = first_pair(match_of("tic_tac_toe", script.spec("no-play"), "random", 1));
  ASSERT_EQ(result.size(), 2U);
  ASSERT_TRUE(result[1].lost);  // in which it hears of a move before it may move
  EXPECT_EQ(result[1].lost->fault, Fault::kRefusal);
}

TEST(Opponent, ReportsItsNodesWhereTheyAreAWholeNumber) {
  const TemporaryFolder folder;
  const auto script = folder.path() / "uci.sh";
  const auto position = parse_game("tic_tac_toe").start;
  for (const auto& [nodes, count] :
       {std::pair{"1234", std::optional<std::uint64_t>(1234)},
        {"18446744073709551615", std::numeric_limits<std::uint64_t>::max()},
        {"18446744073709551616", std::nullopt},
        {"1e300", std::nullopt},
        {"-5", std::nullopt},
        {"nan", std::nullopt},
        {"", std::nullopt}}) {
    write_file_whole(script, fmt::format(R"(while read -r line; do
        case $line in
          uci) echo option name UCI_Variant type combo var ttt; echo uciok ;;
          isready) echo readyok ;;
          go*) echo info nodes {}; echo bestmove b2 ;;
          quit) exit ;;
        esac
      done)",
                                         nodes));
    const auto engine = position->make_engine(
        parse_engine(fmt::format("uci:variant=ttt,cmd='sh {}'", script.string())));
    const SearchResult found = engine->search(*position, {}, {}, {});
    EXPECT_EQ(position->to_text(found.best_move), "b2");
    const auto reported = found.counters.find("nodes");
    EXPECT_EQ(reported != found.counters.end(), count.has_value()) << nodes;
    if (count && reported != found.counters.end()) EXPECT_EQ(reported->second, *count);
  }
}

TEST(Opponent, EndsTheMatchByAFaultIfThatIsAsked) {
  const Scripted script;
  EXPECT_THROW(
      first_pair(match_of("tic_tac_toe", script.spec("crash", ",fault=stop"), "random", 1)),
      OpponentFault);
}

TEST(Opponent, IsStartedOnceForManyGamesAndAnewAfterAFault) {
  const Scripted good;
  first_pair(match_of("tic_tac_toe", good.spec("resign"), "random", 3));
  EXPECT_EQ(good.starts(), 1U);
  const Scripted bad;
  first_pair(match_of("tic_tac_toe", bad.spec("crash"), "random", 3));
  EXPECT_EQ(bad.starts(), 6U);
}

TEST(Opponent, IsRefusedInOneSentenceBeforeAnyGame) {
  const Scripted script;
  EXPECT_THAT(engine_refusal("gtp:cmd=/no/such/program", "tic_tac_toe"),
              HasSubstr("cannot be run"));
  EXPECT_THAT(engine_refusal("gtp:cmd=cat", "tic_tac_toe"), HasSubstr("which is not GTP"));
  EXPECT_THAT(engine_refusal("gtp:cmd=true", "tic_tac_toe"), HasSubstr("ended with status 0"));
  EXPECT_THAT(engine_refusal(script.spec("no-boardsize"), "tic_tac_toe"),
              HasSubstr("refused 'boardsize 3' by 'not here'"));
  EXPECT_THAT(engine_refusal("gtp:cmd='" + kProgram + " gtp --game othello'", "hex"),
              HasSubstr("plays 'Othello', not Hex"));
  EXPECT_THAT(engine_refusal("uci:cmd=true", "hex"), HasSubstr("does not know this game"));
  EXPECT_THAT(engine_refusal("uci:cmd=cat,timeout=200ms", "breakthrough"),
              HasSubstr("did not answer"));
  EXPECT_THAT(engine_refusal("gtp:timeout=1s", "hex"), HasSubstr("give cmd="));
  EXPECT_THAT(engine_refusal("gtp:cmd=cat", "pig"), HasSubstr("does not play games of chance"));
}

/// What a program that knows these commands is told before its first move in the position. Throws
/// UsageError if it fails.
std::string all_told(const std::string& known, const AnyGame& position,
                     const std::string& mode = "play") {
  const Scripted script(known);
  try {
    position.make_engine(parse_engine(script.spec(mode)))->search(position, {}, {}, {});
  } catch (const OpponentFault& fault) {
    throw UsageError(fault.what());
  }
  return script.told();
}

/// The same after the board and the komi.
std::string told(const std::string& known, const AnyGame& position,
                 const std::string& mode = "play") {
  std::string text = all_told(known, position, mode);
  text = text.substr(text.rfind("clear_board\n") + 12);
  if (text.ends_with("quit\n")) text.erase(text.size() - 5);
  return text.starts_with("komi") ? text.substr(text.find('\n') + 1) : text;
}

/// The position of a board in text.
std::unique_ptr<AnyGame> board(const std::string& game, const std::string& line) {
  const auto start = parse_game(game).start;
  return set_up(*start, read_stones(*start, line));
}

TEST(Opponent, IsToldOfStonesThatWereSetUpByMovesOfBothInTurns) {
  const auto position = board("hex:size=3", "--O-X-XX- O");
  const std::string plays = "play b B2\nplay w C1\nplay b A3\nplay b B3\ngenmove w\n";
  EXPECT_EQ(told("play", *position), plays);
  EXPECT_EQ(told("loadsgf", *position, "no-loadsgf"), plays);
}

TEST(Opponent, IsToldOfStonesByItsOwnCommandForThemIfItHasOne) {
  EXPECT_EQ(told("set_position", *board("hex:size=3", "--O-X-XX- O")),
            "set_position w C1 b B2 b A3 b B3\ngenmove w\n");
  EXPECT_EQ(told("set_position", *board("go:size=5,komi=0.5", "XX--------O-----------O-- X")),
            "set_position b A5 b B5 w A3 w C1\ngenmove b\n");
}

TEST(Opponent, IsToldOfStonesOfOthelloAsGrhinoWantsIt) {
  const std::string cells = "-XO" + std::string(61, '-') + " O";
  EXPECT_EQ(told("grhino-setup_board", *board("othello", cells)),
            "grhino-setup_board " + cells + "\ngenmove w\n");
}

TEST(Opponent, IsToldOfStonesByAFileIfItLoadsThem) {
  EXPECT_THAT(told("loadsgf", *board("go:size=5,komi=0.5", "XX--------O-----------O-- O")),
              testing::MatchesRegex("loadsgf [^ ]+\n.;FF.4.GM.1.AP.Banyan.SZ.5.KM.0.5.RU.Chinese."
                                    "AB.aa..ba.AW.ac..ce.PL.W..\ngenmove w\n"));
  const std::string sent = told("loadsgf", *board("othello", "-XO" + std::string(61, '-') + " O"));
  EXPECT_THAT(sent, HasSubstr("AB[ba]AW[ca]AE[dd][ed][de][ee]PL[W])\ngenmove w\n"));
  const std::string file = sent.substr(8, sent.find('\n') - 8);
  EXPECT_FALSE(std::filesystem::exists(file)) << file;
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(file).parent_path()));
}

TEST(Opponent, IsToldOfABoardThatIsNotSquare) {
  const auto hex = parse_game("hex:size=4x3").start;
  EXPECT_THAT(all_told("rectangular_boardsize", *hex),
              HasSubstr("\nrectangular_boardsize 4 3\nclear_board\n"));
  EXPECT_THAT(refusal([&] { static_cast<void>(told("boardsize", *hex)); }),
              HasSubstr("has no rectangular_boardsize, which a board of 4x3 needs"));
}

TEST(Opponent, ThatCannotBeToldOfStonesIsNotAsked) {
  const auto othello = board("othello", "-XO" + std::string(61, '-') + " O");
  EXPECT_THAT(refusal([&] { static_cast<void>(told("play", *othello)); }),
              HasSubstr("cannot be told of stones that were set up, only of moves"));
  EXPECT_THAT(refusal([&] { static_cast<void>(told("loadsgf", *othello, "no-loadsgf")); }),
              HasSubstr("by 'not here'"));
}

TEST(Opponent, EndsAMatchAfterAStopRequestWhileItHangs) {
  const Scripted script;
  const MatchOptions match = match_of("tic_tac_toe", script.spec("hang"), "random", 1);
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    source.request_stop();
  });
  // Its timeout is a minute, after which it would have lost a game.
  const MatchResult result = play_whole(match, source.get_token());
  EXPECT_TRUE(result.interrupted);
  EXPECT_TRUE(result.deals.empty());
}

TEST(Opponent, IsNotWaitedForAfterAStopRequestWhateverItWasAsked) {
  const Scripted script;
  const auto position = play_moves(*parse_game("tic_tac_toe").start, "b2");
  for (const char* mode : {"hang-play", "hang-genmove"}) {
    const auto engine = position->make_engine(parse_engine(script.spec(mode)));
    std::stop_source source;
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      source.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    const SearchResult found = engine->search(*position, {}, {}, source.get_token());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30)) << mode;
    EXPECT_TRUE(legal(*position, found.best_move).has_value());
  }
}

TEST(Opponent, ThatNeverAnswersDoesNotKeepTheProgramFromEndingAtAnInterrupt) {
  for (const char* engine : {"gtp:cmd='sleep 1000'", "uci:cmd='sleep 1000'"}) {
    const auto begin = std::chrono::steady_clock::now();
    Program program(
        command_line({"search", "--game", "breakthrough", "--engine", engine, "--time", "200ms"}));
    ASSERT_TRUE(program.wait_until([&] { return program.handles_interrupts(); }));
    program.interrupt();
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.status, 130) << outcome.text();
    EXPECT_THAT(outcome.err, HasSubstr("interrupted before"));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  }
}

TEST(Opponent, EndsWithAllThatItStartedWhenTheProgramIsKilled) {
  const TemporaryFolder folder;
  const auto script = folder.path() / "engine.sh";
  const auto log = folder.path() / "log";
  write_file_whole(script, fmt::format("sleep 1000 & echo $$ $! >>'{}'; wait\n", log.string()));
  Program program(command_line({"search", "--game", "tic_tac_toe", "--engine",
                                fmt::format("gtp:cmd='sh {}'", script.string())}));
  const auto noted = [&] { return file_exists(log) && read_file(log).ends_with("\n"); };
  ASSERT_TRUE(program.wait_until(noted));
  int engine = 0;
  int child = 0;
  std::istringstream(read_file(log)) >> engine >> child;
  program.kill();
  EXPECT_TRUE(ends_soon(engine));
  EXPECT_TRUE(ends_soon(child));
}

TEST(Opponent, IsNamedInTheFilesOfAMatchAndOfAPool) {
  const TemporaryFolder folder;
  const Scripted script;
  const auto run = [&](const std::string& version, const std::string& mode, const char* out) {
    ::setenv("VERSION", version.c_str(), 1);
    return run_banyan({"match", "--game", "tic_tac_toe", "--a", script.spec(mode), "--b", "random",
                       "--pairs", "2", "--out", folder.path() / out});
  };
  const auto programs = [&](const char* out) {
    return Json::parse(read_file(folder.path() / out / "run.json"))["provenance"]["programs"];
  };
  EXPECT_EQ(run("1.0", "resign", "a").status, 0);
  EXPECT_EQ(programs("a"), Json::array({{{"engine", parse_engine(script.spec("resign")).spec},
                                         {"name", "Script\\x1b[31m"},
                                         {"version", "1.0"}}}));
  EXPECT_EQ(run(std::string(1000, 'v'), "no-version", "b").status, 0);
  EXPECT_EQ(programs("b"), Json::array({{{"engine", parse_engine(script.spec("no-version")).spec},
                                         {"name", "Script\\x1b[31m"}}}));
  EXPECT_EQ(run(std::string(1000, 'v'), "resign", "c").status, 0);
  EXPECT_LT(programs("c").dump().size(), 500U);

  ::setenv("VERSION", "1.0", 1);
  const Outcome pool =
      run_banyan({"pool", "--game", "tic_tac_toe", "--engines", "random;" + script.spec("resign"),
                  "--pairs", "1", "--out", folder.path() / "pool"});
  EXPECT_EQ(pool.status, 0) << pool.text();
  EXPECT_EQ(programs("pool"), programs("a"));
  ::unsetenv("VERSION");
}

TEST(Opponent, ThatSpeaksUciIsNamedByItsIdentity) {
  const TemporaryFolder folder;
  const Scripted script;
  const Outcome outcome =
      run_banyan({"match", "--game", "breakthrough", "--a", script.uci_spec(), "--b", "random",
                  "--pairs", "1", "--openings", "none", "--out", folder.path() / "run"});
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  const Json run = Json::parse(read_file(folder.path() / "run" / "run.json"));
  ASSERT_EQ(run["provenance"]["programs"].size(), 1U);
  EXPECT_EQ(run["provenance"]["programs"][0]["name"], "Script 7");
  EXPECT_FALSE(run["provenance"]["programs"][0].contains("version"));
}

TEST(Opponent, OfAnotherVersionDoesNotGoOnInAFolderThatNamesOne) {
  const TemporaryFolder folder;
  const Scripted script;
  const auto out = folder.path() / "run";
  const auto run = [&](const char* version) {
    ::setenv("VERSION", version, 1);
    const Outcome outcome =
        run_banyan({"match", "--game", "tic_tac_toe", "--a", script.spec("resign"), "--b", "random",
                    "--pairs", "2", "--out", out});
    ::unsetenv("VERSION");
    return outcome;
  };
  EXPECT_EQ(run("1.0").status, 0);
  EXPECT_EQ(run("1.0").status, 0);
  const Outcome other = run("2.0");
  EXPECT_EQ(other.status, 2) << other.text();
  EXPECT_THAT(other.err, HasSubstr("holds a run with another program"));
  Json json = Json::parse(read_file(out / "run.json"));  // as older builds wrote it
  json["provenance"].erase("programs");
  write_file_whole(out / "run.json", json.dump());
  EXPECT_EQ(run("2.0").status, 0);
}

/// A game, and the board where it starts: empty for a drawn opening.
class OurEngine : public testing::TestWithParam<std::pair<const char*, std::string>> {};

/// But for the limit of a long game, which GTP does not have.
TEST_P(OurEngine, PlaysTheSameGamesThroughGtpAsWithoutIt) {
  const auto& [game, line] = GetParam();
  const TemporaryFolder folder;
  const std::string by_gtp =
      fmt::format("gtp:cmd='{} gtp --game {} --engine seq --iterations 60'", kProgram, game);
  MatchOptions match = match_of(game, by_gtp, "seq:iterations=40", 1);
  match.openings = parse_openings("random:plies=3,filter=none", 3);
  if (!line.empty()) {
    write_file_whole(folder.path() / "boards.txt", line);
    match.openings = parse_openings((folder.path() / "boards.txt").string(), 0);
    read_openings(*match.openings.file, match.game);
    check_match(match);
  }
  const Deal there = first_pair(match);
  match.engines[0] = parse_engine("seq:iterations=60");
  const Deal here = first_pair(match);
  ASSERT_EQ(there.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE(there[i].lost) << there[i].lost->words;
    EXPECT_EQ(there[i].moves, here[i].moves);
    EXPECT_EQ(there[i].result_a(), here[i].result_a());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Games, OurEngine,
    testing::Values(std::pair("go:size=5,komi=0.5", ""), std::pair("go:size=4x3,komi=0.5", ""),
                    std::pair("gomoku:size=11x4", ""), std::pair("hex:size=3x5", ""),
                    std::pair("othello", ""), std::pair("hex:size=4", ""),
                    std::pair("gomoku:size=9", ""), std::pair("breakthrough:size=5", ""),
                    std::pair("connect_four", ""), std::pair("tic_tac_toe", ""),
                    std::pair("ultimate_tic_tac_toe", ""), std::pair("p_game:depth=6", "")));

INSTANTIATE_TEST_SUITE_P(
    FromABoard, OurEngine,
    testing::Values(std::pair("go:size=5,komi=0.5,moves=243", "XX--------O-----------O-- O"),
                    std::pair("othello", std::string(27, '-') + "OX------XX-------X" +
                                             std::string(19, '-') + " O"),
                    std::pair("hex:size=4", "X-------O------- O"),
                    std::pair("gomoku:size=9", std::string(80, '-') + "X X"),
                    std::pair("tic_tac_toe", "XO------- X")));

// ---- programs of others ------------------------------------------------------------------------

struct Real {
  const char* program;
  const char* game;
  const char* spec;
};

class RealProgram : public testing::TestWithParam<Real> {};

TEST_P(RealProgram, PlaysAPairOfGamesByOurRules) {
  const auto there = [&](const char* folder) {
    return std::filesystem::exists(std::filesystem::path(folder) / GetParam().program);
  };
  if (!there("/usr/games") && !there("/usr/bin")) {
    GTEST_SKIP() << "apt-get install gnugo grhino grhino-data fairy-stockfish: "
                 << GetParam().program << " is not installed";
  }
  const Deal result = first_pair(match_of(GetParam().game, GetParam().spec, "random", 1));
  ASSERT_EQ(result.size(), 2U);
  for (const GameRecord& game : result) {
    EXPECT_FALSE(game.lost) << game.lost->words;
    EXPECT_EQ(game.result_a(), kWin);  // against random
  }
}

TEST(Grhino, PlaysFromABoard) {
  if (!std::filesystem::exists("/usr/games/gtp-rhino")) GTEST_SKIP() << "apt-get install grhino";
  const TemporaryFolder folder;
  write_file_whole(folder.path() / "boards.obf",
                   "-XXXXXX---XOOOXX--OOXOOX-OOXOXOX--OXOXOX--OOXX----XXX----OXX---- O\n");
  MatchOptions match = match_of("othello", "gtp:cmd=gtp-rhino", "random", 1);
  match.openings = parse_openings((folder.path() / "boards.obf").string(), 0);
  read_openings(*match.openings.file, match.game);
  check_match(match);
  for (const GameRecord& game : first_pair(match)) {
    EXPECT_FALSE(game.lost) << game.lost->words;
    EXPECT_EQ(game.result_a(), kWin);  // against random
  }
}

INSTANTIATE_TEST_SUITE_P(
    Debians, RealProgram,
    testing::Values(Real{"gnugo", "go:size=9",
                         "gtp:cmd='gnugo --mode gtp --chinese-rules --capture-all-dead "
                         "--positional-superko --never-resign --level 0'"},
                    Real{"gtp-rhino", "othello", "gtp:cmd=gtp-rhino"},
                    Real{"fairy-stockfish", "breakthrough",
                         "uci:cmd=fairy-stockfish,nodes=200,setup='setoption name Hash value 4'"}),
    [](const auto& real) {
      std::string name = real.param.program;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace banyan::bench
