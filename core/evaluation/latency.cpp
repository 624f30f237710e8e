// Draws durations of calls.
#include "core/evaluation/latency.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace banyan {
namespace {

constexpr double kNormal99 = 2.3263478740408408;  // the standard normal's quantile of 0.99

double ns(Latency::Time time) { return static_cast<double>(time.count()); }

Latency::Time rounded(double nanoseconds) {
  constexpr double kLongest = 1e17;  // three years
  return Latency::Time(std::llround(std::min(nanoseconds, kLongest)));
}

/// Box and Muller (1958).
double standard_normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(random.unit_above_zero()));
  return radius * std::cos(2 * std::numbers::pi * random.unit_above_zero());
}

}  // namespace

Latency Latency::constant(Time value) { return {Kind::kConstant, ns(value), 0}; }
Latency Latency::exponential(Time mean) { return {Kind::kExponential, ns(mean), 0}; }
Latency Latency::lognormal(Time median, double sigma) {
  return {Kind::kLognormal, ns(median), sigma};
}
Latency Latency::pareto(Time least, double shape) { return {Kind::kPareto, ns(least), shape}; }
Latency Latency::recorded(std::vector<std::uint64_t> nanoseconds) {
  Latency latency(Kind::kRecorded, 0, 0);
  std::ranges::sort(nanoseconds);
  latency.recorded_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(nanoseconds));
  return latency;
}

// The mean of exp(N(m, s^2)) is exp(m + s^2 / 2).
Latency Latency::lognormal_of_mean(Time mean, double sigma) {
  return {Kind::kLognormal, ns(mean) * std::exp(-sigma * sigma / 2), sigma};
}
Latency Latency::lognormal_of_p99(Time median, Time p99) {
  return lognormal(median, std::log(ns(p99) / ns(median)) / kNormal99);
}
// The mean is shape / (shape - 1) times the least, the quantile of p (1 - p)^(-1 / shape) times.
Latency Latency::pareto_of_mean(Time mean, double shape) {
  return {Kind::kPareto, ns(mean) * (shape - 1) / shape, shape};
}
Latency Latency::pareto_of_median(Time median, double shape) {
  return {Kind::kPareto, ns(median) * std::pow(0.5, 1 / shape), shape};
}
Latency Latency::pareto_of_p99(Time median, Time p99) {
  return pareto_of_median(median, std::log(50.0) / std::log(ns(p99) / ns(median)));
}

Latency::Time Latency::draw(Random& random) const {
  switch (kind_) {
    case Kind::kConstant:
      break;
    case Kind::kExponential:
      return rounded(-scale_ * std::log(random.unit_above_zero()));
    case Kind::kLognormal:
      return rounded(scale_ * std::exp(spread_ * standard_normal(random)));
    case Kind::kPareto:
      return rounded(scale_ * std::pow(random.unit_above_zero(), -1 / spread_));
    case Kind::kRecorded:
      return rounded(static_cast<double>(
          (*recorded_)[random.below(static_cast<std::uint32_t>(recorded_->size()))]));
  }
  return rounded(scale_);
}

Latency::Time Latency::median() const {
  switch (kind_) {
    case Kind::kConstant:
    case Kind::kLognormal:
      break;
    case Kind::kExponential:
      return rounded(scale_ * std::numbers::ln2);
    case Kind::kPareto:
      return rounded(scale_ * std::pow(2.0, 1 / spread_));
    case Kind::kRecorded:
      return rounded(static_cast<double>((*recorded_)[(recorded_->size() - 1) / 2]));
  }
  return rounded(scale_);
}

}  // namespace banyan
