// Reads and checks the results of a Python function for a batch of leaves.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>

#include "bench/registry/callback_evaluator.hpp"

namespace banyan::python {

/// The game that values belong to.
struct ValuedGame {
  std::size_t players = 2;
  bool won_or_lost = true;  ///< values are 0 loss to 1 win
};

// All throw bench::UsageError for wrong shapes and numbers that are not finite. They need the GIL.

/// One leaf's: a number for the player to move, or one for each player.
void read_value(const pybind11::handle& given, const ValuedGame& game, const bench::AnyLeaf& leaf,
                const bench::AnyLeafValue& value);
/// One leaf's: a list in the order of the position's legal moves.
void read_priors(const pybind11::handle& given, const bench::AnyLeaf& leaf,
                 const bench::AnyLeafValue& value);

/// One number per leaf for the player to move, or one per player.
void read_values(const pybind11::handle& given, const ValuedGame& game,
                 std::span<const bench::AnyLeaf> leaves, std::span<bench::AnyLeafValue> values);

/// One row per leaf, in which each move's number is its index.
void read_prior_table(const pybind11::handle& given, std::span<const bench::AnyLeaf> leaves,
                      std::span<bench::AnyLeafValue> values);

/// One list per leaf, in the order of the position's legal moves.
void read_prior_lists(const pybind11::handle& given, std::span<const bench::AnyLeaf> leaves,
                      std::span<bench::AnyLeafValue> values);

}  // namespace banyan::python
