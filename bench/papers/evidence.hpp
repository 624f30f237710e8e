// What the measured items of a paper say about its cells.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/rows/paper_row.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The whole results of a paper's items. All estimates are kNotMeasured without these.
class Evidence {
 public:
  explicit Evidence(PaperResults whole) : results_(std::move(whole)) {}

  /// Value lost a move by engine `a` beyond that of `b` on the same solved positions, in % of a
  /// win.
  [[nodiscard]] Estimate more_lost(std::string_view game, std::string_view a,
                                   std::string_view b) const;

  /// How much more of that `a` loses beyond `b` than `c` beyond `d`, paired by position too.
  [[nodiscard]] Estimate more_lost(std::string_view game, std::string_view a, std::string_view b,
                                   std::string_view c, std::string_view d) const;

  /// The strength speed-up on solved positions: how many times the playouts `base` sequential UCT
  /// needs to lose as little as the engine. The curve is that of seq at `base` times each factor;
  /// strength is counted in value gained over `base` itself, on the same positions.
  [[nodiscard]] Estimate strength(std::string_view game, std::string_view engine,
                                  std::uint64_t base, const std::vector<double>& factors) const;

  /// How many times b's that field of a's searches is: "playouts_per_second", "mean_depth".
  [[nodiscard]] Estimate ratio(std::string_view game, std::string_view field, std::string_view a,
                               std::string_view b) const;

  /// That field of an engine's searches itself.
  [[nodiscard]] Estimate value(std::string_view game, std::string_view field,
                               std::string_view engine) const;

  /// Of a over b in their match.
  [[nodiscard]] Estimate elo(std::string_view game, std::string_view a, std::string_view b) const;

 private:
  /// That field of an engine's searches, a value each.
  [[nodiscard]] std::vector<double> values(std::string_view game, std::string_view field,
                                           std::string_view engine) const;
  [[nodiscard]] std::vector<double> losses(std::string_view game, std::string_view engine) const;

  PaperResults results_;
};

/// The first estimate, with an interval that spans those of all: of a choice that the paper leaves
/// open. kNotMeasured without one of them.
Estimate spanning(const std::vector<Estimate>& choices);

/// What the items are called in `kind`.
inline constexpr const char* kSolved = "solved";
inline constexpr const char* kSearches = "searches";
inline constexpr const char* kMatch = "match";

/// Sequential UCT with so many iterations.
std::string seq(std::uint64_t iterations);

}  // namespace banyan::bench
