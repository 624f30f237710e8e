// Matches in result files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bench/statistics/statistics.hpp"
#include "bench/text/json.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// The Elo of A over B; with a `family` of matches that are judged together as elo() has it.
Estimate elo_of(const Json& match, std::size_t family = 1);

/// The match of this kind in which an engine is A; null if it was not played.
const Json* find_match(const Json& results, const std::string& game, std::string_view kind,
                       const std::string& engine);

/// A match's Elo in a table; "-" without one.
Table::Cell elo_cell(const Json* match);

}  // namespace banyan::bench
