// Random orders of cells: every order of every set, all equally likely.
#include "games/ultimate_tic_tac_toe/random_order.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>

namespace banyan {
namespace {

std::uint64_t factorial(int n) {
  return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

TEST(RandomOrder, HoldsEachCellOfASetOnce) {
  Random random({1});
  for (unsigned set = 0; set < 512; ++set) {
    for (int i = 0; i < 20; ++i) {
      unsigned cells = 0;
      for (std::uint64_t order = random_order(set, random); order != 0; order >>= 4) {
        const unsigned cell = static_cast<unsigned>(order & 15U);
        ASSERT_TRUE(cell >= 1 && cell <= 9);
        ASSERT_EQ(cells >> (cell - 1) & 1, 0U) << "twice";
        cells |= 1U << (cell - 1);
      }
      ASSERT_EQ(cells, set);
    }
  }
}

/// By chi-square, for sets of up to six cells in one part of the tables and in both.
TEST(RandomOrder, IsAnyOrderOfASetAsOften) {
  Random random({2});
  for (const unsigned set : {0003U, 0037U, 0740U, 0060U, 0421U, 0525U, 0476U, 0707U}) {
    const std::uint64_t orders = factorial(std::popcount(set));
    const std::uint64_t each = 200;
    std::map<std::uint64_t, std::uint64_t> times;
    for (std::uint64_t i = 0; i < each * orders; ++i) ++times[random_order(set, random)];
    ASSERT_EQ(times.size(), orders) << std::oct << set;
    double chi_square = 0;
    for (const auto& [order, count] : times) {
      const double off = static_cast<double>(count) - static_cast<double>(each);
      chi_square += off * off / static_cast<double>(each);
    }
    const auto degrees = static_cast<double>(orders - 1);
    EXPECT_NEAR(chi_square, degrees, 4 * std::sqrt(2 * degrees) + 4) << std::oct << set;
  }
}

/// The first cell and the last of all nine, as a pair.
TEST(RandomOrder, OfAllNineBeginsAndEndsAnywhere) {
  Random random({3});
  constexpr int kEach = 2000;
  std::map<std::uint64_t, int> times;
  for (int i = 0; i < 72 * kEach; ++i) {
    const std::uint64_t order = random_order(0777, random);
    ++times[(order & 15U) << 4 | order >> 32];
  }
  ASSERT_EQ(times.size(), 72U);
  for (const auto& [pair, count] : times) EXPECT_NEAR(count, kEach, 5 * std::sqrt(kEach));
}

}  // namespace
}  // namespace banyan
