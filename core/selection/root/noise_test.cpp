#include "core/selection/root/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace banyan {
namespace {

Random seeded_random(std::uint64_t seed) { return Random(StreamKey{seed, 0, 0, 0}); }

/// The gamma distribution of scale 1 has its shape as mean and as variance. With 50000 samples the
/// standard error of the mean is sqrt(shape / 50000).
TEST(GammaSample, HasTheMeanAndTheVarianceOfItsShape) {
  for (const double shape : {0.1, 0.5, 1.0, 3.0, 20.0}) {
    Random random = seeded_random(1);
    constexpr int kSamples = 50'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kSamples; ++i) {
      const double x = gamma_sample(shape, random);
      ASSERT_GE(x, 0);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / kSamples;
    const double variance = squares / kSamples - mean * mean;
    EXPECT_NEAR(mean, shape, 4 * std::sqrt(shape / kSamples));
    // The variance's own standard error: the fourth central moment is 3 shape^2 + 6 shape.
    const double error = std::sqrt((2 * shape * shape + 6 * shape) / kSamples);
    EXPECT_NEAR(variance, shape, 4 * error);
  }
}

TEST(DirichletSample, AddsUpToOneEvenWhereAllItsPartsAreTiny) {
  Random random = seeded_random(2);
  for (const double alpha : {5e-324, 1e-310, 1e-100, 0.001, 0.03, 0.3, 1.0, 100.0}) {
    for (const std::size_t size : {1U, 2U, 7U, 225U}) {
      std::vector<float> sample(size);
      dirichlet_sample(alpha, sample, random);
      EXPECT_NEAR(std::accumulate(sample.begin(), sample.end(), 0.0), 1, 1e-5);
      for (const float part : sample) EXPECT_TRUE(part >= 0 && part <= 1);
    }
  }
}

TEST(DirichletSample, HasTheSecondMomentsOfItsDistribution) {
  constexpr int kParts = 10;
  constexpr int kSamples = 20'000;
  for (const double alpha : {0.03, 0.3, 1.0, 100.0}) {
    Random random = seeded_random(3);
    double sum = 0;
    for (int i = 0; i < kSamples; ++i) {
      std::vector<float> sample(kParts);
      dirichlet_sample(alpha, sample, random);
      for (const float part : sample) sum += part * part;
    }
    // E[sum of x_i^2] = (alpha + 1) / (parts alpha + 1); four standard errors of at most 0.5 / 141.
    EXPECT_NEAR(sum / kSamples, (alpha + 1) / (kParts * alpha + 1), 0.0142) << alpha;
  }
}

TEST(AddNoise, MixesByItsShareAndIsTheSameForTheSameStream) {
  const std::vector<float> priors{0.7F, 0.2F, 0.1F};
  std::vector<float> noise(3);
  Random random = seeded_random(4);
  dirichlet_sample(0.3, noise, random);
  std::vector<float> mixed = priors;
  random = seeded_random(4);
  add_noise(mixed, 0.25, 0.3, random);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FLOAT_EQ(mixed[i], 0.75F * priors[i] + 0.25F * noise[i]);
  }
  EXPECT_NEAR(std::accumulate(mixed.begin(), mixed.end(), 0.0), 1, 1e-6);
}

}  // namespace
}  // namespace banyan
