// What playouts learn, by games made by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/draw.hpp"
#include "core/base/random.hpp"
#include "core/playout/learned/good_replies.hpp"
#include "core/playout/learned/move_means.hpp"
#include "core/playout/learned/ngram_means.hpp"

namespace banyan {
namespace {

/// A game of these moves; the players take turns.
SimulatedGame game_of(const std::vector<std::uint16_t>& moves) {
  SimulatedGame game;
  for (const std::uint16_t move : moves) {
    game.push_back({move, static_cast<std::int8_t>(game.size() % 2)});
  }
  return game;
}

using Last = std::vector<std::size_t>;

TEST(Draws, ByAGibbsDistributionHaveItsProbabilities) {
  constexpr double kTau = 0.1;
  const std::array<double, 4> means{0.5, 0.6, 0.35, 0.55};
  std::array<double, 4> sums{};
  double sum = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    sums[i] = sum += gibbs_weight(means[i], kTau);
  }
  double all = 0;
  for (const double mean : means) all += std::exp(mean / kTau);
  Random random(StreamKey{1, 0, 0, 0});
  constexpr int kDraws = 200'000;
  std::array<int, 4> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[draw_by_sums(sums, random)];
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double probability = std::exp(means[i] / kTau) / all;
    const double error = std::sqrt(probability * (1 - probability) / kDraws);
    EXPECT_NEAR(counts[i] / double{kDraws}, probability, 4.5 * error) << i;
  }
}

TEST(Draws, ByAGibbsDistributionWorkAtAnyTemperature) {
  Random random(StreamKey{2, 0, 0, 0});
  for (const double tau : {1e-300, 1e-9, 0.001}) {
    const double best = gibbs_weight(0.4, tau);
    const double other = gibbs_weight(0.2, tau);
    EXPECT_GT(other, 0) << tau;
    EXPECT_GE(best, other) << tau;
    const std::array<double, 2> sums{best, best + other};
    EXPECT_LT(draw_by_sums(sums, random), 2U);
  }
}

TEST(Draws, OfTheBestTakeEachOfThemAsOften) {
  Random random(StreamKey{3, 0, 0, 0});
  const std::array<double, 6> values{0.2, 0.7, 0.7, 0.1, 0.7, 0.5};
  constexpr int kDraws = 90'000;
  std::array<int, 6> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[draw_best(values, random)];
  for (const std::size_t i : {1U, 2U, 4U}) EXPECT_NEAR(counts[i], kDraws / 3, 4.5 * 142) << i;
  EXPECT_EQ(counts[0] + counts[3] + counts[5], 0);
}

TEST(MoveMeans, AreOfThePlayerWhoMadeTheMove) {
  MoveMeans means(5, 0);
  means.learn(game_of({1, 2, 3}), kWin);
  means.learn(game_of({1, 3, 2}), kLoss);
  means.learn(game_of({2, 1, 1}), kDraw);
  EXPECT_FLOAT_EQ(means.of(0, 1).mean, 0.5F);  // 1, 0 and 0.5
  EXPECT_EQ(means.of(0, 1).visits, 3U);
  EXPECT_FLOAT_EQ(means.of(1, 1).mean, 0.5F);
  EXPECT_FLOAT_EQ(means.of(0, 2).mean, 0.25F);  // 0 and 0.5
  EXPECT_FLOAT_EQ(means.of(1, 2).mean, 0);
  EXPECT_FLOAT_EQ(means.of(1, 3).mean, 1);
  EXPECT_EQ(means.of(0, 4).visits, 0U);
  means.clear();
  EXPECT_EQ(means.of(0, 1).visits, 0U);
}

TEST(MoveMeans, AreWeightsOfAGibbsDistributionWhereMovesNeverMadeCountAsWins) {
  MoveMeans means(3, 0.5);
  means.learn(game_of({0}), kLoss);
  means.learn(game_of({1}), kDraw);
  const double unknown = means.value(0, 2);
  EXPECT_NEAR(means.value(0, 0) / unknown, std::exp(-1 / 0.5), 1e-6);
  EXPECT_NEAR(means.value(0, 1) / unknown, std::exp(-0.5 / 0.5), 1e-6);
  EXPECT_EQ(means.value(1, 0), unknown);  // of the other player
}

TEST(NgramMeans, OfSeveralMovesCountOnceTheyWereSeenOftenEnough) {
  NgramMeans means(10);
  EXPECT_EQ(means.value(0, Last{}, 3), 1);  // never made
  means.learn(game_of({3}), kLoss);
  EXPECT_EQ(means.value(0, Last{}, 3), 0);
  // Player 0 made move 3 eight times: 7 wins after 1 and 2, 1 loss.
  for (std::uint32_t i = 1; i <= NgramMeans::kEnough; ++i) {
    const double single = (i - 1.0) / i;
    EXPECT_NEAR(means.value(0, Last{1, 2}, 3), single, 1e-6) << i;
    means.learn(game_of({1, 2, 3}), kWin);
  }
  const double single = 7 / 8.0;
  EXPECT_NEAR(means.value(0, Last{1, 2}, 3), (single + 1 + 1) / 3, 1e-6);
  EXPECT_NEAR(means.value(0, Last{2}, 3), (single + 1) / 2, 1e-6);
  EXPECT_NEAR(means.value(0, Last{4, 2}, 3), (single + 1) / 2, 1e-6);
  EXPECT_NEAR(means.value(0, Last{1, 4}, 3), single, 1e-6);
  EXPECT_EQ(means.value(1, Last{1, 2}, 3), 1);  // the other player never made it
}

TEST(NgramMeans, MixTheMeansOfEachLength) {
  NgramMeans means(10);
  for (int i = 0; i < 10; ++i) means.learn(game_of({1, 2, 3}), kWin);
  for (int i = 0; i < 10; ++i) means.learn(game_of({4, 2, 3}), kLoss);
  for (int i = 0; i < 10; ++i) means.learn(game_of({4, 5, 3}), kDraw);
  // One move: 10 wins, 10 losses, 10 draws. After 2: as many wins as losses.
  EXPECT_NEAR(means.value(0, Last{1, 2}, 3), (0.5 + 0.5 + 1) / 3, 1e-6);
  EXPECT_NEAR(means.value(0, Last{4, 2}, 3), (0.5 + 0.5 + 0) / 3, 1e-6);
  EXPECT_NEAR(means.value(1, Last{4}, 2), (0.5 + 1) / 2, 1e-6);
}

TEST(NgramMeans, KeepTheLongSequencesSeenMostOften) {
  NgramMeans means(256);
  const SimulatedGame kept = game_of({7, 8, 9});
  for (int i = 0; i < 20; ++i) means.learn(kept, kWin);
  const double before = means.value(0, Last{7, 8}, 9);
  Random random(StreamKey{4, 0, 0, 0});
  for (int i = 0; i < 500'000; ++i) {
    const auto other = [&] { return static_cast<std::uint16_t>(10 + random.below(246)); };
    means.learn(game_of({other(), other(), other()}), kLoss);
  }
  EXPECT_EQ(before, 1);
  EXPECT_EQ(means.value(0, Last{7, 8}, 9), 1);
}

TEST(GoodReplies, AreThoseThatLastWon) {
  GoodReplies replies(10);
  const auto reply = [&](Player player, const Last& last) {
    return replies.reply(player, last, [](std::size_t) { return true; });
  };
  EXPECT_EQ(reply(1, {1}), std::nullopt);
  replies.learn(game_of({1, 2, 3}), kLoss);  // player 1 wins by 2 after 1
  EXPECT_EQ(reply(1, {1}), 2U);
  EXPECT_EQ(reply(0, {2}), std::nullopt);  // the loser's is not stored
  EXPECT_EQ(reply(0, {1}), std::nullopt);  // nor the other player's
  replies.learn(game_of({1, 4}), kLoss);
  EXPECT_EQ(reply(1, {1}), 4U);
  replies.learn(game_of({1, 5}), kDraw);
  EXPECT_EQ(reply(1, {1}), 4U);
}

TEST(GoodReplies, ToTwoMovesComeBeforeThoseToOneIfTheyAreLegal) {
  GoodReplies replies(10);
  replies.learn(game_of({1, 2, 3}), kWin);
  replies.learn(game_of({5, 2, 4}), kWin);
  const auto reply = [&](const Last& last, std::size_t illegal) {
    return replies.reply(0, last, [&](std::size_t move) { return move != illegal; });
  };
  EXPECT_EQ(reply({1, 2}, 9), 3U);
  EXPECT_EQ(reply({5, 2}, 9), 4U);
  EXPECT_EQ(reply({2}, 9), 4U);
  EXPECT_EQ(reply({6, 2}, 9), 4U);
  EXPECT_EQ(reply({1, 2}, 3), 4U);
  EXPECT_EQ(reply({5, 2}, 4), std::nullopt);
  EXPECT_EQ(reply({2, 6}, 9), std::nullopt);
  EXPECT_EQ(reply({}, 9), std::nullopt);
}

TEST(GoodReplies, AreForgottenWhenTheyLose) {
  GoodReplies replies(10);
  const auto reply = [&](const Last& last) {
    return replies.reply(0, last, [](std::size_t) { return true; });
  };
  replies.learn(game_of({1, 2, 3}), kWin);
  replies.learn(game_of({1, 2, 4}), kLoss);  // another reply lost
  EXPECT_EQ(reply({1, 2}), 3U);
  replies.learn(game_of({6, 2, 3}), kLoss);  // lost after two other moves
  EXPECT_EQ(reply({1, 2}), 3U);
  EXPECT_EQ(reply({2}), std::nullopt);
  replies.learn(game_of({1, 2, 3}), kLoss);
  EXPECT_EQ(reply({1, 2}), std::nullopt);
}

TEST(LearnedTables, TakeTheBytesThatTheirCommentsSay) {
  EXPECT_EQ(MoveMeans(100, 0).bytes(), 32U * 100);
  EXPECT_EQ(NgramMeans(100).bytes(), 16U * 100 * 101 + (1U << 20U));
  EXPECT_EQ(GoodReplies(100).bytes(), 4U * 100 * 101);
}

}  // namespace
}  // namespace banyan
