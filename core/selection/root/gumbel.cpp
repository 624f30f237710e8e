// Which children take part in a Gumbel search, and for how long.
#include "core/selection/root/gumbel.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>
#include <tuple>

namespace banyan {

HalvingSchedule::HalvingSchedule(std::uint32_t children, std::uint64_t iterations) {
  const auto phases = static_cast<std::uint64_t>(std::bit_width(children - 1));  // ceil(log2)
  std::uint32_t visits = 0;
  for (std::uint64_t begin = 0; begin < iterations;) {
    phases_.push_back({begin, children, visits});
    if (children == 1) break;  // it gets all visits
    const std::uint64_t each = std::max<std::uint64_t>(1, iterations / (phases * children));
    begin += each * children;
    visits += static_cast<std::uint32_t>(each);
    children = std::max(2U, children / 2);
  }
}

std::uint32_t HalvingSchedule::visits_of_next(std::uint64_t iterations) const {
  const auto after = std::upper_bound(
      phases_.begin(), phases_.end(), iterations,
      [](std::uint64_t moment, const Phase& phase) { return moment < phase.begin; });
  const Phase& phase = *std::prev(after);
  return phase.visits + static_cast<std::uint32_t>((iterations - phase.begin) / phase.children);
}

GumbelRoot::GumbelRoot(std::span<const float> priors, std::span<const std::uint32_t> moves,
                       std::uint32_t most, double scale, std::uint64_t iterations,
                       const StreamKey& key)
    : schedule_(std::min(most, static_cast<std::uint32_t>(priors.size())), iterations) {
  const std::uint64_t search = Random(key).next();
  for (std::size_t i = 0; i < priors.size(); ++i) {
    const double uniform = Random({search, moves[i], 0, 0}).unit() + 0x1p-54;
    const double gumbel = -std::log(-std::log(uniform));
    logits_.push_back(static_cast<float>(scale * gumbel + std::log(priors[i])));
  }
}

Slot GumbelRoot::best(const Children& children) const {
  std::uint64_t visits = 0;
  std::uint64_t shown = 0;
  std::uint32_t most = 0;
  float sum = 0;
  const auto shown_of = [&](Slot slot) {
    const std::uint32_t others = children.in_flight == nullptr ? 0 : children.in_flight[slot];
    return children.visits[slot] + others;
  };
  for (Slot slot = 0; slot < children.size; ++slot) {
    visits += children.visits[slot];
    sum += children.sum[slot];
    shown += shown_of(slot);
    most = std::max(most, shown_of(slot));
  }
  const float mean = visits == 0 ? 0.5F : sum / static_cast<float>(visits);
  const std::uint32_t wanted = schedule_.visits_of_next(shown);
  using Rank = std::tuple<bool, std::uint32_t, float>;
  std::optional<Rank> best_rank;
  Slot best = 0;
  for (Slot slot = 0; slot < children.size; ++slot) {
    if (children.bar != nullptr && children.bar[slot] < 0) continue;
    const std::uint32_t known = children.visits[slot];
    const float q = known == 0 ? mean : children.sum[slot] / static_cast<float>(known);
    const std::uint32_t n = shown_of(slot);
    const Rank rank{n <= wanted, n <= wanted ? n : 0, score(slot, q, most)};
    if (best_rank && rank <= *best_rank) continue;
    best_rank = rank;
    best = slot;
  }
  return best;
}

}  // namespace banyan
