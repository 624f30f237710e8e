// Budgets: how long a search may go on, counted exactly however many workers share it.
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
#include "core/search/early_stop.hpp"
#include "core/trees/stat.hpp"

namespace banyan {

/// What ends a search; whichever limit is reached first. 0 means that there is no such limit; at
/// least one should be given, since otherwise only a stop request or kMaxVisits ends the search.
struct Limits {
  std::uint64_t iterations = 0;
  std::uint64_t playouts = 0;
  Clock::duration time{0};  ///< from the start of the search to its end, threads' start included
};

/// Of a search whose tree halves its statistics in time (core/trees/halving.hpp).
inline constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62U;

/// The iterations of one search, which its workers claim in portions. Thread-safe. The very first
/// iteration is always granted, so that a search ends with a move to play.
class Budget {
 public:
  /// `games` is the number of playouts in one iteration, below 2^32; there are `most` at most.
  Budget(const Limits& limits, std::uint64_t games, std::stop_token stop = {},
         Clock::time_point start = Clock::now(), std::uint64_t most = kMaxVisits);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Hands out nothing more once no other move can overtake the best one; what was claimed is still
  /// run. Before any worker starts; `look` as of EarlyStop.
  void stop_early(std::function<RootVisits()> look);
  /// The iterations that were not run for that reason; by time, as many as it would have allowed.
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

  /// The playouts of the next iteration: as many as always, but for one iteration that takes what a
  /// limit of playouts leaves over.
  std::uint32_t next_games() {
    if (odd_games_.load(std::memory_order_relaxed) == 0) return games_;
    const std::uint32_t odd = odd_games_.exchange(0, std::memory_order_relaxed);
    return odd == 0 ? games_ : odd;
  }

  [[nodiscard]] bool expired(Clock::time_point now) const {
    if (now >= deadline_) late_.store(true, std::memory_order_relaxed);
    return over();
  }
  /// The same without a look at the clock: whether anybody saw that time is up, or was told to
  /// stop.
  [[nodiscard]] bool over() const {
    return late_.load(std::memory_order_relaxed) || stop_.stop_requested();
  }
  /// Whether half of the time is, too.
  [[nodiscard]] bool half_gone(Clock::time_point now) const {
    return over() || now - start_ >= (deadline_ - start_) / 2;
  }
  /// How many more iterations the time allows at the pace of the `done` so far.
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
  /// How many more iterations there are, by either.
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

/// Asked in the midst of a long playout: whether the search is over.
struct AsksBudget {
  const Budget* budget;  ///< null: it never is
  bool operator()() const { return budget != nullptr && budget->expired(Clock::now()); }
};

/// One worker's looks at the clock between pieces of work.
class Watch {
 public:
  /// Asked between two pieces: whether the search is over. Looks at the clock after so many pieces
  /// as take about kPeriod: dozens of playouts of a small game, one of go.
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

/// Plays out `games` games from one leaf, at least 1, of which play(n) plays n and says how many it
/// finished; how many were finished: fewer if the search is over before, for 65536 games of Go take
/// seconds. Where `least` games are played together, portions are larger the fewer `leaves` are
/// played out from at a time, and do not depend on the clock, since results depend on them.
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

/// One worker's pace through a shared budget. Portions grow or shrink until one takes about
/// kPortion, so that a stop takes effect that soon and neither the clock nor the shared counter is
/// read more often; towards the end they shrink, so that all workers finish together.
class Pace {
 public:
  static constexpr auto kPortion = std::chrono::microseconds(50);

  Pace(Budget& budget, int workers)
      : budget_(&budget), workers_(static_cast<std::uint64_t>(workers)), last_(Clock::now()) {}

  /// The number of iterations that the worker is to run now; 0 to stop.
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
  std::uint64_t portion_ = 0;  // so that the first one is 1, which may take all the time
};

}  // namespace banyan
