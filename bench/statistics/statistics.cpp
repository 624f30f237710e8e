// Statistics of matches and measurements; see statistics.hpp.
#include "bench/statistics/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
// Always double: valgrind computes long double as double, which Boost reports as overflow.
#define BOOST_MATH_PROMOTE_DOUBLE_POLICY false
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace banyan::bench {
namespace {

constexpr double kLn10 = 2.302585092994046;
constexpr double kEloPerDeviation = 800 / kLn10;

using Distribution = std::array<double, 5>;

/// A's score per game in each cell of a pentanomial.
constexpr Distribution kScores{0, 0.25, 0.5, 0.75, 1};

struct Moments {
  double mean = 0;
  double variance = 0;
};

/// Moments of values with these shares.
Moments moments(std::span<const double> p, std::span<const double> values = kScores) {
  Moments m;
  for (std::size_t i = 0; i < p.size(); ++i) m.mean += p[i] * values[i];
  for (std::size_t i = 0; i < p.size(); ++i) {
    m.variance += p[i] * (values[i] - m.mean) * (values[i] - m.mean);
  }
  return m;
}

/// Shares of the cells; needs at least one pair.
Distribution shares(const Pentanomial& counts) {
  const auto total = static_cast<double>(pair_count(counts));
  Distribution p{};
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = static_cast<double>(counts[i]) / total;
  return p;
}

/// The only cell with pairs, or -1.
int only_cell(const Pentanomial& counts) {
  const std::uint64_t pairs = pair_count(counts);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (pairs > 0 && counts[i] == pairs) return static_cast<int>(i);
  }
  return -1;
}

/// Student's t.
using Student = boost::math::students_t_distribution<double>;

/// The standard error of the mean, from the pairs' own spread. Needs at least two pairs.
double standard_error(const Moments& m, double pairs) {
  return std::sqrt(m.variance / (pairs - 1));
}

/// Whether the mean is so close to 0 or 1 that it cannot be normal: four standard errors exceed the
/// range. Student's interval of 20 pairs then held in 87 to 93 % of simulated matches.
bool is_lopsided(const Moments& m, double pairs) {
  return 4 * standard_error(m, pairs) > std::min(m.mean, 1 - m.mean);
}

/// How far a true mean `at` is missed, in standard errors of a mean there. The pairs count as
/// independent trials of a coin with the same variance (Wilson 1927; Korn and Graubard 1998 on the
/// effective number).
double wilson_errors(const Moments& m, double pairs, double at) {
  const double spread = standard_error(m, pairs) / std::sqrt(m.mean * (1 - m.mean));
  return std::abs(m.mean - at) / (spread * std::sqrt(at * (1 - at)));
}

/// The means that are missed by at most t.
Interval wilson_means(const Moments& m, double pairs, double t) {
  const double spread = t * standard_error(m, pairs) / std::sqrt(m.mean * (1 - m.mean));
  const double k = spread * spread;  // t^2 over the effective number of pairs
  const double middle = (m.mean + k / 2) / (1 + k);
  const double half = std::sqrt(k * (m.mean * (1 - m.mean) + k / 4)) / (1 + k);
  return {middle - half, middle + half};
}

/// An interval that errs with probability `errs`, half of it on either side.
Interval score_interval(const Pentanomial& counts, double errs) {
  const auto pairs = static_cast<double>(pair_count(counts));
  if (const int cell = only_cell(counts); cell >= 0) {
    const double others = 1 - std::pow(errs / 2, 1 / pairs);
    const double s = kScores[static_cast<std::size_t>(cell)];
    return {s * (1 - others), s + (1 - s) * others};
  }
  const Moments m = moments(shares(counts));
  const double t = boost::math::quantile(Student(pairs - 1), 1 - errs / 2);
  const double error = t * standard_error(m, pairs);
  Interval interval{std::max(0.0, m.mean - error), std::min(1.0, m.mean + error)};
  if (is_lopsided(m, pairs)) interval = wilson_means(m, pairs, t);
  if (pairs <= kFewPairs && equality_p_value(counts) > errs) {
    interval = {std::min(interval.lower, 0.5), std::max(interval.upper, 0.5)};
  }
  return interval;
}

/// max over p of sum share_i ln p_i subject to sum p_i phi_i = 0 is p_i = share_i / (1 + theta
/// phi_i), with theta the root of sum share_i phi_i / (1 + theta phi_i), which falls from
/// +infinity to -infinity between the poles -1/max phi and -1/min phi.
std::vector<double> most_likely(std::span<const double> share, std::span<const double> phi) {
  double low = -1 / *std::max_element(phi.begin(), phi.end());
  double high = -1 / *std::min_element(phi.begin(), phi.end());
  for (int step = 0; step < 100; ++step) {
    const double theta = (low + high) / 2;
    double slope = 0;
    for (std::size_t i = 0; i < phi.size(); ++i) slope += share[i] * phi[i] / (1 + theta * phi[i]);
    (slope > 0 ? low : high) = theta;
  }
  std::vector<double> p(share.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = share[i] / (1 + (low + high) / 2 * phi[i]);
  }
  return p;
}

/// The scores of deals of several games, in ascending order: different values, and the number of
/// deals with each. `even` is the score of equal players.
struct DealScores {
  std::vector<double> values;
  std::vector<double> counts;
  double even = 0;
  double games = 1;

  [[nodiscard]] double total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }

  [[nodiscard]] std::vector<double> shares() const {
    std::vector<double> shares = counts;
    for (double& share : shares) share /= total();
    return shares;
  }
};

std::vector<double> most_likely_with_mean(const DealScores& scores, double expected_score) {
  std::vector<double> phi;
  for (const double value : scores.values) phi.push_back(value - expected_score);
  return most_likely(scores.shares(), phi);
}

/// The constraint is (mean - even) / deviation = t. It is not linear in p, so it is linearised
/// about the last p and solved again until p is stable (Van den Bergh, section 4.1). It starts with
/// half of the deals at either end, where phi has both signs for every |t| < 1.
std::vector<double> most_likely_with_t_value(const DealScores& scores, double t) {
  const std::vector<double> shares = scores.shares();
  std::vector<double> p(shares.size());
  p.front() = p.back() = 0.5;
  std::vector<double> phi(p.size());
  for (int round = 0; round < 100; ++round) {
    const Moments m = moments(p, scores.values);
    const double deviation = std::sqrt(m.variance);
    for (std::size_t i = 0; i < phi.size(); ++i) {
      const double z = (scores.values[i] - m.mean) / deviation;
      phi[i] = scores.values[i] - scores.even - 0.5 * t * deviation * (1 + z * z);
    }
    std::vector<double> next = most_likely(shares, phi);
    double change = 0;
    for (std::size_t i = 0; i < p.size(); ++i) change = std::max(change, std::abs(next[i] - p[i]));
    p = std::move(next);
    if (change < 1e-10) break;
  }
  return p;
}

double llr(const DealScores& scores, const SprtSettings& settings) {
  const auto fit = [&](double bound) {
    if (settings.scale == EloScale::kLogistic) {
      return most_likely_with_mean(scores, score_of_elo(bound));
    }
    // A deal's mean score deviates sqrt(games) times less than a game's.
    return most_likely_with_t_value(scores, std::sqrt(scores.games) * bound / kEloPerDeviation);
  };
  const std::vector<double> h0 = fit(settings.lower);
  const std::vector<double> h1 = fit(settings.upper);
  double sum = 0;
  for (std::size_t i = 0; i < h0.size(); ++i) sum += scores.counts[i] * std::log(h1[i] / h0[i]);
  return sum;
}

/// Counted for each score without deals, so that every hypothesis has a likelihood.
constexpr double kEmptyCell = 1e-3;

/// A test by Student's t of the difference between the means of two samples' logarithms.
struct LogarithmTest {
  double difference = 0;  ///< of the means
  double error = 0;       ///< the difference's standard error; infinite if it is not known
  double freedom = 1;     ///< degrees of freedom

  [[nodiscard]] Estimate ratio() const {
    const double value = std::exp(difference);
    if (std::isinf(error)) return with_interval(value, {0, kInfinity});
    if (error == 0) return plus_minus(value, 0);
    const double t = boost::math::quantile(Student(freedom), 0.975);
    return with_interval(value,
                         {std::exp(difference - t * error), std::exp(difference + t * error)});
  }

  [[nodiscard]] double p_value() const {
    if (difference == 0 || std::isinf(error)) return 1;
    if (error == 0) return 0;
    const double t = std::abs(difference) / error;
    return 2 * boost::math::cdf(boost::math::complement(Student(freedom), t));
  }
};

std::vector<double> logarithms(std::span<const double> sample) {
  std::vector<double> logs;
  for (const double x : sample) logs.push_back(std::log(x));
  return logs;
}

double variance_of_mean(std::span<const double> sample) {
  const double deviation = standard_deviation(sample);
  return deviation * deviation / static_cast<double>(sample.size());
}

LogarithmTest welch_test(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> log_a = logarithms(a);
  const std::vector<double> log_b = logarithms(b);
  const double difference = mean(log_a) - mean(log_b);
  const bool known = std::isfinite(difference);  // a rate of 0 has no logarithm
  if (!known || a.size() < 2 || b.size() < 2) return {difference, kInfinity, 1};
  const double va = variance_of_mean(log_a);
  const double vb = variance_of_mean(log_b);
  if (va + vb == 0) return {difference, 0, 1};
  const auto square_over = [](double v, std::size_t n) {
    return v * v / static_cast<double>(n - 1);
  };
  const double freedom =
      (va + vb) * (va + vb) / (square_over(va, a.size()) + square_over(vb, b.size()));
  return {difference, std::sqrt(va + vb), freedom};  // freedom: Satterthwaite (1946)
}

LogarithmTest paired_test(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) throw std::invalid_argument("pairs need two samples of one size");
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i) ratios.push_back(std::log(a[i] / b[i]));
  const double difference = mean(ratios);
  if (!std::isfinite(difference) || a.size() < 2) return {difference, kInfinity, 1};
  return {difference, std::sqrt(variance_of_mean(ratios)), static_cast<double>(a.size() - 1)};
}

}  // namespace

Estimate with_interval(double value, Interval interval) {
  const bool open = std::isinf(interval.lower) || std::isinf(interval.upper);
  return {value, open ? kInfinity : (interval.upper - interval.lower) / 2, interval.lower,
          interval.upper};
}

Estimate plus_minus(double value, double error95) {
  return {value, error95, value - error95, value + error95};
}

std::uint64_t pair_count(const Pentanomial& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double score(const Pentanomial& counts) {
  return pair_count(counts) == 0 ? 0.5 : moments(shares(counts)).mean;
}

double draw_ratio(const Pentanomial& counts) {
  return pair_count(counts) == 0 ? 0 : shares(counts)[2];
}

double elo_of_score(double expected_score) {
  if (expected_score <= 0) return -kInfinity;
  if (expected_score >= 1) return kInfinity;
  return 400 * std::log10(expected_score / (1 - expected_score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate elo(const Pentanomial& counts, std::size_t family) {
  if (pair_count(counts) == 0) return plus_minus(0, kInfinity);
  const Interval s = score_interval(counts, 0.05 / static_cast<double>(family));
  return with_interval(elo_of_score(score(counts)), {elo_of_score(s.lower), elo_of_score(s.upper)});
}

std::string format_elo(const Estimate& elo) {
  const auto& [value, error95, lower, upper] = elo;
  if (std::isnan(value) || (std::isinf(lower) && std::isinf(upper))) return "unknown";
  if (std::isinf(upper)) return fmt::format("> {:+.0f}", lower);
  if (std::isinf(lower)) return fmt::format("< {:+.0f}", upper);
  return fmt::format("{:+.1f} ± {:.1f}", value, (upper - lower) / 2);
}

double times_as_wide(std::size_t family) {
  const double errs = 0.05 / static_cast<double>(family);
  return boost::math::quantile(boost::math::normal{}, 1 - errs / 2) / kZ95;
}

double difference_p_value(const Pentanomial& counts) {
  const auto pairs = static_cast<double>(pair_count(counts));
  if (pairs == 0) return 1;
  if (const int cell = only_cell(counts); cell >= 0) {
    // The probability of as many equal pairs, if the mean could still be even; two-sided.
    const double s = kScores[static_cast<std::size_t>(cell)];
    return std::min(1.0, 2 * std::pow(0.5 / std::max(s, 1 - s), pairs));
  }
  const Moments m = moments(shares(counts));
  const double t = is_lopsided(m, pairs) ? wilson_errors(m, pairs, 0.5)
                                         : std::abs(m.mean - 0.5) / standard_error(m, pairs);
  const double p = 2 * boost::math::cdf(boost::math::complement(Student(pairs - 1), t));
  return pairs <= kFewPairs ? std::max(p, equality_p_value(counts)) : p;
}

namespace {

/// Of counts by the score of so many games each.
Estimate normalised_elo_of(const Pentanomial& counts, double games) {
  const std::uint64_t pairs = pair_count(counts);
  if (pairs == 0) return plus_minus(0, kInfinity);
  const double error = kEloPerDeviation * kZ95 / std::sqrt(games * static_cast<double>(pairs));
  const Moments m = moments(shares(counts));
  double value = 0;
  if (const int cell = only_cell(counts); cell >= 0) {
    value = cell == 2 ? 0 : cell < 2 ? -kInfinity : kInfinity;
  } else {
    value = (m.mean - 0.5) / std::sqrt(games * m.variance) * kEloPerDeviation;
  }
  return plus_minus(value, error);
}

}  // namespace

Estimate normalised_elo(const Pentanomial& counts) { return normalised_elo_of(counts, 2); }

Estimate normalised_elo(const Trinomial& games) { return normalised_elo_of(as_pairs(games), 1); }

double los(const Pentanomial& counts) {
  const auto pairs = static_cast<double>(pair_count(counts));
  if (pairs == 0) return 0.5;
  if (const int cell = only_cell(counts); cell >= 0) {
    const double worse = std::exp2(-(pairs + 1));
    return cell == 2 ? 0.5 : cell < 2 ? worse : 1 - worse;
  }
  const Moments m = moments(shares(counts));
  return boost::math::cdf(Student(pairs - 1), (m.mean - 0.5) / standard_error(m, pairs));
}

double equality_p_value(const Pentanomial& counts) {
  using Binomial = boost::math::binomial_distribution<double>;
  const auto count = [&](std::size_t cell) { return static_cast<double>(counts[cell]); };
  // In half points: the weight of pairs won or lost by one, and by two.
  const double ones = count(1) + count(3);
  const double twos = count(0) + count(4);
  const double seen = std::abs(count(3) - count(1) + 2 * (count(4) - count(0)));
  if (seen == 0) return 1;
  const Binomial of_ones(ones, 0.5);
  const Binomial of_twos(twos, 0.5);
  double p = 0;
  for (double won = 0; won <= twos; ++won) {
    const double least = (seen - 2 * (2 * won - twos) + ones) / 2;  // won of the ones
    if (least > ones) continue;
    const double enough =
        least <= 0 ? 1 : boost::math::cdf(boost::math::complement(of_ones, std::ceil(least) - 1));
    p += boost::math::pdf(of_twos, won) * enough;
  }
  return std::min(1.0, 2 * p);
}

double pairs_to_find(const Pentanomial& counts, double elo) {
  if (pair_count(counts) == 0 || only_cell(counts) >= 0) return kInfinity;
  const double z = (kZ95 + kZ80) / (score_of_elo(elo) - 0.5);
  return std::max(1.0, z * z * moments(shares(counts)).variance);
}

void check(const SprtSettings& s) {
  const bool normalised = s.scale == EloScale::kNormalised;
  const double largest = normalised ? kLargestNormalisedBound : 800;
  if (!(s.lower >= -largest && s.lower < s.upper && s.upper <= largest)) {
    throw std::invalid_argument(fmt::format(
        "SPRT bounds [{}, {}] are unusable: give two {} Elo numbers from -{} to {}, the "
        "smaller first",
        s.lower, s.upper, normalised ? "normalised" : "logistic", largest, largest));
  }
  if (!(s.alpha > 0 && s.alpha < 0.5 && s.beta > 0 && s.beta < 0.5)) {
    throw std::invalid_argument(
        fmt::format("SPRT error rates alpha={} and beta={} are unusable: give each above 0 and "
                    "below 0.5",
                    s.alpha, s.beta));
  }
}

SprtLimits sprt_limits(double alpha, double beta) {
  check(SprtSettings{.alpha = alpha, .beta = beta});
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

namespace {

/// Of as many deals of `games` games each as `counts` has, by their score: `values`.
double llr_of(std::span<const std::uint64_t> counts, std::vector<double> values, double games,
              const SprtSettings& settings) {
  check(settings);
  DealScores scores{std::move(values), {}, 0.5, games};
  bool any = false;
  for (const std::uint64_t count : counts) {
    any = any || count > 0;
    scores.counts.push_back(count == 0 ? kEmptyCell : static_cast<double>(count));
  }
  return any ? llr(scores, settings) : 0;
}

}  // namespace

double llr(const Pentanomial& counts, const SprtSettings& settings) {
  return llr_of(counts, {kScores.begin(), kScores.end()}, 2, settings);
}

double llr(const Trinomial& games, const SprtSettings& settings) {
  return llr_of(games, {0, 0.5, 1}, 1, settings);
}

double largest_bound(std::size_t games) {
  return kLargestNormalisedBound * std::min(1.0, std::sqrt(2 / static_cast<double>(games)));
}

double llr(std::span<const double> advantages, std::size_t games, const SprtSettings& settings) {
  check(settings);
  const double largest = largest_bound(games);
  if (settings.scale != EloScale::kNormalised || settings.lower < -largest ||
      settings.upper > largest) {
    throw std::invalid_argument(fmt::format(
        "SPRT bounds [{}, {}] are unusable for deals of {} games: give normalised Elo from -{:.0f} "
        "to {:.0f}",
        settings.lower, settings.upper, games, std::floor(largest), std::floor(largest)));
  }
  double most = 0;
  for (const double advantage : advantages) most = std::max(most, std::abs(advantage));
  if (most == 0) return 0;
  // Sums of the same scores in another order count as one value, on a grid far below any score.
  std::map<double, double> cells{{-1, kEmptyCell}, {1, kEmptyCell}};
  for (const double advantage : advantages) {
    double& count = cells[std::round(advantage / most * 1e9) / 1e9];
    count = count < 1 ? 1 : count + 1;
  }
  DealScores scores{{}, {}, 0, static_cast<double>(games)};
  for (const auto& [value, count] : cells) {
    scores.values.push_back(value);
    scores.counts.push_back(count);
  }
  return llr(scores, settings);
}

Verdict sprt_verdict(double llr, const SprtLimits& limits) {
  if (llr >= limits.accept_h1) return Verdict::kH1;
  return llr <= limits.accept_h0 ? Verdict::kH0 : Verdict::kContinue;
}

const char* to_text(Verdict verdict) {
  constexpr std::array kTexts{"continue", "H0", "H1"};
  return kTexts[static_cast<std::size_t>(verdict)];
}

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials) {
  if (successes > trials) {
    throw std::invalid_argument(fmt::format(
        "a proportion of {} in {}: give successes up to the trials", successes, trials));
  }
  if (trials == 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double z = boost::math::quantile(boost::math::normal{}, 0.975);
  const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // At the ends the formula is exact except for rounding.
  return {successes == 0 ? 0 : std::max(0.0, centre - half),
          successes == trials ? 1 : std::min(1.0, centre + half)};
}

double mean(std::span<const double> sample) {
  if (sample.empty()) return kNaN;
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

double standard_deviation(std::span<const double> sample) {
  if (sample.size() < 2) return kNaN;
  const double centre = mean(sample);
  double squares = 0;
  for (const double x : sample) squares += (x - centre) * (x - centre);
  return std::sqrt(squares / static_cast<double>(sample.size() - 1));
}

double quantile(std::span<const double> sample, double probability) {
  if (sample.empty()) return kNaN;
  std::vector<double> sorted(sample.begin(), sample.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = std::clamp(probability, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

double median(std::span<const double> sample) { return quantile(sample, 0.5); }

double geometric_mean(std::span<const double> sample) { return std::exp(mean(logarithms(sample))); }

Estimate mean_estimate(std::span<const double> sample) {
  const double value = mean(sample);
  if (sample.size() < 2) return with_interval(value, {-kInfinity, kInfinity});
  const auto n = static_cast<double>(sample.size());
  const double t = boost::math::quantile(Student(n - 1), 0.975);
  return plus_minus(value, t * standard_deviation(sample) / std::sqrt(n));
}

Estimate ratio_estimate(std::span<const double> a, std::span<const double> b) {
  return welch_test(a, b).ratio();
}
double ratio_p_value(std::span<const double> a, std::span<const double> b) {
  return welch_test(a, b).p_value();
}

Estimate paired_ratio_estimate(std::span<const double> a, std::span<const double> b) {
  return paired_test(a, b).ratio();
}
double paired_ratio_p_value(std::span<const double> a, std::span<const double> b) {
  return paired_test(a, b).p_value();
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;  // of those before: adjusted p-values must not decrease
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double scaled = static_cast<double>(order.size() - rank) * p_values[order[rank]];
    largest = std::max(largest, std::min(1.0, scaled));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

Estimate rate_estimate(const std::vector<double>& sample) {
  std::vector<double> positive(sample);
  std::erase_if(positive, [](double x) { return !(x > 0); });
  if (positive.empty()) return kNotMeasured;
  const Estimate of_logs = closed(mean_estimate(logarithms(positive)));
  return with_interval(std::exp(of_logs.value),
                       {std::exp(of_logs.lower95), std::exp(of_logs.upper95)});
}

Estimate closed(Estimate estimate) {
  return std::isfinite(estimate.error95) ? estimate : plus_minus(estimate.value, 0);
}

}  // namespace banyan::bench
