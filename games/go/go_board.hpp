// A Go board as sets of points: stones, chains and chains in atari, updated by every move.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/base/bits.hpp"
#include "core/game/game_text.hpp"
#include "games/go/go_points.hpp"

namespace banyan {

namespace go {

/// The stones as the side to move sees them, on one board or, with sets of several, on each.
template <class Points>
struct Sides {
  Points own;
  Points other;
  Points atari;  // the stones of all chains with exactly one liberty
  Points ko;     // the point that may not be taken back at once, if there is one
  friend bool operator==(const Sides&, const Sides&) = default;
};

/// The points of a board, one set for shifts and one with each point once; and its edge points.
template <class Points>
struct Area {
  Points board;
  Points once;
  Points edge;
};

/// A chain and the points beside its stones: the empty ones are its liberties.
template <class Points>
struct Chain {
  Points stones;
  Points rim;
  friend bool operator==(const Chain&, const Chain&) = default;
};

/// The chains above, left, right and below a point; without stones where there is none.
template <class Chain>
struct Around {
  Chain a, b, c, d;
};

/// The result of a stone put on a board: its chain, and the stones it took.
template <class Points>
struct Placed {
  Chain<Points> chain;
  Points taken;
};

/// The points where the side to move may play: no suicide, no immediate retaking of a ko. The set
/// of chains in atari is exact, so a few shifts suffice, without looking at chains. A stone has a
/// liberty if it touches an empty point, an own chain with another liberty, or an opponent's chain
/// that it takes.
template <int Stride, class Points>
[[gnu::always_inline]] inline Points legal(const Sides<Points>& sides, const Area<Points>& area) {
  const Points empty = area.board & ~(sides.own | sides.other);
  return area.once & empty & ~sides.ko & neighbours<Stride>(empty | (sides.own ^ sides.atari));
}

/// The same without own eyes: single points with own stones or edges on all sides. The opponent has
/// fewer than two of the diagonals, where the edge counts as one.
template <int Stride, class Points>
[[gnu::always_inline]] inline Points legal_but_eyes(const Sides<Points>& sides,
                                                    const Area<Points>& area) {
  const Points& other = sides.other;
  const Points down = shifted<Stride - 1>(other);
  const Points down_right = shifted<Stride + 1>(other);
  const Points up = shifted<1 - Stride>(other);
  const Points up_left = shifted<-1 - Stride>(other);
  const Points lower = down | down_right;
  const Points upper = up | up_left;
  const Points two = (down & down_right) | (up & up_left) | (lower & upper);
  const Points no_eye =
      neighbours<Stride>(area.board & ~sides.own) | two | ((lower | upper) & area.edge);
  return legal<Stride>(sides, area) & no_eye;
}

/// Puts a stone on a legal point between some chains and passes the turn. If it takes stones, it
/// calls take(taken, relieved, atari). `relieved` has at least one stone of each chain that got a
/// second liberty; all stones of these chains must leave `atari`. Captures are unpredictable, but
/// predicting none lets the next move begin earlier.
template <int Stride, class Points, class Chains, class Take>
[[gnu::always_inline]] inline Placed<Points> put_stone(Sides<Points>& sides,
                                                       const Area<Points>& area,
                                                       const Points& stone, const Chains& around,
                                                       const Take& take) {
  const auto& [a, b, c, d] = around;
  const Points chains = (a.stones | b.stones) | (c.stones | d.stones);
  const Points merged = (chains & sides.own) | stone;
  const Points taken = chains & sides.other & sides.atari;
  const Points rim = neighbours<Stride>(merged);
  Points others = sides.other;
  Points atari = sides.atari;
  const bool takes = !is_empty(taken);
  if (takes) [[unlikely]] {
    others = others & ~taken;
    atari = atari & ~taken;
    take(taken, neighbours<Stride>(taken) & area.once & sides.own & atari & ~merged, atari);
  }
  const Points own = sides.own | stone;
  const Points empty = area.once & ~(own | others);
  const Points pressed = if_few(a.stones, a.rim & empty, b.stones, b.rim & empty) |
                         if_few(c.stones, c.rim & empty, d.stones, d.rim & empty);
  const Points merged_in_atari = if_few(merged, rim & empty);
  sides.own = others;
  sides.other = own;
  sides.atari = (atari & ~merged) | (pressed & others) | merged_in_atari;
  sides.ko = {};
  if (takes) [[unlikely]] {
    sides.ko = if_same(if_few(taken, taken & area.once), merged_in_atari, stone);
  }
  return {{merged, rim}, taken};
}

/// Passes the turn to the opponent.
template <class Points>
void pass(Sides<Points>& sides) {
  std::swap(sides.own, sides.other);
  sides.ko = {};
}

}  // namespace go

/// The stones on a board of up to MaxSize x MaxSize points, as the side to move sees them. Its only
/// history is the last move's ko.
///
/// Point row * kStride + column. Every row ends with a place that is no point, so that shifts over
/// an edge land outside the board. A chain has the number of its newest stone.
template <int MaxSize>
class GoBoard {
 public:
  static constexpr int kMaxSize = MaxSize;
  static constexpr int kStride = MaxSize + 1;
  static constexpr int kPlaces = MaxSize * kStride;
  /// A place so far from the board that a stone there changes nothing.
  static constexpr int kNowhere = kPlaces + kStride;
  using BitPoints = BitSet<(kPlaces + 63) / 64>;
  using Points = std::conditional_t<MaxSize <= 9, go::PairSet, go::WideSet>;
  using Sides = go::Sides<Points>;
  using Area = go::Area<Points>;
  /// Whether one vector has room for a set of points on each of two boards.
  static constexpr bool kFitsTwice = std::is_same_v<Points, go::PairSet>;
  static_assert(MaxSize == 9 || MaxSize == 19, "what the sets of points are made for");

  explicit GoBoard(BoardSize size)
      : chains_(),
        columns_(static_cast<std::uint8_t>(size.columns)),
        rows_(static_cast<std::uint8_t>(size.rows)) {
    assert(size.shorter() >= 1 && size.longer() <= MaxSize);
    chain_of_.fill(kNoChain);
  }
  /// Chains that are on the board no more, most of a large board's memory, are not copied.
  GoBoard(const GoBoard& from) { *this = from; }  // NOLINT(*-member-init): chains_
  GoBoard& operator=(const GoBoard& from) {
    if (this == &from) return *this;
    if constexpr (kFitsTwice) {
      chains_ = from.chains_;
    } else {
      chains_[kNoChain] = {};
      (from.own() | from.other()).for_each([&](int place) {
        const auto at = static_cast<unsigned>(place);
        if (from.chain_of_[at + kMargin] == place) chains_[at] = from.chains_[at];
      });
    }
    chain_of_ = from.chain_of_;
    sides_ = from.sides_;
    columns_ = from.columns_;
    rows_ = from.rows_;
    return *this;
  }

  [[nodiscard]] BoardSize size() const { return {columns_, rows_}; }
  [[nodiscard]] const Sides& sides() const { return sides_; }
  [[nodiscard]] const Area& area() const { return kAreas[columns_][rows_]; }
  [[nodiscard]] BitPoints own() const { return go::to_bits(sides_.own); }
  [[nodiscard]] BitPoints other() const { return go::to_bits(sides_.other); }
  /// The point that may not be taken back at once, if there is one.
  [[nodiscard]] BitPoints ko() const { return go::to_bits(sides_.ko); }

  [[nodiscard]] BitPoints legal() const { return go::to_bits(go::legal<kStride>(sides_, area())); }
  [[nodiscard]] BitPoints legal_but_eyes() const {
    return go::to_bits(go::legal_but_eyes<kStride>(sides_, area()));
  }

  /// The opponent's stones that a stone on a point would take.
  [[nodiscard]] BitPoints taken_by(int point) const {
    const auto [a, b, c, d] = around(point);
    const Points stones = a.stones | b.stones | c.stones | d.stones;
    return go::to_bits(stones & sides_.other & sides_.atari);
  }
  /// The points where a stone would take any.
  [[nodiscard]] BitPoints taking() const {
    const Points stones = sides_.own | sides_.other;
    const Points taken = sides_.other & sides_.atari;
    return go::to_bits(area().once & ~stones & go::neighbours<kStride>(taken));
  }

  /// Puts a stone on a legal point and passes the turn. Returns the stones taken.
  BitPoints play(int point) { return go::to_bits(play(sides_, area(), point)); }
  void pass() { go::pass(sides_); }

  /// The same with separate sides: a playout keeps its own in registers.
  [[gnu::always_inline]] Points play(Sides& sides, const Area& area, int point) {
    const auto take = [this](const Points& taken, const Points& relieved, Points& atari) {
      remove(taken);
      relieve(relieved, atari);
    };
    const auto placed = go::put_stone<kStride>(sides, area, alone(point), around(point), take);
    put_chain(point, placed.chain);
    return placed.taken;
  }

  /// The points of the side to move minus the opponent's, with all stones alive. A side has its
  /// stones, and the empty points from which only its stones can be reached over empty points.
  [[nodiscard]] int lead() const { return lead(sides_); }
  [[nodiscard]] int lead(const Sides& sides) const {
    const Points empty = area().board & ~(sides.own | sides.other);
    const Points by_own = reached(sides.own, empty);
    const Points by_other = reached(sides.other, empty);
    return size(sides.own | (by_own & ~by_other)) - size(sides.other | (by_other & ~by_own));
  }

  // What several games side by side need of each board.

  /// { place }.
  static const Points& alone(int place) { return kAlone[static_cast<unsigned>(place)]; }
  /// The chains beside a point.
  [[nodiscard]] go::Around<const go::Chain<Points>&> around(int point) const {
    const std::size_t at = static_cast<unsigned>(point);  // extended once
    return {chain_at(at - kStride), chain_at(at - 1), chain_at(at + 1), chain_at(at + kStride)};
  }
  /// Stores a chain under the number of its newest stone.
  [[gnu::always_inline]] void put_chain(int point, const go::Chain<Points>& chain) {
    rename(chain.stones, static_cast<Number>(point));
    auto& kept = chains_[static_cast<unsigned>(point)];
    kept.stones = chain.stones;  // one by one: g++ would join them in memory
    kept.rim = chain.rim;
  }
  void remove(const Points& taken) { rename(taken, kNoChain); }

  /// Removes the chains of some stones from a set of chains in atari.
  [[gnu::always_inline]] void relieve(Points relieved, Points& atari) const {
    while (!go::is_empty(relieved)) [[unlikely]] {
        const Points& stones = chain_at(static_cast<unsigned>(go::nth_at_home(relieved, 0))).stones;
        atari = atari & ~stones;
        relieved = relieved & ~stones;
      }
  }

  friend bool operator==(const GoBoard& a, const GoBoard& b) {
    return a.sides_ == b.sides_ && a.columns_ == b.columns_ && a.rows_ == b.rows_;
  }

 private:
  using Number = std::conditional_t<(kPlaces < 256), std::uint8_t, std::uint16_t>;
  // For places without a stone; chains_ has no stones under that number.
  static constexpr Number kNoChain = kPlaces;
  // Places before the first one, at least a row, so that the numbers are whole vectors.
  static constexpr int kMargin = 32;

  static constexpr auto kAreas = [] {  // by columns and rows
    std::array<std::array<Area, MaxSize + 1>, MaxSize + 1> areas{};
    for (int columns = 1; columns <= MaxSize; ++columns) {
      BitPoints board;
      BitPoints sides;  // the first and the last column
      for (int row = 0; row < MaxSize; ++row) {
        BitPoints points;
        for (int column = 0; column < columns; ++column) points.insert(row * kStride + column);
        board = board | points;
        sides.insert(row * kStride);
        sides.insert(row * kStride + columns - 1);
        BitPoints edge = sides | points;
        for (int column = 0; column < columns; ++column) edge.insert(column);
        areas[static_cast<unsigned>(columns)][static_cast<unsigned>(row + 1)] = {
            go::to_points(board), go::once(go::to_points(board)), go::to_points(edge)};
      }
    }
    return areas;
  }();

  static constexpr auto kAlone = [] {
    std::array<Points, kNowhere + 1> sets{};
    for (int place = 0; place < kPlaces; ++place) {
      BitPoints alone;
      alone.insert(place);
      sets[static_cast<unsigned>(place)] = go::to_points(alone);
    }
    return sets;
  }();

  static int size(const Points& set) { return go::to_bits(set).size(); }

  /// The members of `over` reachable from a set over members of `over`.
  static Points reached(const Points& from, const Points& over) {
    Points all = from;
    for (;;) {
      const Points more = all | go::with_copies(go::neighbours<kStride>(all) & over);
      if (more == all) return all & over;
      all = more;
    }
  }

  /// The chain of the stone on a place, or one without stones.
  [[nodiscard]] const go::Chain<Points>& chain_at(std::size_t place) const {
    return chains_[chain_of_[place + kMargin]];
  }
  [[gnu::always_inline]] void rename(const Points& stones, Number number) {
    go::put_number(&chain_of_[kMargin], stones, number);
  }

  // By number: the place of a chain's newest stone. First, so that its index needs no offset;
  // unused ones may have any value.
  std::array<go::Chain<Points>, kNowhere + 1> chains_;
  // Numbers by place.
  alignas(32) std::array<Number, (kPlaces + 31) / 32 * 32 + 2 * kMargin> chain_of_;
  Sides sides_{};
  std::uint8_t columns_;
  std::uint8_t rows_;
};

}  // namespace banyan
