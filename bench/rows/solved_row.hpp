// Engines on positions with known values, as read from result files.
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
  std::string lost;  ///< the value lost on each, in half points, one digit each; empty if unknown
  Estimate failure_rate = kNotMeasured;
  Estimate regret;                        ///< the mean value lost
  Estimate more_failures = kNotMeasured;  ///< per position, than the first engine
  Estimate more_regret = kNotMeasured;    ///< the same, of positions with labels
  double iterations_per_second = kNaN;    ///< with a playout
};

struct SolvedSet {
  std::string kind;  ///< empty in the suite truth
  std::string game;
  std::string budget;
  std::uint64_t iterations = 0;  ///< per search; 0 if that is not what they share
  std::uint64_t first_ply = 0;   ///< random plies before a position, at least,
  std::uint64_t last_ply = 0;    ///< and at most
  std::uint64_t seed = 0;        ///< of the positions
  std::string where;             ///< "solved, of FILE" or "labelled, of FILE", if not drawn so
  std::uint64_t positions = 0;
  std::uint64_t left_out = 0;
  std::vector<SolvedRow> rows;
  std::optional<SolvedRow> control;  ///< the first engine with half its budget
  bool control_found = false;        ///< whether it was shown to be worse
};

/// Throws UsageError for a damaged or foreign one, with a sentence that names file and field.
SolvedSet read_solved(const Field& set);

void add_rows(const SolvedSet& set, const std::string& experiment, std::vector<Row>& rows);

}  // namespace banyan::bench
