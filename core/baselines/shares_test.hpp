// How visits spread over the moves of Connect Four, for tests that engines agree on it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "core/game/positions_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/search.hpp"
#include "games/connect_four/connect_four.hpp"

namespace banyan {

/// Root visits in percent by move, mean and variance over seeds.
struct MeanShares {
  std::array<double, 7> mean{};
  std::array<double, 7> variance{};

  template <class Engine>
  MeanShares(Engine engine, const ConnectFour& position, int seeds) {
    std::array<double, 7> sum{};
    std::array<double, 7> squares{};
    for (int seed = 0; seed < seeds; ++seed) {
      const auto key = seeded(static_cast<std::uint64_t>(seed));
      const SearchResult result = engine.search(position, iterations(2000), key);
      for (const RootChild& child : result.children) {
        const double share = static_cast<double>(child.visits) / 20;
        sum[child.move] += share;
        squares[child.move] += share * share;
      }
    }
    for (std::size_t i = 0; i < 7; ++i) {
      mean[i] = sum[i] / seeds;
      variance[i] = (squares[i] - sum[i] * mean[i]) / (seeds - 1);
    }
  }
};

/// Expects that an engine spreads its visits like the core, on average over seeds.
template <class Engine>
void expect_shares_of_the_core() {
  constexpr int kSeeds = 30;
  Random random(StreamKey{11, 0, 0, 0});
  for (const int plies : {0, 1, 8, 15}) {
    const auto position = random_position(ConnectFour{}, plies, random);
    ASSERT_TRUE(position.has_value());
    const MeanShares own(Engine(SearchOptions{}), *position, kSeeds);
    const MeanShares core(SequentialSearch<ConnectFour>(SearchOptions{}), *position, kSeeds);
    for (std::size_t move = 0; move < 7; ++move) {
      const double error = std::sqrt((own.variance[move] + core.variance[move]) / kSeeds);
      EXPECT_LE(std::abs(own.mean[move] - core.mean[move]), 4.5 * error)
          << "move " << move << ": " << own.mean[move] << " % and " << core.mean[move] << " % in\n"
          << position->board();
    }
  }
}

}  // namespace banyan
