// Matches in tables.
#pragma once

#include "bench/rows/match_row.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// A match's Elo; "-" without one.
Table::Cell elo_cell(const MatchRow* match);

}  // namespace banyan::bench
