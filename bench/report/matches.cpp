// Matches in tables.
#include "bench/report/matches.hpp"

namespace banyan::bench {

Table::Cell elo_cell(const MatchRow* match) {
  if (match == nullptr) return "-";
  const Estimate e = match->elo();
  return {format_elo(e), e.value};
}

}  // namespace banyan::bench
