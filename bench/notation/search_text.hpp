// A search's result as text for people, and as the documented JSON object.
#pragma once

#include <cstdint>
#include <string>

#include "bench/machine/machine.hpp"
#include "bench/machine/system_work.hpp"
#include "bench/notation/root_lines.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/text/json.hpp"
#include "core/result/result.hpp"

namespace banyan::bench {

/// The root's moves, most visited first, each with its line if there are `lines`; best move, line,
/// speed and tree. `position` is the one searched; the engine's trees may have `memory` bytes.
std::string search_text(const AnyGame& position, const SearchResult& result,
                        std::uint64_t memory = 0, const RootLines& lines = {});

/// The fields of `search --json` from `iterations` on. `position` is the one searched.
Json search_json(const AnyGame& position, const SearchResult& result, const RootLines& lines = {});

/// Its field `system`: the process's use of the system meanwhile.
Json system_json(const SystemWork& work);

/// How to give a full tree more than `memory` bytes, if a container allows `most` for all trees.
std::string more_memory(std::uint64_t memory, std::uint64_t most = memory_for_trees());

}  // namespace banyan::bench
