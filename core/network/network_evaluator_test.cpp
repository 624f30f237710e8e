#include "core/network/network_evaluator.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "core/network/network.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {
namespace {

TEST(NetworkEvaluator, EndsAfterAPartOfTheLeavesIfItIsStopped) {
  const ConnectFour position;
  Random random({1, 2, 3, 4});
  const NetworkShape shape{static_cast<int>(position.feature_shape().size()),
                           {8},
                           static_cast<int>(position.move_shape().size())};
  const NetworkEvaluator<ConnectFour> evaluator(
      std::make_shared<Network>("connect_four", shape, random));
  const std::vector<Leaf<ConnectFour>> leaves(1000, {&position, {}});
  std::vector<LeafValue<ConnectFour>> values(leaves.size());
  EXPECT_EQ(evaluator.evaluate(leaves, values, random), 1000U);
  const auto first = values[0].values;
  EXPECT_NEAR(values[999].values[0], first[0], 1e-5);
  for (const int stop_at : {1, 3}) {
    values.assign(leaves.size(), {});
    int asked = 0;
    const std::size_t evaluated =
        evaluator.evaluate(leaves, values, random, [&] { return ++asked == stop_at; });
    EXPECT_EQ(asked, stop_at);
    EXPECT_GE(evaluated, 1U);
    EXPECT_LT(evaluated, 500U);
    EXPECT_NEAR(values[evaluated - 1].values[0], first[0], 1e-5);
    EXPECT_EQ(values[evaluated].values[0], 0);
  }
}

}  // namespace
}  // namespace banyan
