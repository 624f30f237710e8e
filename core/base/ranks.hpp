// Puts things in the order of their weights.
#pragma once

#include <cstdint>
#include <span>

namespace banyan {

/// For each weight how many come before it: the greater ones, and equal ones that stand before it.
/// Weights are above 0; there are as many ranks.
void rank_by_weight(std::span<const float> weights, std::span<std::uint32_t> ranks);

}  // namespace banyan
