// Games of thousands of moves, whose nodes are larger than a chunk of the arena.
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

TEST(ThousandsShapes, OfThirtyTwoBitsWithoutASetAreSearchedByAll) {
  expect_all_searches<ShapeGame<std::uint32_t, 5000, kFast>>();
}

TEST(ThousandsShapes, WithASetAreSearched) {
  expect_plain_searches<ShapeGame<std::uint16_t, 5000, kTurns | kSet | kFast>>();
}

/// The error message of a search without room for its root.
template <class Search>
std::string refusal() {
  auto options = little<Search>();
  options.memory = 0;
  Search search(options);
  try {
    search.search({}, iterations(100), seeded(1));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(ThousandsShapes, ARootThatFindsNoMemoryIsRefusedBySentence) {
  using G = ShapeGame<std::uint32_t, 5000, kFast>;
  using Packed = TreeSearch<G, PackedLoss>;
  constexpr const char* kSentence =
      "a tree's memory of 64000 bytes is too small for the children of its root: give more memory.";
  EXPECT_EQ(refusal<RootSearch<G>>(), kSentence);
  EXPECT_EQ(refusal<LeafSearch<G>>(), kSentence);
  EXPECT_EQ(refusal<Packed>(), kSentence);
  EXPECT_EQ(refusal<LeasedSearch<G>>(), kSentence);
  EXPECT_EQ(refusal<PipelineSearch<G>>(), kSentence);
  EXPECT_EQ(refusal<PolicySearch<G>>(), kSentence);
  EXPECT_EQ(refusal<GeneralSearch<G>>(), kSentence);
}

}  // namespace
}  // namespace banyan
