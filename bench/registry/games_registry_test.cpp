// Tests of games.hpp: the registry, and positions reached from text, through AnyGame alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "bench/engines/hidden.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/matrix.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

/// Plays uniformly random moves until the game is over; calls visit(position) before each.
template <class Visit>
std::unique_ptr<AnyGame> play_out(const AnyGame& start, std::uint64_t seed, Visit visit) {
  Random random({seed, 0, 0, 0});
  auto position = start.clone();
  while (!position->over()) {
    visit(*position);
    const std::vector<std::uint32_t> legal = position->legal_moves();
    position->play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return position;
}

class EveryGame : public testing::TestWithParam<std::string> {
 protected:
  const GameChoice game_ = parse_game(GetParam());
};

INSTANTIATE_TEST_SUITE_P(
    Registry, EveryGame,
    testing::Values("tic_tac_toe", "connect_four", "hex:size=3", "hex", "hex:size=14", "go:size=5",
                    "ultimate_tic_tac_toe", "p_game", "p_game:branching=16,depth=4",
                    "p_game:branching=225,depth=4", "othello", "breakthrough:size=5",
                    "breakthrough", "gomoku:size=9", "gomoku", "gomoku:size=19", "go:size=4x3",
                    "go:size=2x11", "hex:size=4x6", "hex:size=13x3", "gomoku:size=7x4",
                    "gomoku:size=4x16", "gomoku:size=9,exact=on", "gomoku:size=16,exact=on",
                    "gomoku:size=9,swap2=on"),
    [](const auto& each) {
      std::string name = each.param;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == ':' || c == '=' || c == ','; }, '_');
      return name;
    });

TEST_P(EveryGame, StartsWithTheFirstPlayerAndMovesToMake) {
  EXPECT_FALSE(game_.start->over());
  EXPECT_EQ(game_.start->to_move(), 0);
  EXPECT_EQ(game_.start->legal_moves().size(), game_.start->perft(1));
  EXPECT_GE(game_.opening_plies, 1);
}

TEST_P(EveryGame, ReadsEveryMoveThatItWrites) {
  play_out(*game_.start, 1, [](const AnyGame& position) {
    for (const std::uint32_t move : position.legal_moves()) {
      EXPECT_EQ(position.parse(position.to_text(move)), move);
      EXPECT_EQ(parse_move(position, position.to_text(move)), move);
    }
  });
}

TEST_P(EveryGame, IsCopiedWithNothingShared) {
  const std::string before = game_.start->board();
  const auto copy = game_.start->clone();
  copy->play(copy->legal_moves().front());
  EXPECT_EQ(game_.start->board(), before);
  EXPECT_NE(copy->board(), before);
}

TEST_P(EveryGame, WritesALineOfMovesThatLeadsToTheSamePosition) {
  const auto end = play_out(*game_.start, 3, [](const AnyGame&) {});
  std::string line;
  for (const std::string& move : move_texts(*game_.start, end->moves())) line += move + " ";
  EXPECT_EQ(play_moves(*game_.start, line)->board(), end->board());
}

TEST(PlayMoves, TakesMovesThatAreWrittenTogether) {
  for (const auto& [game, together, apart] :
       {std::tuple("othello", "f5d6c3", "f5 d6 c3"), std::tuple("connect_four", "4453", "4 4 5 3"),
        std::tuple("hex", "a11b2K11", "a11 b2 k11"), std::tuple("go", "a1passB2", "a1 pass b2"),
        std::tuple("breakthrough", "a2a3b7b6", "a2a3 b7b6"),
        std::tuple("othello", "F5D6 c3d3", "f5 d6 c3 d3")}) {
    const auto start = parse_game(game).start;
    EXPECT_EQ(play_moves(*start, together)->moves(), play_moves(*start, apart)->moves());
  }
}

TEST(PlayMoves, CutsNoNumberApart) {
  const auto hex = play_moves(*parse_game("hex").start, "a11");
  EXPECT_THAT(refusal([&] { play_moves(*hex, "a11"); }),
              testing::StartsWith("move 'a11' is not legal here"));
  EXPECT_THAT(refusal([&] { play_moves(*hex, "b1a12"); }),
              testing::StartsWith("move 'a12' is not legal here"));
}

TEST(PlayMoves, PassesWhereNothingElseIsLeft) {
  const auto othello = parse_game("othello").start;
  int passes = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto end = play_out(*othello, seed, [](const AnyGame&) {});
    std::string without_passes;
    for (const std::string& move : move_texts(*othello, end->moves())) {
      if (move == "pass") ++passes;
      if (move != "pass") without_passes += move;
    }
    EXPECT_EQ(play_moves(*othello, without_passes)->moves(), end->moves());
  }
  EXPECT_GT(passes, 0);
}

TEST_P(EveryGame, EndsWithResultsThatCancelOut) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto end = play_out(*game_.start, seed, [](const AnyGame&) {});
    EXPECT_EQ(end->result(0) + end->result(1), kWin);
  }
}

TEST_P(EveryGame, IsPlayedByEveryEngineFromStartToEnd) {
  for (const SpecInfo& info : engine_infos()) {
    if (for_hidden_games(parse_engine(info.name).kind)) continue;  // bench/engines/hidden_test.cpp
    if (is_opponent(parse_engine(info.name).kind)) continue;  // bench/opponents/opponent_test.cpp
    if (info.name == "solver") continue;  // bench/engines/solver_test.cpp: it knows few games
    const EngineSettings settings = parse_engine(info.name);
    if (!has_studied(settings, game_.start->studied_engines())) continue;  // matrix_test.cpp
    const auto engine = game_.start->make_engine(settings);
    auto position = game_.start->clone();
    for (std::uint64_t ply = 0; !position->over(); ++ply) {
      const SearchResult found = engine->search(*position, {10, 0, {}}, {1, 0, ply, 0}, {});
      const auto legal = position->legal_moves();
      ASSERT_NE(std::find(legal.begin(), legal.end(), found.best_move), legal.end()) << info.name;
      position->play(found.best_move);
    }
  }
}

TEST(GameRegistry, HasDistinctNamesAndHelp) {
  std::set<std::string> names;
  for (const GameInfo& game : games()) {
    EXPECT_TRUE(names.insert(game.info.name).second) << game.info.name;
    EXPECT_FALSE(game.info.help.empty());
    EXPECT_EQ(parse_game(game.info.name).spec, game.info.name);
  }
}

TEST(GameSpec, FillsInDefaults) {
  EXPECT_EQ(parse_game("hex").canonical, "hex:size=11");
  EXPECT_EQ(parse_game("hex").spec, "hex");
  EXPECT_EQ(parse_game("connect_four").canonical, "connect_four");
  EXPECT_EQ(parse_game("breakthrough").canonical, "breakthrough:size=8");
  EXPECT_EQ(parse_game("gomoku:line=6").canonical, "gomoku:size=15,line=6");
}

TEST(GameSpec, SetsTheSizeOfTheBoard) {
  for (const std::uint64_t size : {3U, 5U, 11U, 12U, 14U}) {
    EXPECT_EQ(parse_game("hex:size=" + std::to_string(size)).start->perft(1), size * size);
  }
  for (const std::uint64_t size : {9U, 15U, 16U, 19U}) {
    EXPECT_EQ(parse_game("gomoku:size=" + std::to_string(size)).start->perft(1), size * size);
  }
  EXPECT_EQ(parse_game("breakthrough:size=5").start->perft(1), 13U);
  EXPECT_EQ(parse_game("breakthrough:size=6").start->perft(1), 16U);
}

TEST(GameSpec, SetsHowManyInARowWin) {
  const char* const moves = "a1 a2 b1 b2 c1";
  EXPECT_TRUE(play_moves(*parse_game("gomoku:line=3").start, moves)->over());
  EXPECT_FALSE(play_moves(*parse_game("gomoku:line=4").start, moves)->over());
}

TEST(GameSpec, SetsTheSizeAndTheKomiOfGo) {
  EXPECT_EQ(parse_game("go").canonical, "go:size=9,komi=7.5");
  EXPECT_EQ(parse_game("go:size=13").start->perft(1), 13U * 13 + 1);
  const auto passed = [](const char* komi) {
    return play_moves(*parse_game(std::string("go:size=5,komi=") + komi).start, "pass pass");
  };
  EXPECT_EQ(passed("0.5")->result(1), kWin);
  EXPECT_EQ(passed("0")->result(1), kDraw);
  EXPECT_EQ(passed("-3")->result(1), kLoss);
  EXPECT_EQ(refusal([] { parse_game("go:komi=0.3"); }),
            "go: komi=0.3 is no multiple of a half: give -361 to 361 in halves.");
}

TEST(ParseGame, OfGoTakesTheMovesAfterWhichAGameEnds) {
  const auto plies = [](const std::string& game) {
    const auto end = play_out(*parse_game(game).start, 3, [](const auto&) {});
    return end->moves().size();
  };
  EXPECT_EQ(parse_game("go:size=5,moves=10").canonical, "go:size=5,komi=7.5,moves=10");
  EXPECT_LE(plies("go:size=5,moves=10"), 10U);
  EXPECT_EQ(plies("go:size=19,moves=9"), 9U);
  // Others end by two passes in a row, which uniform moves make now and then.
  EXPECT_EQ(parse_game("go:size=2,moves=1000").start->legal_moves().size(), 5U);
  EXPECT_EQ(refusal([] { parse_game("go:moves=0"); }),
            "go: moves=0 is out of range: give 1 to 1083.");
}

TEST(GameSpec, SetsColumnsAndRowsOfABoard) {
  for (const std::uint64_t size : {2U, 6U, 8U, 10U, 18U}) {
    EXPECT_EQ(parse_game("go:size=" + std::to_string(size)).start->perft(1), size * size + 1);
  }
  EXPECT_EQ(parse_game("go:size=9x7").canonical, "go:size=9x7,komi=7.5");
  EXPECT_EQ(parse_game("go:size=9x7").start->perft(1), 64U);
  EXPECT_EQ(parse_game("go:size=2x19").start->perft(1), 39U);
  EXPECT_EQ(parse_game("hex:size=14x3").start->perft(1), 42U);
  EXPECT_EQ(parse_game("hex:size=9x11").start->perft(1), 99U);
  EXPECT_EQ(parse_game("gomoku:size=19x3").start->perft(1), 57U);
  EXPECT_EQ(parse_game("gomoku:size=3,line=3").start->perft(9), 127872U);  // tic-tac-toe
  const auto wide = parse_game("hex:size=5x3").start;
  EXPECT_TRUE(wide->parse("e3"));
  EXPECT_FALSE(wide->parse("c4"));
  // Another name of the same board.
  EXPECT_EQ(parse_game("go:size=9x9").canonical, "go:size=9,komi=7.5");
  EXPECT_EQ(parse_game("go:size=9x9").spec, "go:size=9x9");
}

TEST(GameSpec, IsRefusedForBoardsThatCannotBe) {
  const char* const go = ": give 2 to 19, or columns x rows as 9x7.";
  for (const char* size : {"1", "20", "1x5", "9x20"}) {
    EXPECT_EQ(refusal([&] { parse_game(std::string("go:size=") + size); }),
              "go: size=" + std::string(size) + " is out of range" + go);
  }
  for (const char* size : {"x", "9x", "x9", "9x7x5", "9X7", "9:7", "-3", "nine", "1e9"}) {
    EXPECT_EQ(refusal([&] { parse_game(std::string("go:size=") + size); }),
              "go: size=" + std::string(size) + " is no size of a board" + go);
  }
  EXPECT_EQ(
      refusal([] { parse_game("hex:size=9x7,pie=on"); }),
      "hex: pie=on mirrors a stone, for which size=9x7 is no square: give pie=off or a square "
      "board.");
  EXPECT_EQ(refusal([] { parse_game("gomoku:size=4"); }),
            "gomoku: line=5 is longer than the edges of size=4: give line=3 to 4, or a larger "
            "board.");
  EXPECT_EQ(parse_game("gomoku:size=5x3").start->perft(1), 15U);  // along the rows
  for (const char* const spec : {"size=16,line=5", "size=15,line=3"}) {
    EXPECT_EQ(refusal([&] { parse_game(std::string("gomoku:swap2=on,") + spec); }),
              std::string("gomoku: swap2=on is for boards of up to 15x15 and line=4 or more, not "
                          "for ") +
                  spec + ".");
  }
}

TEST(GameSpec, SetsTheShapeOfAPGame) {
  EXPECT_EQ(parse_game("p_game").canonical, "p_game:branching=2,depth=20,seed=1,cost=0");
  EXPECT_EQ(parse_game("p_game:branching=8,depth=3").start->perft(3), 512U);
  EXPECT_EQ(parse_game("p_game:branching=8,depth=3").start->perft(4), 0U);
  EXPECT_EQ(parse_game("p_game:branching=30,depth=3").start->perft(3), 27'000U);
  EXPECT_NE(parse_game("p_game:seed=1").start->board(), parse_game("p_game:seed=2").start->board());
  EXPECT_EQ(refusal([] { parse_game("p_game:branching=226"); }),
            "p_game: branching=226 is out of range: give 2 to 225.");
  EXPECT_EQ(refusal([] { parse_game("p_game:cost=1000001"); }),
            "p_game: cost=1000001 is out of range: give a duration up to 1ms, or 0.");
  EXPECT_EQ(refusal([] { parse_game("p_game:cost=2ms"); }),
            "p_game: cost=2ms is out of range: give a duration up to 1ms, or 0.");
  EXPECT_EQ(refusal([] { parse_game("p_game:cost=much"); }),
            "p_game: cost=much is no duration: give a duration up to 1ms, or 0.");
  EXPECT_EQ(parse_game("p_game:cost=10us").canonical,
            "p_game:branching=2,depth=20,seed=1,cost=10us");
}

TEST(GameSpec, OpensNoGameWithMoreMovesThanItHas) {
  EXPECT_EQ(parse_game("p_game").opening_plies, 1);
  EXPECT_EQ(parse_game("p_game:depth=2").opening_plies, 1);
  EXPECT_EQ(parse_game("p_game:depth=1").opening_plies, 0);
}

TEST(GameSpec, IsRefusedForUnknownNamesKeysAndSizes) {
  EXPECT_EQ(refusal([] { parse_game("hexx"); }),
            "unknown game 'hexx': did you mean 'hex'? Games: 2048, breakthrough, connect_four, "
            "dots_and_boxes, "
            "go, gomoku, goofspiel, hex, knockout_whist, kuhn, leduc, nim, othello, p_game, "
            "phantom, pig, "
            "rolit, sailing, tic_tac_toe, ultimate_tic_tac_toe.");
  EXPECT_EQ(refusal([] { parse_game("hex:sice=5"); }),
            "hex: unknown key 'sice': did you mean 'size'? Keys: pie, size.");
  EXPECT_EQ(refusal([] { parse_game("hex:size=2"); }),
            "hex: size=2 is out of range: give 3 to 14, or columns x rows as 11x9.");
  EXPECT_EQ(refusal([] { parse_game("hex:size=15"); }),
            "hex: size=15 is out of range: give 3 to 14, or columns x rows as 11x9.");
  EXPECT_EQ(refusal([] { parse_game("gomoku:size=20"); }),
            "gomoku: size=20 is out of range: give 3 to 19, or columns x rows as 15x9.");
  EXPECT_EQ(refusal([] { parse_game("gomoku:line=2"); }),
            "gomoku: line=2 is out of range: give 3 to 9.");
  EXPECT_NE(refusal([] { parse_game("breakthrough:size=7"); }).find("give 5, 6 or 8"),
            std::string::npos);
}

TEST(GameList, IsSeparatedByCommas) {
  const std::vector<GameChoice> list = parse_games("tic_tac_toe,hex:size=5,connect_four");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[1].canonical, "hex:size=5");
  EXPECT_THROW(parse_games("hex,,hex"), UsageError);
}

TEST(Moves, LeadToThePositionTheyName) {
  const GameChoice game = parse_game("tic_tac_toe");
  const auto position = play_moves(*game.start, "a1 b2 c1");
  EXPECT_EQ(position->to_move(), 1);
  EXPECT_EQ(position->legal_moves().size(), 6U);
  EXPECT_EQ(position->board(), "   a b c\n 1 X . X\n 2 . O .\n 3 . . .\nO to move\n");
}

TEST(Moves, MayHaveSpacesAroundThem) {
  const GameChoice game = parse_game("connect_four");
  EXPECT_EQ(play_moves(*game.start, "  4   4 ")->board(), play_moves(*game.start, "4 4")->board());
  EXPECT_EQ(play_moves(*game.start, "")->board(), game.start->board());
}

TEST(Moves, ThatAreNotLegalAreRefusedWithSomeThatAre) {
  const GameChoice game = parse_game("tic_tac_toe");
  EXPECT_EQ(refusal([&] { play_moves(*game.start, "a1 a1"); }),
            "move 'a1' is not legal here: give one of b1, c1, a2, b2, c2, a3, b3, c3.");
  EXPECT_EQ(refusal([&] { play_moves(*game.start, "d9"); }).substr(0, 30),
            "move 'd9' is not legal here: g");
  EXPECT_NE(refusal([] { play_moves(*parse_game("hex").start, "z1"); }).find("and 109 more"),
            std::string::npos);
}

TEST(Moves, AfterTheEndOfTheGameAreRefused) {
  const GameChoice game = parse_game("tic_tac_toe");
  EXPECT_TRUE(play_moves(*game.start, "a1 b1 a2 b2 a3")->over());
  EXPECT_EQ(refusal([&] { play_moves(*game.start, "a1 b1 a2 b2 a3 c3"); }),
            "move 'c3' comes after the end of the game.");
}

TEST(Moves, OfAFullColumnAreNotLegal) {
  const GameChoice game = parse_game("connect_four");
  EXPECT_EQ(refusal([&] { play_moves(*game.start, "1 1 1 1 1 1 1"); }),
            "move '1' is not legal here: give one of 2, 3, 4, 5, 6, 7.");
}

}  // namespace
}  // namespace banyan::bench
