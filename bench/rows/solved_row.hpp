// What result files say of engines on positions whose values are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/fields.hpp"

namespace banyan::bench {

/// An engine on one set of positions.
struct SolvedRow {
  std::string engine;
  std::uint64_t positions = 0;
  std::uint64_t failures = 0;
  std::string lost;  ///< the value lost on each, in half points, a digit each; empty if not known
  Estimate failure_rate;
  Estimate regret;                      ///< the mean value lost
  Estimate more_failures;               ///< of the rate, than the first engine
  double iterations_per_second = kNaN;  ///< with a playout
};

struct SolvedSet {
  std::string kind;  ///< empty in truth.json
  std::string game;
  std::string budget;
  std::uint64_t iterations = 0;  ///< a search; 0 where that is not what they have in common
  std::uint64_t first_ply = 0;   ///< random plies before a position, at least and
  std::uint64_t last_ply = 0;    ///< at most
  std::uint64_t seed = 0;        ///< of the positions
  std::uint64_t positions = 0;
  std::uint64_t left_out = 0;
  std::vector<SolvedRow> rows;
  std::optional<SolvedRow> control;  ///< the first engine with half its budget
  bool control_found = false;        ///< whether it was shown to be worse
};

/// Throws UsageError for a damaged or foreign one, in a sentence that names file and field.
SolvedSet read_solved(const Field& set);

void add_rows(const SolvedSet& set, const std::string& experiment, std::vector<Row>& rows);

}  // namespace banyan::bench
