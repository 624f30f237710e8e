// Dirichlet noise, which makes a search look at moves that its priors rate low.
#pragma once

#include <span>

#include "core/base/random.hpp"

namespace banyan {

/// A sample of the gamma distribution of shape `shape` > 0 and scale 1, by rejection from a normal
/// one (Marsaglia, Tsang 2000).
double gamma_sample(double shape, Random& random);

/// A sample of the symmetric Dirichlet distribution with concentration `alpha` > 0: numbers from 0
/// to 1 that add up to 1.
void dirichlet_sample(double alpha, std::span<float> sample, Random& random);

/// P = (1 - share) P + share D, D ~ Dirichlet(alpha), on priors that add up to 1 (Silver et al.
/// 2017, who use share 0.25 and alpha about 10 / moves).
void add_noise(std::span<float> priors, double share, double alpha, Random& random);

}  // namespace banyan
