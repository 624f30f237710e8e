// Seeds for the random numbers of a row: eight 64-bit lanes.
#pragma once

#include <cstdint>

#include "core/base/random.hpp"

namespace banyan::simd {

/// The SIMD playouts use rows of eight 64-bit lanes on every processor: a row is one vector of
/// AVX-512, two of AVX2, four of SSE. Each lane has its own generator, and no game depends on
/// another lane, so results do not depend on the instruction set.
inline constexpr int kRow = 8;

struct RowSeeds {
  explicit RowSeeds(Random& random) {
    for (auto& half : words) {
      for (std::uint64_t& word : half) word = random.next();
    }
  }

  alignas(64) std::uint64_t words[2][kRow];
};

}  // namespace banyan::simd
