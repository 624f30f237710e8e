// What the parallel strategies have in common.
#pragma once

#include <cstdint>
#include <vector>

#include "core/iteration.hpp"
#include "core/random.hpp"
#include "core/search.hpp"
#include "parallel/executor.hpp"

namespace banyan {

struct ParallelOptions : SearchOptions {
  int threads = 2;  ///< at least 1
  ExecutorKind executor = default_executor();
};

/// The key of one worker's random stream within a search.
inline StreamKey worker_key(const StreamKey& key, int worker) {
  return {key.seed, key.game, key.move, key.worker + static_cast<std::uint64_t>(worker)};
}

inline IterationCounts sum(const std::vector<IterationCounts>& parts) {
  IterationCounts total;
  for (const IterationCounts& part : parts) total += part;
  return total;
}

}  // namespace banyan
