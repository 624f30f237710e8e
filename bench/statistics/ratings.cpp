// Fits the model of Bradley and Terry by Newton's method; see ratings.hpp.
#include "bench/statistics/ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace banyan::bench {
namespace {

constexpr double kEloPerUnit = 400 / 2.302585092994046;  // of the natural logarithm of strength

using Matrix = std::vector<std::vector<double>>;

/// By Gauss and Jordan; the matrices here are positive definite, so no pivot vanishes.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t column = 0; column < n; ++column) {
    const double pivot = m[column][column];
    for (std::size_t k = 0; k < n; ++k) {
      m[column][k] /= pivot;
      result[column][k] /= pivot;
    }
    for (std::size_t row = 0; row < n; ++row) {
      if (row == column) continue;
      const double factor = m[row][column];
      for (std::size_t k = 0; k < n; ++k) {
        m[row][k] -= factor * m[column][k];
        result[row][k] -= factor * result[column][k];
      }
    }
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = a.size();
  Matrix result(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

/// reach[i][j]: whether a chain of players leads from i to j in which each scored against the next.
using Reach = std::vector<std::vector<bool>>;

Reach transitive(Reach reach) {
  const std::size_t n = reach.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; reach[i][k] && j < n; ++j) {
        if (reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

void check(std::size_t players, std::span<const Pairing> pairings, std::size_t anchor) {
  for (const Pairing& p : pairings) {
    if (p.a >= players || p.b >= players || p.a == p.b) {
      throw std::invalid_argument(
          fmt::format("a pairing of players {} and {} among {}", p.a, p.b, players));
    }
  }
  if (anchor >= players || !connected(players, pairings)) {
    throw std::invalid_argument(fmt::format(
        "ratings of {} players over player {}: give one of them, and pairs that connect them all",
        players, anchor));
  }
}

double expected(double difference) { return 1 / (1 + std::exp(-difference)); }

/// Strengths (logarithms) of the players in `group`, whose first one is the anchor at 0, and their
/// covariances. Both are 0 for the anchor and meaningless for players outside.
class Fit {
 public:
  Fit(std::vector<std::size_t> group, std::size_t players, std::span<const Pairing> pairings)
      : group_(std::move(group)), index_(players, players), strength_(players) {
    for (std::size_t i = 0; i < group_.size(); ++i) index_[group_[i]] = i;
    for (const Pairing& p : pairings) {
      if (index_[p.a] < players && index_[p.b] < players) pairings_.push_back(p);
    }
    maximise();
  }

  [[nodiscard]] double strength(std::size_t player) const { return strength_[player]; }

  /// The standard error of a member's strength relative to the anchor's.
  [[nodiscard]] double error(std::size_t player) const {
    const std::size_t i = index_[player];
    return i == 0 ? 0 : std::sqrt(covariance_[i - 1][i - 1]);
  }

 private:
  /// Adds x (e_a - e_b)(e_a - e_b)^T to the entries of a and b, without the anchor's.
  void add(Matrix& matrix, const Pairing& p, double x) const {
    const std::size_t a = index_[p.a];
    const std::size_t b = index_[p.b];
    if (a > 0) matrix[a - 1][a - 1] += x;
    if (b > 0) matrix[b - 1][b - 1] += x;
    if (a > 0 && b > 0) {
      matrix[a - 1][b - 1] -= x;
      matrix[b - 1][a - 1] -= x;
    }
  }

  /// Newton's method on the concave log-likelihood, with steps limited to 1.
  void maximise() {
    const std::size_t n = group_.size() - 1;
    Matrix information;
    for (double step = 1; step > 1e-12;) {
      information.assign(n, std::vector<double>(n));
      std::vector<double> gradient(n + 1);
      for (const Pairing& p : pairings_) {
        const double games = 2 * static_cast<double>(pair_count(p.counts));
        const double e = expected(strength_[p.a] - strength_[p.b]);
        gradient[index_[p.a]] += games * (score(p.counts) - e);
        gradient[index_[p.b]] -= games * (score(p.counts) - e);
        add(information, p, games * e * (1 - e));
      }
      const Matrix inverted = inverse(information);
      std::vector<double> change(n);
      step = 0;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) change[i] += inverted[i][j] * gradient[j + 1];
        step = std::max(step, std::abs(change[i]));
      }
      for (std::size_t i = 0; i < n; ++i)
        strength_[group_[i + 1]] += change[i] / std::max(1.0, step);
    }
    Matrix variation(n, std::vector<double>(n));
    for (const Pairing& p : pairings_) add(variation, p, variation_of(p));
    const Matrix inverted = inverse(information);
    covariance_ = product(product(inverted, variation), inverted);
  }

  /// The sum of squared deviations of pairs' points from their expectation, with one more pair
  /// (half of it with 0 points, half with 2).
  [[nodiscard]] double variation_of(const Pairing& p) const {
    const double points = 2 * expected(strength_[p.a] - strength_[p.b]);
    double sum = (points * points + (2 - points) * (2 - points)) / 2;
    for (std::size_t i = 0; i < p.counts.size(); ++i) {
      const double miss = static_cast<double>(i) / 2 - points;
      sum += static_cast<double>(p.counts[i]) * miss * miss;
    }
    return sum;
  }

  std::vector<std::size_t> group_;
  std::vector<std::size_t> index_;  ///< a player's place in group_, or the number of players
  std::vector<double> strength_;
  std::vector<Pairing> pairings_;
  Matrix covariance_;
};

/// The strength at which all of these pairs against opponents of these strengths are won with
/// probability 2.5 %.
double least_strength(const std::vector<std::pair<double, double>>& opponents_and_pairs) {
  if (opponents_and_pairs.empty()) return -kInfinity;
  double low = -100;
  double high = 100;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    double logarithm = 0;
    for (const auto& [opponent, pairs] : opponents_and_pairs) {
      logarithm += pairs * std::log(expected(middle - opponent));
    }
    (logarithm < std::log(0.025) ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

bool connected(std::size_t players, std::span<const Pairing> pairings) {
  Reach met(players, std::vector<bool>(players));
  for (const Pairing& p : pairings) {
    if (pair_count(p.counts) > 0) met[p.a][p.b] = met[p.b][p.a] = true;
  }
  met = transitive(met);
  for (std::size_t i = 1; i < players; ++i) {
    if (!met[0][i]) return false;
  }
  return true;
}

std::vector<Estimate> bradley_terry(std::size_t players, std::span<const Pairing> pairings,
                                    std::size_t anchor) {
  check(players, pairings, anchor);
  Reach scored(players, std::vector<bool>(players));
  for (std::size_t i = 0; i < players; ++i) scored[i][i] = true;
  for (const Pairing& p : pairings) {
    if (pair_count(p.counts) == 0) continue;
    if (score(p.counts) > 0) scored[p.a][p.b] = true;
    if (score(p.counts) < 1) scored[p.b][p.a] = true;
  }
  scored = transitive(scored);
  std::vector<std::size_t> group{anchor};
  for (std::size_t i = 0; i < players; ++i) {
    if (i != anchor && scored[i][anchor] && scored[anchor][i]) group.push_back(i);
  }
  const Fit fit(group, players, pairings);

  std::vector<Estimate> ratings(players);
  for (std::size_t i = 0; i < players; ++i) {
    const bool above = scored[i][anchor];
    const bool below = scored[anchor][i];
    if (above && below) {
      ratings[i] = plus_minus(fit.strength(i) * kEloPerUnit, kZ95 * fit.error(i) * kEloPerUnit);
      continue;
    }
    std::vector<std::pair<double, double>> met;  // mirrored if it is below
    for (const Pairing& p : pairings) {
      const std::size_t other = p.a == i ? p.b : p.a;
      if ((p.a != i && p.b != i) || std::find(group.begin(), group.end(), other) == group.end()) {
        continue;
      }
      const auto pairs = static_cast<double>(pair_count(p.counts));
      if (pairs > 0) met.emplace_back(above ? fit.strength(other) : -fit.strength(other), pairs);
    }
    const double least = least_strength(met) * kEloPerUnit;
    ratings[i] = above   ? Estimate{kInfinity, kInfinity, least, kInfinity}
                 : below ? Estimate{-kInfinity, kInfinity, -kInfinity, -least}
                         : Estimate{kNaN, kInfinity, -kInfinity, kInfinity};
  }
  return ratings;
}

}  // namespace banyan::bench
