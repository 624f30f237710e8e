// Simulates a network on a device: evaluations take a while, several at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <utility>

#include "core/base/clock.hpp"
#include "core/evaluation/leaf_device.hpp"

namespace banyan {

/// A device that evaluates one batch after another, each in `latency` however full it is, with room
/// for `batch` leaves. Like an inference server, it starts as soon as it is free and any leaf
/// waits, with those that waited longest. It only simulates the wait; leaves get their values
/// elsewhere. It allows comparing parallel searches where evaluations, not iterations, are the cost
/// (Wu et al. 2020; Silver et al. 2017). Thread-safe; waiting threads sleep. After a stop request,
/// and from `end` on, nobody waits.
class SimulatedEvaluator final : public LeafDevice {
 public:
  SimulatedEvaluator(std::chrono::nanoseconds latency, std::uint64_t batch,
                     std::stop_token stop = {}, Clock::time_point end = Clock::time_point::max())
      : latency_(latency), batch_(batch), stop_(std::move(stop)), end_(end) {}

  void wait() override;

  /// The leaves so far, waiting ones included.
  [[nodiscard]] std::uint64_t leaves() const;

  /// Batches so far.
  [[nodiscard]] std::uint64_t rounds() const;

 private:
  std::chrono::nanoseconds latency_;
  std::uint64_t batch_;
  std::stop_token stop_;
  Clock::time_point end_;     // of the search
  mutable std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  bool busy_ = false;
  std::uint64_t arrived_ = 0;  // leaves, numbered in this order
  std::uint64_t done_ = 0;     // all leaves before this number
  std::uint64_t rounds_ = 0;
};

}  // namespace banyan
