// Tests of solved_studies.hpp: tables and figures with known numbers.
#include "bench/report/studies/solved_studies.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

/// A row of truth.json with these losses, in half points.
SolvedRow truth_row(const std::string& engine, const std::string& lost, double regret) {
  SolvedRow row;
  row.engine = engine;
  row.lost = lost;
  row.regret = {regret, 0.1, regret - 0.1, regret + 0.1};
  return row;
}

/// 40 positions of a game.
SolvedSet truth_set(const std::string& game, const std::string& budget,
                    std::vector<SolvedRow> rows) {
  SolvedSet set;
  set.game = game;
  set.budget = budget;
  set.positions = 40;
  set.rows = std::move(rows);
  return set;
}

/// A digit for each of 40 positions: `chosen` on those that choose, `judged` on the others.
std::string halves(char chosen, char judged) {
  std::string lost;
  for (int i = 0; i < 20; ++i) lost += {chosen, judged};
  return lost;
}

TEST(SolvedStudies, CompareWithTheBestOnPositionsThatDidNotChooseIt) {
  const std::string none = halves('0', '0');
  const SolvedSet set = truth_set(
      "p_game", "the engines' own budgets",
      {truth_row("seq:iterations=9", none, 0), truth_row("virtual:workers=8,vl=0", none, 0),
       truth_row("virtual:workers=8,vl=1", halves('1', '0'), 0.25),
       truth_row("virtual:workers=8,vl=3", halves('1', '1'), 0.5),
       truth_row("virtual:workers=64,vl=3", halves('1', '1'), 0.5)});
  const auto tables = study_tables(find_study("phase_diagram"), std::vector{set});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].first,
            "p_game: value lost a move, % of a win, 40 positions, the engines' own budgets; "
            "virtual by vl; * is shown to be worse than the best of its line");
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| engine | - | 0 | 1 | 3 |\n"
            "| :--- | ---: | ---: | ---: | ---: |\n"
            "| seq:iterations=9 | 0.0 ± 10.0  |  |  |  |\n"
            "| workers=8 |  | 0.0 ± 10.0  | 25.0 ± 10.0  | 50.0 ± 10.0* |\n"
            "| workers=64 |  |  |  | 50.0 ± 10.0  |\n");
}

TEST(SolvedStudies, CompareNumbersOfWorkersWithTheFirstOnAllPositions) {
  const SolvedSet set =
      truth_set("connect_four", "1.00 k playouts",
                {truth_row("virtual:workers=1,eval=exponential", halves('0', '1'), 0.25),
                 truth_row("virtual:workers=2,eval=exponential", halves('0', '0'), 0),
                 truth_row("virtual:workers=3,eval=exponential", halves('2', '1'), 0.75)});
  const auto tables = study_tables(find_study("scaling_limits"), std::vector{set});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_NE(tables[0].first.find("worse than the first of its line"), std::string::npos);
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| engine | 1 | 2 | 3 |\n"
            "| :--- | ---: | ---: | ---: |\n"
            "|  | 25.0 ± 10.0  | 0.0 ± 10.0  | 75.0 ± 10.0* |\n");
}

TEST(SolvedStudies, CorrectForTheNumberOfComparisons) {
  // Alone, losing on 6 positions more has a p-value of 2^-5; Holm's correction of two doubles it.
  const std::string six = std::string(28, '0') + "010101010101";
  const auto worse = [&](std::size_t compared) {
    std::vector<SolvedRow> rows{truth_row("virtual:workers=8,vl=0", std::string(40, '0'), 0)};
    for (std::size_t i = 0; i < compared; ++i) {
      rows.push_back(truth_row("virtual:workers=8,vl=" + std::to_string(i + 1), six, 0.075));
    }
    const auto tables =
        solved_tables(find_study("phase_diagram"), {truth_set("p_game", "1 k", rows)});
    return tables[0].cells.back().worse;
  };
  EXPECT_TRUE(worse(1));
  EXPECT_FALSE(worse(2));
}

TEST(SolvedStudies, TuneAKeyOnHalfOfThePositionsAndShowTheOtherHalf) {
  Study study = find_study("phase_diagram");
  study.tuned = "c";
  const auto tables = study_tables(
      study,
      std::vector{truth_set("p_game", "1 k",
                            {truth_row("seq:iterations=9", halves('0', '0'), 0),
                             truth_row("virtual:workers=8,vl=0,c=1", halves('1', '2'), 0.75),
                             truth_row("virtual:workers=8,vl=0,c=2", halves('2', '0'), 0.5),
                             truth_row("virtual:workers=8,vl=1,c=1", halves('2', '0'), 0.5),
                             truth_row("virtual:workers=8,vl=1,c=2", halves('0', '1'), 0.25)})});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_NE(tables[0].first.find("20 of 40 positions"), std::string::npos) << tables[0].first;
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| engine | - | 0 | 1 |\n"
            "| :--- | ---: | ---: | ---: |\n"
            "| seq:iterations=9 | 0.0 ± 16.8  |  |  |\n"
            "|  |  | c=1: 100.0 ± 0.0* | c=2: 50.0 ± 0.0  |\n");
}

TEST(SolvedStudies, NameTheEnginesWhereThereAreSeveral) {
  const std::string none(40, '0');
  const SolvedSet set = truth_set(
      "othello", "1.00 k playouts",
      {truth_row("seq", none, 0), truth_row("virtual:workers=4,eval=exponential,vl=1", none, 0),
       truth_row("virtual:workers=4,eval=exponential,scheme=root", none, 0),
       truth_row("cluster:simulated=on,ranks=4,scheme=root", none, 0),
       truth_row("cluster:simulated=on,ranks=16,scheme=tds", none, 0)});
  const auto tables = study_tables(find_study("scaling_limits"), std::vector{set});
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_NE(
      tables[0].first.find("; cluster:simulated=on and virtual:eval=exponential by workers; "),
      std::string::npos)
      << tables[0].first;
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| engine | - | 4 | 16 |\n"
            "| :--- | ---: | ---: | ---: |\n"
            "| seq | 0.0 ± 10.0  |  |  |\n"
            "| virtual:vl=1 |  | 0.0 ± 10.0  |  |\n"
            "| virtual:scheme=root |  | 0.0 ± 10.0  |  |\n"
            "| cluster:scheme=root |  | 0.0 ± 10.0  |  |\n"
            "| cluster:scheme=tds |  |  | 0.0 ± 10.0  |\n");
}

TEST(SolvedStudies, AreDrawnByWhatIsLostBeyondTheBestOfTheLine) {
  const SolvedSet set =
      truth_set("p_game", "the engines' own budgets",
                {truth_row("seq:iterations=9", std::string(40, '0'), 0),
                 truth_row("virtual:workers=8,vl=0", std::string(40, '1'), 0.5),
                 truth_row("virtual:workers=8,vl=mean", std::string(36, '0') + "1111", 0.05)});
  const Study& study = find_study("phase_diagram");
  const Figure figure = rules_figure(study, solved_tables(study, {set}).front());
  EXPECT_EQ(figure.data,
            "# not shown to be worse: column, line, % lost, % lost beyond the best of the line\n"
            "1 0 5.0 0\n\n\n"
            "# worse: column, line, % lost, % lost beyond the best of the line\n"
            "0 0 50.0 45\n");
  EXPECT_NE(figure.plot.code().find("set xtics ('0' 0, 'mean' 1)"), std::string::npos)
      << figure.plot.code();
}

TEST(SolvedStudies, AreDrawnByTheIterationsOfAWorker) {
  std::vector<SolvedRow> rows;
  for (const char* iterations : {"16", "64", "256"}) {
    const std::string engine = std::string("virtual:workers=8,iterations=") + iterations;
    rows.push_back(truth_row(engine + ",vl=0", halves('1', '1'), 0.5));
    rows.push_back(truth_row(engine + ",vl=1", halves('0', '0'), 0));
  }
  const Study& study = find_study("phase_diagram");
  const std::vector<SolvedSet> sets{truth_set("p_game", "1 k", rows),
                                    truth_set("hex", "1 k", rows)};
  const auto figure = lengths_figure(study, solved_tables(study, sets));
  ASSERT_TRUE(figure);
  EXPECT_NE(figure->data.find("# vl=0\n2 50 50 50\n8 50 50 50\n32 50 50 50\n"), std::string::npos)
      << figure->data;
  EXPECT_NE(figure->plot.code().find("set xlabel 'iterations per worker, 8 workers'"),
            std::string::npos)
      << figure->plot.code();
  rows.resize(4);
  EXPECT_FALSE(lengths_figure(study, solved_tables(study, {truth_set("p_game", "1 k", rows)})));
}

}  // namespace
}  // namespace banyan::bench
