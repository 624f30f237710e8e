// Seeds for the random numbers of a row: eight 64-bit lanes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/random.hpp"

namespace banyan::simd {

/// The SIMD playouts use rows of eight 64-bit lanes on every processor: a row is one vector of
/// AVX-512, two of AVX2, four of SSE. Each lane has its own generator, and no game depends on
/// another lane, so results do not depend on the instruction set.
inline constexpr int kRow = 8;

/// The rows for this many games, at most `most`.
constexpr int rows_for(std::size_t games, int most) {
  constexpr auto kGames = static_cast<std::size_t>(kRow);
  return static_cast<int>(std::min((games + kGames - 1) / kGames, static_cast<std::size_t>(most)));
}

struct RowSeeds {
  explicit RowSeeds(Random& random) {
    for (auto& half : words) {
      for (std::uint64_t& word : half) word = random.next();
    }
  }

  alignas(64) std::uint64_t words[2][kRow];
};

}  // namespace banyan::simd
