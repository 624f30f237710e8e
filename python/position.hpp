// Positions of games, for Python.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/registry/any_game.hpp"

namespace banyan::python {

/// A position, which never changes.
class Position {
 public:
  /// `start` is where its moves begin; null if they are not known, as for a leaf of a search.
  Position(std::shared_ptr<const bench::AnyGame> start, std::shared_ptr<const bench::AnyGame> game)
      : start_(std::move(start)), game_(std::move(game)) {}
  /// From a game spec: after moves, or with a board's stones and then moves.
  static Position of(const std::string& game, const std::string& moves, const std::string& board);

  [[nodiscard]] const bench::AnyGame& game() const { return *game_; }

  /// The position after more moves.
  [[nodiscard]] Position play(std::string_view moves) const;
  [[nodiscard]] std::vector<std::string> legal_moves() const;
  /// The legal moves' indices in a network's output.
  [[nodiscard]] pybind11::array_t<std::uint32_t> move_numbers() const;
  [[nodiscard]] std::vector<std::string> moves() const;
  /// The ended game's result for a player, in the game's unit.
  [[nodiscard]] double result(int player) const;
  [[nodiscard]] pybind11::array_t<float> features() const;
  /// Of a game in Python: its own object.
  [[nodiscard]] pybind11::object state() const;

 private:
  std::shared_ptr<const bench::AnyGame> start_;
  std::shared_ptr<const bench::AnyGame> game_;
};

/// A Python array that takes over the memory of these numbers.
pybind11::array_t<float> to_array(std::vector<float> numbers,
                                  const std::vector<std::size_t>& shape);

void add_position(pybind11::module_& module);

}  // namespace banyan::python
