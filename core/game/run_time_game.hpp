// A game whose type is known at run time: one type, which every game of two players can be.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bits.hpp"
#include "core/game/game.hpp"
#include "core/game/game_table.hpp"

namespace banyan {

/// The bytes of a position: inside if they are few, since batches copy thousands; else in memory of
/// their own.
class PositionBytes {
 public:
  PositionBytes(const GameTable& table, const void* from) : table_(&table) { make(from); }
  PositionBytes(const PositionBytes& other) : table_(other.table_) { make(other.get()); }
  PositionBytes(PositionBytes&& other) noexcept : table_(other.table_) {
    if (is_inside()) {
      table_->copy(inside, other.inside);
    } else {
      outside = std::exchange(other.outside, nullptr);
    }
  }
  PositionBytes& operator=(const PositionBytes& other) {
    if (this == &other) return *this;
    if (table_ == other.table_ && (is_inside() || outside != nullptr)) {
      table_->assign(get(), other.get());
      return *this;
    }
    return *this = PositionBytes(other);
  }
  PositionBytes& operator=(PositionBytes&& other) noexcept {
    if (table_ == other.table_ && is_inside()) {
      table_->assign(inside, other.inside);
    } else if (table_ == other.table_) {
      std::swap(outside, other.outside);
    } else {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }
  ~PositionBytes() {
    if (!is_inside() && outside == nullptr) return;
    table_->destroy(get());
    if (!is_inside()) free_outside();
  }

  [[nodiscard]] const GameTable& table() const { return *table_; }
  [[nodiscard]] void* get() { return is_inside() ? inside : outside; }
  [[nodiscard]] const void* get() const { return is_inside() ? inside : outside; }

 private:
  static constexpr std::size_t kInside = 96;
  static constexpr std::size_t kAlign = 16;

  [[nodiscard]] bool is_inside() const {
    return table_->size <= kInside && table_->align <= kAlign;
  }
  void make(const void* from) {
    if (is_inside()) return table_->copy(inside, from);
    outside = ::operator new (table_->size, std::align_val_t{table_->align});
    try {
      table_->copy(outside, from);
    } catch (...) {
      free_outside();
      throw;
    }
  }
  void free_outside() { ::operator delete (outside, std::align_val_t{table_->align}); }

  const GameTable* table_;
  union {
    alignas(kAlign) std::byte inside[kInside];
    void* outside;  // null once it was moved from
  };
};

/// A position of any game of two players who see everything, of at most `Moves` moves. Every search
/// takes it as it takes the game itself; with sets of moves, keys, priors, estimates and playouts
/// as far as the game has them, which must be asked of table() first. The players need not
/// alternate. The table must outlive it.
template <std::size_t Moves>
class RunTimeGame {
 public:
  using Move = GameTable::Move;
  static constexpr std::size_t kMaxMoves = Moves;
  /// KeyedGame's promises are the table's to make.
  static constexpr bool kPromisesAtRunTime = true;
  using Set = BitSet<static_cast<int>(Moves / 64)>;
  static_assert(Moves % 64 == 0);

  /// `position` points to one of the table's game.
  RunTimeGame(const GameTable& table, const void* position)
      : to_move_(table.to_move(position)), bytes_(table, position) {
    assert(table.max_moves <= Moves);
  }

  [[nodiscard]] const GameTable& table() const { return bytes_.table(); }
  /// The position of the game itself.
  [[nodiscard]] const void* position() const { return bytes_.get(); }

  [[nodiscard]] Player to_move() const { return to_move_; }
  [[nodiscard]] MoveList<Move, Moves> legal_moves() const {
    MoveList<Move, Moves> moves;
    moves.fill([&](Move* to) { return table().legal_moves(position(), to); });
    return moves;
  }
  [[nodiscard]] Set legal_set() const {
    Set set;
    if (table().legal_set != nullptr) {
      table().legal_set(position(), set.words.data());
    } else {
      for (const Move move : legal_moves()) set.insert(move);
    }
    return set;
  }
  void play(Move move) { to_move_ = table().play(bytes_.get(), move); }
  [[nodiscard]] bool over() const { return table().over(position()); }
  [[nodiscard]] Points result(Player player) const { return table().result(position(), player); }

  // StoppablePlayouts.

  template <class Stop>
  Playout playout(Random& random, const Stop& stop) const {
    return table().playout(position(), random, StopAsked::of(stop));
  }
  template <class Stop>
  static bool play_out(std::span<const RunTimeGame> leaves, std::span<Points> first, Random& random,
                       const Stop& stop) {
    if (leaves.empty()) return true;
    thread_local std::vector<const void*> positions;
    positions.clear();
    for (const RunTimeGame& leaf : leaves) positions.push_back(leaf.position());
    return leaves.front().table().playouts(positions.data(), positions.size(), first.data(), random,
                                           StopAsked::of(stop));
  }
  template <class Stop>
  static std::uint32_t play_out_from(const RunTimeGame& leaf, std::uint32_t games, Random& random,
                                     std::uint32_t& sum, const Stop& stop) {
    return leaf.table().add_playouts(leaf.position(), games, random, sum, StopAsked::of(stop));
  }
  template <class Played, class Stop>
  Playout recorded_playout(Random& random, const Played& played, const Stop& stop) const {
    return table().recorded(
        position(), random,
        [](void* to, Move move, Player player) { (*static_cast<const Played*>(to))(move, player); },
        const_cast<Played*>(&played), StopAsked::of(stop));
  }

  // What only some games have.

  [[nodiscard]] std::uint64_t position_key() const { return table().key(position()); }
  /// All alike, if the game does not weigh moves.
  void weigh(std::span<const Move> moves, std::span<float> weights) const {
    if (table().weigh == nullptr) return std::fill(weights.begin(), weights.end(), 1.0F);
    table().weigh(position(), moves.data(), moves.size(), weights.data());
  }
  [[nodiscard]] double estimate() const { return table().estimate(position()); }
  std::optional<Move> heavy_move(std::span<const Move> last, Random& random) const {
    return table().heavy_move(position(), last, random);
  }
  [[nodiscard]] bool knows_decisive_moves() const { return table().decisive_move != nullptr; }
  std::optional<Move> decisive_move(std::span<const Move> last, Random& random) const {
    return table().decisive_move(position(), last, random);
  }

  [[nodiscard]] bool has_features() const { return table().features != nullptr; }
  [[nodiscard]] GridSymmetry symmetry() const { return table().symmetry; }
  [[nodiscard]] GridShape feature_shape() const { return table().feature_shape(position()); }
  template <class Visit>
  void for_features(const Visit& visit) const {
    table().features(
        position(), [](void* to, int feature) { (*static_cast<const Visit*>(to))(feature); },
        const_cast<Visit*>(&visit));
  }
  [[nodiscard]] GridShape move_shape() const { return table().move_shape(position()); }
  [[nodiscard]] int move_index(Move move) const { return table().move_index(position(), move); }

  [[nodiscard]] std::string to_text(Move move) const { return table().to_text(position(), move); }
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const {
    return table().parse(position(), text);
  }
  [[nodiscard]] std::string board() const { return table().board(position()); }

  friend bool operator==(const RunTimeGame& a, const RunTimeGame& b) {
    return &a.table() == &b.table() && a.table().equal(a.position(), b.position());
  }

 private:
  Player to_move_;
  PositionBytes bytes_;
};

/// What their moves take decides the memory of a tree, so there are two: for most games of boards,
/// and for all others.
using SmallRunTimeGame = RunTimeGame<256>;
using LargeRunTimeGame = RunTimeGame<1024>;

}  // namespace banyan
