// Games known at run time: of two players by the width of their sets of moves, and all others.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "core/run_time/run_time_game.hpp"

namespace banyan::bench {

std::unique_ptr<AnyGame> start_small_run_time_game(const GameTable& table, const void* position);
std::unique_ptr<AnyGame> start_large_run_time_game(const GameTable& table, const void* position);
std::unique_ptr<AnyGame> start_general_run_time_game(const GameTable& table, const void* position);
std::unique_ptr<AnyGame> start_hidden_run_time_game(const GameTable& table, const void* position);

}  // namespace banyan::bench
