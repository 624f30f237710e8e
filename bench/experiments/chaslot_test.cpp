// Tests of chaslot.hpp: the published numbers.
#include "bench/experiments/chaslot.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "bench/registry/engines.hpp"

namespace banyan::bench {
namespace {

TEST(ChaslotMethods, AreEnginesOfThisProgram) {
  for (const ChaslotMethod& method : chaslot_methods()) {
    EXPECT_EQ(parse_engine(fmt::format(fmt::runtime(method.engine), 4)).threads, 4) << method.name;
  }
}

TEST(ChaslotPublished, HasTheNumbersOfThePaper) {
  EXPECT_EQ(chaslot_published("root:threads=4")->strength_speedup, 6.5);
  EXPECT_EQ(chaslot_published("tree:threads=16,lock=node,vl=1")->playout_speedup, 9.1);
  EXPECT_FALSE(chaslot_published("root:threads=8"));
  EXPECT_FALSE(chaslot_published("seq"));
}

}  // namespace
}  // namespace banyan::bench
