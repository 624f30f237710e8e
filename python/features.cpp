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
  if (const auto seen = position.observe()) {
    write_planes(seen->features, seen->ones, features);
    return;
  }
  std::ranges::fill(features, 0.0F);
  const BoardSetup setup = position.setup().value();
  const std::size_t cells = setup.owners.size();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Player owner = setup.owners[cell];
    if (owner != kNobody) features[cell + (owner == setup.to_move ? 0 : cells)] = 1;
  }
}

}  // namespace banyan::python
