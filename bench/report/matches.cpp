// Reading matches.
#include "bench/report/matches.hpp"

namespace banyan::bench {

Estimate elo_of(const Json& match, std::size_t family) {
  return elo(match["pentanomial"].get<Pentanomial>(), family);
}

const Json* find_match(const Json& results, const std::string& game, std::string_view kind,
                       const std::string& engine) {
  for (const Json& result : results) {
    if (result["game"] == game && result["kind"] == kind && result["a"] == engine) return &result;
  }
  return nullptr;
}

Table::Cell elo_cell(const Json* match) {
  if (match == nullptr) return "-";
  const Estimate e = elo_of(*match);
  return {format_elo(e), e.value};
}

}  // namespace banyan::bench
