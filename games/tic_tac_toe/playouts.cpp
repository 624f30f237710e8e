// Tic-tac-toe: many playouts at once, by the best instruction set of the processor.
#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/tic_tac_toe/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/simd/short_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

/// The memory layout of a TicTacToe.
struct Stones {
  std::uint32_t own;
  std::uint32_t occupied;
  bool misere;
};
static_assert(sizeof(Stones) == sizeof(TicTacToe));

struct Row {
  void put(int i, const TicTacToe& leaf) {
    const auto stones = std::bit_cast<Stones>(leaf);
    const std::uint32_t others = stones.own ^ stones.occupied;
    const int count = std::popcount(stones.occupied);
    first[i] = static_cast<std::int16_t>(count % 2 == 0 ? stones.own : others);
    second[i] = static_cast<std::int16_t>(count % 2 == 0 ? others : stones.own);
    plies[i] = static_cast<std::int16_t>(count);
    misere[i] = stones.misere ? 1 : 0;
  }

  alignas(64) std::int16_t first[kGames] = {};
  alignas(64) std::int16_t second[kGames] = {};
  alignas(64) std::int16_t plies[kGames] = {};
  alignas(64) std::int16_t misere[kGames] = {};
};

/// What a row of games draws: two numbers of 16 bits per cell. The first cell needs none.
struct Draws {
  HWY_INLINE explicit Draws(VecRandom (&random)[kVecsInRow]) {
    for (auto& cell : numbers) {
      for (RowNumbers& half : cell) half.draw(random);
    }
  }
  [[nodiscard]] HWY_INLINE Unsigned get(int cell, int which, int game) const {
    return numbers[cell - 1][which].get(game);
  }

  RowNumbers numbers[8][2];
};

/// Plays out kVecGames games of a row, from `game` on, and returns player 0's points.
///
/// A random game is a random order of the empty cells. One cell after another is inserted at a
/// random place among those before it, and later ones move on by one (Lehmer 1960): each order is
/// equally likely. A cell's number is the ply of its stone, so even ones are player 0's; stones
/// that already lie keep 0 and 1. A line is complete at its last ply, the largest of its three
/// numbers. The player of the line that is complete first has won.
HWY_INLINE Signed play(const Row& row, const Draws& draws, int game) {
  const Signed first = hn::Load(kGameLanes, row.first + game);
  const Signed second = hn::Load(kGameLanes, row.second + game);
  const Signed plies = hn::Load(kGameLanes, row.plies + game);
  const Signed none = hn::Zero(kGameLanes);
  const Signed one = hn::Set(kGameLanes, 1);
  Signed ply[9];
  Signed inserted = none;
  for (int i = 0; i < 9; ++i) {
    const Signed bit = hn::Set(kGameLanes, static_cast<std::int16_t>(1 << i));
    const auto is_empty = ((first | second) & bit) == none;
    Signed place = plies;
    if (i > 0) {
      const Unsigned places = hn::BitCast(kUnsigned, inserted + one);
      place = place + below(places, draws.get(i, 0, game), draws.get(i, 1, game));
    }
    const Signed before = hn::IfThenElse(is_empty, place - one, hn::Set(kGameLanes, 99));
    for (int j = 0; j < i; ++j) {
      ply[j] = ply[j] - hn::VecFromMask(kGameLanes, ply[j] > before);
    }
    const Signed owner = hn::IfThenElseZero((second & bit) != none, one);
    ply[i] = hn::IfThenElse(is_empty, place, owner);
    inserted = inserted + hn::IfThenElseZero(is_empty, one);
  }
  // The opponent's plies count as later than all.
  const Signed never = hn::Set(kGameLanes, 64);
  Signed times[2][9];
  for (int i = 0; i < 9; ++i) {
    times[0][i] = ply[i] + hn::ShiftLeft<6>(ply[i] & one);
    times[1][i] = times[0][i] ^ never;
  }
  Signed won[2];
  for (int player = 0; player < 2; ++player) {
    won[player] = never;
    static constexpr int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                         {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (const auto& line : kLines) {
      const Signed* t = times[player];
      const Signed complete = hn::Max(hn::Max(t[line[0]], t[line[1]]), t[line[2]]);
      won[player] = hn::Min(won[player], complete);
    }
  }
  const auto swapped = hn::Load(kGameLanes, row.misere + game) == one;
  const Signed by_first = hn::IfThenElse(swapped, won[1], won[0]);
  const Signed by_second = hn::IfThenElse(swapped, won[0], won[1]);
  return hn::Set(kGameLanes, kDraw) - hn::VecFromMask(kGameLanes, by_first < by_second) +
         hn::VecFromMask(kGameLanes, by_second < by_first);
}

struct Results {
  alignas(64) std::int16_t points[kGames];
};

HWY_INLINE Results play(const Row& row, VecRandom (&random)[kVecsInRow]) {
  const Draws draws(random);
  Results results;
  for (int game = 0; game < kGames; game += kVecGames) {
    hn::Store(play(row, draws, game), kGameLanes, results.points + game);
  }
  return results;
}

void play_out(std::span<const TicTacToe> leaves, std::span<Points> first, Random& random) {
  constexpr std::size_t kTogetherFrom = 5;  // a row with one game costs as much as five single ones
  if (leaves.size() < kTogetherFrom) {
    for (std::size_t i = 0; i < leaves.size(); ++i) first[i] = leaves[i].playout(random).first;
    return;
  }
  const simd::RowSeeds seeds(random);
  VecRandom lanes[kVecsInRow];
  for (int v = 0; v < kVecsInRow; ++v) lanes[v] = VecRandom(seeds, v * kVecLanes);
  Row row;
  for (std::size_t begin = 0; begin < leaves.size(); begin += kGames) {
    const auto count = static_cast<int>(std::min<std::size_t>(kGames, leaves.size() - begin));
    for (int i = 0; i < count; ++i) row.put(i, leaves[begin + i]);
    const Results results = play(row, lanes);
    std::copy_n(results.points, count, &first[begin]);
  }
}

std::uint32_t play_out_from(const TicTacToe& leaf, std::uint32_t games, Random& random) {
  const simd::RowSeeds seeds(random);
  VecRandom lanes[kVecsInRow];
  for (int v = 0; v < kVecsInRow; ++v) lanes[v] = VecRandom(seeds, v * kVecLanes);
  Row row;
  for (int i = 0; i < kGames; ++i) row.put(i, leaf);
  std::uint32_t sums[kGames] = {};
  for (; games >= kGames; games -= kGames) {
    const Results results = play(row, lanes);
    for (int i = 0; i < kGames; ++i) sums[i] += static_cast<std::uint32_t>(results.points[i]);
  }
  if (games > 0) {
    const Results results = play(row, lanes);
    for (unsigned i = 0; i < games; ++i) sums[i] += static_cast<std::uint32_t>(results.points[i]);
  }
  return std::accumulate(sums, sums + kGames, std::uint32_t{0});
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(play_out);
HWY_EXPORT(play_out_from);

void TicTacToe::play_out(std::span<const TicTacToe> leaves, std::span<Points> first,
                         Random& random) {
  HWY_DYNAMIC_DISPATCH(play_out)(leaves, first, random);
}

std::uint32_t TicTacToe::play_out_from(const TicTacToe& leaf, std::uint32_t games, Random& random) {
  return HWY_DYNAMIC_DISPATCH(play_out_from)(leaf, games, random);
}

}  // namespace banyan
#endif
