#include "bench/quality/quality.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/notation/board_text.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

std::vector<ValuedPosition> some_positions(std::uint64_t count, std::uint64_t seed = 1) {
  return solved_positions(parse_game("connect_four"), {20, 30}, count, seed, [] {}, {}).positions;
}

std::vector<QualityRow> measure(const std::vector<ValuedPosition>& positions,
                                const std::string& engines, std::uint64_t iterations) {
  return measure_quality(positions, parse_engines(engines), Limits{iterations, 0, {}}, 1,
                         [](const auto&) {}, {});
}

TEST(SolvedPositions, AskForADecisionAndAreRepeatable) {
  const auto positions = some_positions(20);
  const auto again = some_positions(20);
  ASSERT_EQ(positions.size(), 20U);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    EXPECT_EQ(positions[i].position->board(), again[i].position->board());
    EXPECT_LT(*std::min_element(positions[i].values.begin(), positions[i].values.end()),
              positions[i].best);
  }
  EXPECT_NE(some_positions(1, 2)[0].position->board(), positions[0].position->board());
}

TEST(SolvedPositions, AreWorthWhatTheirBestMoveIsWorth) {
  const auto solver = parse_game("connect_four").start->make_engine(parse_engine("solver"));
  for (const ValuedPosition& solved : some_positions(20)) {
    EXPECT_EQ(solver->search(*solved.position, {}, {}, {}).value, solved.best);
  }
}

TEST(SolvedPositions, AreRefusedWhereNoneIsFound) {
  // After one move of tic-tac-toe, all replies but one lose; after none, all moves draw.
  EXPECT_THROW(solved_positions(parse_game("tic_tac_toe"), {0, 0}, 1, 1, [] {}, {}), UsageError);
}

TEST(SolvedPositions, OfOthelloAreNearItsEnd) {
  const auto found = solved_positions(parse_game("othello"), {50, 54}, 5, 1, [] {}, {});
  EXPECT_EQ(found.positions.size(), 5U);
}

TEST(SolvedPositions, AreCountedEvenWhereTheyAskForNoDecision) {
  // After two moves of tic-tac-toe, of 72 positions 12 ask for none: all moves draw or win.
  const auto found = solved_positions(parse_game("tic_tac_toe"), {0, 2}, 50, 1, [] {}, {});
  EXPECT_EQ(found.positions.size(), 50U);
  EXPECT_GT(found.left_out, 0U);
}

ValuedPositions read(const std::string& text, std::uint64_t count = 100) {
  return read_positions(parse_game("connect_four"), text, "some.txt", count, false, [] {}, {});
}

void expect_refused(const std::string& text, const std::string& sentence) {
  try {
    read(text);
    ADD_FAILURE() << "not refused: " << text;
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()), sentence);
  }
}

TEST(ReadPositions, TakesThoseThatAskForADecision) {
  // Pons's positions: in the second, every move wins.
  const std::string asks = "5554224333234511764415115 4\n";
  const auto found = read(asks + "\n52753311433677442422121 8\n" + asks);
  EXPECT_EQ(found.positions.size(), 2U);
  EXPECT_EQ(found.left_out, 1U);
  EXPECT_EQ(found.positions[0].best, 1);
  EXPECT_EQ(read(asks + asks, 1).positions.size(), 1U);
  EXPECT_EQ(read("5554224333234511764415115").positions.size(), 1U);  // its score is not known
}

TEST(ReadPositions, RefusesWhatIsNoPositionOfTheGame) {
  expect_refused("44444444 0\n",
                 "some.txt line 1: move '4' is not legal here: give one of 1, 2, 3, 5, 6, 7.");
  expect_refused("52753311433677442422121 -8\n",
                 "some.txt line 1: the solver contradicts its value -8.");
  expect_refused("1212121\n", "some.txt line 1: the game is over.");
  expect_refused("\n",
                 "some.txt has no position that asks for a decision: give lines of moves, such as "
                 "4453, or boards.");
}

TEST(ReadPositions, ReadsAFileOfAnotherSystem) {
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "5554224333234511764415115 4\r\n")
                .positions.size(),
            1U);
}

TEST(ReadPositions, SkipsCommentsAndTakesBoards) {
  const std::string moves = "4757744575227546572143215164621 1\n";
  const auto found = read("# my positions\n" + moves);
  ASSERT_EQ(found.positions.size(), 1U);
  // The same position as a board.
  const AnyGame& position = *found.positions[0].position;
  std::string board;
  const auto setup = position.setup();
  for (const Player owner : setup->owners) board += mark(owner);
  board += position.to_move() == 0 ? " X" : " O";
  const auto again = read(board + "\n");
  ASSERT_EQ(again.positions.size(), 1U);
  EXPECT_EQ(again.positions[0].position->board(), position.board());
  EXPECT_EQ(again.positions[0].values, found.positions[0].values);
}

/// The first position of the FFO endgame test suite, with the values of its moves.
const std::string kOthelloBoard =
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";

ValuedPositions read_obf(const std::string& text, bool trusted = false) {
  return read_positions(parse_game("othello"), text, "some.obf", 10, trusted, [] {}, {});
}
ValuedPositions read_othello(const std::string& values) { return read_obf(kOthelloBoard + values); }

TEST(ReadPositions, TakesBoardsWithTheValuesOfMoves) {
  const auto found = read_othello(" G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;");
  ASSERT_EQ(found.positions.size(), 1U);
  EXPECT_EQ(found.positions[0].best, 1);
  EXPECT_EQ(found.positions[0].moves.size(), 8U);
}

/// 22 empty cells, with 11 moves.
const std::string kEarlyBoard =
    "----OOO-XXO-XO--XXOXOXO-XXXOXX-OOXOXXXXX-OXOX-----OXOXX--OX--O-- X;";

TEST(ReadPositions, JudgesEachLineByItselfWhicheverComesFirst) {
  for (const std::string& text :
       {kEarlyBoard + "\n" + kOthelloBoard + "\n", "\n" + kOthelloBoard + "\n#\n" + kEarlyBoard}) {
    const auto found = read_obf(text);
    ASSERT_EQ(found.positions.size(), 1U);
    EXPECT_EQ(found.positions[0].moves.size(), 8U);
    EXPECT_EQ(found.left_out, 0U);
    ASSERT_EQ(found.lines.size(), 1U);
    EXPECT_EQ(found.lines[0].number, text.starts_with('\n') ? 4 : 1);
    EXPECT_EQ(found.lines[0].why, "beyond the solver");
  }
  EXPECT_THAT(refusal([&] { read_obf("#\n" + kEarlyBoard); }),
              testing::StartsWith("some.obf line 2: engine solver cannot solve this game"));
  // In this one every move loses.
  const std::string lost = "XOOOO-O-XOOO-OO-XOOOOOOXXXXXOOO-XXOOXOXXOOOOXOXOOXXXOXOOOX-XXXXO X;";
  EXPECT_EQ(refusal([&] { read_obf(lost + "\n" + kEarlyBoard); }),
            "some.obf has no position that asks for a decision: line 1 is left out (every move is "
            "as good), line 2 is left out (beyond the solver).");
}

TEST(ReadPositions, TakesTheValuesThatALineGivesOnRequest) {
  const auto position = read_board(*parse_game("othello").start, kEarlyBoard).position;
  const auto moves = position->legal_moves();
  std::string values;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    values += position->to_text(moves[i]) + (i == 3 ? ":+4; " : ":-2; ");
  }
  const auto untrusted = read_obf(kEarlyBoard + values + "\n" + kOthelloBoard);
  ASSERT_EQ(untrusted.lines.size(), 1U);
  EXPECT_EQ(untrusted.lines[0].why, "beyond the solver; --trust takes the values that it gives");
  const auto trusted = read_obf(kEarlyBoard + values, true);
  ASSERT_EQ(trusted.positions.size(), 1U);
  ASSERT_EQ(trusted.positions[0].moves, moves);
  EXPECT_EQ(trusted.positions[0].best, 1);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(trusted.positions[0].values[i], i == 3 ? 1 : 0);
  }
  // A line with some values alone is solved if it can be.
  const auto some = read_obf(kOthelloBoard + " G8:+18\n" + kEarlyBoard + " b1:+2", true);
  EXPECT_EQ(some.positions.size(), 1U);
  ASSERT_EQ(some.lines.size(), 1U);
  EXPECT_EQ(some.lines[0].number, 2);
  EXPECT_EQ(some.lines[0].why, "beyond the solver, and it does not give values of all moves");
}

TEST(QualityCommand, SaysWhichLinesOfAFileItLeftOut) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "mixed.obf").string();
  write_file_whole(file, kEarlyBoard + "\n" + kOthelloBoard + "\n");
  Arguments command{"quality",   "--game", "othello",      "--file", file,
                    "--engines", "seq",    "--iterations", "100"};
  EXPECT_THAT(run_banyan(command).out,
              testing::HasSubstr("\nline 1 was left out: beyond the solver.\n"));
  const Json found = run_json(command);
  EXPECT_EQ(found["rows"][0]["positions"], 1);
  EXPECT_EQ(found["lines_left_out"].dump(), R"([{"line":1,"why":"beyond the solver"}])");
  EXPECT_EQ(run_banyan({"quality", "--engines", "seq", "--iterations", "9", "--trust"}).err,
            "banyan: --trust is for values that a file of positions gives: give --file too.\n");
}

TEST(ReadPositions, RefusesValuesOfMovesThatTheSolverContradicts) {
  const auto why = [](const std::string& values) { return refusal([&] { read_othello(values); }); };
  EXPECT_EQ(why(" G8:+18; B1:+4;"), "some.obf line 1: the solver contradicts its value of b1.");
  EXPECT_EQ(why(" G8;"), "some.obf line 1: 'G8' is no value of a move: give them as in d1:+6.");
  EXPECT_EQ(why(" A1:+6;"),
            "some.obf line 1: move 'A1' is not legal here: give one of b1, h1, a2, g2, a3, a4, h7, "
            "g8.");
}

TEST(ReadPositions, RefusesWhatIsNoScore) {
  expect_refused("5554224333234511764415115 win\n",
                 "some.txt line 1: 'win' is no score: give moves and, if known, a whole number.");
  expect_refused("5554224333234511764415115 4 5\n",
                 "some.txt line 1: '4 5' is no score: give moves and, if known, a whole number.");
  expect_refused("5554224333234511764415115 4x\n",
                 "some.txt line 1: '4x' is no score: give moves and, if known, a whole number.");
}

TEST(Quality, OfTheSolverIsPerfect) {
  const auto rows = measure(some_positions(30), "solver", 1);
  EXPECT_EQ(rows[0].failures(), 0U);
  EXPECT_EQ(rows[0].regret().value, 0);
}

TEST(Quality, OfRandomMovesIsTheShareOfBadMoves) {
  const auto positions = some_positions(300);
  double expected = 0;
  for (const ValuedPosition& solved : positions) {
    double bad = 0;
    for (const double value : solved.values) bad += value < solved.best ? 1 : 0;
    expected += bad / static_cast<double>(solved.values.size());
  }
  const auto rows = measure(positions, "random", 1);
  EXPECT_NEAR(static_cast<double>(rows[0].failures()), expected, 4.5 * std::sqrt(300 * 0.25));
}

TEST(Quality, GrowsWithTheIterations) {
  const auto rows = measure(some_positions(100), "seq:iterations=8;seq:iterations=20000", 1);
  EXPECT_GT(rows[0].failures(), rows[1].failures() + 5);
  const Estimate more = failure_difference(rows[0], rows[1]);
  EXPECT_GT(more.lower95, 0);
  EXPECT_NEAR(
      more.value,
      (static_cast<double>(rows[0].failures()) - static_cast<double>(rows[1].failures())) / 100,
      1e-12);
}

TEST(Quality, CountsTheVisitsOfFinishedPositionsApart) {
  // Late in a game, whole batches may end at one finished position.
  const auto rows = measure(some_positions(20), "seq:batch=512", 20'000);
  EXPECT_GT(rows[0].played, 0U);
  EXPECT_LT(rows[0].played, rows[0].iterations);
}

TEST(Quality, OfAnEngineAgainstItselfDiffersInNothing) {
  const auto rows = measure(some_positions(30), "seq;seq", 500);
  EXPECT_EQ(rows[0].losses, rows[1].losses);
  const Estimate more = failure_difference(rows[1], rows[0]);
  EXPECT_EQ(more.value, 0);
  // 30 positions that do not differ: 1 - 0.025^(1/30).
  EXPECT_NEAR(more.upper95, 0.11570, 1e-5);
  EXPECT_NEAR(more.lower95, -0.11570, 1e-5);
}

// ---- the control -------------------------------------------------------------------------------

TEST(QualityControl, IsTheFirstEngineWithHalfItsBudget) {
  const auto half = [](const char* engine, std::optional<Limits> limits) {
    const auto found = references(parse_engine(engine), limits, std::span(&kControl, 1));
    return found.empty() ? "none" : found.front().engine.spec;
  };
  EXPECT_EQ(half("seq:c=1", Limits{20'000, 0, {}}), "seq:c=1,iterations=10000");
  EXPECT_EQ(half("seq:iterations=4k", Limits{20'000, 0, {}}), "seq:iterations=2000");
  EXPECT_EQ(half("seq", Limits{0, 1001, {}}), "seq:playouts=501");
  EXPECT_EQ(half("seq", Limits{0, 0, std::chrono::milliseconds(5)}), "seq:time=2500us");
  // The playouts in leaf's spec are per iteration.
  EXPECT_EQ(half("leaf:threads=1,playouts=4", Limits{0, 800, {}}),
            "leaf:threads=1,playouts=4,iterations=100");
  EXPECT_EQ(half("seq:playouts=40", std::nullopt), "seq:playouts=20");
  EXPECT_EQ(half("seq", Limits{2, 0, {}}), "seq:iterations=1");
  EXPECT_EQ(half("solver", std::nullopt), "none");
}

TEST(QualityControl, IsNoneWhereTheBudgetCannotBeHalved) {
  const auto found = [](const char* engine, const Limits& limits) {
    return references(parse_engine(engine), limits, std::span(&kControl, 1)).size();
  };
  EXPECT_EQ(found("seq", {.iterations = 1}), 0U);
  EXPECT_EQ(found("seq", {.iterations = 25}), 0U);
  EXPECT_EQ(found("seq", {.iterations = 101}), 1U);
  EXPECT_EQ(found("seq", {.playouts = 3}), 0U);
  EXPECT_EQ(found("seq", {.time = std::chrono::nanoseconds(1)}), 0U);
  // An iteration of this leaf has 8 playouts: neither half of 12 nor 12 is a whole one.
  EXPECT_EQ(found("leaf:threads=1", {.playouts = 12}), 0U);
  EXPECT_EQ(found("leaf:threads=1", {.playouts = 16}), 1U);
}

TEST(QualitySpeedup, TakesTheFactorsThatTheBudgetHas) {
  const auto factors = [](std::uint64_t iterations) {
    std::vector<double> all;
    for (const Reference& each :
         references(parse_engine("seq"), Limits{.iterations = iterations}, kSpeedupFactors)) {
      all.push_back(each.factor);
    }
    return all;
  };
  EXPECT_EQ(factors(1), (std::vector<double>{2, 4}));
  EXPECT_EQ(factors(2), (std::vector<double>{0.5, 2, 4}));
  EXPECT_EQ(factors(4), (std::vector<double>{0.25, 0.5, 2, 4}));
  EXPECT_EQ(factors(1001), (std::vector<double>{0.25, 0.5, 2, 4}));
}

TEST(QualityCommand, RefusesASpeedupByABudgetThatCannotBeDivided) {
  const Arguments command{
      "quality", "--game",    "tic_tac_toe", "--plies",      "1-4", "--positions",
      "4",       "--engines", "seq",         "--iterations", "1"};
  Arguments speedup = command;
  speedup.emplace_back("--speedup");
  const Outcome refused = run_banyan(speedup);
  EXPECT_EQ(refused.status, 2) << refused.text();
  EXPECT_EQ(refused.err,
            "banyan: --speedup measures seq with 1/4, 1/2, 2 and 4 times its budget, and 1 "
            "iterations cannot be divided so: give more, or a multiple of 4.\n");
  const Outcome without = run_banyan(command);
  EXPECT_EQ(without.status, 0) << without.text();
  EXPECT_NE(without.out.find("There is no control: seq has no budget that can be halved."),
            std::string::npos)
      << without.out;
}

QualityTable table_of(std::vector<std::vector<double>> losses) {
  std::vector<QualityRow> rows;
  for (std::vector<double>& lost : losses)
    rows.push_back({.engine = parse_engine("seq"), .losses = lost});
  rows.back().engine = parse_engine("seq:iterations=10");
  return {ValuedBy::kLabels, std::move(rows), {{kControl, parse_engine("seq:iterations=10")}}};
}

TEST(QualityControl, IsFoundWhereItIsWorse) {
  const QualityTable table = table_of({{0, 0, 0, 0.1}, {0.1, 0.2, 0.1, 0.3}});
  EXPECT_EQ(table.rows.size(), 1U);
  ASSERT_NE(table.control(), nullptr);
  EXPECT_EQ(control_text(table),
            "The control was found: seq:iterations=10, half the budget, is worse by +15.00 ± 9.19 "
            "points.");
  EXPECT_TRUE(control_json(table)["found"]);
}

TEST(QualityControl, ThatFailsSaysWhatThatMeansAndWhatWouldHelp) {
  // A mean of 0.025 and a standard error of 0.025 at 4 positions: t = 3.182.
  const QualityTable table = table_of({{0, 0, 0, 0}, {0, 0, 0, 0.1}});
  EXPECT_EQ(
      control_text(table),
      "The control failed: seq:iterations=10, half the budget, was not shown to be worse "
      "(+2.50 ± 7.96 points), so these 4 positions cannot separate engines even a factor of 2 "
      "apart in budget; a missing difference here means nothing. If that is its difference, "
      "some 83 positions would show it.");
  EXPECT_FALSE(control_json(table)["found"]);
}

TEST(PositionsToFind, AreThoseOfEightyPerCentPower) {
  // (1.96 + 0.84)^2 variances divided by the squared difference: se = 0.1 with 100 positions,
  // difference 0.1.
  EXPECT_NEAR(positions_to_find({0.1, 0.1 * kZ95, 0, 0}, 100), 784.9, 0.1);
  EXPECT_EQ(positions_to_find({0, 0.1, 0, 0}, 100), kInfinity);
}

TEST(Quality, BelowTheFirstEngineHasItsSpeedup) {
  std::vector<QualityRow> rows{{.engine = parse_engine("seq"), .losses = {0.08, 0.08}},
                               {.engine = parse_engine("naive"), .losses = {0.06, 0.06}}};
  std::vector<Reference> others;
  for (const double factor : kSpeedupFactors) {
    others.push_back({factor, parse_engine("seq:iterations=1")});
    const double lost = 0.08 - 0.02 * std::log2(factor);
    rows.push_back({.engine = others.back().engine, .losses = {lost, lost}});
  }
  const QualityTable table(ValuedBy::kLabels, rows, others);
  EXPECT_NEAR(table.speedup(table.rows[1]).value, 2, 1e-9);
  EXPECT_NE(quality_text(table).find("2.00 (2.00 to 2.00)"), std::string::npos);
}

// A search that assumed alternating players would fail on half of these.
TEST(Quality, OfAllEnginesIsGoodOnSolvedPositionsOfDotsAndBoxes) {
  const GameChoice game = parse_game("dots_and_boxes");
  const auto solved = solved_positions(game, {15, 18}, 30, 1, [] {}, {});
  const auto engines = parse_engines(
      "naive;seq;"
      "seq:batch=64;leaf:threads=2;root:threads=2;tree:threads=2;tree:threads=2,batch=64;"
      "tree:threads=2,lock=free;tree:threads=2,lock=node;tree:threads=2,lock=global;hybrid;"
      "virtual:workers=4;seq:solver=on;seq:select=puct;seq:rave=100;seq:grave=50");
  const auto rows =
      measure_quality(solved.positions, engines, Limits{3000, 0, {}}, 1, [](const auto&) {}, {});
  for (const QualityRow& row : rows) {
    EXPECT_LE(row.failures(), 3U) << row.engine.spec;
  }
}

}  // namespace
}  // namespace banyan::bench
