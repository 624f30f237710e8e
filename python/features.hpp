// The features of a position, for networks.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "bench/registry/any_game.hpp"

namespace banyan::python {

/// Planes, rows and columns.
using FeatureShape = std::array<std::size_t, 3>;

inline std::size_t size_of(const FeatureShape& shape) { return shape[0] * shape[1] * shape[2]; }

/// The shape of this game's features. Throws bench::UsageError if it has none.
FeatureShape feature_shape(const bench::AnyGame& position);

/// The game's features for networks (core/game/features.hpp), with those of the whole position as
/// separate planes. For other games two planes of cells, 1 for a stone: the player's to move, and
/// the opponent's. `features` has the size of the shape.
void write_features(const bench::AnyGame& position, std::span<float> features);

}  // namespace banyan::python
