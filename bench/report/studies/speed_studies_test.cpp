// Tests of speed_studies.hpp: tables with known numbers.
#include "bench/report/studies/speed_studies.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "bench/figures/figures.hpp"

namespace banyan::bench {
namespace {

ThroughputRow row(const std::string& game, const std::string& engine, int threads, double rate,
                  double cores) {
  ThroughputRow row;
  row.game = game;
  row.engine = engine;
  row.threads = threads;
  row.iterations_per_second = {rate, rate, rate};
  row.cores = cores;
  row.mean_depth = rate / 10;
  return row;
}

TEST(StudyTables, AreNoneWithoutRows) {
  EXPECT_TRUE(study_tables(find_study("locks"), std::vector<ThroughputRow>()).empty());
}

TEST(StudyTables, CompareWithTheFastestSequentialEngineOfTheSameGame) {
  const auto tables =
      study_tables(find_study("locks"),
                   {row("hex", "seq", 1, 50, 1), row("hex", "seq:batch=512", 1, 100, 1),
                    row("hex", "tree:threads=1", 1, 80, 1), row("hex", "tree:threads=4", 4, 300, 4),
                    row("othello", "seq", 1, 10, 1), row("othello", "tree:threads=4", 4, 20, 2)});
  ASSERT_EQ(tables.size(), 4U);
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| game | engine | - | threads=1 | threads=4 |\n"
            "| :--- | :--- | ---: | ---: | ---: |\n"
            "| hex | seq | 0.50 ± 0.00 |  |  |\n"
            "| hex | seq:batch=512 | **1.00 ± 0.00** |  |  |\n"
            "| hex | tree |  | 0.80 ± 0.00 | 3.00 ± 0.00 |\n"
            "| othello | seq | 1.00 ± 0.00 |  |  |\n"
            "| othello | tree |  |  | 2.00 ± 0.00! |\n");
}

TEST(CoreAccounts, ComeToTheWholeOfACoresTime) {
  ThroughputRow alone = row("hex", "tree:threads=1", 1, 100, 1);
  alone.system_cores = 0.1;  // 0.9 s of search for 100 iterations
  ThroughputRow four = row("hex", "tree:threads=4", 4, 300, 3.6);
  four.system_cores = 0.6;
  const CoreAccount account = core_account(four, alone);
  EXPECT_NEAR(account.speedup, 3, 1e-9);
  EXPECT_NEAR(account.searches, 3 * 0.9 / 4, 1e-9);
  EXPECT_NEAR(account.slower, (3.6 - 0.6) / 4 - 3 * 0.9 / 4, 1e-9);
  EXPECT_NEAR(account.system, 0.15, 1e-9);
  EXPECT_NEAR(account.waits, 0.1, 1e-9);
}

TEST(StudyTables, OfThreadsSayWhereTheTimeOfCoresWent) {
  ThroughputRow two = row("hex", "tree:threads=2", 2, 150, 1.9);
  two.conflicts_per_iteration = 0.004;
  const auto tables =
      study_tables(find_study("scaling_losses"),
                   {row("hex", "seq", 1, 100, 1), row("hex", "tree:threads=1", 1, 80, 1), two});
  ASSERT_EQ(tables.size(), 4U);
  EXPECT_EQ(
      tables[3].second.to_markdown(),
      "| game | engine | speed-up | searches | slower | system | waits | conflicts | faults |\n"
      "| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
      "| hex | tree:threads=1 | 1.00 | 100.0 % | 0.0 % | 0.0 % | 0.0 % | 0.00 | 0.00 |\n"
      "| hex | tree:threads=2 | 1.88 | 93.8 % | 1.2 % | 0.0 % | 5.0 % | 4.00 | 0.00 |\n");
}

TEST(StudyTables, SayNothingOfCoresWhereAnOlderFileDoesNot) {
  ThroughputRow older = row("hex", "tree:threads=1", 1, 80, 1);
  older.system_cores = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(study_tables(find_study("locks"), {row("hex", "seq", 1, 100, 1), older}).size(), 3U);
}

TEST(StudyTables, PutTheKeysOfGamesSideBySideToo) {
  const auto tables = study_tables(find_study("playout_cost"),
                                   {row("p_game:depth=8,cost=0", "seq", 1, 100, 1),
                                    row("p_game:depth=8,cost=0", "root:threads=2", 2, 150, 2),
                                    row("p_game:depth=8,cost=100", "seq", 1, 50, 1),
                                    row("p_game:depth=8,cost=100", "root:threads=2", 2, 95, 2)});
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| game | engine | cost=0 | cost=100 |\n"
            "| :--- | :--- | ---: | ---: |\n"
            "| p_game:depth=8 | seq | 1.00 ± 0.00 | 1.00 ± 0.00 |\n"
            "| p_game:depth=8 | root:threads=2 | **1.50 ± 0.00** | **1.90 ± 0.00** |\n");
  EXPECT_EQ(tables[1].second.to_markdown(),
            "| game | engine | cost=0 | cost=100 |\n"
            "| :--- | :--- | ---: | ---: |\n"
            "| p_game:depth=8 | seq | 10.0 | 5.0 |\n"
            "| p_game:depth=8 | root:threads=2 | 15.0 | 9.5 |\n");
}

TEST(StudySpeeds, NameALineByWhatSetsItApart) {
  const auto speeds =
      study_speeds(find_study("locks"),
                   {row("hex", "seq", 1, 100, 1), row("hex", "tree:threads=1,lock=free", 1, 80, 1),
                    row("hex", "tree:threads=2,lock=node", 2, 150, 2)});
  ASSERT_EQ(speeds.size(), 2U);  // the baseline has no column
  EXPECT_EQ(speeds[0].line, "lock=free");
  EXPECT_EQ(speeds[0].column, "1");
  EXPECT_NEAR(speeds[0].speed_up.value, 0.8, 1e-9);
  EXPECT_EQ(speeds[1].line, "lock=node");
  EXPECT_EQ(speeds[1].column, "2");
  EXPECT_NEAR(speeds[1].speed_up.value, 1.5, 1e-9);
}

TEST(StudySpeeds, AreDrawnAFigureAGameWithABlockALine) {
  RunData data;
  data.study = find_study("locks");
  data.rows = {row("hex", "seq", 1, 100, 1), row("hex", "tree:threads=1,lock=free", 1, 80, 1),
               row("hex", "tree:threads=2,lock=node", 2, 150, 2)};
  const std::vector<Figure> figures = study_figures(data);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].name, "locks-hex");
  EXPECT_EQ(figures[0].data,
            "# place of the column, speed-up, ends of its 95 % interval; a block a line\n"
            "# lock=free\n"
            "0 0.8 0.8 0.8\n\n\n"
            "# lock=node\n"
            "1 1.5 1.5 1.5\n");
  for (const char* const apart : {"index 0 using ($1+-0.0750):2", "index 1 using ($1+0.0750):2"}) {
    EXPECT_NE(figures[0].plot.code().find(apart), std::string::npos) << figures[0].plot.code();
  }
  EXPECT_NE(figures[0].plot.code().find("set xtics ('1' 0, '2' 1)"), std::string::npos);
}

TEST(StudyTables, SayNothingWithoutABaseline) {
  const auto tables =
      study_tables(find_study("locks"), std::vector{row("hex", "tree:threads=2", 2, 80, 2)});
  EXPECT_EQ(tables[0].second.to_markdown(),
            "| game | engine | threads=2 |\n"
            "| :--- | :--- | ---: |\n"
            "| hex | tree | - |\n");
}

TEST(StudyTables, SplitTheColumnFromTheRest) {
  const auto split = [](const char* study, const char* engine) {
    const PivotPlace place = place_of("hex", engine, find_study(study).column);
    return std::pair(place.column, place.engine);
  };
  using Split = std::pair<std::string, std::string>;
  EXPECT_EQ(split("scaling_limits", "virtual:workers=8,vl=1"), Split("8", "virtual:vl=1"));
  EXPECT_EQ(split("scaling_limits", "cluster:scheme=df,ranks=8"), Split("8", "cluster:scheme=df"));
  EXPECT_EQ(split("phase_diagram", "seq:iterations=5"), Split("-", "seq:iterations=5"));
}

}  // namespace
}  // namespace banyan::bench
