// What networks learn from: games whose records hold what the searches of their moves found.
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

/// Of games of `match --visits` or `pool --visits`: each position in which one of our engines
/// searched among several moves, with their shares of the visits, and as its value the mean of what
/// the search found and what the game came to. `files` are games.jsonl or folders that hold one.
/// Throws UsageError, which names file and line, for what is no such record, for another game than
/// `game` and for one that shows nothing to networks, and as read_input().
std::vector<GameLessons> read_lessons(const GameChoice& game,
                                      const std::vector<std::filesystem::path>& files,
                                      const std::stop_token& stop);

}  // namespace banyan::bench
