// Hex: many playouts at once, one board per lane, by the best instruction set of the processor.
#include "games/hex/hex.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "games/copies.hpp"
#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/hex/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/hex/hex_boards.hpp"
#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

using simd::HexBoards;

template <int Vecs>
using Group = Vec[Vecs];

/// The cells that white gets, for Vecs vectors of boards: a uniform subset of each board's empty
/// cells, of the requested size. Radix selection: every undecided cell tosses a coin. If all heads
/// can be taken, they are; otherwise only they remain undecided. Each step treats all undecided
/// cells alike, so all subsets of the right size are equally likely. Each lane tosses its own
/// coins, so the boards are independent.
///
/// All vectors toss until the last board is filled: the number of tosses must not depend on the
/// number of lanes per vector.
template <int Vecs, int Words>
HWY_INLINE void fill(Group<Vecs> (&white)[Words], Group<Vecs> (&undecided)[Words],
                     Group<Vecs>& share, VecRandom (&random)[kVecsInRow]) {
  for (;;) {
    Vec open = zeros();
    for (int v = 0; v < Vecs; ++v) open = open | share[v];
    if (is_zero(open)) return;
    for (int v = 0; v < Vecs; ++v) {
      Vec heads[Words];
      Vec count = zeros();
      for (int w = 0; w < Words; ++w) {
        heads[w] = undecided[w][v] & random[v % kVecsInRow].next();
        count = count + hn::PopulationCount(heads[w]);
      }
      const Vec too_many = hn::VecFromMask(kLanes, count > share[v]);
      share[v] = share[v] - hn::AndNot(too_many, count);
      for (int w = 0; w < Words; ++w) {
        white[w][v] = white[w][v] | hn::AndNot(too_many, heads[w]);
        undecided[w][v] = hn::AndNot(heads[w] ^ too_many, undecided[w][v]);
      }
    }
  }
}

/// { i - shift } of a set of words, its word w; 0 < shift < 64.
template <int Vecs, int Words>
HWY_INLINE Vec shifted_down(const Group<Vecs> (&words)[Words], int w, int v, int shift) {
  const Vec low = hn::ShiftRightSame(words[w][v], shift);
  return w + 1 < Words ? low | hn::ShiftLeftSame(words[w + 1][v], 64 - shift) : low;
}

/// Hex::joins_left_and_right for Vecs vectors of boards; the answer is bit 0 of `cells`. A step's
/// instructions wait for each other; with all vectors in the inner loop, they wait together.
template <int Vecs, int Words>
HWY_INLINE void join_left_and_right(Group<Vecs> (&cells)[Words], const HexBoards<Words>& boards) {
  for (int step = boards.columns + boards.rows - 2; step > 0; --step) {
    for (int v = 0; v < Vecs; ++v) {
      for (int w = 0; w < Words; ++w) {
        const Vec right = shifted_down<Vecs, Words>(cells, w, v, 1) | all(boards.right_column[w]);
        const Vec below = shifted_down<Vecs, Words>(cells, w, v, boards.columns);
        cells[w][v] = majority(cells[w][v], right, below);
      }
    }
  }
}

/// Whether white wins, one bit per board, for the boards of Rows rows.
template <int Rows, int Words>
std::uint32_t white_wins_rows(const HexBoards<Words>& boards, simd::RowSeeds& state) {
  constexpr int kVecs = Rows * kVecsInRow;
  Group<kVecs> white[Words];
  Group<kVecs> empty[Words];
  Group<kVecs> share;
  VecRandom random[kVecsInRow];
  for (int v = 0; v < kVecs; ++v) {
    for (int w = 0; w < Words; ++w) {
      white[w][v] = hn::Load(kLanes, boards.white[w] + v * kVecLanes);
      empty[w][v] = hn::Load(kLanes, boards.empty[w] + v * kVecLanes);
    }
    share[v] = hn::Load(kLanes, boards.share + v * kVecLanes);
  }
  for (int v = 0; v < kVecsInRow; ++v) random[v] = VecRandom(state, v * kVecLanes);
  fill<kVecs, Words>(white, empty, share, random);
  for (int v = 0; v < kVecsInRow; ++v) random[v].save(state, v * kVecLanes);
  join_left_and_right<kVecs, Words>(white, boards);
  std::uint32_t wins = 0;
  for (int v = 0; v < kVecs; ++v) {
    alignas(64) std::uint64_t corner[kVecLanes];
    hn::Store(white[0][v] & all(1), kLanes, corner);
    for (int l = 0; l < kVecLanes; ++l) {
      wins |= static_cast<std::uint32_t>(corner[l]) << (v * kVecLanes + l);
    }
  }
  return wins;
}

template <int Words>
std::uint32_t white_wins_boards(const HexBoards<Words>& boards, int count, simd::RowSeeds& state) {
  if (count <= simd::kRow) return white_wins_rows<1>(boards, state);
  if (count <= 2 * simd::kRow) return white_wins_rows<2>(boards, state);
  return white_wins_rows<4>(boards, state);
}
std::uint32_t white_wins_2(const HexBoards<2>& boards, int count, simd::RowSeeds& state) {
  return white_wins_boards(boards, count, state);
}
std::uint32_t white_wins_4(const HexBoards<4>& boards, int count, simd::RowSeeds& state) {
  return white_wins_boards(boards, count, state);
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(white_wins_2);
HWY_EXPORT(white_wins_4);

std::uint32_t simd::white_wins(const HexBoards<2>& boards, int count, RowSeeds& state) {
  return HWY_DYNAMIC_DISPATCH(white_wins_2)(boards, count, state);
}
std::uint32_t simd::white_wins(const HexBoards<4>& boards, int count, RowSeeds& state) {
  return HWY_DYNAMIC_DISPATCH(white_wins_4)(boards, count, state);
}

template <int MaxSize>
void Hex<MaxSize>::play_out(std::span<const Hex> leaves, std::span<Points> first, Random& random) {
  constexpr std::size_t kBoards = simd::kHexBoards;
  constexpr std::size_t kTogetherFrom = 3;  // a row with one board costs as much as three
  if (leaves.size() < kTogetherFrom) {
    for (std::size_t i = 0; i < leaves.size(); ++i) first[i] = Hex(leaves[i]).playout(random).first;
    return;
  }
  simd::RowSeeds state(random);
  simd::HexBoards<kWords> boards(leaves[0].columns_, leaves[0].rows_,
                                 leaves[0].geometry().right_column.words);
  const bool pie = leaves[0].pie();  // all leaves are of one game
  for (std::size_t begin = 0; begin < leaves.size(); begin += kBoards) {
    const auto count = static_cast<int>(std::min(kBoards, leaves.size() - begin));
    for (int i = 0; i < count; ++i) {
      const Hex& leaf = leaves[begin + i];
      if (const auto swapped = pie ? leaf.random_swap(random) : std::nullopt) {
        swapped->put(boards, i);
      } else {
        leaf.put(boards, i);
      }
    }
    const std::uint32_t losses = simd::white_wins(boards, count, state);
    for (int i = 0; i < count; ++i) first[begin + i] = losses >> i & 1 ? kLoss : kWin;
  }
}

template <int MaxSize>
std::uint32_t Hex<MaxSize>::play_out_from(const Hex& leaf, std::uint32_t games, Random& random) {
  if (leaf.may_swap()) return play_out_copies(leaf, games, 4096, random);
  constexpr std::uint32_t kBoards = simd::kHexBoards;
  simd::RowSeeds state(random);
  simd::HexBoards<kWords> boards(leaf.columns_, leaf.rows_, leaf.geometry().right_column.words);
  for (int i = 0; i < simd::kHexBoards; ++i) leaf.put(boards, i);
  std::uint32_t wins = games;
  for (std::uint32_t left = games; left > 0;) {
    const std::uint32_t count = std::min(kBoards, left);
    const std::uint32_t losses = simd::white_wins(boards, static_cast<int>(count), state);
    wins -= static_cast<std::uint32_t>(std::popcount(losses << (kBoards - count)));
    left -= count;
  }
  return kWin * wins;
}

template void Hex<11>::play_out(std::span<const Hex>, std::span<Points>, Random&);
template void Hex<14>::play_out(std::span<const Hex>, std::span<Points>, Random&);
template std::uint32_t Hex<11>::play_out_from(const Hex&, std::uint32_t, Random&);
template std::uint32_t Hex<14>::play_out_from(const Hex&, std::uint32_t, Random&);

}  // namespace banyan
#endif
