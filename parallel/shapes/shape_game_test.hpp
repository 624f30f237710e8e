// Minimal games of every shape: number of moves, bits per move, refinements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/game/hidden_game.hpp"
#include "core/game/position_key.hpp"

namespace banyan {

/// Refinements of a ShapeGame, combined by addition.
enum Refinement : unsigned {
  kPlain = 0,
  kTurns = 1,     ///< its players alternate
  kSet = 2,       ///< legal_set()
  kNumbered = 4,  ///< moves are numbered below kMaxMoves; kSet implies it
  kFast = 8,      ///< playout()
  kKnowing = 16,  ///< priors, an estimate, a key
  kDice = 32,     ///< chance moves second
  kPaying = 64,   ///< rewards
};

/// A game of four moves, with a practically random result. Its first two positions have all or some
/// of `kMost` moves, later ones at most three, so that playouts are short. It throws at an illegal
/// move.
template <class MoveType, std::size_t kMost, unsigned kRefinements = kPlain, int kPlayers = 2>
class ShapeGame {
  static constexpr bool has(unsigned refinement) { return (kRefinements & refinement) != 0; }

 public:
  using Move = MoveType;
  static constexpr std::size_t kMaxMoves = kMost;
  static constexpr bool kAlternates = has(kTurns);
  static constexpr bool kNumberedMoves = has(kNumbered | kSet);
  static constexpr int kMaxPlayers = kPlayers;
  static constexpr double kDiscount = 0.9;
  static constexpr double kLargestReturn = 4;

  [[nodiscard]] int players() const requires(kPlayers != 2) { return kPlayers; }
  [[nodiscard]] Player to_move() const {
    if (has(kDice) && plies_ == 1) return kChance;
    const std::uint64_t turn = has(kTurns) ? plies_ : hash_ >> 8U;
    return static_cast<Player>(turn % kPlayers);
  }
  [[nodiscard]] MovesOf<ShapeGame> legal_moves() const {
    MovesOf<ShapeGame> moves;
    for (std::size_t i = 0; i < count(); ++i) moves.push_back(named(i));
    return moves;
  }
  void play(Move move) {
    if (over() || number_of(move) >= count()) throw std::logic_error("illegal move");
    hash_ = scramble(hash_ + move + 1);
    ++plies_;
  }
  [[nodiscard]] bool over() const { return plies_ == 4; }
  [[nodiscard]] Points result(Player player) const {
    if (kPlayers != 2) return static_cast<Player>(hash_ % kPlayers) == player ? kWin : kLoss;
    const auto first = static_cast<Points>(hash_ % 3);
    return player == 0 ? first : opposite(first);
  }

  [[nodiscard]] BitSet<(kMost + 63) / 64> legal_set() const requires(has(kSet)) {
    BitSet<(kMost + 63) / 64> set;
    for (std::size_t i = 0; i < count(); ++i) set.insert(static_cast<int>(i));
    return set;
  }
  Playout playout(Random& random) requires(has(kFast)) {
    int plies = 0;
    for (; !over(); ++plies) play(named(random.below(static_cast<std::uint32_t>(count()))));
    return {result(0), plies};
  }
  [[nodiscard]] std::uint64_t position_key() const requires(has(kKnowing)) {
    return scrambled(hash_, plies_);
  }
  [[nodiscard]] double estimate() const requires(has(kKnowing)) {
    return static_cast<double>(hash_ % 101) / 100;
  }
  void weigh(std::span<const Move> moves, std::span<float> weights) const requires(has(kKnowing)) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      weights[i] = 1.0F + static_cast<float>(moves[i] % 3);
    }
  }
  Move draw(Random& random) const requires(has(kDice)) {
    return named(random.below(static_cast<std::uint32_t>(count())));
  }
  [[nodiscard]] double probability(Move /*move*/) const requires(has(kDice)) {
    return 1.0 / static_cast<double>(count());
  }
  [[nodiscard]] double reward(Player player) const requires(has(kPaying)) {
    return plies_ > 0 && static_cast<Player>(hash_ % kPlayers) == player ? 1 : 0;
  }

  friend bool operator==(const ShapeGame&, const ShapeGame&) = default;

 private:
  [[nodiscard]] std::size_t count() const {
    if (plies_ == 0) return kMost;
    return 1 + hash_ % (plies_ == 1 || kMost < 3 ? kMost : 3);
  }
  /// If moves are not numbered, they use the greatest numbers of their type.
  static Move named(std::size_t i) {
    return static_cast<Move>(kNumberedMoves ? i : std::numeric_limits<Move>::max() - i);
  }
  static std::size_t number_of(Move move) { return named(move); }  // its own inverse

  std::uint64_t hash_ = 1;
  std::uint64_t plies_ = 0;
};

/// The same with hidden information: chance deals the first player one of four secrets, then each
/// player moves once, openly.
template <class MoveType, std::size_t kMost, int kPlayers>
class HiddenShapeGame {
 public:
  using Move = MoveType;
  static constexpr std::size_t kMaxMoves = kMost < 4 ? 4 : kMost;
  static constexpr int kMaxPlayers = kPlayers;

  [[nodiscard]] int players() const requires(kPlayers != 2) { return kPlayers; }
  [[nodiscard]] Player to_move() const { return plies_ == 0 ? kChance : plies_ - 1; }
  [[nodiscard]] std::uint64_t legal_mask() const {
    const std::uint64_t count = plies_ == 0 ? 4 : 1 + seen_ % kMost;
    return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
  [[nodiscard]] MovesOf<HiddenShapeGame> legal_moves() const {
    return moves_of<HiddenShapeGame>(legal_mask());
  }
  void play(Move move) {
    if (over() || move >= 64 || !(legal_mask() >> move & 1)) throw std::logic_error("illegal move");
    if (plies_ == 0) {
      secret_ = move;
    } else {
      seen_ = scramble(seen_ + move + 1);
    }
    ++plies_;
  }
  [[nodiscard]] bool over() const { return plies_ > kPlayers; }
  [[nodiscard]] int score(Player player) const { return winner() == player ? 3 : -1; }
  [[nodiscard]] static Stakes stakes() { return {-1, 3, 1}; }
  [[nodiscard]] Points result(Player player) const { return winner() == player ? kWin : kLoss; }
  Move draw(Random& random) const { return static_cast<Move>(random.below(4)); }
  [[nodiscard]] double probability(Move /*move*/) const { return 0.25; }
  [[nodiscard]] HiddenShapeGame determinize(Player observer, Random& random) const {
    HiddenShapeGame other = *this;
    if (observer != 0 && plies_ > 0) other.secret_ = random.below(4);
    return other;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    return plies_ == 0 && observer != 0 ? kUnseen : move;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    return mix({seen_, static_cast<std::uint64_t>(plies_), observer == 0 ? secret_ : 4});
  }

  friend bool operator==(const HiddenShapeGame&, const HiddenShapeGame&) = default;

 private:
  [[nodiscard]] Player winner() const {
    return static_cast<Player>(scramble(seen_ + secret_) % kPlayers);
  }

  std::uint64_t seen_ = kMost - 1;  // what all players saw; the first player has all moves
  std::uint64_t secret_ = 0;
  int plies_ = 0;
};

}  // namespace banyan
