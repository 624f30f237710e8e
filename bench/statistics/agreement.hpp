// Whether what we measure agrees with what was published. Pure functions.
#pragma once

#include <string>

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// What a published number or claim allows a quantity to be: the values between two ends, of which
/// either may be infinite. "A is better than B" allows a difference above 0; "near-ideal" an
/// efficiency above 0.8; a number all that lies within a factor of it (`about`).
using Allowed = Interval;

/// All within this factor of a published number, either way. It has to cover the number's own
/// error, and what another game and another program may change without anybody calling the result
/// another: each paper says its factor.
Allowed about(double number, double factor);

enum class Agreement { kAgrees, kDiffers, kCannotTell, kUnmeasured };

/// The three-sided comparison of an equivalence test (Schuirmann 1987, "two one-sided tests"; the
/// region of practical equivalence of Kruschke 2018), with our 95 % interval as the region of what
/// may be true:
///
///   agrees        the whole interval lies inside what is allowed
///   differs       the whole interval lies outside it
///   cannot tell   it lies on both sides of an end: more work would tell
///   not measured  there is no estimate (its ends are NaN)
///
/// So "agrees" is shown, not the mere absence of a contradiction, and each is wrong in at most 5 %
/// of cells. Ends belong to neither side.
Agreement agreement(const Allowed& allowed, const Estimate& ours);

/// "agrees", "differs", "cannot tell", "not measured".
const char* to_text(Agreement agreement);

/// "0.8 to 1.25", "> 0", "< 0.8".
std::string allowed_text(const Allowed& allowed);

/// "0.52 (0.41 to 0.66)"; "> 0.41" or "< 0.66" where an end is not known, "unknown" where neither
/// is; "-" if nothing was measured.
std::string ours_text(const Estimate& ours);

}  // namespace banyan::bench
