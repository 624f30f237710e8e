// Bets on the mean score of pairs.
#include "bench/statistics/equivalence.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace banyan::bench {
namespace {

constexpr int kBets = 7;                         // 1, 1/2, ... 1/64
constexpr double kDecided = 3.6888794541139363;  // ln(2 / 0.05)

/// ln W(m) of a bet on a mean above m; with mirrored counts and 1 - m, on one below.
double log_wealth(const Pentanomial& counts, double m) {
  std::array<double, kBets> logs{};
  for (int bet = 0; bet < kBets; ++bet) {
    double& log = logs[static_cast<std::size_t>(bet)];
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      if (counts[cell] == 0) continue;
      const double gain = std::ldexp(static_cast<double>(cell) / 4 - m, -bet);
      log += static_cast<double>(counts[cell]) * std::log1p(gain);
    }
  }
  const double most = *std::max_element(logs.begin(), logs.end());
  if (std::isinf(most)) return most;
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  return most + std::log(sum / kBets);
}

bool shown_above(const Pentanomial& counts, double m) { return log_wealth(counts, m) >= kDecided; }

Pentanomial mirrored(Pentanomial counts) {
  std::reverse(counts.begin(), counts.end());
  return counts;
}

/// The largest score that the mean is shown to exceed; 0 if none. The wealth falls with m.
double shown_above_at_most(const Pentanomial& counts) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (shown_above(counts, middle) ? low : high) = middle;
  }
  return low < 1e-12 ? 0 : low;
}

}  // namespace

Estimate anytime_elo(const Pentanomial& counts) {
  const double lower = elo_of_score(shown_above_at_most(counts));
  const double upper = elo_of_score(1 - shown_above_at_most(mirrored(counts)));
  return with_interval(elo_of_score(score(counts)), {lower, upper});
}

Equivalence equivalence(const Pentanomial& counts, double margin) {
  const double s = score_of_elo(margin);
  const Pentanomial of_b = mirrored(counts);
  if (shown_above(counts, s)) return Equivalence::kStronger;
  if (shown_above(of_b, s)) return Equivalence::kWeaker;
  return shown_above(counts, 1 - s) && shown_above(of_b, 1 - s) ? Equivalence::kEquivalent
                                                                : Equivalence::kContinue;
}

const char* to_text(Equivalence equivalence) {
  constexpr std::array kTexts{"continue", "equivalent", "stronger", "weaker"};
  return kTexts[static_cast<std::size_t>(equivalence)];
}

}  // namespace banyan::bench
