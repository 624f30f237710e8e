// Games of more than sixteen moves.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(WideShapes, SeventeenMovesOfEightBitsWithoutRefinementsAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint8_t, 17>>();
}

TEST(WideShapes, HundredsOfMovesWithASetAreSearchedInSharedTreesAndByPolicies) {
  using G = ShapeGame<std::uint16_t, 225, kSet | kKnowing>;
  expect_plain_searches<G>();
  expect_shared_searches<G>();
  expect_policies<PolicySearch<G>, G>("PolicySearch", false);
  expect_policies<GeneralSearch<G>, G>("GeneralSearch", false);
}

}  // namespace
}  // namespace banyan
