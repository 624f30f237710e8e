// Features as a game shows them to networks, or from the stones on a board.
#include "python/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/text/spec.hpp"

namespace banyan::python {
namespace {

/// The size of the board with this many cells.
BoardSize board_of(const bench::AnyGame& position, std::size_t cells) {
  if (position.spec() == "connect_four") return {7, 6};
  const auto size =
      bench::read_board_size(bench::parse_spec(position.spec(), "game").value("size"));
  return size.value_or(static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells)))));
}

}  // namespace

FeatureShape feature_shape(const bench::AnyGame& position) {
  if (const auto seen = position.observe()) {
    const GridShape& grid = seen->features;
    return {static_cast<std::size_t>(grid.planes + grid.others),
            static_cast<std::size_t>(grid.rows), static_cast<std::size_t>(grid.columns)};
  }
  const auto setup = position.setup();
  if (!setup) {
    throw bench::UsageError(fmt::format(
        "{} has no features: its evaluators are functions of positions (banyan.of_positions).",
        bench::parse_spec(position.spec(), "game").name));
  }
  const BoardSize board = board_of(position, setup->owners.size());
  return {2, static_cast<std::size_t>(board.rows), static_cast<std::size_t>(board.columns)};
}

void write_features(const bench::AnyGame& position, std::span<float> features) {
  std::fill(features.begin(), features.end(), 0.0F);
  if (const auto seen = position.observe()) {
    const auto cells = static_cast<std::size_t>(seen->features.cells());
    const auto on_planes = static_cast<std::size_t>(seen->features.planes) * cells;
    for (const std::size_t feature : seen->ones) {
      if (feature < on_planes) {
        features[feature] = 1;
      } else {  // of the whole position: a separate plane
        std::fill_n(features.begin() +
                        static_cast<std::ptrdiff_t>(on_planes + (feature - on_planes) * cells),
                    cells, 1.0F);
      }
    }
    return;
  }
  const BoardSetup setup = position.setup().value();
  const std::size_t cells = setup.owners.size();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Player owner = setup.owners[cell];
    if (owner != kNobody) features[cell + (owner == setup.to_move ? 0 : cells)] = 1;
  }
}

}  // namespace banyan::python
