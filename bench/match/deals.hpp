// Players for the deals of a match, one after another.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "bench/cluster/coordinator.hpp"
#include "bench/cluster/places.hpp"
#include "bench/match/match.hpp"

namespace banyan::bench {

/// Plays the deal of that number; nothing if stopped.
using DealPlayer = std::function<std::optional<Deal>(std::uint64_t number, const Opening& opening,
                                                     const std::stop_token& stop)>;

/// Only for the thread that makes it, which it keeps on the site's cores if the games are `pinned`.
/// The options must outlive it.
DealPlayer make_deal_player(const MatchOptions& options, const GameSite& site, bool pinned);

/// Plays deals for the first rank, at other ranks.
Task deal_task();

}  // namespace banyan::bench
