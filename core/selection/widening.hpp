// Progressive widening: how many children of a node may be chosen after so many visits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace banyan {

/// k = ceil(C n^a), at least 1, of a node with n visits (Coulom 2007; Chaslot et al. 2008, as
/// "progressive unpruning"; with a < 1 for continuous and stochastic domains Couetoux et al. 2011).
struct Widening {
  double factor = 0;   ///< C, above 0; 0: all children from the start
  double power = 0.5;  ///< a, 0 to 1

  [[nodiscard]] bool limits() const { return factor > 0; }
  [[nodiscard]] std::uint32_t children(std::uint64_t visits) const {
    const double k = std::ceil(factor * std::pow(static_cast<double>(visits), power));
    return static_cast<std::uint32_t>(std::clamp(k, 1.0, 4e9));
  }

  friend bool operator==(const Widening&, const Widening&) = default;
};

}  // namespace banyan
