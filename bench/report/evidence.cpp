// Estimates from the results of a paper's items.
#include "bench/report/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "bench/quality/quality.hpp"
#include "bench/statistics/agreement.hpp"
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

namespace {

/// A field of an engine's searches, one value each.
std::vector<double> values(const Ours& ours, const PaperResults& results, std::size_t engine) {
  return known_values(results.searches, ours.game, ours.engines[engine], ours.field);
}

/// What an engine lost on each solved position of a game.
std::vector<double> losses(const PaperResults& results, std::string_view game,
                           std::string_view engine) {
  for (const SolvedSet& set : results.solved) {
    if (set.game != game) continue;
    for (const SolvedRow& row : set.rows) {
      if (row.engine == engine) return parse_lost(row.lost);
    }
  }
  return {};
}

/// (a - b) - (c - d), of which c and d may be absent.
Estimate more_lost(const Ours& ours, const PaperResults& results) {
  constexpr bool kAdded[]{true, false, false, true};
  const std::size_t positions = losses(results, ours.game, ours.engines.front()).size();
  if (positions == 0) return kNotMeasured;
  std::vector<double> more(positions);
  std::vector<double> less(positions);
  for (std::size_t e = 0; e < ours.engines.size(); ++e) {
    const std::vector<double> lost = losses(results, ours.game, ours.engines[e]);
    if (lost.size() != positions) return kNotMeasured;
    std::vector<double>& sum = kAdded[e] ? more : less;
    for (std::size_t i = 0; i < positions; ++i) sum[i] += lost[i];
  }
  const Estimate e = loss_difference(more, less);
  return {100 * e.value, 100 * e.error95, 100 * e.lower95, 100 * e.upper95};
}

Estimate strength(const Ours& ours, const PaperResults& results, const SeqCurve& seq) {
  const std::vector<double> of_base = losses(results, ours.game, seq.at(1));
  const auto gain = [&](std::string_view of) {
    const std::vector<double> lost = losses(results, ours.game, of);
    if (lost.empty() || lost.size() != of_base.size()) return kNotMeasured;
    return loss_difference(of_base, lost);
  };
  const Estimate engine_gain = gain(ours.engines.front());
  if (std::isnan(engine_gain.value)) return kNotMeasured;
  std::vector<CurvePoint> curve;
  for (const double factor : seq.factors) {
    const Estimate point = gain(seq.at(factor));
    if (std::isnan(point.value)) return kNotMeasured;
    curve.push_back({factor, point});
  }
  Estimate s = strength_speedup(curve, engine_gain);
  // Beyond the curve's ends only that is known.
  const auto [least, most] = std::minmax_element(seq.factors.begin(), seq.factors.end());
  if (s.lower95 <= 0) {
    s.lower95 = -kInfinity;
    s.upper95 = std::max(s.upper95, *least);
  } else if (s.upper95 == kInfinity) {
    s.lower95 = std::min(s.lower95, *most);
  }
  return s;
}

Estimate ratio(const Ours& ours, const PaperResults& results) {
  const std::vector<double> of_b = values(ours, results, 1);
  std::vector<Estimate> ratios;
  for (std::size_t e = 0; e < ours.engines.size(); ++e) {
    if (e == 1) continue;
    const std::vector<double> of_a = values(ours, results, e);
    if (of_a.empty() || of_b.empty()) return kNotMeasured;
    ratios.push_back(ratio_estimate(of_a, of_b));
  }
  return ratios.size() == 1 ? ratios.front() : spanning(ratios);
}

Estimate value(const Ours& ours, const PaperResults& results) {
  const std::vector<double> known = values(ours, results, 0);
  return known.empty() ? kNotMeasured : mean_estimate(known);
}

Estimate elo(const Ours& ours, const PaperResults& results) {
  for (const MatchRow& match : results.matches) {
    if (match.game == ours.game && match.a == ours.engines[0] && match.b == ours.engines[1]) {
      return match.elo();
    }
  }
  return kNotMeasured;
}

}  // namespace

Estimate estimate_of(const Ours& ours, const PaperResults& results, const SeqCurve& curve) {
  switch (ours.kind) {
    case Ours::Kind::kMoreLost:
      return more_lost(ours, results);
    case Ours::Kind::kStrength:
      return strength(ours, results, curve);
    case Ours::Kind::kRatio:
      return ratio(ours, results);
    case Ours::Kind::kValue:
      return value(ours, results);
    case Ours::Kind::kElo:
      break;
  }
  return elo(ours, results);
}

PaperData paper_data(const Paper& paper, const PaperResults& whole, PaperResults all) {
  PaperData data{.name = paper.name,
                 .citation = paper.citation,
                 .set_up = paper.set_up,
                 .substituted = paper.substituted,
                 .missing = paper.missing,
                 .results = std::move(all)};
  for (const Paper::Cell& cell : paper.cells) {
    const Estimate ours = estimate_of(cell.ours, whole, paper.curve);
    const auto& allowed = cell.published.allowed;
    data.cells.push_back({cell, ours, ours_text(ours),
                          allowed ? to_text(agreement(*allowed, ours)) : "not published"});
  }
  return data;
}

}  // namespace banyan::bench
