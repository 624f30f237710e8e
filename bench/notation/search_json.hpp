// A search as the documented JSON object.
#pragma once

#include "bench/machine/system_work.hpp"
#include "bench/registry/any_game.hpp"
#include "bench/text/json.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// The fields of `search --json` from `iterations` on. `position` is the one searched.
Json search_json(const AnyGame& position, const SearchResult& result);

/// Its field `system`: the process's use of the system meanwhile.
Json system_json(const SystemWork& work);

}  // namespace banyan::bench
