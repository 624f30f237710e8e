// Statistics of matches and measurements: Elo, the SPRT, proportions, means. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace banyan::bench {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kZ95 = 1.959963984540054;   ///< 97.5 % quantile of the standard normal
inline constexpr double kZ80 = 0.8416212335729143;  ///< 80 % quantile

/// A closed interval. An end is infinite if the data leave it open.
struct Interval {
  double lower = 0;
  double upper = 0;
};

/// An estimate with its 95 % confidence interval. error95 is half the interval's width, and
/// infinite if either end is. nlohmann-json writes infinities and NaN as null.
struct Estimate {
  double value = 0;
  double error95 = 0;
  double lower95 = 0;
  double upper95 = 0;
};

/// The estimate with this interval, and with `error95` on either side.
Estimate with_interval(double value, Interval interval);
Estimate plus_minus(double value, double error95);

/// Whether the ends of a positive number's interval differ by more than a factor of two.
inline bool too_noisy(const Estimate& positive) { return positive.upper95 > 2 * positive.lower95; }

/// Stands for a missing measurement.
inline constexpr Estimate kNotMeasured{kNaN, kNaN, kNaN, kNaN};

// ---- matches of game pairs ---------------------------------------------------------------------

/// Counts of pairs (one opening, colours swapped) by player A's score over the two games: [LL, LD,
/// DD or WL, WD, WW], which is 0, 1/2, 1, 3/2 and 2 points.
using Pentanomial = std::array<std::uint64_t, 5>;

/// Counts a pair by A's results in its two games, each 0 = loss, 1 = draw, 2 = win.
constexpr void add_pair(Pentanomial& counts, int first_game, int second_game) {
  ++counts[static_cast<std::size_t>(first_game + second_game)];
}

std::uint64_t pair_count(const Pentanomial& counts);

/// Counts of single games, each independent of the others: [losses, draws, wins] of A.
using Trinomial = std::array<std::uint64_t, 3>;

/// Pairs whose two games agree, one for each game. score(), elo(), los(), difference_p_value() and
/// pairs_to_find() of them are those of the games.
constexpr Pentanomial as_pairs(const Trinomial& games) {
  return {games[0], 0, games[1], 0, games[2]};
}

/// A's mean score per game in [0, 1]; 1/2 without games.
double score(const Pentanomial& counts);

/// Share of pairs in which neither player did better (DD and WL), as fastchess prints it; 0
/// without games.
double draw_ratio(const Pentanomial& counts);

/// Logistic Elo of an expected score in [0, 1]: -400 log10(1/s - 1); infinite at 0 and 1.
double elo_of_score(double expected_score);

/// The inverse of elo_of_score; takes infinities too.
double score_of_elo(double elo);

/// The probability that equal players' pairs differ at least this much. Two equal players could
/// have exchanged their results in any pair, so all 2^pairs exchanges are equally likely (Fisher's
/// randomisation test, 1935). Exact for any number of pairs and any effect of openings; with fewer
/// than 6 pairs never below 0.05. 1 without pairs.
double equality_p_value(const Pentanomial& counts);

/// Up to this many pairs, elo() distinguishes players only if equality_p_value() does too.
inline constexpr double kFewPairs = 1000;

/// Logistic Elo of A over B. The interval is the score +- t standard errors of the pair scores,
/// with t by Student (1908) for pairs - 1 degrees of freedom, mapped to Elo. If the score is so
/// close to 0 or 1 that four standard errors exceed the range, it is Wilson's (1927) for as many
/// independent trials as the pairs are worth (Korn and Graubard 1998), with the same t. That stays
/// within [0, 1] and holds there. With all pairs won, the value and the upper end are +infinity.
/// Scores of few pairs are not normal, so the interval is widened to 0 if equality_p_value()
/// exceeds 0.05: equal players are called different in at most 5 % of matches of any length.
/// (fastchess uses 1.96 instead of t: with 3 pairs it calls equal players different in one match of
/// four.) If all pairs have the same score, the variance tells nothing, and the interval is the
/// exact binomial one: with 95 % confidence at most a share q = 1 - 0.025^(1/pairs) of all pairs
/// scores otherwise. No games: 0, unknown (infinite).
///
/// With a `family` of matches that are judged together, or of which the best is picked, the
/// interval is wider. Each errs in at most 5 % divided by their number, so all hold at once in 95 %
/// (Bonferroni; Dunn 1961).
Estimate elo(const Pentanomial& counts, std::size_t family = 1);

/// Elo with its 95 % interval: "+12.3 ± 4.5", where 4.5 is half the interval's width; "> +148" or
/// "< -148" if one end is open, "unknown" if both are.
std::string format_elo(const Estimate& elo);

/// How many times as wide normal intervals are of which a family of so many holds at once.
double times_as_wide(std::size_t family);

/// The p-value for whether the players differ: below 0.05 exactly if elo()'s interval excludes 0. 1
/// without pairs.
double difference_p_value(const Pentanomial& counts);

/// Normalised Elo (Van den Bergh 2021, "Comments on normalized Elo"): (score - 1/2) in units of a
/// game's standard deviation, times 800/ln 10; the deviation is the pairs' times sqrt(2). The
/// error, 800/ln 10 * 1.96/sqrt(games), is finite once there is a pair. The value is 0 without
/// games, and infinite if all pairs have the same score other than 1/2 (so are all ends).
Estimate normalised_elo(const Pentanomial& counts);
Estimate normalised_elo(const Trinomial& games);

/// Likelihood of superiority in [0, 1]: the probability that A's true score is above 1/2, by the
/// same approximation by Student's t. If all n pairs have the same score other than 1/2, it is the
/// probability under a uniform prior: 1 - 2^-(n+1) (or 2^-(n+1)). 1/2 without games.
double los(const Pentanomial& counts);

/// The total number of pairs after which elo()'s interval detects a true difference of `elo` (not
/// 0) in 80 % of matches, if pairs vary like these: (1.96 + 0.84)^2 variances divided by the
/// squared difference in score. At least 1; infinite if no two pairs differ yet.
double pairs_to_find(const Pentanomial& counts, double elo);

// ---- sequential probability ratio test ---------------------------------------------------------

/// The scale of an SPRT's bounds.
enum class EloScale { kNormalised, kLogistic };

/// H0: A is `lower` Elo stronger than B; H1: `upper` Elo. alpha and beta are the accepted
/// probabilities of a wrong H1 and of a wrong H0.
struct SprtSettings {
  double lower = 0;
  double upper = 5;
  double alpha = 0.05;
  double beta = 0.05;
  EloScale scale = EloScale::kNormalised;
};

/// The log-likelihood ratios at which the test ends.
struct SprtLimits {
  double accept_h0 = 0;  ///< at or below: H0, ln(beta / (1 - alpha))
  double accept_h1 = 0;  ///< at or above: H1, ln((1 - beta) / alpha)
};

enum class Verdict { kContinue, kH0, kH1 };

/// Throws std::invalid_argument with a sentence unless lower < upper, both within +-800 Elo
/// (logistic) or +-kLargestNormalisedBound, alpha and beta in (0, 1/2).
void check(const SprtSettings& settings);

/// Above this the iteration of llr() would start outside its region of convergence.
inline constexpr double kLargestNormalisedBound = 200;

SprtLimits sprt_limits(double alpha, double beta);

/// Log-likelihood ratio of H1 over H0 (GSPRT; Van den Bergh, "Comments on normalized Elo", section
/// 4.1, and "The generalized maximum likelihood ratio for the expectation value of a
/// distribution", both 2020). Empty cells count as 0.001 pairs, as in fishtest and fastchess.
/// 0 without games. Finite for every count; checks its settings.
double llr(const Pentanomial& counts, const SprtSettings& settings);
double llr(const Trinomial& games, const SprtSettings& settings);

/// The same for deals of `games` games each, of any number of players and in any unit. `advantages`
/// are A's mean score in each deal minus an even share, 0 on average for equal engines. Normalised
/// Elo is A's mean advantage in units of a game's standard deviation, which is a deal's times
/// sqrt(games), times 800/ln 10: for pairs, the same as above. The possible scores of deals are
/// those seen, and the largest either way. Throws std::invalid_argument for bounds beyond
/// largest_bound().
double llr(std::span<const double> advantages, std::size_t games, const SprtSettings& settings);

/// Like kLargestNormalisedBound, for deals of `games` games.
double largest_bound(std::size_t games);

Verdict sprt_verdict(double llr, const SprtLimits& limits);

/// "continue", "H0" or "H1".
const char* to_text(Verdict verdict);

// ---- proportions -------------------------------------------------------------------------------

/// Wilson's score interval (1927) of a proportion, of 95 %; [0, 1] without trials. Throws
/// std::invalid_argument if successes > trials.
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials);

// ---- samples -----------------------------------------------------------------------------------
// Undefined values (of an empty sample; a standard deviation of fewer than two) are NaN.

double mean(std::span<const double> sample);

/// With n - 1 in the denominator.
double standard_deviation(std::span<const double> sample);

/// Linear interpolation between order statistics (Hyndman and Fan 1996, type 7; R's default).
/// probability is clamped to [0, 1].
double quantile(std::span<const double> sample, double probability);

double median(std::span<const double> sample);

/// Of positive numbers.
double geometric_mean(std::span<const double> sample);

/// The mean with its 95 % interval by Student's t; a single value has an infinite error.
Estimate mean_estimate(std::span<const double> sample);

/// The geometric mean with its 95 % interval by Student's t on the logarithms, so that both ends
/// are positive. For a single value the interval is that value. NaN without positive values.
Estimate rate_estimate(const std::vector<double>& sample);

/// The same, but an estimate with an open end gets its value alone as interval.
Estimate closed(Estimate estimate);

/// The ratio of a's mean to b's, for positive numbers, with its 95 % interval: Welch's t (Welch
/// 1947) on the means of logarithms. The error is infinite if either has a single value.
Estimate ratio_estimate(std::span<const double> a, std::span<const double> b);

/// The two-sided p-value of the same test: how often samples of equal means would differ as much. 1
/// if it is unknown (a single value of either) or nothing differs; 0 if they differ and nothing
/// varies.
double ratio_p_value(std::span<const double> a, std::span<const double> b);

/// The same two for a[i] and b[i] measured in turns, so that shared effects cancel: Student's t on
/// the logarithms of a[i] / b[i]. Both must have the same length, otherwise std::invalid_argument.
Estimate paired_ratio_estimate(std::span<const double> a, std::span<const double> b);
double paired_ratio_p_value(std::span<const double> a, std::span<const double> b);

/// The p-values of several tests, adjusted (Holm 1979): if those of at most 0.05 are called
/// different, at most 5 % of such families have a false alarm. In the given order.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace banyan::bench
