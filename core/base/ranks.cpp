// Counts for each weight those that come before it, or sorts them where there are many.
#include "core/base/ranks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace banyan {

namespace {

/// A weight and its index as one number, greater if it comes first: bits of floats above 0 rise as
/// the floats do.
std::int64_t key_of(std::span<const float> weights, std::size_t index) {
  const std::uint64_t weight = std::bit_cast<std::uint32_t>(weights[index]);
  return static_cast<std::int64_t>(weight << 32 | ~static_cast<std::uint32_t>(index));
}

/// n² comparisons, but each vector makes many, and no branch is guessed wrong, as when sorting.
constexpr std::size_t kMostCounted = 256;

void rank_by_counting(std::span<const float> weights, std::span<std::uint32_t> ranks) {
  constexpr std::size_t kLanes = 8;
  std::array<std::int64_t, kMostCounted> keys;
  const std::size_t size = weights.size();
  for (std::size_t i = 0; i < size; ++i) keys[i] = key_of(weights, i);
  for (std::size_t i = size; i % kLanes != 0; ++i) keys[i] = 0;
  for (std::size_t first = 0; first < size; first += kLanes) {
    std::array<std::int64_t, kLanes> before{};
    for (std::size_t other = 0; other < size; ++other) {
      for (std::size_t i = 0; i < kLanes; ++i) before[i] += keys[first + i] < keys[other] ? 1 : 0;
    }
    for (std::size_t i = first; i < std::min(first + kLanes, size); ++i) {
      ranks[i] = static_cast<std::uint32_t>(before[i - first]);
    }
  }
}

void rank_by_sorting(std::span<const float> weights, std::span<std::uint32_t> ranks) {
  std::vector<std::int64_t> keys(weights.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(weights, i);
  std::sort(keys.begin(), keys.end());
  auto rank = static_cast<std::uint32_t>(keys.size());
  for (const std::int64_t key : keys) ranks[~static_cast<std::uint32_t>(key)] = --rank;
}

}  // namespace

void rank_by_weight(std::span<const float> weights, std::span<std::uint32_t> ranks) {
  weights.size() <= kMostCounted ? rank_by_counting(weights, ranks)
                                 : rank_by_sorting(weights, ranks);
}

}  // namespace banyan
