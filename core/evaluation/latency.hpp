// How long a call takes that somebody else answers: a distribution of durations.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {

/// A distribution of durations. None is negative, nor longer than three years.
class Latency {
 public:
  using Time = std::chrono::nanoseconds;

  /// Always 0.
  Latency() = default;
  static Latency constant(Time value);
  static Latency exponential(Time mean);
  /// exp(N(ln median, sigma^2)).
  static Latency lognormal(Time median, double sigma);
  /// P(T > t) = (least / t)^shape for t >= least (Pareto, type I). Its mean is infinite if shape is
  /// at most 1, its variance if it is at most 2.
  static Latency pareto(Time least, double shape);
  /// One of these, each as likely; at least one.
  static Latency recorded(std::vector<std::uint64_t> nanoseconds);

  // The same by other parameters. `p99` is longer than the median.
  static Latency lognormal_of_mean(Time mean, double sigma);
  static Latency lognormal_of_p99(Time median, Time p99);
  static Latency pareto_of_mean(Time mean, double shape);  ///< shape above 1
  static Latency pareto_of_median(Time median, double shape);
  static Latency pareto_of_p99(Time median, Time p99);

  [[nodiscard]] Time draw(Random& random) const;
  [[nodiscard]] Time median() const;

  friend bool operator==(const Latency&, const Latency&) = default;

 private:
  enum class Kind : std::uint8_t { kConstant, kExponential, kLognormal, kPareto, kRecorded };
  Latency(Kind kind, double scale, double spread) : kind_(kind), scale_(scale), spread_(spread) {}

  Kind kind_ = Kind::kConstant;
  double scale_ = 0;                                            // ns: value, mean, median, least
  double spread_ = 0;                                           // sigma, shape
  std::shared_ptr<const std::vector<std::uint64_t>> recorded_;  // in rising order
};

}  // namespace banyan
