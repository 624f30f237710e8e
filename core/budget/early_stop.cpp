// When a lead is safe.
#include "core/budget/early_stop.hpp"

#include <algorithm>

#include "core/base/saturating.hpp"

namespace banyan {

bool EarlyStop::over(std::uint64_t claimed, std::uint64_t games,
                     const std::function<std::uint64_t()>& left) {
  constexpr std::uint64_t kLeast = 64;  // iterations between two looks
  if (said()) return true;
  if (claimed < next_look_.load(std::memory_order_relaxed)) return false;
  const RootVisits root = look_();
  const std::uint64_t made = root.sum - std::min(root.sum, kept_);
  const std::uint64_t in_flight = claimed * games - std::min(claimed * games, made);
  const std::uint64_t iterations = left();
  const std::uint64_t open = saturating_add(saturating_multiply(iterations, games), in_flight);
  const std::uint64_t lead = root.most - root.second;
  if (root.only_child ? root.sum > 0 : lead > open) {
    // If several threads see it at once, the first one records what was left.
    if (!said_.exchange(true, std::memory_order_relaxed)) {
      saved_.store(iterations, std::memory_order_relaxed);
    }
    return true;
  }
  // A visit raises the lead by at most one and lowers what is left by one.
  const std::uint64_t needed = (open - std::min(open, lead)) / (2 * games);
  next_look_.store(claimed + std::max(kLeast, needed), std::memory_order_relaxed);
  return false;
}

}  // namespace banyan
