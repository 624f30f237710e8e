// A tree's iterations in rounds, between which trees exchange results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "core/search/search.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// When a round of every tree ends; 0 means no limit.
struct RoundLimits {
  std::uint64_t iterations = 0;
  Clock::duration time{0};
};

/// The rounds of tree number `tree` of `trees`, within its share of the search's limits. Rounds by
/// the clock end at the same times in all trees, however late the last one was. All trees together
/// stay within the range of a Stat.
class Rounds {
 public:
  Rounds(const Limits& limits, int tree, int trees, const RoundLimits& each, std::stop_token stop,
         Clock::time_point start)
      : each_(each),
        time_(limits.time),
        left_(share_of(kMaxVisits, tree, trees)),
        stop_(std::move(stop)),
        start_(start) {
    if (limits.iterations > 0) left_ = std::min(left_, limits.iterations);
    if (limits.playouts > 0) left_ = std::min(left_, limits.playouts);
  }

  /// Runs one round; returns its number of iterations.
  template <class Tree>
  std::uint64_t run(UctIteration<Tree>& iteration) {
    ++round_;
    if (left_ == 0) return 0;
    const std::uint64_t before = iteration.counts().iterations;
    Budget budget(limits(), 1, stop_, start_);
    run_worker(iteration, budget, 1);
    const std::uint64_t ran = iteration.counts().iterations - before;
    left_ -= ran;
    return ran;
  }

  /// Iterations left for this tree.
  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// Whether no other round will follow.
  [[nodiscard]] bool over(Clock::time_point now) const {
    const bool late = time_.count() > 0 && now >= end_of(start_, time_);
    return left_ == 0 || late || stop_.stop_requested();
  }

 private:
  [[nodiscard]] Limits limits() const {
    Limits limits{left_, 0, time_};
    if (each_.iterations > 0) limits.iterations = std::min(left_, each_.iterations);
    if (each_.time.count() > 0) {
      const Clock::duration end = each_.time * round_;
      limits.time = time_.count() > 0 ? std::min(end, time_) : end;
    }
    return limits;
  }

  RoundLimits each_;
  Clock::duration time_;
  std::uint64_t left_;  // iterations
  int round_ = 0;
  std::stop_token stop_;
  Clock::time_point start_;
};

}  // namespace banyan
