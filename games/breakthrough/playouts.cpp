// Breakthrough: many playouts at once, by the best instruction set of the processor.
#include "games/breakthrough/breakthrough.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/copies.hpp"
#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/breakthrough/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/breakthrough/breakthrough_lanes-inl.hpp"
#include "games/simd/refilled_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

/// As a Breakthrough lies in memory.
struct Pawns {
  std::uint64_t of[2];
  std::uint64_t size_and_to_move;
};
static_assert(sizeof(Pawns) == sizeof(Breakthrough));

void play_out(std::span<const Breakthrough> leaves, std::span<Points> first, Random& random) {
  constexpr std::size_t kTogetherFrom = 6;  // a row with one game costs as much as five alone
  if (leaves.size() < kTogetherFrom) {
    for (std::size_t i = 0; i < leaves.size(); ++i) first[i] = leaves[i].playout(random).first;
    return;
  }
  const int size = leaves[0].size();
  const auto rows = std::min<std::size_t>(BreakthroughLanes::kRows,
                                          (leaves.size() + simd::kRow - 1) / simd::kRow);
  BreakthroughLanes lanes(size, static_cast<int>(rows), random);
  play_refilled(
      lanes, leaves.size(),
      [&](int lane, std::size_t i) HWY_ATTR {
        const auto pawns = std::bit_cast<Pawns>(leaves[i]);
        if (leaves[i].to_move() == 0) {
          lanes.put(lane, pawns.of[0], pawns.of[1]);
        } else {  // upside down
          const int above = 8 * (8 - size);
          lanes.put(lane, __builtin_bswap64(pawns.of[1]) >> above,
                    __builtin_bswap64(pawns.of[0]) >> above);
        }
      },
      [&](int lane, std::size_t i) HWY_ATTR {
        first[i] = lanes.mover_won(lane) == (leaves[i].to_move() == 0) ? kWin : kLoss;
      });
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(play_out);

void Breakthrough::play_out(std::span<const Breakthrough> leaves, std::span<Points> first,
                            Random& random) {
  HWY_DYNAMIC_DISPATCH(play_out)(leaves, first, random);
}

std::uint32_t Breakthrough::play_out_from(const Breakthrough& leaf, std::uint32_t games,
                                          Random& random) {
  return play_out_copies(leaf, games, 4096, random);
}

}  // namespace banyan
#endif
