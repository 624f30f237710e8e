// A game that is a Python class, in the form that the search needs.
#pragma once

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/any_game.hpp"
#include "bench/text/spec.hpp"
#include "core/run_time/game_table.hpp"
#include "python/held_gil.hpp"

namespace banyan::python {

/// The result of a game's method, which must be a number.
template <class Number>
Number number_of(const pybind11::object& given, const char* method) {
  try {
    return given.cast<Number>();
  } catch (const pybind11::cast_error&) {
    throw bench::UsageError(
        fmt::format("the game's {}() gives no such number as it should.", method));
  }
}

/// A state of a game in Python. Everything here needs the GIL.
class PythonState {
 public:
  PythonState(const GameTable& table, pybind11::object state)
      : table_(&table), state_(std::move(state)) {}
  PythonState(const PythonState&) = delete;
  PythonState& operator=(const PythonState&) = delete;
  ~PythonState();

  [[nodiscard]] const GameTable& table() const { return *table_; }
  [[nodiscard]] const pybind11::object& object() const { return state_; }
  /// Throws bench::UsageError if it is not valid.
  [[nodiscard]] int players() const;
  /// A player, or kChance. Throws bench::UsageError if it is not valid.
  [[nodiscard]] Player mover() const;
  /// Its legal moves, or the outcomes of chance, which are asked for once. Throws bench::UsageError
  /// if they are not valid.
  const pybind11::object& moves();
  /// Of these outcomes.
  const std::vector<double>& probabilities();
  /// The state after the move in that place.
  [[nodiscard]] pybind11::object after(std::size_t place);

 private:
  void ask_chance();
  void check_count(std::size_t count, const char* method, const char* what) const;

  const GameTable* table_;
  pybind11::object state_;
  pybind11::object moves_;  // null: not asked yet
  std::vector<double> probabilities_;
};

/// A position of such a game, of two players who see everything. Moves are numbered in the order of
/// the state's legal_moves(). Copies share the state, which never changes. Searches know it by its
/// table.
class PythonGame {
 public:
  using Move = std::uint16_t;
  static constexpr std::size_t kMaxMoves = GameTable::kMaxMovesInSets;
  static constexpr bool kPromisesAtRunTime = true;
  static constexpr bool kMovesArePlaces = true;

  explicit PythonGame(std::shared_ptr<PythonState> state) : state_(std::move(state)) {}

  [[nodiscard]] const PythonState& state() const { return *state_; }
  [[nodiscard]] int players() const {
    const HeldGil held;
    return state_->players();
  }

  /// 0 at the end of a game, where nobody is to move and the state may give anything.
  [[nodiscard]] Player to_move() const;
  [[nodiscard]] MoveList<Move, kMaxMoves> legal_moves() const { return places<kMaxMoves>(); }
  void play(Move move);
  [[nodiscard]] bool over() const;
  [[nodiscard]] Points result(Player player) const;

  // What a game in Python may have besides.

  /// By the game's own playout(), if it has one.
  template <class Stop>
  Playout playout(Random& random, const Stop& stop) const {
    return plays_out() ? own_playout(random) : stepwise_playout(*this, random, stop);
  }
  template <class Stop>
  static bool play_out(std::span<const PythonGame> leaves, std::span<Points> first, Random& random,
                       const Stop& stop) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      first[i] = leaves[i].playout(random, stop).first;
      if (first[i] == kStopped) return false;
    }
    return true;
  }
  template <class Stop>
  static std::uint32_t play_out_from(const PythonGame& leaf, std::uint32_t games, Random& random,
                                     std::uint32_t& sum, const Stop& stop) {
    for (std::uint32_t done = 0; done < games; ++done) {
      const Points first = leaf.playout(random, stop).first;
      if (first == kStopped) return done;
      sum += static_cast<std::uint32_t>(first);
    }
    return games;
  }
  [[nodiscard]] std::uint64_t position_key() const;
  void weigh(std::span<const Move> moves, std::span<float> weights) const;
  [[nodiscard]] double estimate() const;

  [[nodiscard]] std::string to_text(Move move) const;
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const;
  [[nodiscard]] std::string board() const;

  /// Of one state, or by the states' own ==.
  friend bool operator==(const PythonGame& a, const PythonGame& b) { return a.equals(b); }

 protected:
  template <std::size_t Most>
  [[nodiscard]] MoveList<Move, Most> places() const {
    const std::size_t count = count_moves();
    MoveList<Move, Most> moves;
    for (std::size_t i = 0; i < count; ++i) moves.push_back(static_cast<Move>(i));
    return moves;
  }

  [[nodiscard]] bool plays_out() const;
  /// The outcome of chance for a number in [0, 1).
  [[nodiscard]] Move drawn(double unit) const;
  [[nodiscard]] double rewarded(Player player) const;
  /// Adds each player's return.
  void add_own_playout(Random& random, std::span<double> sum) const;

  std::shared_ptr<PythonState> state_;

 private:
  [[nodiscard]] std::size_t count_moves() const;
  [[nodiscard]] Playout own_playout(Random& random) const;
  [[nodiscard]] bool equals(const PythonGame& other) const;
};

/// One of a game of chance, of one player or of many, or of many moves; with rewards or results.
template <bool Rewards>
class GeneralPythonGame : public PythonGame {
 public:
  static constexpr std::size_t kMaxMoves = GameTable::kMaxMoves;
  static constexpr int kMaxPlayers = GameTable::kMaxPlayers;
  using PythonGame::PythonGame;

  [[nodiscard]] MoveList<Move, kMaxMoves> legal_moves() const { return places<kMaxMoves>(); }
  Move draw(Random& random) const { return drawn(random.unit()); }
  [[nodiscard]] double probability(Move move) const {
    const HeldGil held;
    return state_->probabilities()[move];
  }

  [[nodiscard]] double reward(Player player) const requires Rewards { return rewarded(player); }
  [[nodiscard]] double discount() const requires Rewards { return state_->table().discount; }
  [[nodiscard]] double largest_return() const requires Rewards {
    return state_->table().largest_return;
  }

  /// By the game's own playout(), if it has one.
  template <class Played, class Stop>
  PlayoutEnd add_playout(Random& random, const PlayoutRules& rules,
                         std::array<double, kMaxPlayers>& sum, const Played& played,
                         const Stop& stop) const {
    if (!plays_out()) return add_stepwise_playout(*this, random, rules, sum, played, stop);
    add_own_playout(random, sum);
    return PlayoutEnd::kOver;
  }
};

/// The first position of a game in Python: see banyan/__init__.py for the methods of `state`.
/// Throws bench::UsageError.
std::shared_ptr<const bench::AnyGame> start_python_game(const pybind11::object& state);

/// The position of a game in Python; null of other games.
const PythonGame* python_game_of(const bench::AnyGame& position);

}  // namespace banyan::python
