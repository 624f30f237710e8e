// Ultimate tic-tac-toe: many playouts at once, by the best instruction set of the processor.
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "games/copies.hpp"
#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/ultimate_tic_tac_toe/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/simd/refilled_lanes-inl.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe_lanes-inl.hpp"
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe_slice-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

static_assert(sizeof(UltimateLanes::Position) == sizeof(UltimateTicTacToe));

constexpr int kSliceGames = 64 * simd::kRow;

// The break-even points on Zen 3 with AVX2: 0.36 us per single game, 5.6 us per row of lanes with
// one or a few games, 19 us per vector of a slice with any number.
constexpr std::size_t kLanesFrom = 16;
constexpr std::size_t kSliceFrom = 150;

using Position = UltimateLanes::Position;

/// As words of an UltimateSlice, each kSliceGames after the previous one.
void write(const Position& position, std::uint64_t* words) {
  const auto of_first = [&](int board) {
    return std::uint64_t{position.stones[board] & simd::kAllCells};
  };
  std::uint64_t first = of_first(7) << 63;
  for (int board = 0; board < 7; ++board) first |= of_first(board) << 9 * board;
  const std::uint64_t next = position.next == 9 ? 0 : std::uint64_t{1} << position.next;
  const auto at = [](std::uint64_t bits, int plane) { return bits << (plane - 64); };
  words[0] = position.open[0];
  words[kSliceGames] = position.open[1] | at(position.boards[0], UltimateSlice::kWonFirst) |
                       at(position.boards[1], UltimateSlice::kWonSecond) |
                       at(position.closed ^ simd::kAllCells, UltimateSlice::kLeft) |
                       at(next, UltimateSlice::kNext) |
                       at(position.to_move, UltimateSlice::kSecond);
  words[2 * kSliceGames] = first;
  words[3 * kSliceGames] = of_first(7) >> 1 | of_first(8) << 8;
}

/// Nine planes of what write() wrote.
std::uint16_t nine_planes(const std::uint64_t* words, int plane) {
  return static_cast<std::uint16_t>(words[kSliceGames] >> (plane - 64) & simd::kAllCells);
}

/// The first player's points if most boards win.
Points points_of_boards(const std::uint64_t* words) {
  return UltimateTicTacToe::points_of_more(
      std::popcount(nine_planes(words, UltimateSlice::kWonFirst)),
      std::popcount(nine_planes(words, UltimateSlice::kWonSecond)));
}

/// Reads what write() wrote, except for the stones on closed boards: a won one has a line.
Position read(const std::uint64_t* words, bool most) {
  const std::uint64_t state = words[kSliceGames];
  const auto nine = [&](int plane) { return nine_planes(words, plane); };
  const auto of_board = [](std::uint64_t low, std::uint64_t high, int board) {
    const std::uint64_t from = board < 7    ? low >> 9 * board
                               : board == 7 ? low >> 63 | high << 1
                                            : high >> 8;
    return static_cast<std::uint32_t>(from) & simd::kAllCells;
  };
  Position position;
  position.open[0] = words[0];
  position.open[1] = state & 0x1ffff;
  for (int board = 0; board < 9; ++board) {
    const std::uint32_t free = of_board(words[0], state, board);
    const std::uint32_t first = of_board(words[2 * kSliceGames], words[3 * kSliceGames], board);
    position.stones[board] = first | (~(free | first) & simd::kAllCells) << 16;
  }
  position.boards[0] = nine(UltimateSlice::kWonFirst);
  position.boards[1] = nine(UltimateSlice::kWonSecond);
  position.closed = nine(UltimateSlice::kLeft) ^ simd::kAllCells;
  const unsigned next = nine(UltimateSlice::kNext);
  position.next = static_cast<std::uint8_t>(next == 0 ? 9 : std::countr_zero(next));
  position.to_move = static_cast<std::uint8_t>(state >> (UltimateSlice::kSecond - 64) & 1);
  position.most = most ? 1 : 0;
  for (int board = 0; most && board < 9; ++board) {
    if ((position.closed >> board & 1) == 0) continue;
    const auto won = [&](int player) { return position.boards[player] >> board & 1U; };
    position.stones[board] = 7 * won(0) + (7 * won(1) << 16);
  }
  return position;
}

/// Each leaf is an UltimateTicTacToe or its Position.
template <class Leaf>
void play_out_lanes(const Leaf* leaves, std::size_t count, Points* first, Random& random) {
  UltimateLanes lanes((simd::RowSeeds(random)));
  play_refilled(
      lanes, count,
      [&](int lane, std::size_t i)
          HWY_ATTR { lanes.put(lane, std::bit_cast<Position>(leaves[i])); },
      [&](int lane, std::size_t i) HWY_ATTR {
        const Points points = lanes.points(lane);
        first[i] = std::bit_cast<Position>(leaves[i]).to_move == 0 ? points : opposite(points);
      });
}

/// At most 512 leaves. Lane l of n lanes gets the leaves l, l + n, l + 2n, ... When few games are
/// left, they continue in a row of 16-bit lanes.
void play_out_slice(const UltimateTicTacToe* leaves, int count, Points* first, Random& random) {
  const simd::RowSeeds seeds(random);
  const int lanes = (count + 63) / 64;
  // Zeros, which are finished games, where there is no leaf.
  alignas(64) std::uint64_t words[UltimateSlice::kWords * kSliceGames];
  if (count < kSliceGames) std::fill(std::begin(words), std::end(words), 0);
  for (int i = 0, row = 0; i < count; row += simd::kRow) {
    for (int lane = 0; lane < lanes && i < count; ++lane, ++i) {
      write(std::bit_cast<Position>(leaves[i]), words + row + lane);
    }
  }
  std::uint64_t first_won[simd::kRow];
  std::uint64_t second_won[simd::kRow];
  std::uint64_t paused[simd::kRow];
  for (int lane = 0; lane < lanes; lane += kVecLanes) {
    UltimateSlice slice(VecRandom(seeds, lane));
    slice.load(words + lane, simd::kRow, kSliceGames);
    slice.play_out();
    slice.unload(words + lane, simd::kRow, kSliceGames);
    hn::StoreU(slice.first_won(), kLanes, first_won + lane);
    hn::StoreU(slice.second_won(), kLanes, second_won + lane);
    hn::StoreU(slice.paused(), kLanes, paused + lane);
  }
  Position rest[kSliceGames];
  int place[kSliceGames];
  std::size_t left = 0;
  for (int i = 0, row = 0; i < count; row += simd::kRow) {
    for (int lane = 0; lane < lanes && i < count; ++lane, ++i) {
      const int bit = row / simd::kRow;
      first[i] = kDraw + static_cast<Points>(first_won[lane] >> bit & 1) -
                 static_cast<Points>(second_won[lane] >> bit & 1);
      const bool most = leaves[i].most_boards_win();
      if ((paused[lane] >> bit & 1) == 0) {
        if (most && first[i] == kDraw) first[i] = points_of_boards(words + row + lane);
        continue;
      }
      rest[left] = read(words + row + lane, most);
      place[left++] = i;
    }
  }
  if (left == 0) return;
  Points points[kSliceGames];
  play_out_lanes(rest, left, points, random);
  for (std::size_t i = 0; i < left; ++i) first[place[i]] = points[i];
}

void play_out(std::span<const UltimateTicTacToe> leaves, std::span<Points> first, Random& random) {
  for (std::size_t begin = 0; begin < leaves.size(); begin += kSliceGames) {
    const std::size_t count = std::min<std::size_t>(kSliceGames, leaves.size() - begin);
    if (count < kLanesFrom) {
      for (std::size_t i = begin; i < begin + count; ++i)
        first[i] = leaves[i].playout(random).first;
    } else if (count < kSliceFrom) {
      play_out_lanes(&leaves[begin], count, &first[begin], random);
    } else {
      play_out_slice(&leaves[begin], static_cast<int>(count), &first[begin], random);
    }
  }
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
