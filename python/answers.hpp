// What a function of Python gives for a batch of leaves, read and checked.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>

#include "bench/registry/callback_evaluator.hpp"

namespace banyan::python {

/// What values are of.
struct ValuedGame {
  std::size_t players = 2;
  bool won_or_lost = true;  ///< values are 0 loss to 1 win
};

// All throw bench::UsageError for other shapes, and for numbers that are none. With the GIL.

/// One number a leaf for the player to move, or one for each player.
void read_values(const pybind11::handle& given, const ValuedGame& game,
                 std::span<const bench::AnyLeaf> leaves, std::span<bench::AnyLeafValue> values);

/// A row a leaf, in which moves have the places that are their numbers.
void read_prior_table(const pybind11::handle& given, std::span<const bench::AnyLeaf> leaves,
                      std::span<bench::AnyLeafValue> values);

/// A list a leaf, in the order of the position's legal moves.
void read_prior_lists(const pybind11::handle& given, std::span<const bench::AnyLeaf> leaves,
                      std::span<bench::AnyLeafValue> values);

}  // namespace banyan::python
