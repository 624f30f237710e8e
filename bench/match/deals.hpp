// Who plays the deals of a match, one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "bench/cluster/crew.hpp"
#include "bench/cluster/places.hpp"
#include "bench/match/match.hpp"

namespace banyan::bench {

/// Whether it does less where it is given less.
bool heeds_budget(const EngineSettings& engine);

class DealPlayer {
 public:
  DealPlayer() = default;
  DealPlayer(const DealPlayer&) = delete;
  DealPlayer& operator=(const DealPlayer&) = delete;
  virtual ~DealPlayer() = default;

  /// Nothing if it was stopped.
  virtual std::optional<Deal> play(std::uint64_t number, const Opening& opening,
                                   const std::stop_token& stop) = 0;
};

/// For the thread that makes it alone, which it keeps to the site's cores if the games are
/// `pinned`. The options must outlive it.
std::unique_ptr<DealPlayer> make_deal_player(const MatchOptions& options, const GameSite& site,
                                             bool pinned);

/// What other ranks do for it.
Task deal_task();

}  // namespace banyan::bench
