// The strength speed-up: how much longer one worker must think to play as well. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// "1.38 (1.03 to 1.80)", the value and its 95 % interval; "> 1.03" or "< 1.80" where an end lies
/// beyond what was measured, from the `least` to the `most` factor of time; "too noisy" where the
/// ends are more than ten times apart; "unknown".
std::string speedup_text(const Estimate& speedup, double least, double most);

/// One worker with `factor` times the base time against one worker with the base time.
struct CurvePoint {
  double factor = 1;  ///< > 0, not 1
  Estimate elo;       ///< with a finite interval
};

/// The strength speed-up S (Chaslot, Winands and van den Herik 2008): E1(S) = Em, where E1(factor)
/// is one worker's Elo and Em the parallel engine's at the base time, both against one worker at
/// the base time.
///
/// E1 is the non-decreasing curve nearest to the points (isotonic regression, weighted by inverse
/// variance; Ayer et al. 1955, "pool adjacent violators"), with E1(1) = 0 by definition, linear in
/// log2(factor) between them. Where it is flat, S is the middle of the flat part on that scale. The
/// interval is the parametric bootstrap's (percentiles of `draws` fits to points and Em drawn anew
/// from their normal distributions), so it has the curve's uncertainty and the engine's. Beyond the
/// points nothing is known: there the value or the end of the interval is 0 (less than the smallest
/// factor) or infinite (more than the greatest). Points whose interval is infinite are passed over;
/// nothing but 0 to infinity is known without points or where Em's interval is infinite.
/// Deterministic: the same input gives the same interval.
Estimate strength_speedup(std::span<const CurvePoint> curve, const Estimate& engine,
                          int draws = 4000);

/// One worker with `factor` times the base budget: the value it lost on each position.
struct LossPoint {
  double factor = 1;  ///< > 0; one of the points has 1
  std::vector<double> losses;
};

/// The same from values lost on the same positions in place of Elo: the factor of the budget at
/// which one worker loses as little as the engine does on average. The curve is the isotonic fit
/// to the points' means, all weighted alike; the interval is the percentile bootstrap's over
/// positions (Efron 1979): each draw takes as many positions, with replacement, for the curve and
/// the engine alike, so that what makes a position hard for both cancels. All of the same number of
/// positions, else std::invalid_argument.
Estimate strength_speedup(std::span<const LossPoint> curve, std::span<const double> engine,
                          int draws = 2000);

/// The factor of time that is worth a gain in Elo where a doubling is worth so much, as far as
/// every doubling is worth the same (which Chaslot et al. found to hold): 2^(gain / doubling). The
/// interval of the ratio is Fieller's (1954) for two independent normal estimates; where either has
/// an open end, it goes from the least that their ends allow to the most, which is wider. Nothing
/// but 0 to infinity is known where more time was not shown to gain.
Estimate time_factor(const Estimate& gain, const Estimate& doubling);

}  // namespace banyan::bench
