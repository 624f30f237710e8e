// Whether two players differ by less than a margin or by more, decided as soon as possible: the
// statistics of `match --equivalent`. Pure functions.
#pragma once

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// Logistic Elo of A over B. In at least 95 % of matches, its interval holds the truth at *all*
/// numbers of pairs together, so it may be checked after every pair, and a match may end on it. It
/// is a confidence sequence by betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded
/// random variables by betting"). For pair scores x from 0 to 1, betting a share l of the wealth on
/// a mean above m gives after n pairs
///
///   W(m) = mean over l of prod (1 + l (x_i - m)),   l = 1, 1/2, ... 1/64,
///
/// This is a nonnegative supermartingale if the mean is at most m, so it ever reaches 1/alpha with
/// probability at most alpha (Ville 1939). Means for which W reaches 2/0.05 are excluded, and
/// likewise from above. It needs neither normal scores nor a minimum of pairs. It is wider than the
/// interval of elo(), which is for a single number of pairs, fixed in advance.
Estimate anytime_elo(const Pentanomial& counts);

enum class Equivalence { kContinue, kEquivalent, kStronger, kWeaker };

/// Two one-sided tests (Schuirmann 1987) on that interval. kEquivalent: differences of `margin` Elo
/// or more are ruled out either way. kStronger, kWeaker: less than the margin over B, or under it,
/// is ruled out. A match that ends with the first decision errs with probability at most 5 %.
Equivalence equivalence(const Pentanomial& counts, double margin);

/// "continue", "equivalent", "stronger" or "weaker".
const char* to_text(Equivalence equivalence);

}  // namespace banyan::bench
