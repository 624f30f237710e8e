// Breakthrough with one game per lane of 8 bits: one vector per row of the board. Compiled once per
// instruction set.
#if defined(BANYAN_GAMES_SIMD_BREAKTHROUGH_BYTES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_BREAKTHROUGH_BYTES_INL_HPP
#undef BANYAN_GAMES_SIMD_BREAKTHROUGH_BYTES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_BREAKTHROUGH_BYTES_INL_HPP
#endif

#include <cstdint>
#include <cstring>

#include "games/simd/byte_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// 64 games in progress, which all change sides together. A game's first side is the one that was
/// to move when it was put in; it moves to higher rows.
///
/// Counts the moves that end in each row. Only where the nth move ends is it looked up by direction
/// and column.
template <int Size>
class BreakthroughBytes {
 public:
  HWY_INLINE explicit BreakthroughBytes(Random& random) : numbers_(random) {
    std::memset(over_, 0xff, sizeof over_);
  }

  HWY_INLINE void put(int lane, std::uint64_t mover, std::uint64_t other) {
    for (int row = 0; row < Size; ++row) {
      pawns_[0][row][lane] = static_cast<std::uint8_t>(mover >> 8 * row);
      pawns_[1][row][lane] = static_cast<std::uint8_t>(other >> 8 * row);
    }
    over_[lane] = 0;
    mover_won_[lane] = 0;
  }

  /// A bit per lane.
  [[nodiscard]] HWY_INLINE std::uint64_t over() const {
    std::uint64_t over = 0;
    for (int lane = 0; lane < kByteGames; lane += kVecBytes) {
      over |= bits_of(kByteLanes, hn::Load(kByteLanes, over_ + lane) != bytes(0)) << lane;
    }
    return over;
  }
  /// Of a game that is over.
  [[nodiscard]] HWY_INLINE bool mover_won(int lane) const { return mover_won_[lane] != 0; }

  /// The pawns of a side as they were put in.
  [[nodiscard]] HWY_INLINE std::uint64_t pawns(int side, int lane) const {
    std::uint64_t pawns = 0;
    for (int row = 0; row < Size; ++row) {
      pawns |= std::uint64_t{pawns_[side][row][lane]} << 8 * row;
    }
    return pawns;
  }

  /// Makes a few moves in all games that are not over, equally many for each side.
  HWY_NOINLINE void step() {
    for (int i = 0; i < kMoves; i += 2) {
      move<0>();
      move<1>();
    }
  }

 private:
  static constexpr int kMoves = 4;        // between two checks for finished games
  static constexpr int kEnds = Size - 1;  // the rows where moves end

  /// A row shifted right by one column; the last bit falls off.
  static HWY_INLINE Bytes twice(Bytes row) {
    return Size == 8 ? row + row : (row + row) & bytes((1 << Size) - 1);
  }

  /// The moves that end in a row, by direction. A bit marks where a move ends, or for moves to the
  /// left where it begins.
  struct Ends {
    HWY_INLINE Ends(Bytes behind, Bytes own, Bytes other)
        : left(hn::AndNot(twice(own), behind & bytes(0xfe))),
          straight(hn::AndNot(own | other, behind)),
          right(hn::AndNot(own, twice(behind))) {}

    /// By a full adder, which is cheaper than counting a third set.
    [[nodiscard]] HWY_INLINE Bytes count() const {
      const Bytes both = left ^ straight;
      const Bytes twos = hn::PopulationCount((left & straight) | (both & right));
      return hn::PopulationCount(both ^ right) + twos + twos;
    }

    Bytes left;
    Bytes straight;
    Bytes right;
  };

  template <int Side>
  HWY_INLINE void move() {
    numbers_.draw();
    for (int lane = 0; lane < kByteGames; lane += kVecBytes) {
      const Bytes over = hn::Load(kByteLanes, over_ + lane);
      if (hn::AllTrue(kByteLanes, over != bytes(0))) continue;
      move<Side>(lane, over);
    }
  }

  template <int Side>
  HWY_INLINE void move(int lane, Bytes over) {
    // Rows as the mover counts them.
    const auto at = [&](int side, int row)
                        HWY_ATTR { return pawns_[side][Side == 0 ? row : Size - 1 - row] + lane; };
    const auto own = [&](int row) HWY_ATTR { return hn::Load(kByteLanes, at(Side, row)); };
    const auto other = [&](int row) HWY_ATTR { return hn::Load(kByteLanes, at(1 - Side, row)); };

    Bytes last[kEnds];  // number of the last move that ends in a lower row, from 0
    Bytes end = bytes(-1);
    for (int i = 0; i < kEnds; ++i) {
      last[i] = end;
      end = end + Ends(own(i), own(i + 1), other(i + 1)).count();
    }
    const Bytes number = numbers_.below(lane, end + bytes(1), over);

    // Of nested masks the last one set counts. Smaller numbers than those before wrap around.
    ByteMask higher[kEnds];
    Bytes rank = number;
    Bytes behind = own(0);
    Bytes own_there = own(1);
    Bytes other_there = other(1);
    for (int i = 1; i < kEnds; ++i) {
      higher[i] = less(last[i], number);
      rank = hn::Min(rank, number - bytes(1) - last[i]);
      behind = hn::IfThenElse(higher[i], own(i), behind);
      own_there = hn::IfThenElse(higher[i], own(i + 1), own_there);
      other_there = hn::IfThenElse(higher[i], other(i + 1), other_there);
    }
    const Ends ends(behind, own_there, other_there);
    const Bytes lefts = hn::PopulationCount(ends.left);
    const Bytes not_right = lefts + hn::PopulationCount(ends.straight);
    const ByteMask is_left = less(rank, lefts);
    const ByteMask is_not_right = less(rank, not_right);
    const Bytes set =
        hn::IfThenElse(is_left, ends.left, hn::IfThenElse(is_not_right, ends.straight, ends.right));
    rank = hn::Min(rank, hn::Min(rank - lefts, rank - not_right));
    const Bytes chosen = hn::AndNot(over, nth_bit(set, rank));
    const Bytes halved = hn::ShiftRight<1>(chosen);
    const Bytes from = hn::IfThenElse(is_not_right, chosen, halved);
    const Bytes to = hn::IfThenElse(is_left, halved, chosen);

    Bytes own_row = own(0);
    Bytes others = bytes(0);
    Bytes to_goal = to;
    for (int i = 0; i < kEnds; ++i) {
      ByteMask here = i == 0 ? hn::Not(higher[1]) : higher[i];
      if (i > 0 && i + 1 < kEnds) here = hn::AndNot(higher[i + 1], here);
      const Bytes from_here = hn::IfThenElseZero(here, from);
      const Bytes to_next = hn::IfThenElseZero(here, to);
      hn::Store(own_row ^ from_here, kByteLanes, at(Side, i));
      own_row = own(i + 1) ^ to_next;
      const Bytes other_row = hn::AndNot(to_next, other(i + 1));
      hn::Store(other_row, kByteLanes, at(1 - Side, i + 1));
      others = others | other_row;
      to_goal = to_next;
    }
    hn::Store(own_row, kByteLanes, at(Side, kEnds));
    // While a game goes on, the opponent has no pawns in the lowest row.
    const Bytes won = hn::VecFromMask(kByteLanes, hn::Or(to_goal != bytes(0), others == bytes(0)));
    hn::Store(over | won, kByteLanes, over_ + lane);
    if (Side == 0) {
      hn::Store(hn::Load(kByteLanes, mover_won_ + lane) | won, kByteLanes, mover_won_ + lane);
    }
  }

  alignas(64) std::uint8_t pawns_[2][Size][kByteGames] = {};  // by side
  alignas(64) std::uint8_t over_[kByteGames];
  alignas(64) std::uint8_t mover_won_[kByteGames] = {};
  ByteNumbers numbers_;
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
