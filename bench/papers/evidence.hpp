// What a paper's cells need, and their estimates from its results.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/experiments/paper.hpp"
#include "bench/rows/paper_row.hpp"
#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The kinds of items.
inline constexpr const char* kSolved = "solved";
inline constexpr const char* kSearches = "searches";
inline constexpr const char* kMatch = "match";

/// An item of measurement.
struct Needed {
  std::string kind;
  std::string game;
  std::vector<std::string> engines;
};

/// All that these need: engines on the same game together, but a match for each two engines.
std::vector<Needed> needed_for(const std::vector<Ours>& all, const SeqCurve& curve);

/// The results of all items of a paper. Without them all estimates are kNotMeasured.
class Evidence {
 public:
  Evidence(PaperResults results, SeqCurve curve)
      : results_(std::move(results)), curve_(std::move(curve)) {}

  [[nodiscard]] Estimate estimate(const Ours& ours) const;

 private:
  [[nodiscard]] Estimate more_lost(const Ours& ours) const;
  [[nodiscard]] Estimate strength(const Ours& ours) const;
  [[nodiscard]] Estimate ratio(const Ours& ours) const;
  [[nodiscard]] Estimate value(const Ours& ours) const;
  [[nodiscard]] Estimate elo(const Ours& ours) const;

  /// A field of an engine's searches, one value each.
  [[nodiscard]] std::vector<double> values(const Ours& ours, std::string_view engine) const;
  [[nodiscard]] std::vector<double> losses(std::string_view game, std::string_view engine) const;

  PaperResults results_;
  SeqCurve curve_;
};

/// The first estimate, with an interval that spans all. kNotMeasured if one of them is missing.
Estimate spanning(const std::vector<Estimate>& choices);

}  // namespace banyan::bench
