// Ultimate tic-tac-toe: many playouts at once, by the best instruction set of the processor.
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/copies.hpp"
#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/ultimate_tic_tac_toe/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/simd/refilled_lanes-inl.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

static_assert(sizeof(UltimateLanes::Position) == sizeof(UltimateTicTacToe));

void play_out(std::span<const UltimateTicTacToe> leaves, std::span<Points> first, Random& random) {
  constexpr std::size_t kTogetherFrom = 12;  // a row with one game costs as much as eleven alone
  if (leaves.size() < kTogetherFrom) {
    for (std::size_t i = 0; i < leaves.size(); ++i) first[i] = leaves[i].playout(random).first;
    return;
  }
  UltimateLanes lanes((simd::RowSeeds(random)));
  play_refilled(
      lanes, leaves.size(),
      [&](int lane, std::size_t i)
          HWY_ATTR { lanes.put(lane, std::bit_cast<UltimateLanes::Position>(leaves[i])); },
      [&](int lane, std::size_t i) HWY_ATTR {
        const Points points = lanes.points(lane);
        first[i] = leaves[i].to_move() == 0 ? points : opposite(points);
      });
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(play_out);

void UltimateTicTacToe::play_out(std::span<const UltimateTicTacToe> leaves, std::span<Points> first,
                                 Random& random) {
  HWY_DYNAMIC_DISPATCH(play_out)(leaves, first, random);
}

std::uint32_t UltimateTicTacToe::play_out_from(const UltimateTicTacToe& leaf, std::uint32_t games,
                                               Random& random) {
  return play_out_copies(leaf, games, 4096, random);
}

}  // namespace banyan
#endif
