// Budgets: how long a search may run, counted exactly for any number of workers.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/stat.hpp"
#include "core/budget/early_stop.hpp"

namespace banyan {

/// What ends a search: the first limit reached. 0 means no limit. Without any limit, only a stop
/// request or kMaxVisits ends the search.
struct Limits {
  std::uint64_t iterations = 0;
  std::uint64_t playouts = 0;
  Clock::duration time{0};  ///< from start to end of the search, starting the threads included
};

/// For a search whose tree halves its statistics before they overflow (core/tree/halving.hpp).
inline constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62U;

/// The iterations of one search, which its workers claim in portions. Thread-safe. The first
/// iteration is always granted, so that every search ends with a move.
class Budget {
 public:
  /// `games`: playouts per iteration, below 2^32. At most `most` playouts are granted.
  Budget(const Limits& limits, std::uint64_t games, std::stop_token stop = {},
         Clock::time_point start = Clock::now(), std::uint64_t most = kMaxVisits);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Grants at most `most` playouts. Call it before any worker starts.
  void keep_within(std::uint64_t most);
  /// Grants nothing more once no other move can overtake the best one; claimed iterations still
  /// run. Call it before any worker starts; `look` is that of EarlyStop.
  void stop_early(std::function<RootVisits()> look);
  /// The iterations saved by that; under a time limit, as many as the time would have allowed.
  [[nodiscard]] std::uint64_t saved() const {
    return early_ ? std::min(early_->saved(), total_ - claimed()) : 0;
  }

  /// Claims up to `want` iterations; 0 when there are none left to run.
  std::uint64_t claim(std::uint64_t want) {
    if (early_ && decided()) return 0;
    const std::uint64_t at = claimed_.fetch_add(want, std::memory_order_relaxed);
    if (at >= total_) return 0;
    return std::min(want, total_ - at);
  }

  /// The playouts of the next iteration. All iterations have the same number, except one that takes
  /// the remainder of a playout limit.
  std::uint32_t next_games() {
    if (odd_games_.load(std::memory_order_relaxed) == 0) return games_;
    const std::uint32_t odd = odd_games_.exchange(0, std::memory_order_relaxed);
    return odd == 0 ? games_ : odd;
  }

  [[nodiscard]] bool expired(Clock::time_point now) const {
    if (now >= deadline_) late_.store(true, std::memory_order_relaxed);
    return over();
  }
  /// The same without reading the clock: whether some worker saw that time is up, or a stop was
  /// requested.
  [[nodiscard]] bool over() const {
    return late_.load(std::memory_order_relaxed) || stop_.stop_requested();
  }
  /// Whether the search is over or half of its time is.
  [[nodiscard]] bool half_gone(Clock::time_point now) const {
    return over() || now - start_ >= (deadline_ - start_) / 2;
  }
  /// How many more iterations the time allows at the pace of the first `done`.
  [[nodiscard]] std::uint64_t in_time(std::uint64_t done, Clock::time_point now) const {
    if (deadline_ == Clock::time_point::max()) return kNoLimit;
    const auto left = static_cast<double>(std::max<Clock::rep>((deadline_ - now).count(), 0));
    const auto passed = static_cast<double>(std::max<Clock::rep>((now - start_).count(), 1));
    return static_cast<std::uint64_t>(
        std::min(static_cast<double>(done) * left / passed, static_cast<double>(kNoLimit)));
  }
  [[nodiscard]] std::uint64_t remaining() const {
    if (early_ && early_->said()) return 0;
    const std::uint64_t claimed = claimed_.load(std::memory_order_relaxed);
    return claimed >= total_ ? 0 : total_ - claimed;
  }
  [[nodiscard]] std::uint64_t claimed() const {
    return std::min(claimed_.load(std::memory_order_relaxed), total_);
  }
  /// How many more iterations both limits allow.
  [[nodiscard]] std::uint64_t left(std::uint64_t done, Clock::time_point now) const {
    return std::min(remaining(), in_time(done, now));
  }
  [[nodiscard]] bool untouched() const { return claimed_.load(std::memory_order_relaxed) == 0; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  bool decided();

  std::stop_token stop_;
  Clock::time_point start_;
  Clock::time_point deadline_;
  std::uint64_t total_ = 0;
  std::uint32_t games_;
  mutable std::atomic<bool> late_{false};  // what the clock said last
  std::atomic<std::uint32_t> odd_games_{0};
  std::atomic<std::uint64_t> claimed_{0};
  std::unique_ptr<EarlyStop> early_;
};

/// Asked during a long playout: whether the search is over.
struct AsksBudget {
  const Budget* budget;  ///< null: it never is
  bool operator()() const { return budget != nullptr && budget->expired(Clock::now()); }
};

/// Decides when a worker reads the clock between pieces of work.
class Watch {
 public:
  /// Asked between two pieces: whether the search is over. Reads the clock about every kPeriod:
  /// after dozens of playouts of a small game, or one of Go.
  bool late(const Budget& budget) {
    if (++unwatched_ >= pieces_ && !late_) {
      const Clock::time_point now = Clock::now();
      const Clock::duration taken = now - last_look_;
      last_look_ = now;
      unwatched_ = 0;
      if (taken < kPeriod / 2) pieces_ = std::min(2 * pieces_, kMostPieces);
      if (taken > kPeriod) pieces_ = std::max(pieces_ / 2, 1U);
      late_ = budget.expired(now);
    }
    return late_;
  }

 private:
  static constexpr auto kPeriod = std::chrono::microseconds(50);
  static constexpr std::uint32_t kMostPieces = 64;

  Clock::time_point last_look_{};  // long ago
  std::uint32_t unwatched_ = 0;    // pieces since then
  std::uint32_t pieces_ = 1;       // until the next look
  bool late_ = false;
};

/// Plays `games` >= 1 games from one leaf and returns how many finished. play(n) plays n and
/// returns how many it finished. The search may end first, since 65536 games of Go take seconds. If
/// `least` games are played together, portions grow as `leaves` (played from at a time) shrink.
/// Results depend on these portions, so they must not depend on the clock.
template <class Play>
std::uint32_t play_in_portions(const Budget& budget, Watch& watch, std::uint32_t games, int leaves,
                               std::uint32_t least, Play&& play) {
  const std::uint32_t largest =
      least == 1 ? 1 : std::max(1024 / static_cast<std::uint32_t>(leaves), least);
  std::uint32_t done = 0;
  while (true) {
    const std::uint32_t portion = std::min(games - done, largest);
    const std::uint32_t finished = play(portion);
    done += finished;
    if (done == games || finished < portion || watch.late(budget)) return done;
  }
}

/// How fast one worker claims a shared budget. Portions adapt until one takes about kPortion: a
/// stop takes effect that soon, and clock and shared counter are not read more often. Towards the
/// end they shrink, so that all workers finish together.
class Pace {
 public:
  static constexpr auto kPortion = std::chrono::microseconds(50);

  Pace(Budget& budget, int workers)
      : budget_(&budget), workers_(static_cast<std::uint64_t>(workers)), last_(Clock::now()) {}

  /// The number of iterations that the worker must run now; 0 to stop.
  std::uint64_t next() {
    const Clock::time_point now = Clock::now();
    if (budget_->expired(now) && !budget_->untouched()) return 0;
    const Clock::duration taken = now - last_;
    last_ = now;
    if (taken < kPortion / 2) portion_ *= 2;
    if (taken > kPortion) portion_ /= 2;
    const std::uint64_t share = workers_ == 1 ? kLargest : budget_->remaining() / (4 * workers_);
    portion_ =
        std::clamp<std::uint64_t>(portion_, 1, std::clamp<std::uint64_t>(share, 1, kLargest));
    return budget_->claim(portion_);
  }

 private:
  static constexpr std::uint64_t kLargest = 4096;

  Budget* budget_;
  std::uint64_t workers_;
  Clock::time_point last_;
  std::uint64_t portion_ = 0;  // makes the first portion 1, which may take all the time
};

}  // namespace banyan
