// A Go board as sets of points: stones, chains and the chains in atari, all kept by every move.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/base/bits.hpp"
#include "games/go/go_points.hpp"

namespace banyan {

/// The stones on a board of up to MaxSize x MaxSize points, seen by the side to move. Knows no
/// history but the last move's ko.
///
/// Point row * kStride + column; every row ends with a place that is no point, so that what is
/// shifted over an edge lands on places that no board has. A chain has the number of one of its
/// stones, and `atari_` holds the stones of all chains with exactly one liberty. As that set is
/// exact, the legal points of the whole board follow from a few shifts, without a look at a chain:
/// a stone has a liberty if it touches an empty point, an own chain with another liberty, or an
/// opponent's chain that it takes.
template <int MaxSize>
class GoBoard {
 public:
  static constexpr int kStride = MaxSize + 1;
  static constexpr int kPlaces = MaxSize * kStride;
  static constexpr int kWords = (kPlaces + 63) / 64;
  using BitPoints = BitSet<kWords>;
  using Points = std::conditional_t<kWords == 2, go::PairSet, go::WideSet>;

  explicit GoBoard(int size) : size_(static_cast<std::uint8_t>(size)) {
    assert(size >= 1 && size <= MaxSize);
    chain_of_.fill(kNoChain);
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const Points& own() const { return own_; }
  [[nodiscard]] const Points& other() const { return other_; }
  [[nodiscard]] Points empty() const { return Points(kAreas[size_].board) & ~(own_ | other_); }
  /// The point that may not be taken back at once, if there is one.
  [[nodiscard]] const Points& ko() const { return ko_; }

  /// Where the side to move may play: no suicide, no taking back a ko at once.
  [[nodiscard]] Points legal() const {
    const Points empty = this->empty();
    return empty & ~ko_ & spread(empty | (own_ & ~atari_) | (other_ & atari_));
  }

  /// The same less the own eyes: single points with own stones or edges on all sides, and the
  /// opponent's on fewer than two of the diagonals, where being at the edge counts as one.
  [[nodiscard]] Points legal_but_eyes() const {
    const Points empty = this->empty();
    const Points breathing = spread(empty | (own_ & ~atari_) | (other_ & atari_));
    const Points down = go::shifted_up<kStride - 1>(other_);
    const Points down_right = go::shifted_up<kStride + 1>(other_);
    const Points up = go::shifted_down<kStride - 1>(other_);
    const Points up_left = go::shifted_down<kStride + 1>(other_);
    const Points lower = down | down_right;
    const Points upper = up | up_left;
    const Points two = (down & down_right) | (up & up_left) | (lower & upper);
    const Points no_eye =
        spread(empty | other_) | two | ((lower | upper) & Points(kAreas[size_].edge));
    return empty & ~ko_ & breathing & no_eye;
  }

  /// The opponent's stones that a stone on a point would take.
  [[nodiscard]] Points taken_by(int point) const { return touching(point) & other_ & atari_; }

  /// The points where a stone would take any.
  [[nodiscard]] Points taking() const { return empty() & spread(other_ & atari_); }

  /// Puts a stone on a legal point, and it is the opponent's turn. Returns the stones taken.
  /// Inlined, a playout takes 3080 instead of 3300 ns.
  [[gnu::always_inline]] Points play(int point) {
    const Points stone = kAlone[static_cast<unsigned>(point)];
    const Points chains = touching(point);
    const Points taken = chains & other_ & atari_;
    const Points merged = (chains & own_) | stone;
    const Points others = other_ & ~taken;
    own_ = own_ | stone;
    const Points empty = Points(kAreas[size_].board) & ~(own_ | others);
    Points atari = atari_;
    if (taken != Points{}) [[unlikely]] {
      relieve(taken, atari);
      rename(taken, kNoChain);
      atari = atari & ~taken;
    }
    atari = atari | go::those_in_atari<kStride>(beside(point - kStride), beside(point - 1),
                                                beside(point + 1), beside(point + kStride), empty);
    const Points merged_in_atari = go::if_in_atari<kStride>(merged, empty);
    atari_ = (atari & ~merged) | merged_in_atari;
    ko_ = {};
    if (taken != Points{}) [[unlikely]] {
      if (merged_in_atari == stone && taken.size() == 1) ko_ = taken;
    }
    rename(merged, static_cast<Chain>(point));
    chains_[static_cast<unsigned>(point)] = merged;
    other_ = own_;
    own_ = others;
    return taken;
  }

  void pass() {
    ko_ = {};
    std::swap(own_, other_);
  }

  /// The nth smallest member of a set, n < size(). Like BitSet::take_nth, but does not branch on
  /// the word that holds it.
  static int nth_member(const BitPoints& set, std::uint32_t n) {
    int member = 0;
    for (unsigned k = 0; k < kWords; ++k) {
      const std::uint64_t word = set.words[k];
      const auto members = static_cast<std::uint32_t>(std::popcount(word));
      const int here = static_cast<int>(64 * k) + std::countr_zero(nth_set_bit(word, n % 64));
      member |= here & static_cast<int>(all_ones_if(n < members));
      n -= members;  // wraps to a number that no later word reaches
    }
    return member;
  }

  /// The points of the side to move less those of the opponent, all stones alive: a side has its
  /// stones, and the empty points from where one can reach, over empty points, its stones alone.
  [[nodiscard]] int lead() const {
    const Points empty = this->empty();
    const Points by_own = reached(own_, empty);
    const Points by_other = reached(other_, empty);
    return own_.size() + (by_own & ~by_other).size() - other_.size() - (by_other & ~by_own).size();
  }

  friend bool operator==(const GoBoard&, const GoBoard&) = default;

 private:
  using Chain = std::conditional_t<(kPlaces < 256), std::uint8_t, std::uint16_t>;
  // Of places without a stone; chains_ has no stones under that number.
  static constexpr Chain kNoChain = kPlaces;

  struct Area {
    BitPoints board;
    BitPoints edge;
  };
  static constexpr std::array<Area, MaxSize + 1> kAreas = [] {  // by size
    std::array<Area, MaxSize + 1> areas{};
    for (int size = 1; size <= MaxSize; ++size) {
      Area& area = areas[static_cast<unsigned>(size)];
      for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
          area.board.insert(row * kStride + column);
          if (row == 0 || column == 0 || row == size - 1 || column == size - 1) {
            area.edge.insert(row * kStride + column);
          }
        }
      }
    }
    return areas;
  }();

  // { place }.
  static constexpr std::array<BitPoints, kPlaces> kAlone = [] {
    std::array<BitPoints, kPlaces> sets{};
    for (int place = 0; place < kPlaces; ++place) sets[static_cast<unsigned>(place)].insert(place);
    return sets;
  }();

  static Points spread(const Points& set) { return go::neighbours<kStride>(set); }

  /// The members of `over` that one can reach from a set over members of `over`.
  static Points reached(const Points& from, const Points& over) {
    Points all = from;
    for (;;) {
      const Points more = all | (spread(all) & over);
      if (more == all) return all & over;
      all = more;
    }
  }

  [[nodiscard]] Chain& chain_of(int place) {
    return chain_of_[static_cast<unsigned>(place + kStride)];
  }
  [[nodiscard]] Chain chain_of(int place) const {
    return chain_of_[static_cast<unsigned>(place + kStride)];
  }

  /// The chain of the stone on a place, or no stones.
  [[nodiscard]] const Points& beside(int place) const { return chains_[chain_of(place)]; }

  /// The stones of all chains that touch a point.
  [[nodiscard]] Points touching(int point) const {
    return beside(point - kStride) | beside(point - 1) | beside(point + 1) |
           beside(point + kStride);
  }

  /// Gives the stones of a chain its number.
  void rename(const Points& stones, Chain number) {
    if constexpr (sizeof(Chain) > 1 || !go::kShufflesBytes) {
      stones.for_each([&](int at) { chain_of(at) = number; });
    } else {
      const BitPoints words(stones);
      for (unsigned place = 0; place < kPlaces; place += 32) {
        const auto members = static_cast<std::uint32_t>(words.words[place / 64] >> place % 64);
        go::put_number(&chain_of_[place + kStride], members, number);
      }
    }
  }

  /// Own chains in atari beside stones that are taken get a second liberty.
  void relieve(const Points& taken, Points& atari) const {
    for (Points relieved = spread(taken) & own_ & atari; relieved != Points{};) {
      const int at = nth_member(BitPoints(relieved), 0);
      const Points& chain = chains_[chain_of(at)];
      atari = atari & ~chain;
      relieved = relieved & ~chain;
    }
  }

  Points own_;
  Points other_;
  Points atari_;
  Points ko_;
  std::array<Points, kPlaces + 1> chains_{};  // by number; what is not in use has any value
  // Numbers by place, from one row above the board to one below; places in whole vectors.
  std::array<Chain, (kPlaces + 31) / 32 * 32 + 2 * kStride> chain_of_;
  std::uint8_t size_;
};

}  // namespace banyan
