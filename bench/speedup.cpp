// Fitting one worker's curve, inverting it, and drawing it anew.
#include "bench/speedup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/random.hpp"

namespace banyan::bench {
namespace {

constexpr double kTwoSided95 = 1.959963984540054;
constexpr double kSure = 1e18;  // the weight of E1(1) = 0

/// A knot of the curve: log2 of the factor, Elo, and its weight in the fit.
struct Knot {
  double x;
  double elo;
  double weight;
};

double standard_error(const Estimate& elo) { return std::max(elo.error95 / kTwoSided95, 1e-9); }

/// Pools adjacent violators: the knots in order of x get non-decreasing Elo.
void make_monotone(std::vector<Knot>& knots) {
  struct Block {
    double elo;
    double weight;
    std::size_t size;
  };
  std::vector<Block> blocks;
  for (const Knot& knot : knots) {
    blocks.push_back({knot.elo, knot.weight, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].elo > blocks.back().elo) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& before = blocks.back();
      const double weight = before.weight + last.weight;
      before.elo += (last.elo - before.elo) * (last.weight / weight);
      before.weight = weight;
      before.size += last.size;
    }
  }
  std::size_t at = 0;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.size; ++i) knots[at++].elo = block.elo;
  }
}

/// Where the curve has this Elo, as log2 of the factor; infinite beyond its ends.
double inverse(const std::vector<Knot>& knots, double elo) {
  if (elo < knots.front().elo) return -kInfinity;
  if (elo > knots.back().elo) return kInfinity;
  const auto before = [](const Knot& knot, double value) { return knot.elo < value; };
  const auto after = [](double value, const Knot& knot) { return value < knot.elo; };
  const auto first = std::lower_bound(knots.begin(), knots.end(), elo, before);
  const auto last = std::upper_bound(knots.begin(), knots.end(), elo, after);
  if (first != last) return (first->x + (last - 1)->x) / 2;  // on a knot, or a flat part
  const Knot& left = *(first - 1);
  return left.x + (first->x - left.x) * (elo - left.elo) / (first->elo - left.elo);
}

/// Box and Muller (1958).
double normal(Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace

Estimate strength_speedup(std::span<const CurvePoint> curve, const Estimate& engine, int draws) {
  const Estimate nothing{std::numeric_limits<double>::quiet_NaN(), kInfinity, 0, kInfinity};
  std::vector<Knot> measured{{0, 0, kSure}};
  for (const CurvePoint& point : curve) {
    if (!std::isfinite(point.elo.error95)) continue;
    const double error = standard_error(point.elo);
    measured.push_back({std::log2(point.factor), point.elo.value, 1 / (error * error)});
  }
  if (measured.size() == 1 || !std::isfinite(engine.error95)) return nothing;
  std::sort(measured.begin(), measured.end(),
            [](const Knot& a, const Knot& b) { return a.x < b.x; });

  std::vector<Knot> knots = measured;
  make_monotone(knots);
  const double value = std::exp2(inverse(knots, engine.value));
  Random random({1, 0, 0, 0});
  std::vector<double> drawn;
  for (int draw = 0; draw < draws; ++draw) {
    knots = measured;
    for (Knot& knot : knots) {
      if (knot.weight < kSure) knot.elo += normal(random) / std::sqrt(knot.weight);
    }
    make_monotone(knots);
    drawn.push_back(inverse(knots, engine.value + normal(random) * standard_error(engine)));
  }
  // Order statistics, not interpolated: some are infinite.
  std::sort(drawn.begin(), drawn.end());
  const auto at = [&](double share) {
    return std::exp2(drawn[static_cast<std::size_t>(share * static_cast<double>(draws - 1))]);
  };
  const double lower = at(0.025);
  const double upper = at(0.975);
  return {value, (upper - lower) / 2, lower, upper};
}

}  // namespace banyan::bench
