// Games whose types are known at run time: few types, which every game can be.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bits.hpp"
#include "core/game/game.hpp"
#include "core/run_time/game_table.hpp"

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
  static constexpr std::size_t kInside = 112;  // with all else two lines of the cache
  static constexpr std::size_t kAlign = 8;

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

/// What positions of all games that are known at run time have in common: rules by the table, which
/// must outlive them.
class RunTimePosition {
 public:
  using Move = GameTable::Move;
  /// KeyedGame's promises are the table's to make.
  static constexpr bool kPromisesAtRunTime = true;

  [[nodiscard]] const GameTable& table() const { return bytes_.table(); }
  /// The position of the game itself.
  [[nodiscard]] const void* position() const { return bytes_.get(); }

  [[nodiscard]] int players() const {
    return table().players == nullptr ? 2 : table().players(position());
  }
  [[nodiscard]] Player to_move() const { return to_move_; }
  void play(Move move) { to_move_ = table().play(bytes_.get(), move); }
  [[nodiscard]] bool over() const { return table().over(position()); }
  [[nodiscard]] Points result(Player player) const { return table().result(position(), player); }

  // What only some games have.

  [[nodiscard]] std::uint64_t position_key() const { return table().key(position()); }
  /// All alike, if the game does not weigh moves.
  void weigh(std::span<const Move> moves, std::span<float> weights) const {
    if (table().weigh == nullptr) return std::fill(weights.begin(), weights.end(), 1.0F);
    table().weigh(position(), moves.data(), moves.size(), weights.data());
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

  friend bool operator==(const RunTimePosition& a, const RunTimePosition& b) {
    return &a.table() == &b.table() && a.table().equal(a.position(), b.position());
  }

 protected:
  /// `position` points to one of the table's game.
  RunTimePosition(const GameTable& table, const void* position)
      : to_move_(table.to_move(position)), bytes_(table, position) {}

  /// For what changes the position otherwise than play(), which then says who moves next.
  [[nodiscard]] void* bytes() { return bytes_.get(); }
  void find_mover() { to_move_ = table().to_move(position()); }

  template <std::size_t Most>
  [[nodiscard]] MoveList<Move, Most> moves() const {
    assert(table().max_moves <= Most);
    MoveList<Move, Most> moves;
    moves.fill([&](Move* to) { return table().legal_moves(position(), to); });
    return moves;
  }

 private:
  Player to_move_;
  PositionBytes bytes_;
};

/// A position of any game of two players who see everything, of at most `Moves` moves. Every search
/// takes it as it takes the game itself; with sets of moves, keys, priors, estimates and playouts
/// as far as the game has them, which must be asked of table() first. The players need not
/// alternate.
template <std::size_t Moves>
class RunTimeGame : public RunTimePosition {
 public:
  static constexpr std::size_t kMaxMoves = Moves;
  using Set = BitSet<static_cast<int>(Moves / 64)>;
  static_assert(Moves % 64 == 0);

  RunTimeGame(const GameTable& table, const void* position) : RunTimePosition(table, position) {}

  [[nodiscard]] MoveList<Move, Moves> legal_moves() const { return moves<Moves>(); }
  [[nodiscard]] Set legal_set() const {
    Set set;
    if (table().legal_set != nullptr) {
      table().legal_set(position(), set.words.data());
    } else {
      for (const Move move : legal_moves()) set.insert(move);
    }
    return set;
  }

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

  [[nodiscard]] Together together() const { return table().together; }

  // What only some games have.

  [[nodiscard]] double estimate() const { return table().estimate(position()); }
  std::optional<Move> heavy_move(std::span<const Move> last, Random& random) const {
    return table().heavy_move(position(), last, random);
  }
  [[nodiscard]] bool knows_decisive_moves() const { return table().decisive_move != nullptr; }
  std::optional<Move> decisive_move(std::span<const Move> last, Random& random) const {
    return table().decisive_move(position(), last, random);
  }
};

/// What their moves take decides the memory of a tree, so there are two: for most games of boards,
/// and for all others.
using SmallRunTimeGame = RunTimeGame<256>;
using LargeRunTimeGame = RunTimeGame<GameTable::kMaxMovesInSets>;

/// A position of any other game that is known at run time and hides nothing: of one player or many,
/// of chance, or of more moves.
class GeneralRunTimeGame : public RunTimePosition {
 public:
  static constexpr std::size_t kMaxMoves = GameTable::kMaxMoves;
  static constexpr int kMaxPlayers = GameTable::kMaxPlayers;
  static constexpr bool kNumberedMoves = true;  // must be asked of table() first

  GeneralRunTimeGame(const GameTable& table, const void* position)
      : RunTimePosition(table, position) {}

  [[nodiscard]] MoveList<Move, kMaxMoves> legal_moves() const { return moves<kMaxMoves>(); }

  /// Throws where the game says that chance is to move, and has none.
  Move draw(Random& random) const {
    if (table().draw == nullptr) throw std::logic_error("the game has no chance, which is to move");
    return table().draw(position(), random);
  }
  [[nodiscard]] double probability(Move move) const {
    return table().probability(position(), move);
  }

  template <class Played, class Stop>
  PlayoutEnd add_playout(Random& random, const PlayoutRules& rules,
                         std::array<double, kMaxPlayers>& sum, const Played& played,
                         const Stop& stop) const {
    return table().add_returns(
        position(), random, rules, sum.data(),
        [](void* to, Move move, Player player) { (*static_cast<const Played*>(to))(move, player); },
        const_cast<Played*>(&played), StopAsked::of(stop));
  }
};

/// One of a game of rewards.
class RewardRunTimeGame : public GeneralRunTimeGame {
 public:
  using GeneralRunTimeGame::GeneralRunTimeGame;

  [[nodiscard]] double reward(Player player) const { return table().reward(position(), player); }
  [[nodiscard]] double discount() const { return table().discount; }
  [[nodiscard]] double largest_return() const { return table().largest_return; }
};

/// A position of any game of hidden information.
class HiddenRunTimeGame : public RunTimePosition {
 public:
  static constexpr std::size_t kMaxMoves = kFirstCode;
  static constexpr int kMaxPlayers = GameTable::kMaxPlayers;

  HiddenRunTimeGame(const GameTable& table, const void* position)
      : RunTimePosition(table, position) {}

  [[nodiscard]] std::uint64_t legal_mask() const { return hidden().legal_mask(position()); }
  [[nodiscard]] MovesOf<HiddenRunTimeGame> legal_moves() const {
    return moves_of<HiddenRunTimeGame>(legal_mask());
  }
  Move draw(Random& random) const { return table().draw(position(), random); }
  [[nodiscard]] double probability(Move move) const {
    return table().probability(position(), move);
  }

  [[nodiscard]] HiddenRunTimeGame determinize(Player observer, Random& random) const {
    HiddenRunTimeGame world = *this;
    determinize(observer, random, world);
    return world;
  }
  void determinize(Player observer, Random& random, HiddenRunTimeGame& world) const {
    hidden().determinize(position(), observer, random, world.bytes());
    world.find_mover();
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    return hidden().observe(position(), move, observer);
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    return hidden().information(position(), observer);
  }
  [[nodiscard]] int score(Player player) const { return hidden().score(position(), player); }
  [[nodiscard]] Stakes stakes() const { return hidden().stakes(position()); }
  /// Nobody is to move afterwards.
  template <class Stop>
  bool finish(Random& random, const Stop& stop) {
    return hidden().finish(bytes(), random, StopAsked::of(stop));
  }

  [[nodiscard]] std::string view(Player observer) const {
    return hidden().view(position(), observer);
  }

 private:
  [[nodiscard]] const HiddenTable& hidden() const { return *table().hidden; }
};

}  // namespace banyan
