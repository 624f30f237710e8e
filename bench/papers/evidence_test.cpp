// Tests of evidence.hpp on results whose numbers are known.
#include "bench/papers/evidence.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace banyan::bench {
namespace {

Json solved(const Json& rows) {
  return {{"kind", "solved"}, {"game", "hex"}, {"interrupted", false}, {"rows", rows}};
}

/// So many losses of a whole win among 100 positions, from one of them on.
std::string lost(int count, int from = 0) {
  std::string text(100, '0');
  text.replace(static_cast<std::size_t>(from), static_cast<std::size_t>(count),
               static_cast<std::size_t>(count), '2');
  return text;
}

TEST(Evidence, PairsValueLostByPosition) {
  const Json results = Json::array(
      {solved({{{"engine", "a"}, {"lost", lost(20)}}, {{"engine", "b"}, {"lost", lost(10)}}})});
  const Estimate more = Evidence(results).more_lost("hex", "a", "b");
  EXPECT_NEAR(more.value, 10, 1e-9);
  // Ten differences of 1 and ninety of 0: s = 0.3015, t(99) = 1.984, so ± 5.98.
  EXPECT_NEAR(more.error95, 5.98, 0.01);
  EXPECT_NEAR(Evidence(results).more_lost("hex", "b", "a").value, -10, 1e-9);
}

TEST(Evidence, ComparesDifferencesByPosition) {
  const Json results = Json::array({solved({{{"engine", "a"}, {"lost", lost(30)}},
                                            {{"engine", "b"}, {"lost", lost(10)}},
                                            {{"engine", "c"}, {"lost", lost(15)}},
                                            {{"engine", "d"}, {"lost", lost(10)}}})});
  EXPECT_NEAR(Evidence(results).more_lost("hex", "a", "b", "c", "d").value, 15, 1e-9);
}

TEST(Evidence, FindsTheStrengthSpeedUpOnTheCurveOfSequentialSearch) {
  const Json results = Json::array({solved({{{"engine", seq(100)}, {"lost", lost(40)}},
                                            {{"engine", seq(200)}, {"lost", lost(30)}},
                                            {{"engine", seq(400)}, {"lost", lost(20)}},
                                            {{"engine", seq(800)}, {"lost", lost(10)}},
                                            {{"engine", "as four"}, {"lost", lost(20)}},
                                            {{"engine", "between"}, {"lost", lost(25)}}})});
  const Evidence evidence(results);
  EXPECT_NEAR(evidence.strength("hex", "as four", 100, {2, 4, 8}).value, 4, 1e-9);
  EXPECT_NEAR(evidence.strength("hex", "between", 100, {2, 4, 8}).value, std::sqrt(8), 1e-9);
}

TEST(Evidence, LeavesOpenWhatLiesBeyondTheCurve) {
  const Json results = Json::array({solved({{{"engine", seq(100)}, {"lost", lost(40)}},
                                            {{"engine", seq(200)}, {"lost", lost(35)}},
                                            {{"engine", "far better"}, {"lost", lost(0)}},
                                            {{"engine", "far worse"}, {"lost", lost(100)}}})});
  const Estimate better = Evidence(results).strength("hex", "far better", 100, {2});
  EXPECT_TRUE(std::isinf(better.upper95));
  EXPECT_LE(better.lower95, 2);
  const Estimate worse = Evidence(results).strength("hex", "far worse", 100, {2});
  EXPECT_EQ(worse.lower95, -kInfinity);
  EXPECT_GE(worse.upper95, 2);  // the smallest factor of this curve
}

TEST(Evidence, ComparesSearchesByTheirGeometricMeans) {
  const Json results = Json::array({{{"kind", "searches"},
                                     {"game", "hex"},
                                     {"interrupted", false},
                                     {"rows",
                                      {{{"engine", "a"}, {"mean_depth", {2.0, 8.0}}},
                                       {{"engine", "b"}, {"mean_depth", {1.0, 1.0}}}}}}});
  EXPECT_NEAR(Evidence(results).ratio("hex", "mean_depth", "a", "b").value, 4, 1e-9);
}

TEST(Evidence, HasNothingFromWhatIsNotWhole) {
  Json part = solved({{{"engine", "a"}, {"lost", lost(20)}}, {{"engine", "b"}, {"lost", "2"}}});
  EXPECT_TRUE(std::isnan(Evidence(Json::array({part})).more_lost("hex", "a", "b").lower95));
  EXPECT_TRUE(std::isnan(Evidence(Json::array({part})).more_lost("hex", "a", "c").lower95));
  part["interrupted"] = true;
  EXPECT_TRUE(std::isnan(Evidence(Json::array({part})).more_lost("hex", "a", "a").lower95));
  EXPECT_TRUE(std::isnan(Evidence(Json::array()).ratio("hex", "nodes", "a", "b").lower95));
  EXPECT_TRUE(std::isnan(Evidence(Json::array()).elo("hex", "a", "b").lower95));
}

}  // namespace
}  // namespace banyan::bench
