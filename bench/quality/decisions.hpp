// The moves that engines play in positions, one after another: here, or at another rank.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "bench/cluster/coordinator.hpp"
#include "bench/cluster/places.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The move that one engine plays.
struct Decision {
  std::uint32_t move = 0;
  std::uint64_t iterations = 0;
  std::uint64_t played = 0;  ///< those with a playout
  double seconds = 0;
};

/// Each engine's move in a position, with keys from `seed` and the position's number; nothing if
/// stopped.
using Decide = std::function<std::optional<std::vector<Decision>>(
    const AnyGame& position, std::uint64_t number, const std::stop_token& stop)>;

/// Where positions are searched in parallel. If this program runs alone, or an engine searches in
/// all ranks: at one place, on any cores.
std::vector<GameSite> decision_sites(const std::vector<EngineSettings>& engines);

/// For one thread, at one of these sites.
Decide decide_at(const GameSite& site, const std::vector<EngineSettings>& engines,
                 const std::optional<Limits>& limits, std::uint64_t seed);

/// Decides for the first rank, at other ranks.
Task decide_task();

}  // namespace banyan::bench
