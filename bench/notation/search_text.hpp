// What a search found, as people read it.
#pragma once

#include <string>

#include "bench/registry/any_game.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// The root's moves, most visited first, best move, line, speed and tree, several lines.
/// `position` is the one searched.
std::string search_text(const AnyGame& position, const SearchResult& result);

}  // namespace banyan::bench
