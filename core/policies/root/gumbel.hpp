// Gumbel search: at the root, sequential halving among moves that were drawn without replacement.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {

/// Who gets the visits of a root by sequential halving (Karnin, Koren, Somekh 2013): `children` of
/// them take part, ceil(log2 children) phases have the same number of iterations each, which the
/// children of a phase share alike, and after each the better half goes on, at least two.
class HalvingSchedule {
 public:
  /// Both at least 1.
  HalvingSchedule(std::uint32_t children, std::uint64_t iterations);

  /// How many visits the child that gets the next one has, after so many iterations.
  [[nodiscard]] std::uint32_t visits_of_next(std::uint64_t iterations) const;

 private:
  struct Phase {
    std::uint64_t begin;     ///< iterations before it
    std::uint32_t children;  ///< that take part
    std::uint32_t visits;    ///< that each of them has when it begins
  };
  std::vector<Phase> phases_;
};

/// The root of a Gumbel search (Danihelka, Guez, Schrittwieser, Silver 2022), which improves on its
/// priors P however few iterations there are. Each child a gets a Gumbel variable g(a) once a
/// search; the visits go by HalvingSchedule to the children with the highest
///
///   g(a) + ln P(a) + sigma(q(a)),   sigma(q) = (50 + max_b N(b)) q
///
/// with the mean q, 0 to 1, of N(a) visits (no q before the first: all are alike then), and the
/// move to play is the one with the highest among those most visited. Without values this draws a
/// move by P (the Gumbel-max trick). With `scale` times g, which 0 switches off, nothing is drawn:
/// the moves that the priors like best take part.
class GumbelRoot {
 public:
  /// `priors` above 0 of the root's children, of which `most` take part at most.
  GumbelRoot(std::span<const float> priors, std::uint32_t most, double scale,
             std::uint64_t iterations, Random& random);

  [[nodiscard]] std::uint32_t visits_of_next(std::uint64_t iterations) const {
    return schedule_.visits_of_next(iterations);
  }
  /// What children are compared by: `mean` is q, and `most_visits` of any child.
  [[nodiscard]] float score(std::uint32_t child, float mean, std::uint32_t most_visits) const {
    constexpr float kVisits = 50;
    return logits_[child] + (kVisits + static_cast<float>(most_visits)) * mean;
  }

 private:
  std::vector<float> logits_;  // scale g + ln P
  HalvingSchedule schedule_;
};

}  // namespace banyan
