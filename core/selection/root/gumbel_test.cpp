// Tests of Gumbel search's root: gumbel.hpp.
#include "core/selection/root/gumbel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/selection/root/noise.hpp"

namespace banyan {
namespace {

Random random_of(std::uint64_t seed) { return Random(StreamKey{seed, 0, 0, 0}); }

/// A root whose moves are numbered as its children, with variables of its own per `search`.
GumbelRoot root_of(const std::vector<float>& priors, std::uint32_t most, double scale,
                   std::uint64_t iterations, std::uint64_t search) {
  std::vector<std::uint32_t> moves(priors.size());
  std::iota(moves.begin(), moves.end(), 0U);
  return {priors, moves, most, scale, iterations, StreamKey{search, 0, 0, 0}};
}

std::vector<std::uint32_t> schedule(std::uint32_t children, std::uint32_t iterations) {
  const HalvingSchedule halving(children, iterations);
  std::vector<std::uint32_t> visits;
  for (std::uint32_t i = 0; i < iterations; ++i) visits.push_back(halving.visits_of_next(i));
  return visits;
}

TEST(HalvingSchedule, SharesIterationsAlikeAmongPhasesAndTheirChildren) {
  using Visits = std::vector<std::uint32_t>;
  EXPECT_EQ(schedule(4, 16), (Visits{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_EQ(schedule(8, 24),
            (Visits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}));
  EXPECT_EQ(schedule(5, 7), (Visits{0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(schedule(1, 4), (Visits{0, 1, 2, 3}));
  EXPECT_EQ(schedule(16, 3), (Visits{0, 0, 0}));
}

TEST(HalvingSchedule, AlwaysFindsAChildWithSoManyVisits) {
  Random random = random_of(1);
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t children = 1 + random.below(40);
    const std::uint32_t iterations = 1 + random.below(300);
    std::vector<std::uint32_t> visits(children, 0);
    for (const std::uint32_t wanted : schedule(children, iterations)) {
      const auto child = std::find(visits.begin(), visits.end(), wanted);
      ASSERT_NE(child, visits.end()) << children << ' ' << iterations;
      ++*child;
    }
  }
}

/// Plays the root of a bandit with known values; returns the child to play: of the most visited,
/// that with the highest score.
std::size_t play(const GumbelRoot& root, const std::vector<double>& values,
                 std::uint32_t iterations) {
  ChildArrays<16> children;
  children.size = static_cast<std::uint32_t>(values.size());
  children.fill(children.visits, [](Slot) { return 0U; });
  children.fill(children.sum, [](Slot) { return 0.0F; });
  for (std::uint32_t i = 0; i < iterations; ++i) {
    const Slot slot = root.best(children.view());
    ++children.visits[slot];
    children.sum[slot] += static_cast<float>(values[slot]);
  }
  const std::uint32_t most = *std::max_element(children.visits, children.visits + children.size);
  std::size_t best = values.size();
  const auto score = [&](std::size_t i) {
    return root.score(static_cast<std::uint32_t>(i), static_cast<float>(values[i]), most);
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (children.visits[i] != most) continue;
    if (best == values.size() || score(i) > score(best)) best = i;
  }
  return best;
}

TEST(GumbelRoot, PassesOverBarredChildrenAndCountsDescentsInFlight) {
  const std::vector<float> priors{0.4F, 0.3F, 0.2F, 0.1F};
  const GumbelRoot root = root_of(priors, 4, 0, 16, 1);
  ChildArrays<16> children;
  children.size = 4;
  children.has.bar = children.has.in_flight = true;
  children.fill(children.visits, [](Slot) { return 0U; });
  children.fill(children.sum, [](Slot) { return 0.0F; });
  children.fill(children.in_flight, [](Slot) { return 0U; });
  children.fill(children.bar, [](Slot) { return 0.0F; });
  EXPECT_EQ(root.best(children.view()), 0U);
  children.in_flight[0] = 1;
  EXPECT_EQ(root.best(children.view()), 1U);
  children.bar[1] = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(root.best(children.view()), 2U);
  children.in_flight[2] = children.in_flight[3] = 1;  // none with the wanted visits is left
  EXPECT_EQ(root.best(children.view()), 0U);
}

TEST(GumbelRoot, DrawsByThePriorsWhereValuesSayNothing) {
  const std::vector<float> priors{0.6F, 0.3F, 0.1F};
  constexpr int kDraws = 20'000;
  std::vector<int> drawn(priors.size(), 0);
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    ++drawn[play(root_of(priors, 3, 1, 12, i), {0.5, 0.5, 0.5}, 12)];
  }
  for (std::size_t i = 0; i < priors.size(); ++i) {
    const double error = std::sqrt(priors[i] * (1 - priors[i]) / kDraws);
    EXPECT_NEAR(drawn[i] / double{kDraws}, priors[i], 4 * error);
  }
}

TEST(GumbelRoot, WithoutItsVariablesPlaysWhatPriorsAndValuesLikeBest) {
  const std::vector<float> priors{0.3F, 0.6F, 0.1F};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(play(root_of(priors, 2, 0, 12, seed), {0.5, 0.5, 0.5}, 12), 1U);
    EXPECT_EQ(play(root_of(priors, 2, 0, 12, seed), {0.9, 0.2, 1}, 12), 0U);  // 2 take part
  }
}

TEST(GumbelRoot, DrawsTheSameForAMoveWhereverItStands) {
  const StreamKey key{5, 0, 0, 0};
  const std::vector<float> priors(3, 1.0F / 3);
  const GumbelRoot root(priors, std::vector<std::uint32_t>{7, 2, 9}, 3, 1, 12, key);
  const GumbelRoot turned(priors, std::vector<std::uint32_t>{9, 7, 2}, 3, 1, 12, key);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(root.score(i, 0.5F, 1), turned.score((i + 1) % 3, 0.5F, 1));
  }
  EXPECT_NE(root.score(0, 0.5F, 1), root.score(1, 0.5F, 1));
}

/// The theorem of Danihelka et al. (2022): with correct values, the played move's expected value is
/// at least that of a move drawn by the priors. PUCT has no such guarantee.
TEST(GumbelRoot, ImprovesOnItsPriorsHoweverFewIterationsThereAre) {
  Random random = random_of(3);
  for (const std::uint32_t iterations : {1U, 2U, 4U, 16U}) {
    double gain = 0;
    double squares = 0;
    constexpr int kBandits = 4000;
    for (int i = 0; i < kBandits; ++i) {
      std::vector<float> priors(8);
      dirichlet_sample(0.5, priors, random);
      for (float& prior : priors) prior = std::max(prior, 1e-6F);
      std::vector<double> values(8);
      for (double& value : values) value = static_cast<double>(random.below(1001)) / 1000;
      const double expected = std::inner_product(priors.begin(), priors.end(), values.begin(), 0.0);
      const double found =
          values[play(root_of(priors, 4, 1, iterations, random.next()), values, iterations)];
      gain += found - expected;
      squares += (found - expected) * (found - expected);
    }
    const double mean = gain / kBandits;
    const double error = std::sqrt(squares / kBandits / kBandits);
    if (iterations == 1) {
      EXPECT_NEAR(mean, 0, 4 * error);  // only a draw by the priors
    } else {
      EXPECT_GT(mean, 4 * error) << iterations;
    }
  }
}

}  // namespace
}  // namespace banyan
