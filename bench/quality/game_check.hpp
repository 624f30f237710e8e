// Whether a game keeps its promises, as JSON.
#pragma once

#include <cstdint>

#include "bench/registry/games.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// What `games` random games show (core/run_time/table_check.hpp): "defects", "lacks", and sizes.
Json check_game_json(const GameChoice& game, int games, std::uint64_t seed);

}  // namespace banyan::bench
