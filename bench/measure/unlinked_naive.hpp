// `naive` with the C library's allocator, which this program replaces by the one it is linked to.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "bench/measure/measurer.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/search/budget.hpp"

namespace banyan::bench {

/// Searches the game's first position in a process of its own, after searches to warm up there: by
/// this program again, with the C library loaded before all others, so that its malloc comes first.
/// Nothing after a stop request. Throws std::runtime_error if the process cannot be run.
std::optional<Measured> search_unlinked(const GameChoice& game, const EngineSettings& engine,
                                        const Limits& limits, std::uint64_t seed,
                                        const std::stop_token& stop);

}  // namespace banyan::bench
