// AMAF (all moves as first): which results count for a move made later, and how to look them up.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/selection/best_child.hpp"

namespace banyan {

/// The number of a move of a game with NumberedMoves.
template <Game G>
std::size_t move_number(typename G::Move move) {
  assert(move < G::kMaxMoves);
  if (move >= G::kMaxMoves) __builtin_unreachable();
  return move;
}

/// Who made each move first, from some point of one iteration on (Gelly, Silver 2007). First
/// append() records moves in order, then prepend() the earlier moves from last to first.
template <Game G>
class FirstMovers {
 public:
  using Move = typename G::Move;

  void clear() { mover_.fill(kNone); }
  /// Records a move after all others so far.
  void append(Move move, Player player) {
    std::int8_t& mover = mover_[move_number<G>(move)];
    if (mover == kNone) mover = static_cast<std::int8_t>(player);
  }
  /// Records a move before all others so far.
  void prepend(Move move, Player player) {
    mover_[move_number<G>(move)] = static_cast<std::int8_t>(player);
  }
  [[nodiscard]] bool is_first(Move move, Player player) const {
    return mover_[move_number<G>(move)] == player;
  }

  /// Adds `more` to the number of each of `size` moves that the player made first. About every
  /// second move is the player's, which no branch could foresee.
  void add_to_first(Stat* numbers, const Move* moves, std::uint32_t size, Player player,
                    Stat more) const {
    std::uint32_t i = 0;
    if constexpr (kInVectors) i = this->add_in_vectors(numbers, moves, size, player, more);
    for (; i < size; ++i) numbers[i] += is_first(moves[i], player) ? more : 0;
  }

 private:
  static constexpr std::int8_t kNone = -1;
  static constexpr std::size_t kWordBits = 32;
  static constexpr hwy::HWY_NAMESPACE::CappedTag<std::uint32_t, 8> kWords{};
  static constexpr std::size_t kLanes = hwy::HWY_NAMESPACE::MaxLanes(kWords);
  static constexpr std::size_t kBits = kWordBits * kLanes;
  /// Whether one vector has a bit for each move, and a node may have moves for several.
  static constexpr bool kInVectors = kLanes > 1 && G::kMaxMoves > kFewMoves&& kBits >= G::kMaxMoves;
  static constexpr std::size_t kRoom = kInVectors ? kBits : G::kMaxMoves;

#if HWY_TARGET != HWY_SCALAR
  /// The same for as many of them as fill whole vectors; returns how many these are.
  std::uint32_t add_in_vectors(Stat* numbers, const Move* moves, std::uint32_t size, Player player,
                               Stat more) const {
    namespace hn = hwy::HWY_NAMESPACE;
    using Words = decltype(kWords);
    const hn::RebindToSigned<Words> i32;
    const hn::RepartitionToWide<decltype(i32)> i64;
    const hn::Half<decltype(i32)> half;
    const hn::Rebind<Move, Words> narrow;
    const auto first = first_of(player);
    const auto last_bit = hn::Set(kWords, kWordBits - 1);
    const auto result = hn::Set(i64, static_cast<std::int64_t>(more));
    const auto add = [&](Stat* at, auto mask) {
      auto* const sums = reinterpret_cast<std::int64_t*>(at);
      const auto some = hn::And(hn::PromoteTo(i64, mask), result);
      hn::StoreU(hn::Add(hn::LoadU(i64, sums), some), i64, sums);
    };
    std::uint32_t i = 0;
    for (; i + kLanes <= size; i += kLanes) {
      auto number = hn::Zero(kWords);
      if constexpr (sizeof(Move) == sizeof(std::uint32_t)) {
        number = hn::LoadU(kWords, moves + i);
      } else {
        number = hn::PromoteTo(kWords, hn::LoadU(narrow, moves + i));
      }
      const auto word =
          hn::TableLookupLanes(first, hn::IndicesFromVec(kWords, hn::ShiftRight<5>(number)));
      const auto bit = hn::Shl(word, hn::AndNot(number, last_bit));  // on top
      const auto mask = hn::ShiftRight<kWordBits - 1>(hn::BitCast(i32, bit));
      add(numbers + i, hn::LowerHalf(half, mask));
      add(numbers + i + kLanes / 2, hn::UpperHalf(half, mask));
    }
    return i;
  }
  /// A bit for each move that the player made first.
  [[nodiscard]] auto first_of(Player player) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<std::int8_t, 32> d;
    const auto own = hn::Set(d, static_cast<std::int8_t>(player));
    alignas(64) std::array<std::uint8_t, kRoom / 8> bits{};
    for (std::size_t i = 0; i < G::kMaxMoves; i += hn::Lanes(d)) {
      hn::StoreMaskBits(d, hn::Eq(hn::Load(d, mover_.data() + i), own), bits.data() + i / 8);
    }
    return hn::BitCast(kWords,
                       hn::Load(hn::Repartition<std::uint8_t, decltype(kWords)>(), bits.data()));
  }
#endif

  alignas(64) std::array<std::int8_t, kRoom> mover_;
};

/// The AMAF results, by move and player, that a descent takes from the last node with enough visits
/// (GRAVE: Cazenave 2015).
template <Game G>
class AmafOfAncestors {
 public:
  using Move = typename G::Move;

  void clear() { known_ = {}; }
  [[nodiscard]] bool knows(Player player) const { return known_[index(player)]; }
  [[nodiscard]] Stat of(Player player, Move move) const {
    return stats_[index(player)][move_number<G>(move)];
  }
  /// Clears the results of that player's moves.
  void replace(Player player) {
    stats_[index(player)].fill(0);
    known_[index(player)] = true;
  }
  void set(Player player, Move move, Stat stat) {
    stats_[index(player)][move_number<G>(move)] = stat;
  }

 private:
  static constexpr auto kPlayers = static_cast<std::size_t>(max_players<G>());
  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }

  std::array<std::array<Stat, G::kMaxMoves>, kPlayers> stats_;
  std::array<bool, kPlayers> known_{};
};

}  // namespace banyan
