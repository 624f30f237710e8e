// Tests of ranks.hpp.
#include "core/base/ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {
namespace {

TEST(Ranks, AreThoseOfAStableSort) {
  Random random({7, 0, 0, 0});
  for (std::uint32_t size = 0; size <= 300; ++size) {
    std::vector<float> weights(size);
    for (float& weight : weights) weight = static_cast<float>(1 + random.below(1 + size / 2)) / 7;
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::uint32_t index) { return weights[index]; });
    std::vector<std::uint32_t> ranks(size);
    rank_by_weight(weights, ranks);
    for (std::uint32_t rank = 0; rank < size; ++rank) EXPECT_EQ(ranks[order[rank]], rank) << size;
  }
}

}  // namespace
}  // namespace banyan
