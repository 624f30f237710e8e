// Players for the deals of a match, one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "bench/cluster/coordinator.hpp"
#include "bench/cluster/places.hpp"
#include "bench/match/match.hpp"

namespace banyan::bench {

/// Whether a smaller budget makes the engine do less.
bool heeds_budget(const EngineSettings& engine);

class DealPlayer {
 public:
  DealPlayer() = default;
  DealPlayer(const DealPlayer&) = delete;
  DealPlayer& operator=(const DealPlayer&) = delete;
  virtual ~DealPlayer() = default;

  /// Nothing if stopped.
  virtual std::optional<Deal> play(std::uint64_t number, const Opening& opening,
                                   const std::stop_token& stop) = 0;
};

/// Only for the thread that makes it, which it keeps on the site's cores if the games are `pinned`.
/// The options must outlive it.
std::unique_ptr<DealPlayer> make_deal_player(const MatchOptions& options, const GameSite& site,
                                             bool pinned);

/// Plays deals for the first rank, at other ranks.
Task deal_task();

}  // namespace banyan::bench
