// A stand-in for a network on a device: evaluations that take a while, some of them at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <utility>

#include "core/rules/leaf_device.hpp"

namespace banyan {

/// A device that evaluates one batch after another, each in `latency` however full it is, with room
/// for `batch` leaves. As inference servers do, it begins as soon as it is free and any leaf waits,
/// with those that have waited longest. What the leaves are worth is for others to say: this is
/// the waiting alone, so that parallel searches can be compared where evaluations, not iterations,
/// are what costs (Wu et al. 2020; Silver et al. 2017). Thread-safe; the threads that wait sleep.
/// After a stop request nobody waits any more.
class SimulatedEvaluator final : public LeafDevice {
 public:
  SimulatedEvaluator(std::chrono::nanoseconds latency, std::uint64_t batch,
                     std::stop_token stop = {})
      : latency_(latency), batch_(batch), stop_(std::move(stop)) {}

  void wait() override;

  /// Leaves so far, those that wait included.
  [[nodiscard]] std::uint64_t leaves() const;

  /// Batches so far.
  [[nodiscard]] std::uint64_t rounds() const;

 private:
  std::chrono::nanoseconds latency_;
  std::uint64_t batch_;
  std::stop_token stop_;
  mutable std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  bool busy_ = false;
  std::uint64_t arrived_ = 0;  // leaves; each is known by its number
  std::uint64_t done_ = 0;     // all leaves before this one
  std::uint64_t rounds_ = 0;
};

}  // namespace banyan
