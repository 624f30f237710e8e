// Tests of evidence.hpp on results with known numbers.
#include "bench/report/evidence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace banyan::bench {
namespace {

/// Engines by their losses.
PaperResults solved(const std::vector<std::pair<std::string, std::string>>& engines) {
  SolvedSet set;
  set.game = "hex";
  for (const auto& [engine, lost] : engines) {
    SolvedRow& row = set.rows.emplace_back();
    row.engine = engine;
    row.lost = lost;
  }
  return {.solved = {set}};
}

using Kind = Ours::Kind;

std::string seq(int iterations) { return SeqCurve{1}.at(iterations); }

Estimate estimate(const PaperResults& results, Kind kind, const std::vector<std::string>& engines,
                  const SeqCurve& curve = {}) {
  return estimate_of({kind, "hex", engines, "mean_depth"}, results, curve);
}

/// `count` losses of a whole win among 100 positions, starting at `from`.
std::string lost(int count, int from = 0) {
  std::string text(100, '0');
  text.replace(static_cast<std::size_t>(from), static_cast<std::size_t>(count),
               static_cast<std::size_t>(count), '2');
  return text;
}

TEST(Evidence, PairsValueLostByPosition) {
  const PaperResults results = solved({{"a", lost(20)}, {"b", lost(10)}});
  const Estimate more = estimate(results, Kind::kMoreLost, {"a", "b"});
  EXPECT_NEAR(more.value, 10, 1e-9);
  // Ten differences of 1 and ninety of 0: s = 0.3015, t(99) = 1.984, so ± 5.98.
  EXPECT_NEAR(more.error95, 5.98, 0.01);
  EXPECT_NEAR(estimate(results, Kind::kMoreLost, {"b", "a"}).value, -10, 1e-9);
}

TEST(Evidence, ComparesDifferencesByPosition) {
  const PaperResults results =
      solved({{"a", lost(30)}, {"b", lost(10)}, {"c", lost(15)}, {"d", lost(10)}});
  EXPECT_NEAR(estimate(results, Kind::kMoreLost, {"a", "b", "c", "d"}).value, 15, 1e-9);
}

TEST(Evidence, FindsTheStrengthSpeedUpOnTheCurveOfSequentialSearch) {
  const PaperResults results = solved({{seq(100), lost(40)},
                                       {seq(200), lost(30)},
                                       {seq(400), lost(20)},
                                       {seq(800), lost(10)},
                                       {"as four", lost(20)},
                                       {"between", lost(25)}});
  const SeqCurve curve{100, {2, 4, 8}};
  EXPECT_NEAR(estimate(results, Kind::kStrength, {"as four"}, curve).value, 4, 1e-9);
  EXPECT_NEAR(estimate(results, Kind::kStrength, {"between"}, curve).value, std::sqrt(8), 1e-9);
}

TEST(Evidence, LeavesOpenWhatLiesBeyondTheCurve) {
  const PaperResults results = solved({{seq(100), lost(40)},
                                       {seq(200), lost(35)},
                                       {"far better", lost(0)},
                                       {"far worse", lost(100)}});
  const Estimate better = estimate(results, Kind::kStrength, {"far better"}, {100, {2}});
  EXPECT_TRUE(std::isinf(better.upper95));
  EXPECT_LE(better.lower95, 2);
  const Estimate worse = estimate(results, Kind::kStrength, {"far worse"}, {100, {2}});
  EXPECT_EQ(worse.lower95, -kInfinity);
  EXPECT_GE(worse.upper95, 2);  // the smallest factor of this curve
}

TEST(Evidence, ComparesSearchesByTheirGeometricMeans) {
  const PaperResults results{
      .searches = {{"searches",
                    "hex",
                    "",
                    {{"a", 1, {{"mean_depth", {2, 8}}}}, {"b", 1, {{"mean_depth", {1, 1}}}}}}}};
  EXPECT_NEAR(estimate(results, Kind::kRatio, {"a", "b"}).value, 4, 1e-9);
}

TEST(Evidence, NeedsWhatIsComparedWithFirstAndTheEnginesOfAGameTogether) {
  const std::vector<Needed> needed = needed_for({{Kind::kMoreLost, "hex", {"a", "b"}},
                                                 {Kind::kElo, "hex", {"a", "b"}},
                                                 {Kind::kStrength, "hex", {"c"}},
                                                 {Kind::kElo, "hex", {"b", "a"}},
                                                 {Kind::kRatio, "go", {"a", "b"}, "nodes"}},
                                                {100, {2}});
  ASSERT_EQ(needed.size(), 4U);
  EXPECT_EQ(needed[0].engines, (std::vector<std::string>{"b", "a", seq(100), seq(200), "c"}));
  EXPECT_EQ(needed[1].engines, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(needed[2].engines, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(needed[3].kind, kSearches);
}

TEST(Evidence, HasNothingFromWhatIsNotThere) {
  const PaperResults results = solved({{"a", lost(20)}, {"b", "2"}});
  EXPECT_TRUE(std::isnan(estimate(results, Kind::kMoreLost, {"a", "b"}).lower95));
  EXPECT_TRUE(std::isnan(estimate(results, Kind::kMoreLost, {"a", "c"}).lower95));
  EXPECT_TRUE(std::isnan(estimate({}, Kind::kRatio, {"a", "b"}).lower95));
  EXPECT_TRUE(std::isnan(estimate({}, Kind::kElo, {"a", "b"}).lower95));
}

TEST(Evidence, OfCellsIsFromWholeResultsAlone) {
  Paper paper;
  paper.cells.push_back({{"Elo", "seq"}, {Kind::kElo, "hex", {"seq:c=1", "seq"}}});
  paper.cells.back().published.allowed = Allowed{0, kInfinity};
  PaperResults results;
  results.matches.push_back({.kind = "match",
                             .game = "hex",
                             .a = "seq:c=1",
                             .b = "seq",
                             .games = 80,
                             .pentanomial = {0, 0, 0, 10, 30}});
  const PaperData whole = paper_data(paper, results, {});
  EXPECT_GT(whole.cells.at(0).ours.lower95, 100);
  EXPECT_EQ(whole.cells[0].verdict, "agrees");
  const PaperData part = paper_data(paper, {}, results);
  EXPECT_TRUE(std::isnan(part.cells.at(0).ours.value));
  EXPECT_EQ(part.cells[0].verdict, "not measured");
  EXPECT_EQ(part.results.matches.size(), 1U);
}

}  // namespace
}  // namespace banyan::bench
