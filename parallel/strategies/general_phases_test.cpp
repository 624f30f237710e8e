// Tests of general_phases.hpp: simulated workers that search games of chance, rewards and many
// players.
#include "parallel/strategies/general_phases.hpp"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/sailing/sailing.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan {
namespace {

template <class G>
struct GeneralPhasesOf : testing::Test {
  static G start() {
    if constexpr (std::is_same_v<G, Nim>) {
      return Nim(std::vector<int>{3, 4, 5}, 3, false);
    } else if constexpr (std::is_same_v<G, Pig>) {
      return Pig(30, 2);
    } else {
      return Sailing(5, 0);
    }
  }
  using Simulated = VirtualSearch<G, GeneralPhases<G>>;
};
using GamesOfGeneralPhases = testing::Types<Nim, Pig, Sailing>;
TYPED_TEST_SUITE(GeneralPhasesOf, GamesOfGeneralPhases);

template <class Options>
Options general_phased_options() {
  Options options;
  options.memory = std::size_t{64} << 20U;
  options.shown = VirtualVisits::mean();
  options.policy.discount = 0.9;
  return options;
}

TYPED_TEST(GeneralPhasesOf, WithOneWorkerAreASequentialSearch) {
  auto one = general_phased_options<VirtualOptions>();
  one.workers = 1;
  typename TestFixture::Simulated simulated(one);
  auto options = general_phased_options<GeneralOptions>();
  options.threads = 1;
  GeneralSearch<TypeParam> sequential(options);
  const auto start = TestFixture::start();
  const SearchResult found = simulated.search(start, iterations(3000), seeded(2));
  const SearchResult expected = sequential.search(start, iterations(3000), seeded(2));
  EXPECT_TRUE(same_children(found, expected));
  EXPECT_EQ(found.tree.nodes, expected.tree.nodes);
  EXPECT_EQ(found.value, expected.value);
  EXPECT_EQ(found.values, expected.values);
  EXPECT_EQ(found.counters.at("choices_differing"), 0U);
}

TYPED_TEST(GeneralPhasesOf, OfManyWorkersLeaveNothingInFlight) {
  for (const VirtualScheme scheme :
       {VirtualScheme::kTree, VirtualScheme::kRoot, VirtualScheme::kLeaf}) {
    auto many = general_phased_options<VirtualOptions>();
    many.workers = 16;
    many.scheme = scheme;
    typename TestFixture::Simulated search(many);
    const SearchResult found = search.search(TestFixture::start(), playouts(4001), seeded(3));
    EXPECT_EQ(found.root_visits(), 4001U);
    EXPECT_EQ(find_defect(search.tree(0)), std::nullopt);
    expect_sound(found);
    if (scheme != VirtualScheme::kTree) continue;
    EXPECT_GT(found.counters.at("choices_differing"), 0U);
  }
}

}  // namespace
}  // namespace banyan
