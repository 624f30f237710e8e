// Sampling the gamma and Dirichlet distributions.
#include "core/selection/root/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace banyan {
namespace {

/// By Box and Muller (1958).
double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(random.unit_above_zero()));
  return radius * std::cos(2 * std::numbers::pi * random.unit_above_zero());
}

/// The logarithm of a gamma sample, since for small shapes most samples are too small for a double.
double log_gamma_sample(double shape, Random& random) {
  constexpr double kLeast = 1e-300;  // so that the quotient is finite
  if (shape < 1) {
    return log_gamma_sample(shape + 1, random) +
           std::log(random.unit_above_zero()) / std::max(shape, kLeast);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(random);
    const double cube = 1 + c * x;
    if (cube <= 0) continue;
    const double v = cube * cube * cube;
    if (std::log(random.unit_above_zero()) < x * x / 2 + d - d * v + d * std::log(v))
      return std::log(d * v);
  }
}

}  // namespace

double gamma_sample(double shape, Random& random) {
  return std::exp(log_gamma_sample(shape, random));
}

void dirichlet_sample(double alpha, std::span<float> sample, Random& random) {
  std::vector<double> logs(sample.size());
  double greatest = -INFINITY;
  for (double& log : logs) {
    log = log_gamma_sample(alpha, random);
    greatest = std::fmax(greatest, log);
  }
  double sum = 0;
  for (double& log : logs) sum += std::exp(log - greatest);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i] = static_cast<float>(std::exp(logs[i] - greatest) / sum);
  }
}

void add_noise(std::span<float> priors, double share, double alpha, Random& random) {
  std::vector<float> noise(priors.size());
  dirichlet_sample(alpha, noise, random);
  const auto part = static_cast<float>(share);
  for (std::size_t i = 0; i < priors.size(); ++i) {
    priors[i] = (1 - part) * priors[i] + part * noise[i];
  }
}

}  // namespace banyan
