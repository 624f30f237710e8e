#include "core/baselines/random_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "core/search/checks_test.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

TEST(RandomSearch, ChoosesEveryMoveEquallyOften) {
  RandomSearch<ConnectFour> search;
  constexpr int kExpected = 1000;
  std::array<int, 7> counts{};
  for (std::uint64_t seed = 0; seed < 7UL * kExpected; ++seed) {
    ++counts[search.search(ConnectFour{}, Limits{}, seeded(seed)).best_move];
  }
  double chi_square = 0;
  for (const int n : counts) chi_square += std::pow(n - kExpected, 2) / kExpected;
  EXPECT_LT(chi_square, 6 + 4.5 * std::sqrt(12.0));
}

TEST(RandomSearch, TheSameKeyGivesTheSameMove) {
  RandomSearch<ConnectFour> search;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(search.search(ConnectFour{}, Limits{}, seeded(seed)).best_move,
              search.search(ConnectFour{}, Limits{}, seeded(seed)).best_move);
  }
}

TEST(RandomSearch, NamesEveryMoveAndVisitsNone) {
  const SearchResult result = RandomSearch<ConnectFour>().search(ConnectFour{}, {}, seeded(1));
  ASSERT_EQ(result.children.size(), 7U);
  for (std::uint32_t i = 0; i < 7; ++i) EXPECT_EQ(result.children[i].move, i);
  EXPECT_EQ(result.root_visits(), 0U);
  EXPECT_EQ(result.iterations, 0U);
  EXPECT_EQ(result.value, 0.5);
}

}  // namespace
}  // namespace banyan
