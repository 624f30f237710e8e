// What a search found, as people read it.
#pragma once

#include <cstdint>
#include <string>

#include "bench/machine/machine.hpp"
#include "bench/registry/any_game.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// The root's moves, most visited first, best move, line, speed and tree, several lines.
/// `position` is the one searched, by an engine whose trees may have so many bytes.
std::string search_text(const AnyGame& position, const SearchResult& result,
                        std::uint64_t memory = 0);

/// What gives a full tree more than so many bytes, where a container grants all trees `most`.
std::string more_memory(std::uint64_t memory, std::uint64_t most = memory_for_trees());

}  // namespace banyan::bench
