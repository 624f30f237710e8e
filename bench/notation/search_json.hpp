// The documented JSON object of a search: what each field of a result is called.
#pragma once

#include "bench/registry/any_game.hpp"
#include "bench/text/json.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// The fields of `search --json` from `iterations` on. `position` is the one searched.
Json search_json(const AnyGame& position, const SearchResult& result);

}  // namespace banyan::bench
