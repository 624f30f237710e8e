// Estimates from the results of a paper's items.
#include "bench/papers/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/quality/quality.hpp"
#include "bench/statistics/speedup.hpp"

namespace banyan::bench {
namespace {

Estimate in_percent(const Estimate& e) {
  return {100 * e.value, 100 * e.error95, 100 * e.lower95, 100 * e.upper95};
}

}  // namespace

Estimate spanning(const std::vector<Estimate>& choices) {
  Estimate whole = choices.empty() ? kNotMeasured : choices.front();
  for (const Estimate& choice : choices) {
    if (std::isnan(choice.value)) return kNotMeasured;
    whole.lower95 = std::min(whole.lower95, choice.lower95);
    whole.upper95 = std::max(whole.upper95, choice.upper95);
  }
  whole.error95 = (whole.upper95 - whole.lower95) / 2;
  return whole;
}

std::string seq(std::uint64_t iterations) { return fmt::format("seq:iterations={}", iterations); }

std::vector<double> Evidence::values(std::string_view game, std::string_view field,
                                     std::string_view engine) const {
  for (const SearchSet& searches : results_.searches) {
    if (searches.game != game) continue;
    for (const SearchesRow& row : searches.rows) {
      if (row.engine == engine) return row.known(std::string(field));
    }
  }
  return {};
}

std::vector<double> Evidence::losses(std::string_view game, std::string_view engine) const {
  for (const SolvedSet& set : results_.solved) {
    if (set.game != game) continue;
    for (const SolvedRow& row : set.rows) {
      if (row.engine == engine) return parse_lost(row.lost);
    }
  }
  return {};
}

Estimate Evidence::more_lost(std::string_view game, std::string_view a, std::string_view b) const {
  const std::vector<double> of_a = losses(game, a);
  const std::vector<double> of_b = losses(game, b);
  if (of_a.empty() || of_a.size() != of_b.size()) return kNotMeasured;
  return in_percent(loss_difference(of_a, of_b));
}

Estimate Evidence::more_lost(std::string_view game, std::string_view a, std::string_view b,
                             std::string_view c, std::string_view d) const {
  std::vector<double> of_a = losses(game, a);
  const std::vector<double> of_b = losses(game, b);
  std::vector<double> of_c = losses(game, c);
  const std::vector<double> of_d = losses(game, d);
  const std::size_t n = of_a.size();
  if (n == 0 || of_b.size() != n || of_c.size() != n || of_d.size() != n) return kNotMeasured;
  for (std::size_t i = 0; i < n; ++i) {
    of_a[i] -= of_b[i];
    of_c[i] -= of_d[i];
  }
  return in_percent(loss_difference(of_a, of_c));
}

Estimate Evidence::strength(std::string_view game, std::string_view engine, std::uint64_t base,
                            const std::vector<double>& factors) const {
  const std::vector<double> of_base = losses(game, seq(base));
  const auto gain = [&](std::string_view of) {
    const std::vector<double> lost = losses(game, of);
    if (lost.empty() || lost.size() != of_base.size()) return kNotMeasured;
    return loss_difference(of_base, lost);
  };
  const Estimate engine_gain = gain(engine);
  if (std::isnan(engine_gain.value)) return kNotMeasured;
  std::vector<CurvePoint> curve;
  for (const double factor : factors) {
    const Estimate point = gain(seq(std::llround(static_cast<double>(base) * factor)));
    if (std::isnan(point.value)) return kNotMeasured;
    curve.push_back({factor, point});
  }
  Estimate s = strength_speedup(curve, engine_gain);
  // Beyond the curve's ends only that is known.
  const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
  if (s.lower95 <= 0) {
    s.lower95 = -kInfinity;
    s.upper95 = std::max(s.upper95, *least);
  } else if (s.upper95 == kInfinity) {
    s.lower95 = std::min(s.lower95, *most);
  }
  return s;
}

Estimate Evidence::ratio(std::string_view game, std::string_view field, std::string_view a,
                         std::string_view b) const {
  const std::vector<double> of_a = values(game, field, a);
  const std::vector<double> of_b = values(game, field, b);
  return of_a.empty() || of_b.empty() ? kNotMeasured : ratio_estimate(of_a, of_b);
}

Estimate Evidence::value(std::string_view game, std::string_view field,
                         std::string_view engine) const {
  const std::vector<double> known = values(game, field, engine);
  return known.empty() ? kNotMeasured : mean_estimate(known);
}

Estimate Evidence::elo(std::string_view game, std::string_view a, std::string_view b) const {
  for (const MatchRow& match : results_.matches) {
    if (match.game == game && match.a == a && match.b == b) return match.elo();
  }
  return kNotMeasured;
}

}  // namespace banyan::bench
