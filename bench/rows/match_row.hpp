// Matches of two engines, as read from result files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rows/row.hpp"
#include "bench/statistics/statistics.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// Rates and Elo are A's.
struct MatchRow {
  /// Means over an engine's moves.
  struct Side {
    double iterations_per_second = 0;
    double seconds_per_move = kNaN;
    double mean_depth = kNaN;
  };

  std::string kind;  ///< its purpose; empty in the suite strength
  std::string game;
  std::string a;
  std::string b;
  std::string budget;
  std::string engine;       ///< A without its own budget
  double factor = 1;        ///< A's budget divided by the base budget
  std::uint64_t games = 0;  ///< that count: bench/statistics/repeats.hpp
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  Pentanomial pentanomial{};
  Side of_a;
  Side of_b;
  std::optional<Estimate> known_elo = {};  ///< if more than the games' own error is in it

  /// With a `family` of matches that are judged together, as in bench::elo().
  [[nodiscard]] Estimate elo(std::size_t family = 1) const {
    return known_elo ? *known_elo : bench::elo(pentanomial, family);
  }
  /// A's iterations/s divided by B's.
  [[nodiscard]] double speed_ratio() const {
    return of_a.iterations_per_second / of_b.iterations_per_second;
  }
};

/// Throws UsageError for a damaged or foreign one, with a sentence that names file and field.
MatchRow read_match(const Field& match);

/// The match of this kind in which an engine is A; null if it was not played.
const MatchRow* find_match(const std::vector<MatchRow>& matches, std::string_view game,
                           std::string_view kind, std::string_view a);

/// A match's Elo in a table; "-" without one, "too noisy" where it says nothing.
Table::Cell elo_cell(const MatchRow* match);

/// How many pairs had each score of A.
void add_pairs(RowWriter& writer, const Pentanomial& pentanomial);

void add_rows(const MatchRow& match, const std::string& experiment, std::vector<Row>& rows);

}  // namespace banyan::bench
