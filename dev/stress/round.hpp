// One round of the stress program: a random engine, random searches, and what must hold.
#pragma once

#include <functional>
#include <string>

#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::stress {

/// Makes an engine with random options for a random game, and searches with it up to four times
/// along a game: within iterations, playouts or time, or until stopped. `begin` is told what comes
/// next. Returns what is wrong with the results:
///
///   budgets are exact, unless time or a stop ends them
///   every playout is a visit of one of the root's moves, which are legal
///   one thread finds the same again, with a new engine
///   the trees stay below their cap
///
/// A build with asserts also checks each tree.
fuzz::Trial try_engine(fuzz::Dice& dice, const std::function<void(const std::string&)>& begin);

}  // namespace banyan::bench::stress
