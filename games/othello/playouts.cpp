// Othello: playouts one by one and many at once, by the best instruction set of the processor.
#include "games/othello/othello.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "games/copies.hpp"
#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/othello/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/othello/othello_lanes-inl.hpp"
#include "games/othello/othello_position-inl.hpp"
#include "games/othello/othello_slice-inl.hpp"
#include "games/simd/refilled_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

/// The memory layout of an Othello.
struct Discs {
  std::uint64_t own;
  std::uint64_t opponent;
  std::uint64_t to_move;
};
static_assert(sizeof(Discs) == sizeof(Othello));

/// One of the cells, of which there is at least one.
HWY_INLINE std::uint64_t random_cell(std::uint64_t cells, Random& random) {
  return nth_set_bit(cells, random.below(static_cast<std::uint32_t>(std::popcount(cells))));
}

/// Calls note(ply, cell) for each disc that is laid.
template <class Note>
HWY_INLINE Playout play_to_end(const Othello& start, Random& random, const Note& note) {
  const auto discs = std::bit_cast<Discs>(start);
  OthelloPositions<1> position({discs.own}, {discs.opponent});
  for (int plies = 0;; ++plies) {
    std::uint64_t cells[1];
    position.moves(cells);
    const bool passes = cells[0] == 0;
    if (!passes) [[likely]] {
      const std::uint64_t cell[1] = {random_cell(cells[0], random)};
      note(plies, cell[0]);
      position.lay(cell);
    }
    position.change_sides();
    if (!passes) continue;
    position.moves(cells);
    if (cells[0] != 0) continue;
    const auto mover = static_cast<Player>((discs.to_move + static_cast<unsigned>(plies) + 1) % 2);
    std::uint64_t own[1];
    std::uint64_t opponent[1];
    position.own(own);
    position.opponent(opponent);
    return {Othello(own[0], opponent[0], mover).result(0), plies};
  }
}

Playout playout(const Othello& start, Random& random) {
  return play_to_end(start, random, [](int, std::uint64_t) {});
}

Playout noted_playout(const Othello& start, Random& random, std::uint64_t laid[2]) {
  return play_to_end(start, random, [&](int ply, std::uint64_t cell) { laid[ply % 2] |= cell; });
}

constexpr int kSliceGames = 64 * simd::kRow;

// In microseconds by AVX-512, AVX2 and SSE4, on Zen 5: one game alone 1.3; up to eight in
// lanes 2.4, 2.9 and 5.4; 128 in lanes 20, 37 and 75; up to 128 in a slice 45, 36 and 29. On a Xeon
// (Cascade Lake), a game by AVX-512: alone 1.06; in step two 0.87, four 0.57, six 0.56; in lanes
// four 1.3, six 0.85, eight 0.6. By AVX2 there six take 2.2 in step and 2.0 in lanes. The numbers
// are the same for all, so that results do not depend on the instruction set.
constexpr int kStepUpTo = 6;
constexpr int kSliceFrom = 160;

/// At most kStepUpTo games that move at the same time, so that they do not wait for each other.
void play_out_in_step(std::span<const Othello> leaves, Points* first, Random& random) {
  constexpr int kGames = kOthelloGames;
  OthelloPositions<kGames> positions[kStepUpTo / kGames];
  const auto count = static_cast<int>(leaves.size());
  const int vectors = (count + kGames - 1) / kGames;
  for (int v = 0; v < vectors; ++v) {
    std::uint64_t own[kGames] = {};  // a board without discs, on which neither side can move
    std::uint64_t opponent[kGames] = {};
    for (int i = 0; i < kGames && v * kGames + i < count; ++i) {
      const auto discs = std::bit_cast<Discs>(leaves[static_cast<std::size_t>(v * kGames + i)]);
      own[i] = discs.own;
      opponent[i] = discs.opponent;
    }
    positions[v] = {own, opponent};
  }
  Random numbers = random;  // a copy, which can stay in registers
  int plies = 0;
  for (int passes = 0; passes < 2; ++plies) {
    std::uint64_t laid = 0;
    std::uint64_t number = 0;  // for two games: the upper half, then the lower one
    for (int v = 0; v < vectors; ++v) {
      std::uint64_t cells[kGames];
      positions[v].moves(cells);
      for (int i = 0; i < kGames; ++i) {
        number = (v * kGames + i) % 2 == 0 ? numbers.next() : number << 32;
        const auto bound = static_cast<std::uint64_t>(std::popcount(cells[i]));
        cells[i] =
            nth_set_bit_or_none(cells[i], static_cast<std::uint32_t>((number >> 32) * bound >> 32));
        laid |= cells[i];
      }
      positions[v].lay(cells);
      positions[v].change_sides();
    }
    passes = laid == 0 ? passes + 1 : 0;
  }
  random = numbers;
  for (int v = 0; v < vectors; ++v) {
    std::uint64_t own[kGames];
    std::uint64_t opponent[kGames];
    positions[v].own(own);
    positions[v].opponent(opponent);
    for (int i = 0; i < kGames && v * kGames + i < count; ++i) {
      const Player mover = leaves[static_cast<std::size_t>(v * kGames + i)].to_move();
      first[v * kGames + i] = Othello(own[i], opponent[i], (mover + plies) % 2).result(0);
    }
  }
}

/// A few leaves, one per lane.
void play_out_lanes(std::span<const Othello> leaves, Points* first, Random& random) {
  OthelloLanes lanes(simd::rows_for(leaves.size(), OthelloLanes::kRows), random);
  play_refilled(
      lanes, leaves.size(),
      [&](int lane, std::size_t i) HWY_ATTR {
        const auto discs = std::bit_cast<Discs>(leaves[i]);
        lanes.put(lane, discs.own, discs.opponent);
      },
      [&](int lane, std::size_t i) HWY_ATTR {
        const Othello end(lanes.discs(0, lane), lanes.discs(1, lane), leaves[i].to_move());
        first[i] = end.result(0);
      });
}

/// At most 512 leaves. Lane l of n lanes gets the leaves l, l + n, l + 2n, ...
void play_out_slice(const Othello* leaves, int count, Points* first, Random& random) {
  const simd::RowSeeds seeds(random);
  const int lanes = (count + 63) / 64;
  // Boards without discs, on which neither side can move, fill the last lanes, and one more row for
  // unused lanes of a vector.
  std::uint64_t own[kSliceGames + simd::kRow] = {};
  std::uint64_t opponent[kSliceGames + simd::kRow] = {};
  for (int i = 0; i < count; ++i) {
    const auto discs = std::bit_cast<Discs>(leaves[i]);
    own[i] = discs.own;
    opponent[i] = discs.opponent;
  }
  std::uint64_t won[simd::kRow];
  std::uint64_t lost[simd::kRow];
  for (int lane = 0; lane < lanes; lane += kVecLanes) {
    OthelloSlice slice(VecRandom(seeds, lane));
    slice.load(own + lane, opponent + lane, lanes);
    slice.play_out();
    hn::StoreU(slice.won(), kLanes, won + lane);
    hn::StoreU(slice.lost(), kLanes, lost + lane);
  }
  for (int i = 0; i < count; ++i) {
    const int lane = i % lanes;
    const int bit = i / lanes;
    const Points mover = kDraw + static_cast<Points>(won[lane] >> bit & 1) -
                         static_cast<Points>(lost[lane] >> bit & 1);
    first[i] = leaves[i].to_move() == 0 ? mover : opposite(mover);
  }
}

void play_out(std::span<const Othello> leaves, std::span<Points> first, Random& random) {
  for (std::size_t begin = 0; begin < leaves.size(); begin += kSliceGames) {
    const auto count = static_cast<int>(std::min<std::size_t>(kSliceGames, leaves.size() - begin));
    if (count == 1) {
      first[begin] = playout(leaves[begin], random).first;
    } else if (count <= kStepUpTo) {
      play_out_in_step(leaves.subspan(begin, static_cast<std::size_t>(count)), &first[begin],
                       random);
    } else if (count < kSliceFrom) {
      play_out_lanes(leaves.subspan(begin, static_cast<std::size_t>(count)), &first[begin], random);
    } else {
      play_out_slice(&leaves[begin], count, &first[begin], random);
    }
  }
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(play_out);
HWY_EXPORT(playout);
HWY_EXPORT(noted_playout);

Playout Othello::playout(Random& random) const {
  return HWY_DYNAMIC_DISPATCH(playout)(*this, random);
}

Playout Othello::noted_playout(Random& random, std::uint64_t laid[2]) const {
  return HWY_DYNAMIC_DISPATCH(noted_playout)(*this, random, laid);
}

void Othello::play_out(std::span<const Othello> leaves, std::span<Points> first, Random& random) {
  HWY_DYNAMIC_DISPATCH(play_out)(leaves, first, random);
}

std::uint32_t Othello::play_out_from(const Othello& leaf, std::uint32_t games, Random& random) {
  return play_out_copies(leaf, games, 512, random);
}

}  // namespace banyan
#endif
