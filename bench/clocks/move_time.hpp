// How much of a player's clock a search may use for one move.
#pragma once

#include "bench/clocks/game_clock.hpp"
#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// How many more moves a player makes before a game is over: half of the plies of random games.
double moves_to_come(const AnyGame& position);

/// The limits, and as one more of them what the clock of the player to move has for this move. At
/// least `least`, however little is left.
Limits within_clock(Limits limits, const GameClock& clock, const AnyGame& position,
                    GameClock::Time lag, GameClock::Time least);

}  // namespace banyan::bench
