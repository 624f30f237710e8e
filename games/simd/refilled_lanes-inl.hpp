// Many games in a few lanes: when one ends, the next begins. Compiled once per instruction set.
#if defined(BANYAN_GAMES_SIMD_REFILLED_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_REFILLED_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_REFILLED_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_REFILLED_LANES_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// Plays `games` games in up to 64 lanes. Which lane plays which game, and with which numbers, does
/// not depend on vector width. Every started game counts: stopping at a number of finished games
/// would favour short ones.
///
///   lanes.over()    the lanes without a game in progress, one bit each; at first all
///   lanes.step()    makes one or a few moves in all others
///   begin(lane, i)  puts in the ith game, which is not over
///   end(lane, i)    takes its result
///
/// When all have begun and at most `few` are in progress, give_up(lane, i) takes these instead.
template <class Lanes, class Begin, class End, class GiveUp>
HWY_INLINE void play_refilled(Lanes& lanes, std::size_t games, Begin begin, End end, int few,
                              GiveUp give_up) {
  std::size_t game_of[64];
  std::size_t begun = 0;
  for (std::uint64_t playing = 0;;) {
    for (std::uint64_t over = lanes.over(); over != 0; over &= over - 1) {
      const std::uint64_t lane_bit = over & (~over + 1);
      const int lane = std::countr_zero(over);
      if ((playing & lane_bit) != 0) end(lane, game_of[lane]);
      playing &= ~lane_bit;
      if (begun == games) continue;
      begin(lane, begun);
      game_of[lane] = begun++;
      playing |= lane_bit;
    }
    if (begun == games && std::popcount(playing) <= few) {
      for (; playing != 0; playing &= playing - 1) {
        const int lane = std::countr_zero(playing);
        give_up(lane, game_of[lane]);
      }
      return;
    }
    lanes.step();
  }
}
template <class Lanes, class Begin, class End>
HWY_INLINE void play_refilled(Lanes& lanes, std::size_t games, Begin begin, End end) {
  play_refilled(lanes, games, begin, end, 0, [](int, std::size_t) {});
}

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
