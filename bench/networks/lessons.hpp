// The training data of networks: games whose records hold the search results of their moves.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "bench/registry/games.hpp"
#include "core/network/trainer.hpp"

namespace banyan::bench {

/// The lessons of one game, in the order of its moves.
using GameLessons = std::vector<Lesson>;

/// From games of `match --visits` or `pool --visits`: each position in which one of our engines
/// searched among several moves. A lesson has the moves' shares of the visits. Its value is the
/// mean of the search's value and the game's result. `files` are games.jsonl or folders that hold
/// one. Throws UsageError, which names file and line, for what is not such a record, for another
/// game than `game`, and for one without features; and like read_input().
std::vector<GameLessons> read_lessons(const GameChoice& game,
                                      const std::vector<std::filesystem::path>& files,
                                      const std::stop_token& stop);

}  // namespace banyan::bench
