#include "core/tree/path.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace banyan {
namespace {

TEST(Path, HasTheStepsSinceItWasClearedInOrder) {
  Path<Step> path;
  for (const std::uint32_t length : {1U, 7U, 100U, 3U, 1000U}) {
    path.clear();
    EXPECT_EQ(path.size(), 0U);
    for (std::uint32_t i = 0; i < length; ++i) {
      path.push({i + 1, 2 * i});
      EXPECT_EQ(path.last().node, i + 1);
    }
    ASSERT_EQ(path.steps().size(), length);
    for (std::uint32_t i = 0; i < length; ++i) {
      EXPECT_EQ(path.steps()[i].node, i + 1);
      EXPECT_EQ(path.steps()[i].slot, 2 * i);
    }
  }
}

}  // namespace
}  // namespace banyan
