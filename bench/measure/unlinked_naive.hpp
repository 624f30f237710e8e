// `naive` with the C library's allocator, which this program replaces by the one it is linked to.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "bench/machine/system_work.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/search/budget.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// A search in a process of its own, and what the system did there for it alone.
struct UnlinkedSearch {
  SearchResult result;
  SystemWork work;
};

/// Searches the game's first position in a process of its own, after searches to warm up there: by
/// this program again, with the C library loaded before all others, so that its malloc comes first.
/// Nothing after a stop request. Throws std::runtime_error if the process cannot be run.
std::optional<UnlinkedSearch> search_unlinked(const GameChoice& game, const EngineSettings& engine,
                                              const Limits& limits, std::uint64_t seed,
                                              const std::stop_token& stop);

}  // namespace banyan::bench
