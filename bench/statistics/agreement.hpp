// Whether our measurements agree with published ones. Pure functions.
#pragma once

#include <string>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// The values that a published number or claim allows for a quantity: an interval, whose ends may
/// be infinite. "A is better than B" allows a difference above 0; "near-ideal" an efficiency above
/// 0.8; a number everything within a factor of it (`about`).
using Allowed = Interval;

/// All values within this factor of a published number, either way. The factor covers the number's
/// own error and the effects of another game and program that would not count as a different
/// result. Each paper states its factor.
Allowed about(double number, double factor);

enum class Agreement { kAgrees, kDiffers, kCannotTell, kUnmeasured };

/// The three-way comparison of an equivalence test (Schuirmann 1987, "two one-sided tests"; the
/// region of practical equivalence of Kruschke 2018). Our 95 % interval is the region of plausible
/// values:
///
///   agrees        the whole interval lies inside what is allowed
///   differs       the whole interval lies outside it
///   cannot tell   it lies on both sides of an end: more work would decide
///   not measured  there is no estimate (its ends are NaN)
///
/// So "agrees" is shown, not just not contradicted, and each verdict is wrong in at most 5 % of
/// cells. Ends belong to neither side.
Agreement agreement(const Allowed& allowed, const Estimate& ours);

/// "agrees", "differs", "cannot tell", "not measured".
const char* to_text(Agreement agreement);

/// "0.8 to 1.25", "> 0", "< 0.8".
std::string allowed_text(const Allowed& allowed);

/// "0.52 (0.41 to 0.66)"; "> 0.41" or "< 0.66" if one end is unknown, "unknown" if both are; "-" if
/// nothing was measured.
std::string ours_text(const Estimate& ours);

}  // namespace banyan::bench
