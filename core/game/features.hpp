// What a network sees of a position and where its outputs for moves are: a refinement of games.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game/game.hpp"

namespace banyan {

/// Numbers on grids, plane by plane and row by row, and behind them some without a cell.
struct GridShape {
  int planes = 0;
  int rows = 0;
  int columns = 0;
  int others = 0;  ///< of the whole position, or moves without a cell, like a pass

  [[nodiscard]] constexpr int cells() const { return rows * columns; }
  [[nodiscard]] constexpr int size() const { return planes * cells() + others; }
  friend bool operator==(const GridShape&, const GridShape&) = default;
};

/// Which transformations of a board, as the side to move sees it, leave the game unchanged.
enum class GridSymmetry : std::uint8_t {
  kNone,
  kMirror,    ///< left and right are swapped
  kHalfTurn,  ///< the board is turned by 180 degrees
  kSquare,    ///< quarter turns and reflections; on other rectangles, those that keep it
};

/// Refinement: a game whose positions a network can see. Each feature is 0 or 1.
///
///   feature_shape()      the same for all positions of a game; each number below 65536
///   for_features(visit)  calls visit(int) once with the place of each feature that is 1, in any
///                        order, as the side to move sees it: its own stones are always in the
///                        same plane
///   move_shape()         the same for all positions of a game
///   move_index(move)     the place of a legal move in the network's output, seen likewise
///   symmetry()           of features and moves
template <class G>
concept FeatureGame = Game<G> &&
    requires(const G position, typename G::Move move, void (*visit)(int)) {
  { position.feature_shape() } -> std::same_as<GridShape>;
  { position.for_features(visit) } -> std::same_as<void>;
  { position.move_shape() } -> std::same_as<GridShape>;
  { position.move_index(move) } -> std::same_as<int>;
  { position.symmetry() } -> std::same_as<GridSymmetry>;
};

/// All inputs of a network for one position, and the outputs wanted.
struct Observation {
  GridShape features;
  GridShape moves;
  GridSymmetry symmetry = GridSymmetry::kNone;
  std::vector<std::uint16_t> ones;     ///< the features that are 1
  std::vector<std::uint16_t> indices;  ///< of the legal moves, in the order of legal_moves()
};

template <FeatureGame G>
Observation observe(const G& position) {
  Observation seen{position.feature_shape(), position.move_shape(), position.symmetry(), {}, {}};
  position.for_features(
      [&](int feature) { seen.ones.push_back(static_cast<std::uint16_t>(feature)); });
  for (const typename G::Move move : position.legal_moves()) {
    seen.indices.push_back(static_cast<std::uint16_t>(position.move_index(move)));
  }
  return seen;
}

/// Features as planes alone, as convolutions take them: each one without a cell fills a plane of
/// its own. `planes` has (shape.planes + shape.others) * shape.cells() numbers.
void write_planes(const GridShape& shape, std::span<const std::uint16_t> ones,
                  std::span<float> planes);

/// Where the numbers of a grid move to, for each rotation and reflection; the first is the
/// identity.
std::vector<std::vector<std::uint16_t>> turned(const GridShape& shape, GridSymmetry symmetry);

}  // namespace banyan
