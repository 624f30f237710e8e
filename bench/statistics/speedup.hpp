// Strength speed-up: how much longer one worker must think to play as well. Pure functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// Whether an interval tells anything of a speed-up: one end, or both less than a factor of ten
/// apart.
bool tells_speedup(const Estimate& speedup);

/// "1.38 (1.03 to 1.80)", the value and its 95 % interval; "> 1.03" or "< 1.80" if an end is beyond
/// the measured factors of time, `least` to `most`; "too noisy" if the ends differ by more than a
/// factor of ten; or "unknown".
std::string speedup_text(const Estimate& speedup, double least, double most);

/// One worker with `factor` times the base time against one worker with the base time.
struct CurvePoint {
  double factor = 1;  ///< > 0, not 1
  Estimate elo;       ///< with a finite interval
};

/// The strength speed-up S (Chaslot, Winands and van den Herik 2008): E1(S) = Em. E1(factor) is one
/// worker's Elo and Em the parallel engine's at the base time, both against one worker at the base
/// time.
///
/// E1 is the non-decreasing curve nearest to the points (isotonic regression, weighted by inverse
/// variance; Ayer et al. 1955, "pool adjacent violators"), with E1(1) = 0 by definition, and linear
/// in log2(factor) between them. On a flat part, S is its middle on that scale. The interval is the
/// parametric bootstrap's: percentiles of `draws` fits to points and Em redrawn from their normal
/// distributions. So it includes the curve's uncertainty and the engine's. Beyond the points
/// nothing is known: there the value or the end is 0 (less than the smallest factor) or infinite
/// (more than the largest). Points with infinite intervals are skipped. Without points, or if Em's
/// interval is infinite, the result is 0 to infinity. Deterministic: equal input gives equal
/// intervals.
Estimate strength_speedup(std::span<const CurvePoint> curve, const Estimate& engine,
                          int draws = 4000);

/// One worker with `factor` times the base budget: the value it lost on each position.
struct LossPoint {
  double factor = 1;  ///< > 0; one of the points has 1
  std::vector<double> losses;
};

/// The same from values lost on the same positions instead of Elo: the factor of the budget at
/// which one worker loses as little as the engine, on average. The curve is the isotonic fit to the
/// points' means, with equal weights. The interval is the percentile bootstrap's over positions
/// (Efron 1979). Each draw resamples the positions for curve and engine together, so their
/// difficulty cancels. All must have the same number of positions, otherwise std::invalid_argument.
Estimate strength_speedup(std::span<const LossPoint> curve, std::span<const double> engine,
                          int draws = 2000);

/// The factor of time that a gain in Elo is worth, given the gain of a doubling, if every doubling
/// is worth the same (as Chaslot et al. found): 2^(gain / doubling). The interval of the ratio is
/// Fieller's (1954) for two independent normal estimates. If either has an open end, it spans the
/// extremes that their ends allow, which is wider. If more time was not shown to gain, the result
/// is 0 to infinity.
Estimate time_factor(const Estimate& gain, const Estimate& doubling);

}  // namespace banyan::bench
