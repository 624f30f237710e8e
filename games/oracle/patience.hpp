// Counts an exact solver's positions and tells it when to give up.
#pragma once

#include <cstdint>
#include <limits>
#include <stop_token>
#include <utility>

namespace banyan::oracle {

/// Thrown by a solver that was asked to stop before it had the answer.
struct Interrupted {};

/// Counts the positions that a solver visits, and stops it on request or after the most of them.
class Patience {
 public:
  Patience() = default;
  explicit Patience(std::stop_token stop) : stop_(std::move(stop)) {}

  /// Called once per position. Throws Interrupted soon after a stop was requested.
  void spend() {
    if (positions_ >= most_) throw Interrupted{};
    if (++positions_ % kPeriod == 0 && stop_.stop_requested()) throw Interrupted{};
  }

  /// For a part of the work that ends after so many positions.
  [[nodiscard]] Patience part(std::uint64_t most) const {
    Patience part(stop_);
    part.most_ = most;
    return part;
  }
  /// Counts the positions of a part.
  void add(const Patience& part) { positions_ += part.positions_; }

  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  static constexpr std::uint64_t kPeriod = 256;  // far less than a millisecond

  std::stop_token stop_;
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t positions_ = 0;
};

}  // namespace banyan::oracle
