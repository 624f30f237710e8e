// A game that is a Python class, in the form that the search needs.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_text.hpp"

namespace banyan::python {

/// The states of one game in Python. A position identifies its state by a number. The most recently
/// used states are kept; others are rebuilt by playing the position's moves.
class PythonStates {
 public:
  explicit PythonStates(pybind11::object root);
  ~PythonStates();
  PythonStates(const PythonStates&) = delete;
  PythonStates& operator=(const PythonStates&) = delete;

  /// A state, with cached results of its methods.
  struct State {
    std::uint64_t number = 0;
    pybind11::object object;
    pybind11::object moves;  ///< null: not asked yet
  };

  [[nodiscard]] std::uint64_t new_number() { return next_.fetch_add(1, std::memory_order_relaxed); }
  /// The state with that number; if it is no longer kept, its `moves` are played from the root.
  /// Everything here needs the GIL, which other threads may take while Python runs.
  std::shared_ptr<State> find(std::uint64_t number, const std::uint16_t* moves, std::size_t count);
  void keep(std::shared_ptr<State> state);
  /// Its legal moves. Throws bench::UsageError if they are not valid.
  static const pybind11::object& moves_of(State& state);

 private:
  static constexpr std::size_t kKept = 4096;

  pybind11::object root_;
  std::atomic<std::uint64_t> next_{1};
  std::vector<std::shared_ptr<State>> kept_;
};

/// A position of such a game. Moves are numbered in the order of the state's legal_moves().
class PythonGame {
 public:
  using Move = std::uint16_t;
  static constexpr std::size_t kMaxMoves = 1024;
  static constexpr std::size_t kMaxPlies = 1024;

  /// `states` must outlive it.
  explicit PythonGame(PythonStates& states) : states_(&states) {}

  [[nodiscard]] Player to_move() const;
  [[nodiscard]] MoveList<Move, kMaxMoves> legal_moves() const;
  void play(Move move);
  [[nodiscard]] bool over() const;
  [[nodiscard]] Points result(Player player) const;

  [[nodiscard]] std::string to_text(Move move) const;
  [[nodiscard]] std::optional<Move> parse(std::string_view text) const;
  [[nodiscard]] std::string board() const;

  friend bool operator==(const PythonGame&, const PythonGame&) = default;

 private:
  [[nodiscard]] std::shared_ptr<PythonStates::State> state() const {
    return states_->find(number_, moves_, plies_);
  }

  PythonStates* states_;
  std::uint64_t number_ = 0;  // the root's
  std::size_t plies_ = 0;
  Move moves_[kMaxPlies] = {};
};

}  // namespace banyan::python
