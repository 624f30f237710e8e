// How long controllers let a search run.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The limits of one move: the budget, and what the clock of the player to move allows if there is
/// one. The clock has run since `begin`, or does not run yet. A second if there is neither.
Limits limits_of_move(Limits budget, const std::optional<GameClock>& clock, GameClock::Time lag,
                      const AnyGame& position, std::optional<Clock::time_point> begin = {});

/// An analysis: searches that follow one another, each twice as long, until a stop request.
/// search(time) returns whether the result is proven, after which there are no more.
void search_in_rounds(Clock::duration first, const std::stop_token& stop,
                      const std::function<bool(Clock::duration)>& search);

}  // namespace banyan::bench
