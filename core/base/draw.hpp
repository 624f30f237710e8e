// How a move is drawn by what moves are worth: by a Gibbs distribution, or the best.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/random.hpp"

namespace banyan {

/// exp(Q / tau) up to a factor that is the same for every Q from 0 to 1, so that nothing overflows.
/// The bound keeps weights above 0 at any tau.
inline double gibbs_weight(double value, double tau) {
  constexpr double kLeast = -600;
  return std::exp(std::max((value - 1) / tau, kLeast));
}

/// An index drawn with probability weight / sum of weights. `sums` holds the running sums of the
/// weights, the last of which is above 0.
inline std::size_t draw_by_sums(std::span<const double> sums, Random& random) {
  const auto found = std::upper_bound(sums.begin(), sums.end() - 1, random.unit() * sums.back());
  return static_cast<std::size_t>(found - sums.begin());
}

/// The index of a greatest value, each as likely as the others.
inline std::size_t draw_best(std::span<const double> values, Random& random) {
  std::size_t best = 0;
  std::uint32_t ties = 1;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (values[i] > values[best]) {
      best = i;
      ties = 1;
    } else if (values[i] == values[best] && random.below(++ties) == 0) {
      best = i;
    }
  }
  return best;
}

}  // namespace banyan
