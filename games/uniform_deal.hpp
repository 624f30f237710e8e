// Deals hidden cards uniformly among all deals that give no player a card they are known to lack.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "core/game/hidden_game.hpp"

namespace banyan {

/// A hand to be dealt: its number of cards, and its void suits, one bit each.
struct HandToDeal {
  int size = 0;
  std::uint8_t voids = 0;
  std::uint64_t cards = 0;  ///< as dealt
};

/// Deals hands from hidden cards, with sixteen bits of a mask per suit; the rest stays hidden. Each
/// deal that respects the voids is equally likely; at least one must exist.
///
/// Hands are dealt one after another, those with voids first. The number of ways to complete a deal
/// depends on how many cards of each suit a hand takes. That number is drawn by its weight
///
///   (ways to choose the cards of each suit) * (ways to deal the rest)
///
/// and then the cards of each suit uniformly. After the last hand with voids, the ways to deal the
/// rest no longer depend on suits. So that hand and all later ones are drawn card by card.
class UniformDeal {
 public:
  static constexpr int kMaxHands = 3;
  static constexpr int kSuits = 4;
  static constexpr int kMaxHand = 7;

  explicit UniformDeal(std::uint64_t hidden) : hidden_(hidden) {}

  void add(int size, std::uint8_t voids) {
    // A void in a suit with no hidden cards restricts nobody.
    for (int suit = 0; suit < kSuits; ++suit) {
      if ((hidden_ & suit_mask(suit)) == 0) voids &= static_cast<std::uint8_t>(~(1U << suit));
    }
    HandToDeal& hand = hands_[count_++];
    hand = {size, voids, 0};
    if (voids != 0) ++bound_;
  }

  /// Returns the hands in the order in which they were added.
  const std::array<HandToDeal, kMaxHands>& deal(Random& random) {
    std::array<int, kMaxHands> order{};
    int next = 0;
    for (const bool with_voids : {true, false}) {
      for (int i = 0; i < count_; ++i) {
        if ((hands_[i].voids != 0) == with_voids) order[next++] = i;
      }
    }
    for (int i = 0; i < bound_; ++i) bound_hands_[i] = hands_[order[i]];
    for (int i = 0; i < count_; ++i) {
      HandToDeal& hand = hands_[order[i]];
      hand.cards = i + 1 < bound_ ? by_suits(i, random) : card_by_card(hand, random);
      hidden_ ^= hand.cards;
    }
    return hands_;
  }

  static constexpr std::uint64_t suit_mask(int suit) { return 0xffffULL << 16 * suit; }
  static constexpr std::uint64_t suits_mask(std::uint8_t suits) {
    std::uint64_t mask = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      if (suits >> suit & 1) mask |= suit_mask(suit);
    }
    return mask;
  }

 private:
  using Counts = std::array<int, kSuits>;

  static std::uint64_t some(std::uint64_t from, int size, Random& random) {
    std::uint64_t left = from;
    auto cards = static_cast<std::uint32_t>(std::popcount(from));
    for (; size > 0; --size) left ^= nth_set_bit(left, random.below(cards--));
    return from ^ left;
  }

  [[nodiscard]] std::uint64_t card_by_card(const HandToDeal& hand, Random& random) const {
    return some(hidden_ & ~suits_mask(hand.voids), hand.size, random);
  }

  /// Deals hand i, which is dealt before other hands with voids.
  [[nodiscard]] std::uint64_t by_suits(int i, Random& random) const {
    Counts hidden{};
    for (int suit = 0; suit < kSuits; ++suit) {
      hidden[suit] = std::popcount(hidden_ & suit_mask(suit));
    }
    double left = ways(i, hidden) * random.unit();
    Counts drawn{};
    Counts last{};
    bool done = false;
    for_each_split(i, hidden, [&](const Counts& taken, double weight) {
      if (done || weight == 0) return;
      last = taken;
      left -= weight;
      if (left < 0) {
        drawn = taken;
        done = true;
      }
    });
    if (!done) drawn = last;  // rounding
    std::uint64_t cards = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
      cards |= some(hidden_ & suit_mask(suit), drawn[suit], random);
    }
    return cards;
  }

  /// The number of ways to deal hand i and later hands with voids from these cards per suit.
  [[nodiscard]] double ways(int i, const Counts& hidden) const {
    if (i + 1 == bound_) {
      int open = 0;
      for (int suit = 0; suit < kSuits; ++suit) {
        if (!(bound_hands_[i].voids >> suit & 1)) open += hidden[suit];
      }
      return choose(open, bound_hands_[i].size);
    }
    double sum = 0;
    for_each_split(i, hidden, [&](const Counts&, double weight) { sum += weight; });
    return sum;
  }

  /// Calls visit(cards of each suit in hand i, weight) for every possible hand.
  template <class Visit>
  void for_each_split(int i, const Counts& hidden, Visit visit) const {
    const HandToDeal& hand = bound_hands_[i];
    const auto most = [&](int suit, int left) {
      return hand.voids >> suit & 1 ? 0 : std::min(hidden[suit], left);
    };
    for (int a = 0; a <= most(0, hand.size); ++a) {
      for (int b = 0; b <= most(1, hand.size - a); ++b) {
        for (int c = 0; c <= most(2, hand.size - a - b); ++c) {
          const int d = hand.size - a - b - c;
          if (d > most(3, d)) continue;
          const double chosen = choose(hidden[0], a) * choose(hidden[1], b) * choose(hidden[2], c) *
                                choose(hidden[3], d);
          const Counts rest{hidden[0] - a, hidden[1] - b, hidden[2] - c, hidden[3] - d};
          visit(Counts{a, b, c, d}, chosen * ways(i + 1, rest));
        }
      }
    }
  }

  /// Binomial coefficients, by Pascal's triangle; 0 where k > n.
  static double choose(int n, int k) {
    static constexpr auto kTriangle = [] {
      std::array<std::array<double, kMaxHand + 1>, 53> rows{};
      for (int row = 0; row < 53; ++row) {
        rows[row][0] = 1;
        for (int i = 1; row > 0 && i <= kMaxHand; ++i) {
          rows[row][i] = rows[row - 1][i - 1] + rows[row - 1][i];
        }
      }
      return rows;
    }();
    return kTriangle[n][k];
  }

  std::uint64_t hidden_;
  int count_ = 0;
  int bound_ = 0;  // hands with voids
  std::array<HandToDeal, kMaxHands> hands_{};
  std::array<HandToDeal, kMaxHands> bound_hands_{};  // those with voids, in order
};

}  // namespace banyan
