// Connect Four: many playouts at once, by the best instruction set of the processor.
#include "games/connect_four/connect_four.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/connect_four/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/connect_four/connect_four_lanes-inl.hpp"
#include "games/connect_four/connect_four_slice-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

/// The memory layout of a ConnectFour.
struct Stones {
  std::uint64_t own;
  std::uint64_t occupied;
};
static_assert(sizeof(Stones) == sizeof(ConnectFour));

constexpr int kSliceGames = 64 * simd::kRow;

// The break-even points: 50 ns per single game, 0.5 us and 25 ns per game in lanes, 3 us per slice
// of any number of games.
constexpr int kLanesFrom = 11;
constexpr int kSliceFrom = 120;

/// At most 512 leaves. Lane l of n lanes gets the leaves l, l + n, l + 2n, ...
void play_out_slice(const ConnectFour* leaves, int count, Points* first, Random& random) {
  const simd::RowSeeds seeds(random);
  const int lanes = (count + 63) / 64;
  // Readable up to the last lane of a row after the last leaf.
  Stones padded[kSliceGames + simd::kRow];
  std::memcpy(padded, static_cast<const void*>(leaves), sizeof(Stones) * count);
  std::uint64_t first_won[simd::kRow];
  std::uint64_t second_won[simd::kRow];
  for (int lane = 0; lane < lanes; lane += kVecLanes) {
    std::uint64_t unused[kVecLanes];
    for (int l = 0; l < kVecLanes; ++l) {
      const int games = lane + l < lanes ? (count - lane - l + lanes - 1) / lanes : 0;
      unused[l] = games == 64 ? 0 : ~std::uint64_t{0} << games;
    }
    ConnectFourSlice slice(VecRandom(seeds, lane));
    slice.load(&padded[lane].own, lanes, hn::LoadU(kLanes, unused));
    while (!is_zero(hn::Not(slice.over()))) slice.step();
    hn::StoreU(slice.first_won(), kLanes, first_won + lane);
    hn::StoreU(slice.second_won(), kLanes, second_won + lane);
  }
  Points points[kSliceGames + simd::kRow];
  for (int i = 0; i < 64; ++i) {
    for (int l = 0; l < simd::kRow; ++l) {
      points[lanes * i + l] =
          kDraw + static_cast<Points>(first_won[l] & 1) - static_cast<Points>(second_won[l] & 1);
      first_won[l] >>= 1;
      second_won[l] >>= 1;
    }
  }
  std::copy_n(points, count, first);
}

void play_out_lanes(const ConnectFour* leaves, int count, Points* first, Random& random) {
  ConnectFourLanes lanes((simd::RowSeeds(random)));
  for (int i = 0; i < count; ++i) {
    const auto stones = std::bit_cast<Stones>(leaves[i]);
    lanes.add(stones.own, stones.occupied);
  }
  lanes.play_out(first);
}

void play_out(std::span<const ConnectFour> leaves, std::span<Points> first, Random& random) {
  for (std::size_t begin = 0; begin < leaves.size(); begin += kSliceGames) {
    const auto count = static_cast<int>(std::min<std::size_t>(kSliceGames, leaves.size() - begin));
    if (count < kLanesFrom) {
      for (int i = 0; i < count; ++i) first[begin + i] = leaves[begin + i].playout(random).first;
    } else if (count < kSliceFrom) {
      play_out_lanes(&leaves[begin], count, &first[begin], random);
    } else {
      play_out_slice(&leaves[begin], count, &first[begin], random);
    }
  }
}

/// Games from one leaf, a share of them per lane. Every few moves new games replace finished ones,
/// until the lane's share has been started. Every started game counts: stopping at a number of
/// finished games would favour short ones.
class Refill {
 public:
  HWY_INLINE Refill(std::uint32_t games, int lane) {
    for (int l = 0; l < kVecLanes; ++l) left_[l] = (games + 7 - (lane + l)) / 8;
  }

  /// Which of the free places get a new game.
  HWY_INLINE Vec take(Vec free) {
    alignas(64) std::uint64_t places[kVecLanes];
    hn::Store(free, kLanes, places);
    for (int l = 0; l < kVecLanes; ++l) {
      if (left_[l] == 0) {
        places[l] = 0;
      } else {
        while (static_cast<unsigned>(std::popcount(places[l])) > left_[l])
          places[l] &= places[l] - 1;
        left_[l] -= static_cast<unsigned>(std::popcount(places[l]));
      }
    }
    return hn::Load(kLanes, places);
  }

 private:
  std::uint32_t left_[kVecLanes];
};

std::uint32_t play_out_from(const ConnectFour& leaf, std::uint32_t games, Random& random) {
  if (games < kSliceFrom) {
    ConnectFour leaves[kSliceFrom];
    Points first[kSliceFrom];
    std::fill_n(leaves, games, leaf);
    play_out({leaves, games}, {first, games}, random);
    return static_cast<std::uint32_t>(std::accumulate(first, first + games, 0));
  }
  constexpr int kMoves = 4;  // between two refills
  const simd::RowSeeds seeds(random);
  Stones copies[kSliceGames];
  std::fill_n(copies, kSliceGames, std::bit_cast<Stones>(leaf));
  Vec first_won = zeros();
  Vec second_won = zeros();
  for (int lane = 0; lane < simd::kRow; lane += kVecLanes) {
    ConnectFourSlice start(VecRandom(seeds, lane));
    start.load(&copies[lane].own, simd::kRow, ones());
    ConnectFourSlice slice = start;
    for (Refill refill(games, lane);;) {
      slice.restart(refill.take(slice.over()), start);
      if (is_zero(hn::Not(slice.over()))) break;
      for (int move = 0; move < kMoves; ++move) slice.step();
      first_won = first_won + hn::PopulationCount(slice.first_won());
      second_won = second_won + hn::PopulationCount(slice.second_won());
      slice.forget_results();
    }
  }
  // A win counts two, a draw one.
  const Vec lead = first_won - second_won;
  return games + static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(kLanes, lead)));
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(play_out);
HWY_EXPORT(play_out_from);

void ConnectFour::play_out(std::span<const ConnectFour> leaves, std::span<Points> first,
                           Random& random) {
  HWY_DYNAMIC_DISPATCH(play_out)(leaves, first, random);
}

std::uint32_t ConnectFour::play_out_from(const ConnectFour& leaf, std::uint32_t games,
                                         Random& random) {
  return HWY_DYNAMIC_DISPATCH(play_out_from)(leaf, games, random);
}

}  // namespace banyan
#endif
