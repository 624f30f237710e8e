// Whether two players differ by less than a margin or by more, decided whenever it shows: the
// statistics of `match --equivalent`. Pure functions.
#pragma once

#include "bench/statistics/statistics.hpp"

namespace banyan::bench {

/// Logistic Elo of A over B with an interval that holds the truth at *all* numbers of pairs
/// together in at least 95 % of matches, so that it may be looked at after every pair and a match
/// may end on it: a confidence sequence by betting (Waudby-Smith and Ramdas 2024, "Estimating means
/// of bounded random variables by betting"). Of a pair's score x, from 0 to 1, who bets a share l
/// of his wealth on a mean above m has after n pairs
///
///   W(m) = mean over l of prod (1 + l (x_i - m)),   l = 1, 1/2, ... 1/64,
///
/// which is a nonnegative supermartingale if the mean is at most m, and so ever reaches 1/alpha
/// with a chance of at most alpha (Ville 1939). Means below which W reaches 2/0.05 are left out;
/// those above likewise. It needs no normal scores and no least number of pairs, and it is wider
/// than the interval of elo(), which is for one number of pairs, set before.
Estimate anytime_elo(const Pentanomial& counts);

enum class Equivalence { kContinue, kEquivalent, kStronger, kWeaker };

/// Two one-sided tests (Schuirmann 1987) on that interval: `margin` Elo or more either way are
/// ruled out (kEquivalent), or less than the margin over B, or under it, is (kStronger, kWeaker). A
/// match that ends with the first that is decided says what is false with a chance of at most 5 %.
Equivalence equivalence(const Pentanomial& counts, double margin);

/// "continue", "equivalent", "stronger" or "weaker".
const char* to_text(Equivalence equivalence);

}  // namespace banyan::bench
