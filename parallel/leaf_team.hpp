// The threads of leaf parallelism: they play out together from each leaf.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/arena.hpp"
#include "core/random.hpp"
#include "parallel/executor.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// A task for each thread, of no more than there are playouts. Task i has random stream i + 1 of
/// the search, whichever thread runs it, so that the result depends on the number of threads alone;
/// stream 0 grows the tree. `Sum` is what playouts bring: numbers that add up, 0 by default.
template <class Sum>
class LeafTeam {
 public:
  LeafTeam(int threads, int playouts, const StreamKey& key) {
    const int tasks = std::min(threads, playouts);
    for (int i = 0; i < tasks; ++i) shares_.push_back({Random(worker_key(key, i + 1)), {}});
  }

  /// The sum of `games` playouts, of which playout(n, random) makes n at a time on any thread.
  template <class PlayoutPolicy>
  Sum play_out(std::uint32_t games, Executor& executor, const PlayoutPolicy& playout) {
    const std::uint32_t tasks = std::min(static_cast<std::uint32_t>(shares_.size()), games);
    const auto task = [&](int i) {
      const std::uint32_t more = static_cast<std::uint32_t>(i) < games % tasks ? 1 : 0;
      Share& share = shares_[static_cast<std::size_t>(i)];
      share.sum = playout(games / tasks + more, share.random);
    };
    executor.run(static_cast<int>(tasks), std::cref(task));  // allocates nothing
    Sum sum{};
    for (std::uint32_t i = 0; i < tasks; ++i) sum += shares_[i].sum;
    return sum;
  }

 private:
  /// One thread's share of the playouts from a leaf, on cache lines of its own.
  struct alignas(2 * Arena::kLine) Share {
    Random random;
    Sum sum{};
  };

  std::vector<Share> shares_;
};

}  // namespace banyan
