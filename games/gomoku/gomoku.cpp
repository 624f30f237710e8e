// Gomoku: many playouts at once; the part of it that needs no SIMD.
#include "games/gomoku/gomoku.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/copies.hpp"

namespace banyan {
namespace {

/// A block takes as long as this many games one by one.
constexpr int kTogetherFrom = 12;

}  // namespace

/// 48 more bits put stones with equal times in a random order. When the side to move has no cell
/// left, the opponent's stones still lie in a random order, known only to be left. From there on
/// all games are equally likely.
template <int MaxSize>
Points Gomoku<MaxSize>::finish(const simd::GomokuVerdicts& drawn, int game, Random& random) const {
  struct Stone {
    std::uint64_t time;
    Move cell;
  };
  Stone stones[2][kMaxMoves];
  std::size_t count[2] = {0, 0};
  legal_set().for_each([&](int cell) {
    const std::int16_t number = drawn.number(game, cell);
    const auto time = static_cast<std::uint64_t>(std::min(number & 0x7fff, 0x7ffe));
    const int side = number < 0 ? 0 : 1;
    stones[side][count[side]++] = {time << 48 | random.next() >> 16, static_cast<Move>(cell)};
  });
  for (const int side : {0, 1}) {
    std::sort(stones[side], stones[side] + count[side],
              [](const Stone& a, const Stone& b) { return a.time < b.time; });
  }
  Gomoku position = *this;
  for (std::size_t ply = 0; !position.over(); ++ply) {
    if (ply / 2 == count[ply % 2]) return position.playout(random).first;
    position.play(stones[ply % 2][ply / 2].cell);
  }
  return position.result(0);
}

template <int MaxSize>
void Gomoku<MaxSize>::play_out(std::span<const Gomoku> leaves, std::span<Points> first,
                               Random& random) {
  simd::RowSeeds state(random);
  simd::GomokuBlock block;
  block.columns = leaves[0].columns_;
  block.rows = leaves[0].rows_;
  block.stride = kStride;
  simd::GomokuVerdicts verdicts;
  std::size_t ids[simd::kGomokuBlock];
  int count = 0;
  const auto flush = [&] {
    if (count < kTogetherFrom) {
      for (int i = 0; i < count; ++i) first[ids[i]] = leaves[ids[i]].playout(random).first;
    } else {
      simd::gomoku_verdicts(block, count, state, verdicts);
      for (int i = 0; i < count; ++i) {
        const Gomoku& leaf = leaves[ids[i]];
        const std::int16_t verdict = verdicts.of_game[i];
        first[ids[i]] = verdict == simd::kUndecided ? leaf.finish(verdicts, i, random)
                        : (verdict == simd::kIWin) == (leaf.to_move() == 0) ? kWin
                                                                            : kLoss;
      }
    }
    count = 0;
  };
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!leaves[i].is_open()) {
      first[i] = leaves[i].playout(random).first;
      continue;
    }
    leaves[i].put(block, count);
    ids[count++] = i;
    if (count == simd::kGomokuBlock) flush();
  }
  flush();
}

template <int MaxSize>
std::uint32_t Gomoku<MaxSize>::play_out_from(const Gomoku& leaf, std::uint32_t games,
                                             Random& random) {
  return play_out_copies(leaf, games, 8 * simd::kGomokuBlock, random);
}

template Points Gomoku<15>::finish(const simd::GomokuVerdicts&, int, Random&) const;
template Points Gomoku<19>::finish(const simd::GomokuVerdicts&, int, Random&) const;
template void Gomoku<15>::play_out(std::span<const Gomoku>, std::span<Points>, Random&);
template void Gomoku<19>::play_out(std::span<const Gomoku>, std::span<Points>, Random&);
template std::uint32_t Gomoku<15>::play_out_from(const Gomoku&, std::uint32_t, Random&);
template std::uint32_t Gomoku<19>::play_out_from(const Gomoku&, std::uint32_t, Random&);

}  // namespace banyan
