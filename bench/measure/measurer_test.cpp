// Tests of measurer.hpp: what is measured, and in which order.
#include "bench/measure/measurer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace banyan::bench {
namespace {

TEST(Measurer, MakesTheSearchOfItsKeyHoweverItWarmedUp) {
  const GameChoice game = parse_game("connect_four");
  const EngineSettings engine = parse_engine("seq");
  Measurer measurer(game, engine);
  const Limits limits{.iterations = 500};
  const auto first = measurer.search(limits, {7, 1}, {});
  const auto second = measurer.search(limits, {7, 2}, {});
  ASSERT_TRUE(first && second);
  const SearchResult alone =
      game.start->make_engine(engine)->search(*game.start, limits, {7, 1}, {});
  EXPECT_EQ(first->found.value, alone.value);
  EXPECT_EQ(first->found.iterations, 500U);
  EXPECT_NE(first->found.value, second->found.value);
}

TEST(Measurer, TellsNothingOfASearchThatWasStopped) {
  std::stop_source source;
  source.request_stop();
  Measurer measurer(parse_game("connect_four"), parse_engine("seq"));
  EXPECT_FALSE(measurer.search({.iterations = 500}, {7, 1}, source.get_token()));
}

TEST(RandomOrder, HasEachAsOftenAsItsCountSays) {
  std::vector<std::size_t> order = random_order({2, 0, 3}, 1);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 0, 2, 2, 2}));
}

TEST(RandomOrder, DiffersByItsSeedAlone) {
  EXPECT_EQ(random_order({5, 5, 5}, 1), random_order({5, 5, 5}, 1));
  EXPECT_NE(random_order({5, 5, 5}, 1), random_order({5, 5, 5}, 2));
}

TEST(RandomOrder, HasEveryOrderOfThree) {
  std::set<std::vector<std::size_t>> orders;
  for (std::uint64_t seed = 0; seed < 100; ++seed) orders.insert(random_order({1, 1, 1}, seed));
  EXPECT_EQ(orders.size(), 6U);
}

}  // namespace
}  // namespace banyan::bench
