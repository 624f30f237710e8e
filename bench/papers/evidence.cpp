// Estimates from the results of a paper's items.
#include "bench/papers/evidence.hpp"

#include <algorithm>
#include <cmath>

#include "bench/quality/quality.hpp"
#include "bench/statistics/speedup.hpp"

namespace banyan::bench {

std::vector<Needed> needed_for(const std::vector<Ours>& all, const SeqCurve& curve) {
  std::vector<Needed> needed;
  for (const Ours& ours : all) {
    using Kind = Ours::Kind;
    const bool match = ours.kind == Kind::kElo;
    const bool solved = ours.kind == Kind::kMoreLost || ours.kind == Kind::kStrength;
    std::vector<std::string> engines;
    if (ours.kind == Kind::kStrength) {
      engines.push_back(curve.at(1));
      for (const double factor : curve.factors) engines.push_back(curve.at(factor));
    }
    engines.insert(engines.end(), ours.engines.begin(), ours.engines.end());
    if (ours.kind == Kind::kMoreLost || ours.kind == Kind::kRatio) {
      std::reverse(engines.begin(), engines.end());  // what is compared with comes first
    }
    const std::string kind = match ? kMatch : solved ? kSolved : kSearches;
    auto item = std::find_if(needed.begin(), needed.end(), [&](const Needed& each) {
      return each.kind == kind && each.game == ours.game && (!match || each.engines == engines);
    });
    if (item == needed.end()) item = needed.insert(needed.end(), {kind, ours.game, {}});
    for (const std::string& engine : engines) {
      auto& known = item->engines;
      if (std::find(known.begin(), known.end(), engine) == known.end()) known.push_back(engine);
    }
  }
  return needed;
}

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

std::vector<double> Evidence::values(const Ours& ours, std::string_view engine) const {
  return known_values(results_.searches, ours.game, engine, ours.field);
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

Estimate Evidence::estimate(const Ours& ours) const {
  switch (ours.kind) {
    case Ours::Kind::kMoreLost:
      return more_lost(ours);
    case Ours::Kind::kStrength:
      return strength(ours);
    case Ours::Kind::kRatio:
      return ratio(ours);
    case Ours::Kind::kValue:
      return value(ours);
    case Ours::Kind::kElo:
      break;
  }
  return elo(ours);
}

/// (a - b) - (c - d), of which c and d may be absent.
Estimate Evidence::more_lost(const Ours& ours) const {
  constexpr bool kAdded[]{true, false, false, true};
  const std::size_t positions = losses(ours.game, ours.engines.front()).size();
  if (positions == 0) return kNotMeasured;
  std::vector<double> more(positions);
  std::vector<double> less(positions);
  for (std::size_t e = 0; e < ours.engines.size(); ++e) {
    const std::vector<double> lost = losses(ours.game, ours.engines[e]);
    if (lost.size() != positions) return kNotMeasured;
    std::vector<double>& sum = kAdded[e] ? more : less;
    for (std::size_t i = 0; i < positions; ++i) sum[i] += lost[i];
  }
  const Estimate e = loss_difference(more, less);
  return {100 * e.value, 100 * e.error95, 100 * e.lower95, 100 * e.upper95};
}

Estimate Evidence::strength(const Ours& ours) const {
  const std::vector<double> of_base = losses(ours.game, curve_.at(1));
  const auto gain = [&](std::string_view of) {
    const std::vector<double> lost = losses(ours.game, of);
    if (lost.empty() || lost.size() != of_base.size()) return kNotMeasured;
    return loss_difference(of_base, lost);
  };
  const Estimate engine_gain = gain(ours.engines.front());
  if (std::isnan(engine_gain.value)) return kNotMeasured;
  const std::vector<double>& factors = curve_.factors;
  std::vector<CurvePoint> curve;
  for (const double factor : factors) {
    const Estimate point = gain(curve_.at(factor));
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

Estimate Evidence::ratio(const Ours& ours) const {
  const std::vector<double> of_b = values(ours, ours.engines[1]);
  std::vector<Estimate> ratios;
  for (std::size_t e = 0; e < ours.engines.size(); ++e) {
    if (e == 1) continue;
    const std::vector<double> of_a = values(ours, ours.engines[e]);
    if (of_a.empty() || of_b.empty()) return kNotMeasured;
    ratios.push_back(ratio_estimate(of_a, of_b));
  }
  return ratios.size() == 1 ? ratios.front() : spanning(ratios);
}

Estimate Evidence::value(const Ours& ours) const {
  const std::vector<double> known = values(ours, ours.engines.front());
  return known.empty() ? kNotMeasured : mean_estimate(known);
}

Estimate Evidence::elo(const Ours& ours) const {
  for (const MatchRow& match : results_.matches) {
    if (match.game == ours.game && match.a == ours.engines[0] && match.b == ours.engines[1]) {
      return match.elo();
    }
  }
  return kNotMeasured;
}

}  // namespace banyan::bench
