// `naive` with the C library's allocator, which this program replaces by the one it is linked to.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/games.hpp"

namespace banyan::bench {

/// Runs each search in a process of its own: this program again, with the C library loaded before
/// all others, so that its malloc comes first. Searches the game's first position only, whatever
/// position it is given. Throws std::runtime_error if the process cannot be run.
std::unique_ptr<AnyEngine> make_unlinked_naive(const GameChoice& game);

}  // namespace banyan::bench
