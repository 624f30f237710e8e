// Estimates for a paper's cells from its measured items.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/rows/paper_row.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The results of all items of a paper. Without them all estimates are kNotMeasured.
class Evidence {
 public:
  explicit Evidence(PaperResults whole) : results_(std::move(whole)) {}

  /// Value lost per move by engine `a` minus that of `b`, on the same solved positions, in % of a
  /// win.
  [[nodiscard]] Estimate more_lost(std::string_view game, std::string_view a,
                                   std::string_view b) const;

  /// How much more `a` loses than `b`, minus the same for `c` and `d`, paired by position too.
  [[nodiscard]] Estimate more_lost(std::string_view game, std::string_view a, std::string_view b,
                                   std::string_view c, std::string_view d) const;

  /// The strength speed-up on solved positions: how many times `base` playouts sequential UCT needs
  /// to lose as little as the engine. The curve is seq at `base` times each factor. Strength is
  /// value gained over `base` itself, on the same positions.
  [[nodiscard]] Estimate strength(std::string_view game, std::string_view engine,
                                  std::uint64_t base, const std::vector<double>& factors) const;

  /// The ratio of a field of a's searches to b's: "playouts_per_second", "mean_depth".
  [[nodiscard]] Estimate ratio(std::string_view game, std::string_view field, std::string_view a,
                               std::string_view b) const;

  /// That field of an engine's searches.
  [[nodiscard]] Estimate value(std::string_view game, std::string_view field,
                               std::string_view engine) const;

  /// Elo of a over b in their match.
  [[nodiscard]] Estimate elo(std::string_view game, std::string_view a, std::string_view b) const;

 private:
  /// That field of an engine's searches, one value each.
  [[nodiscard]] std::vector<double> values(std::string_view game, std::string_view field,
                                           std::string_view engine) const;
  [[nodiscard]] std::vector<double> losses(std::string_view game, std::string_view engine) const;

  PaperResults results_;
};

/// The first estimate, with an interval that spans all: for a choice that the paper leaves open.
/// kNotMeasured if one of them is missing.
Estimate spanning(const std::vector<Estimate>& choices);

/// The items' names in `kind`.
inline constexpr const char* kSolved = "solved";
inline constexpr const char* kSearches = "searches";
inline constexpr const char* kMatch = "match";

/// Sequential UCT with that many iterations.
std::string seq(std::uint64_t iterations);

}  // namespace banyan::bench
