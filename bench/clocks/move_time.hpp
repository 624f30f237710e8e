// How much of a player's clock a search may use for one move.
#pragma once

#include <optional>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The limits, further restricted by the clock of the player to move; at least `least`, however
/// little time is left. The clock has run since `begin`, or does not run yet.
Limits within_clock(Limits limits, const GameClock& clock, const AnyGame& position,
                    GameClock::Time lag, GameClock::Time least,
                    std::optional<Clock::time_point> begin = {});

}  // namespace banyan::bench
