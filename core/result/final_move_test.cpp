#include "core/result/final_move.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace banyan {
namespace {

SearchResult result_with(const std::vector<std::uint64_t>& visits) {
  SearchResult result;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    result.children.push_back({static_cast<std::uint32_t>(10 + i), visits[i], visits[i]});
  }
  result.best_move = result.children[choose_final(result.children, FinalMove::kRobust)].move;
  result.principal_variation = {result.best_move, 99};
  return result;
}

RootChild proven(std::uint32_t move, std::uint64_t visits, Points lowest, Points highest) {
  RootChild child{move, visits, visits};
  child.lowest = lowest;
  child.highest = highest;
  return child;
}

TEST(Temperature, MakesChancesTheVisitsToThePowerOfOneOverIt) {
  const auto children = result_with({1, 2, 4, 0}).children;
  EXPECT_EQ(move_probabilities(children, 1), (std::vector<double>{1 / 7.0, 2 / 7.0, 4 / 7.0, 0}));
  const std::vector<double> half = move_probabilities(children, 0.5);
  EXPECT_NEAR(half[0], 1 / 21.0, 1e-12);
  EXPECT_NEAR(half[2], 16 / 21.0, 1e-12);
  EXPECT_EQ(move_probabilities(children, 0), (std::vector<double>{0, 0, 1, 0}));
  EXPECT_NEAR(move_probabilities(children, 1e-4)[2], 1, 1e-12);
}

TEST(Temperature, DrawsMovesByTheirChances) {
  const SearchResult found = result_with({100, 300, 500, 0, 100});
  for (const double temperature : {0.5, 1.0, 2.0}) {
    const std::vector<double> chance = move_probabilities(found.children, temperature);
    EXPECT_NEAR(std::accumulate(chance.begin(), chance.end(), 0.0), 1, 1e-12);
    std::vector<int> drawn(5);
    constexpr int kDraws = 20'000;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
      SearchResult result = found;
      play_by_temperature(result, temperature, Random(StreamKey{seed, 0, 0, 0}));
      ++drawn[result.best_move - 10];
    }
    EXPECT_EQ(drawn[3], 0);
    double chi_square = 0;
    for (const std::size_t i : {0U, 1U, 2U, 4U}) {
      const double expected = chance[i] * kDraws;
      chi_square += (drawn[i] - expected) * (drawn[i] - expected) / expected;
    }
    EXPECT_LT(chi_square, 16.27);  // 3 degrees of freedom, 0.1 %
  }
}

TEST(Temperature, MakesTheLineBeginWithTheMovePlayed) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SearchResult result = result_with({10, 11, 10});
    play_by_temperature(result, 1, Random(StreamKey{seed, 0, 0, 0}));
    ASSERT_FALSE(result.principal_variation.empty());
    EXPECT_EQ(result.principal_variation.front(), result.best_move);
  }
}

TEST(Temperature, PlaysNoMoveThatAnotherIsProvenToDominate) {
  SearchResult result = result_with({10, 10, 10});
  result.children[1] = proven(11, 1000, kLoss, kLoss);
  EXPECT_EQ(move_probabilities(result.children, 1), (std::vector<double>{0.5, 0, 0.5}));
}

TEST(FinalMove, IsNoProvenLossIfThereIsAnother) {
  for (const FinalMove rule : {FinalMove::kRobust, FinalMove::kMax, FinalMove::kLcb}) {
    EXPECT_EQ(choose_final({proven(0, 900, kLoss, kLoss), {1, 5, 1}}, rule), 1U);
    EXPECT_EQ(choose_final({{1, 5, 1}, proven(0, 900, kLoss, kLoss)}, rule), 0U);
    EXPECT_EQ(choose_final({{1, 900, 1700}, proven(0, 3, kWin, kWin)}, rule), 1U);
    EXPECT_EQ(choose_final({proven(0, 9, kLoss, kLoss), proven(1, 8, kLoss, kLoss)}, rule), 0U);
    // At least a draw beats at most a draw, and may win.
    EXPECT_EQ(choose_final({proven(0, 9, kDraw, kDraw), proven(1, 8, kDraw, kWin)}, rule), 1U);
    EXPECT_EQ(choose_final({proven(0, 9, kLoss, kDraw), proven(1, 8, kDraw, kDraw)}, rule), 1U);
  }
}

TEST(ProvenValue, IsThatOfTheBestMoveOnceNoOtherCanBeBetter) {
  EXPECT_EQ(proven_value({{0, 1, 1}, {1, 1, 1}}), std::nullopt);
  EXPECT_EQ(proven_value({{0, 1, 1}, proven(1, 1, kWin, kWin)}), kWin);
  EXPECT_EQ(proven_value({{0, 1, 1}, proven(1, 1, kDraw, kDraw)}), std::nullopt);
  EXPECT_EQ(proven_value({proven(0, 1, kLoss, kDraw), proven(1, 1, kDraw, kDraw)}), kDraw);
  EXPECT_EQ(proven_value({proven(0, 1, kLoss, kLoss), proven(1, 1, kLoss, kLoss)}), kLoss);
}

}  // namespace
}  // namespace banyan
