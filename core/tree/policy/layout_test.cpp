// Tests of policy_layout.hpp: blocks that grow, for sets of moves of any size.
#include "core/tree/policy/layout.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace banyan {
namespace {

TEST(PolicyLayout, OfABlockThatGrowsHasRoomForAChildAndThenForMore) {
  for (const SelectionRule rule :
       {SelectionRule::kUcb1, SelectionRule::kTuned, SelectionRule::kPuct}) {
    for (const bool solver : {false, true}) {
      PolicyOptions policy;
      policy.select = rule;
      policy.all_children = policy.uses_priors();
      policy.solver = solver;
      for (std::size_t set = 8; set <= 8192; set += 8) {
        for (const std::size_t move_bytes : {1U, 2U, 4U}) {
          const PolicyLayout<false> layout(policy, {move_bytes, false, set});
          ASSERT_TRUE(layout.grows);
          const auto legal = static_cast<std::uint32_t>(8 * set);
          std::uint32_t room = layout.room_in(layout.first_lines(), legal);
          ASSERT_GE(room, 1U) << set;
          ASSERT_LE(layout.lines(room), layout.first_lines()) << set;
          while (room < legal) {
            const std::uint32_t more = layout.room_in(2 * layout.lines(room), legal);
            ASSERT_GT(more, room) << set;
            ASSERT_LE(layout.lines(more), 2 * layout.lines(room)) << set;
            room = more;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace banyan
