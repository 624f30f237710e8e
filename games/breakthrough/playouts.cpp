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
#include "games/breakthrough/breakthrough_bytes-inl.hpp"
#include "games/breakthrough/breakthrough_lanes-inl.hpp"
#include "games/simd/refilled_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

/// The memory layout of a Breakthrough.
struct Pawns {
  std::uint64_t of[2];
  std::uint64_t size_and_to_move;
};
static_assert(sizeof(Pawns) == sizeof(Breakthrough));

constexpr std::size_t kTogetherFrom = 6;  // a row of 8 with one game costs as much as five
constexpr std::size_t kBytesFrom = 40;    // from here, lanes of 8 bits are as fast as those of 64
constexpr int kFew = 16;                  // below this, lanes of 64 bits finish the games no slower

/// A game's pawns; those of the side to move go to higher rows.
struct Sides {
  std::uint64_t mover;
  std::uint64_t other;
};

Sides sides_of(const Breakthrough& leaf) {
  const auto pawns = std::bit_cast<Pawns>(leaf);
  if (leaf.to_move() == 0) return {pawns.of[0], pawns.of[1]};
  const int above = 8 * (8 - leaf.size());  // upside down
  return {__builtin_bswap64(pawns.of[1]) >> above, __builtin_bswap64(pawns.of[0]) >> above};
}

/// sides(i) returns those of the ith game; end(i, won) receives whether the mover won.
template <class SidesOf, class End>
HWY_INLINE void play_out_words(int size, std::size_t count, SidesOf sides, End end,
                               Random& random) {
  BreakthroughLanes lanes(size, simd::rows_for(count, BreakthroughLanes::kRows), random);
  play_refilled(
      lanes, count,
      [&](int lane, std::size_t i) HWY_ATTR { lanes.put(lane, sides(i).mover, sides(i).other); },
      [&](int lane, std::size_t i) HWY_ATTR { end(i, lanes.mover_won(lane)); });
}

/// When few games are left, they continue in lanes of 64 bits.
template <int Size, class End>
HWY_INLINE void play_out_bytes(std::span<const Breakthrough> leaves, End end, Random& random) {
  Sides rest[kFew];
  std::size_t place[kFew];
  std::size_t left = 0;
  BreakthroughBytes<Size> lanes(random);
  play_refilled(
      lanes, leaves.size(),
      [&](int lane, std::size_t i) HWY_ATTR {
        const Sides sides = sides_of(leaves[i]);
        lanes.put(lane, sides.mover, sides.other);
      },
      [&](int lane, std::size_t i) HWY_ATTR { end(i, lanes.mover_won(lane)); }, kFew,
      [&](int lane, std::size_t i) HWY_ATTR {
        rest[left] = {lanes.pawns(0, lane), lanes.pawns(1, lane)};
        place[left++] = i;
      });
  if (left == 0) return;
  play_out_words(
      Size, left, [&](std::size_t i) { return rest[i]; },
      [&](std::size_t i, bool won) { end(place[i], won); }, random);
}

void play_out(std::span<const Breakthrough> leaves, std::span<Points> first, Random& random) {
  const auto end = [&](std::size_t i, bool won) {
    first[i] = won == (leaves[i].to_move() == 0) ? kWin : kLoss;
  };
  const int size = leaves[0].size();
  if (leaves.size() < kTogetherFrom) {
    for (std::size_t i = 0; i < leaves.size(); ++i) first[i] = leaves[i].playout(random).first;
  } else if (leaves.size() < kBytesFrom) {
    play_out_words(
        size, leaves.size(), [&](std::size_t i) { return sides_of(leaves[i]); }, end, random);
  } else if (size == 8) {
    play_out_bytes<8>(leaves, end, random);
  } else if (size == 6) {
    play_out_bytes<6>(leaves, end, random);
  } else {
    play_out_bytes<5>(leaves, end, random);
  }
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
