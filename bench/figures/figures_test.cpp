// Tests of what the figures share, and of those of strength and of a phase diagram.
#include "bench/figures/figures.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "bench/figures/curves.hpp"
#include "bench/report/synthetic_run_test.hpp"

namespace banyan::bench {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

MatchRow match(const std::string& kind, const std::string& game, const std::string& a) {
  MatchRow match;
  match.kind = kind;
  match.game = game;
  match.a = a;
  match.b = "seq";
  match.budget = "5.0 ms";
  match.games = 80;
  match.pentanomial = {5, 0, 20, 0, 15};
  return match;
}

TEST(EngineColour, IsThatOfItsFamilyWhateverItsKeys) {
  for (const char* engine : {"tree:threads=2", "tree:threads=2,batch=512", "tree, one lock",
                             "virtual:workers=8", "virtual:workers=8,scheme=leased"}) {
    EXPECT_EQ(engine_colour(engine), engine_colour("tree")) << engine;
  }
  EXPECT_EQ(engine_colour("virtual:scheme=root,workers=8"), engine_colour("root"));
}

TEST(EngineColour, TellsTheClassicStrategiesApartAndIsSteadyForOthers) {
  std::set<int> colours;
  for (const char* engine : {"seq", "naive", "leaf", "root", "tree", "pipeline", "hybrid"}) {
    colours.insert(engine_colour(engine));
  }
  EXPECT_EQ(colours.size(), 7U);
  EXPECT_EQ(engine_colour("some_engine:a=1"), engine_colour("some_engine"));
  EXPECT_EQ(engine_colour("some_engine"), 0x56B4E9);
}

TEST(SeriesStyles, TellVariantsOfOneEngineApartByMarkAndDash) {
  const std::vector<SeriesStyle> styles = series_styles({"tree", "root", "tree:batch=512"});
  EXPECT_EQ(styles[0].colour, styles[2].colour);
  EXPECT_NE(styles[0].point, styles[2].point);
  EXPECT_NE(styles[0].dash, styles[2].dash);
  EXPECT_NE(styles[0].colour, styles[1].colour);
  EXPECT_EQ(styles[0].dash, styles[1].dash);
}

TEST(StrengthFigures, ShowTheGamesThatDecidedAndNotTheFewThatChose) {
  RunData data;
  data.matches = {match("", "hex", "leaf"), match("", "hex", "tree"), match("", "go", "tree")};
  EXPECT_EQ(strength_figures(data).size(), 2U);
  data.decisions = {match("chosen", "hex", "tree"), match("control", "hex", "seq:time=2500us"),
                    match("chosen", "go", "root")};
  const std::vector<Figure> figures = strength_figures(data);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].title, "Fresh games: Elo over seq");
  for (const char* row : {"hex: tree", "hex: seq with half the budget", "go: root"}) {
    EXPECT_TRUE(contains(figures[0].data, row)) << figures[0].data;
  }
  EXPECT_FALSE(contains(figures[0].data, "leaf"));
}

TEST(Figures, LeaveOutTrivialGamesUnlessThereAreNoOthers) {
  RunData data;
  data.rows = {hex_row("seq", 1e6, 0.7)};
  EXPECT_EQ(games_to_draw(data, {"hex"}), std::vector<std::string>{"hex"});
  EXPECT_EQ(games_to_draw(data, {"hex", "go"}), std::vector<std::string>{"go"});
}

TEST(Curves, HaveABlockEachAndAreSetApartAroundTheirPlace) {
  std::vector<Curve> curves;
  curve_of(curves, "tree").points.push_back({2, {3, 1, 2, 4}});
  curve_of(curves, "unknown").points.push_back({2, kNotMeasured});
  curve_of(curves, "root").points.push_back({1, {5, 0, 5, 5}, Interval{0.5, 2}});
  curve_of(curves, "tree").points.push_back({4, {6, 1, 5, 7}});
  ASSERT_EQ(curves.size(), 3U);
  Figure figure;
  const std::string plots = drawn(figure, curves, {.factor = 0.1}).code();
  EXPECT_EQ(figure.data, "# tree\n2 3 2 4\n4 6 5 7\n\n\n# root\n1 5 5 5 0.5 2\n");
  EXPECT_TRUE(contains(plots, "index 0 using ($1*0.9000):2:3:4 with yerrorlines")) << plots;
  EXPECT_TRUE(contains(plots, "index 1 using ($1*1.1000):2:5:6:3:4 with xyerrorbars")) << plots;
  EXPECT_FALSE(contains(plots, "unknown")) << plots;
}

TEST(SpeedUpFigures, HaveTheRatioToSeqBesideThatToOneThread) {
  RunData data;
  data.rows = {hex_row("seq", 1e6), hex_row("tree:threads=1", 2e6), hex_row("tree:threads=2", 3e6)};
  const std::vector<Figure> figures = speedup_figures(data);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_TRUE(contains(figures[0].data, "\n2 3 ")) << figures[0].data;
  EXPECT_TRUE(contains(figures[0].data, " 1.5 ")) << figures[0].data;
  EXPECT_TRUE(contains(figures[0].plot.code(), "set ylabel 'over seq'"));
  EXPECT_TRUE(contains(figures[0].plot.code(), "set ylabel 'over 1 thread'"));
}

TEST(PhaseDiagram, HasItsRowsInWords) {
  SolvedSet set;
  set.game = "p_game";
  for (const char* vl : {"0", "1"}) {
    SolvedRow& row = set.rows.emplace_back();
    row.engine = fmt::format("virtual:workers=8,iterations=32,eval=constant,vl={}", vl);
  }
  for (const char* vl : {"0", "1"}) {
    SolvedRow& row = set.rows.emplace_back();
    row.engine = fmt::format("virtual:workers=64,iterations=256,eval=lognormal,vl={}", vl);
  }
  const Study& study = find_study("phase_diagram");
  const Figure figure = rules_figure(study, solved_tables(study, {set}).front());
  EXPECT_TRUE(
      contains(figure.plot.code(), "'8 workers, 32 iterations, evaluation time constant' 0"))
      << figure.plot.code();
  EXPECT_TRUE(contains(figure.plot.code(), "set xlabel 'virtual loss'"));
}

}  // namespace
}  // namespace banyan::bench
