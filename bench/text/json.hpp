// The documented JSON objects: what each field of a result is called.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "bench/registry/any_game.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// Keeps fields in the order in which they are documented.
using Json = nlohmann::ordered_json;

/// What a text holds; discarded if it is no JSON or is nested deeper than anything written here.
/// The one reader of what comes from outside: parts of this program go down a value by recursion.
Json read_json(std::string_view text);

/// The fields of `search --json` from `iterations` on. `position` is the one searched.
Json search_json(const AnyGame& position, const SearchResult& result);

/// The playouts or iterations of a search a second; 0 for one that took no time.
double per_second(std::uint64_t count, double seconds);

/// The visits that needed no playout, as a share of all; 0 without visits.
double share_of_finished(const SearchResult& result);

/// The iterations that had a playout.
std::uint64_t played_iterations(const SearchResult& result);

/// These, a second: who books visits of a finished game is not faster for it.
double played_per_second(const SearchResult& result);

}  // namespace banyan::bench
