// Games known at run time in the program: searches that are compiled once for every game of two
// players who see everything.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The first position of a game that the program knows by its table alone, which must outlive it.
/// Throws UsageError for a table that no search can use.
std::unique_ptr<AnyGame> start_run_time_game(const GameTable& table, const void* position);

/// An engine for positions of a game that has tabled(), searched by its table.
std::unique_ptr<AnyEngine> make_run_time_engine(const AnyGame& position, const EngineSettings& s);

}  // namespace banyan::bench
