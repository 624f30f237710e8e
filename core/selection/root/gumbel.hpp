// Gumbel search: at the root, sequential halving among moves drawn without replacement.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/base/stat.hpp"
#include "core/selection/policy_rule.hpp"

namespace banyan {

/// Distributes the visits of a root by sequential halving (Karnin, Koren, Somekh 2013). `children`
/// of its children take part, in ceil(log2 children) phases of equally many iterations. A phase's
/// children share them equally, and after it the better half goes on, at least two.
class HalvingSchedule {
 public:
  /// Both at least 1.
  HalvingSchedule(std::uint32_t children, std::uint64_t iterations);

  /// The visits so far of the child that gets the next one, after `iterations` iterations.
  [[nodiscard]] std::uint32_t visits_of_next(std::uint64_t iterations) const;

 private:
  struct Phase {
    std::uint64_t begin;     ///< iterations before it
    std::uint32_t children;  ///< that take part
    std::uint32_t visits;    ///< of each of them when it begins
  };
  std::vector<Phase> phases_;
};

/// What the root of a tree must know of its search.
struct RootPlan {
  std::uint64_t visits;  ///< at most so many
  StreamKey key;         ///< of random variables that all trees of the search share
};

/// The root of a Gumbel search (Danihelka, Guez, Schrittwieser, Silver 2022), which improves on its
/// priors P however few iterations there are. Each child a draws a Gumbel variable g(a) once per
/// search, the same in all trees that search together. By HalvingSchedule, visits go to the
/// children with the highest
///
///   g(a) + ln P(a) + sigma(q(a)),   sigma(q) = (50 + max_b N(b)) q
///
/// with the mean q, 0 to 1, of N(a) visits. (Before the first visit all have the same q.) The move
/// to play has the highest score among the most visited. If all values are equal, this draws a move
/// by P (the Gumbel-max trick). `scale` multiplies g; with 0 nothing is drawn, and the moves of
/// highest prior take part.
class GumbelRoot {
 public:
  /// `priors` of the root's children are above 0, and `moves` are theirs, in the same order. At
  /// most `most` of them take part. A move's variable depends on `key` and the move alone.
  GumbelRoot(std::span<const float> priors, std::span<const std::uint32_t> moves,
             std::uint32_t most, double scale, std::uint64_t iterations, const StreamKey& key);

  /// The child that gets the next visit: of those with the visits that the schedule wants, or else
  /// the next fewer, that with the highest score. If all of these are barred, the highest score of
  /// all. Descents in flight count as visits.
  [[nodiscard]] Slot best(const Children& children) const;
  /// What children are compared by: `mean` is q, and `most_visits` is max_b N(b).
  [[nodiscard]] float score(std::uint32_t child, float mean, std::uint32_t most_visits) const {
    constexpr float kVisits = 50;
    return logits_[child] + (kVisits + static_cast<float>(most_visits)) * mean;
  }

  std::mutex mutex;  ///< of those who choose among the children

 private:
  std::vector<float> logits_;  // scale g + ln P
  HalvingSchedule schedule_;
};

}  // namespace banyan
