// The threads of leaf parallelism, which play out together from each leaf.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/budget/budget.hpp"
#include "parallel/executors/executor.hpp"

namespace banyan {

/// One task per thread, but no more than there are vectors full of playouts, or playouts if they do
/// not fill one. Task i uses random stream i + 1 of the search, whichever thread runs it, so the
/// result depends only on the number of threads. Stream 0 grows the tree. `Sum` holds playout
/// results: numbers that add up, 0 by default.
template <class Sum>
class LeafTeam {
 public:
  /// Each task makes at least `least` playouts at a time; `full` of them fill a vector.
  LeafTeam(int threads, int playouts, const StreamKey& key, std::uint32_t least = 1, int full = 1)
      : least_(least) {
    const int tasks = std::min(threads, playouts < full ? playouts : playouts / full);
    for (int i = 0; i < tasks; ++i) shares_.push_back({Random(worker_key(key, i + 1)), {}});
  }

  /// Whether it has no threads.
  [[nodiscard]] bool empty() const { return shares_.empty(); }

  /// Makes `games` playouts: playout(n, random, sum) makes n of them on any thread, adds up their
  /// results and returns how many it finished. Returns the number finished: fewer if the search
  /// ended first.
  template <class PlayoutPolicy>
  std::uint32_t play_out(std::uint32_t games, const Budget& budget, Executor& executor,
                         const PlayoutPolicy& playout, Sum& sum) {
    const std::uint32_t tasks = std::min(static_cast<std::uint32_t>(shares_.size()), games);
    const auto task = [&](int i) {
      const std::uint32_t more = static_cast<std::uint32_t>(i) < games % tasks ? 1 : 0;
      Share& share = shares_[static_cast<std::size_t>(i)];
      share.sum = {};
      share.games = 0;
      if (i > 0 && games > kWhole && budget.expired(Clock::now())) return;
      share.games = play_in_portions(
          budget, share.watch, games / tasks + more, static_cast<int>(tasks), least_,
          [&](std::uint32_t portion) { return playout(portion, share.random, share.sum); });
    };
    executor.run(static_cast<int>(tasks), std::cref(task));  // allocates nothing
    std::uint32_t played = 0;
    for (std::uint32_t i = 0; i < tasks; ++i) {
      sum += shares_[i].sum;
      played += shares_[i].games;
    }
    return played;
  }

 private:
  static constexpr std::uint32_t kWhole = 1024;

  /// One thread's share of the playouts from a leaf, on its own cache lines.
  struct alignas(2 * Arena::kLine) Share {
    Random random;
    Sum sum{};
    std::uint32_t games = 0;
    Watch watch{};
  };

  std::uint32_t least_;
  std::vector<Share> shares_;
};

}  // namespace banyan
