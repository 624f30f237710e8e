// Fits one worker's curve, inverts it, and resamples it.
#include "bench/statistics/speedup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

constexpr double kCertain = 1e18;  // the weight of E1(1) = 0

/// A knot of the curve: log2 of the factor, the strength (Elo, or value kept), and its weight in
/// the fit.
struct Knot {
  double x;
  double strength;
  double weight;
};

double standard_error(const Estimate& elo) { return std::max(elo.error95 / kZ95, 1e-9); }

/// Pools adjacent violators: makes strength non-decreasing over the knots in order of x.
void make_monotone(std::vector<Knot>& knots) {
  struct Block {
    double strength;
    double weight;
    std::size_t size;
  };
  std::vector<Block> blocks;
  for (const Knot& knot : knots) {
    blocks.push_back({knot.strength, knot.weight, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].strength > blocks.back().strength) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& before = blocks.back();
      const double weight = before.weight + last.weight;
      before.strength += (last.strength - before.strength) * (last.weight / weight);
      before.weight = weight;
      before.size += last.size;
    }
  }
  std::size_t at = 0;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.size; ++i) knots[at++].strength = block.strength;
  }
}

/// Where a curve has some strength, as log2 of the factor: from here to there.
struct Stretch {
  double low;
  double high;

  [[nodiscard]] double middle() const {
    if (std::isinf(low) && std::isinf(high) && low != high) return kNaN;
    return std::isinf(low) ? high : std::isinf(high) ? low : (low + high) / 2;
  }
};

/// Infinite beyond the curve's ends. A flat part counts as its middle, but one that reaches an end
/// of the curve may go on there without end.
Stretch inverse(const std::vector<Knot>& knots, double strength) {
  if (strength < knots.front().strength) return {-kInfinity, -kInfinity};
  if (strength > knots.back().strength) return {kInfinity, kInfinity};
  const auto before = [](const Knot& knot, double value) { return knot.strength < value; };
  const auto after = [](double value, const Knot& knot) { return value < knot.strength; };
  const auto first = std::lower_bound(knots.begin(), knots.end(), strength, before);
  const auto last = std::upper_bound(knots.begin(), knots.end(), strength, after);
  if (first != last) {
    const bool flat = last - first > 1;
    const double middle = (first->x + (last - 1)->x) / 2;
    return {flat && first == knots.begin() ? -kInfinity : middle,
            flat && last == knots.end() ? kInfinity : middle};
  }
  const Knot& left = *(first - 1);
  const double x =
      left.x + (first->x - left.x) * (strength - left.strength) / (first->strength - left.strength);
  return {x, x};
}

/// The value and the 95 % interval from so many draws of log2 of the factor. Uses order statistics
/// without interpolation, since some are infinite.
template <class Draw>
Estimate speedup_of(const Stretch& value, int draws, Draw&& draw) {
  std::vector<double> lows;
  std::vector<double> highs;
  for (int i = 0; i < draws; ++i) {
    const Stretch drawn = draw();
    lows.push_back(drawn.low);
    highs.push_back(drawn.high);
  }
  const auto at = [](std::vector<double>& drawn, double share) {
    std::sort(drawn.begin(), drawn.end());
    return std::exp2(
        drawn[static_cast<std::size_t>(share * static_cast<double>(drawn.size() - 1))]);
  };
  return with_interval(std::exp2(value.middle()), {at(lows, 0.025), at(highs, 0.975)});
}

constexpr Estimate kNothing{kNaN, kInfinity, 0, kInfinity};

/// Box and Muller (1958).
double normal(Random& random) {
  const auto uniform = [&] { return random.unit() + 0x1p-54; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace

Estimate strength_speedup(std::span<const CurvePoint> curve, const Estimate& engine, int draws) {
  std::vector<Knot> measured{{0, 0, kCertain}};
  for (const CurvePoint& point : curve) {
    if (!std::isfinite(point.elo.error95)) continue;
    const double error = standard_error(point.elo);
    measured.push_back({std::log2(point.factor), point.elo.value, 1 / (error * error)});
  }
  if (measured.size() == 1 || !std::isfinite(engine.error95)) return kNothing;
  std::sort(measured.begin(), measured.end(),
            [](const Knot& a, const Knot& b) { return a.x < b.x; });

  std::vector<Knot> knots = measured;
  make_monotone(knots);
  const Stretch value = inverse(knots, engine.value);
  Random random({1, 0, 0, 0});
  return speedup_of(value, draws, [&] {
    knots = measured;
    for (Knot& knot : knots) {
      if (knot.weight < kCertain) knot.strength += normal(random) / std::sqrt(knot.weight);
    }
    make_monotone(knots);
    return inverse(knots, engine.value + normal(random) * standard_error(engine));
  });
}

Estimate strength_speedup(std::span<const LossPoint> curve, std::span<const double> engine,
                          int draws) {
  const std::size_t positions = engine.size();
  std::vector<const LossPoint*> points;
  for (const LossPoint& point : curve) {
    if (point.losses.size() != positions) {
      throw std::invalid_argument("a curve of losses needs the same positions at every point");
    }
    points.push_back(&point);
  }
  if (positions == 0 || points.size() < 2) return kNothing;
  std::sort(points.begin(), points.end(),
            [](const LossPoint* a, const LossPoint* b) { return a->factor < b->factor; });
  std::vector<Knot> knots;
  for (const LossPoint* point : points) knots.push_back({std::log2(point->factor), 0, 1});
  // The value kept, where position i counts `times[i]` times.
  const auto kept = [&](std::span<const double> losses, std::span<const double> times) {
    return -std::inner_product(losses.begin(), losses.end(), times.begin(), 0.0);
  };
  const auto solve = [&](std::span<const double> times) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      knots[i].strength = kept(points[i]->losses, times);
    }
    make_monotone(knots);
    return inverse(knots, kept(engine, times));
  };
  const Stretch value = solve(std::vector<double>(positions, 1));
  Random random({1, 0, 0, 1});
  return speedup_of(value, draws, [&] {
    std::vector<double> times(positions, 0);
    for (std::size_t i = 0; i < positions; ++i) {
      ++times[random.below(static_cast<std::uint32_t>(positions))];
    }
    return solve(times);
  });
}

bool tells_speedup(const Estimate& speedup) {
  constexpr double kWidest = 10;  // an interval of this factor or more says nothing
  if (std::isnan(speedup.value)) return false;
  const bool below = speedup.lower95 <= 0;
  const bool above = !std::isfinite(speedup.upper95);
  return below != above || (!below && speedup.upper95 <= kWidest * speedup.lower95);
}

std::string speedup_text(const Estimate& speedup, double least, double most) {
  const bool below = speedup.lower95 <= 0;
  const bool above = !std::isfinite(speedup.upper95);
  if (std::isnan(speedup.value) || (below && above)) return "unknown";
  if (below) return fmt::format("< {:.2f}", std::max(speedup.upper95, least));
  if (above) return fmt::format("> {:.2f}", std::min(speedup.lower95, most));
  if (!tells_speedup(speedup)) return "too noisy";
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", speedup.value, speedup.lower95, speedup.upper95);
}

Estimate time_factor(const Estimate& gain, const Estimate& doubling) {
  if (!(doubling.lower95 > 0)) return kNothing;
  const auto factor = [](double value, double lower, double upper) {
    return with_interval(std::exp2(value), {std::exp2(lower), std::exp2(upper)});
  };
  const double g = gain.value;
  const double d = doubling.value;
  const double known = d * d - doubling.error95 * doubling.error95;
  if (!std::isfinite(gain.error95) || !(known > 0)) {
    return factor(g / d, gain.lower95 / (gain.lower95 > 0 ? doubling.upper95 : doubling.lower95),
                  gain.upper95 / (gain.upper95 > 0 ? doubling.lower95 : doubling.upper95));
  }
  // The ratios r with (g - r d)^2 <= e_g^2 + r^2 e_d^2.
  const double root =
      std::sqrt(std::max(0.0, g * g * d * d - known * (g * g - gain.error95 * gain.error95)));
  return factor(g / d, (g * d - root) / known, (g * d + root) / known);
}

}  // namespace banyan::bench
