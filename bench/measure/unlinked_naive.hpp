// `naive` with the C library's allocator, which this program otherwise replaces.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "bench/measure/measurer.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/search/budget.hpp"

namespace banyan::bench {

/// Searches the game's first position in a separate process, after warm-up searches there. The
/// process is this program again, with the C library loaded before all others, so that its malloc
/// is used. Nothing after a stop request. Throws std::runtime_error if the process cannot be run.
std::optional<Measured> search_unlinked(const GameChoice& game, const EngineSettings& engine,
                                        const Limits& limits, std::uint64_t seed,
                                        const std::stop_token& stop);

}  // namespace banyan::bench
