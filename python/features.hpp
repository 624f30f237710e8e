// What a network is shown of a position.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "bench/registry/any_game.hpp"

namespace banyan::python {

/// Planes, rows and columns.
using FeatureShape = std::array<std::size_t, 3>;

inline std::size_t size_of(const FeatureShape& shape) { return shape[0] * shape[1] * shape[2]; }

/// The shape of the features of this position's game. Throws bench::UsageError for a game without.
FeatureShape feature_shape(const bench::AnyGame& position);

/// What the game shows to networks (core/rules/features.hpp), what is of the whole position as a
/// plane of its own; of other games two planes of cells, 1 where a stone lies: of the player to
/// move, and of the other. `features` are as many as the shape says.
void write_features(const bench::AnyGame& position, std::span<float> features);

}  // namespace banyan::python
