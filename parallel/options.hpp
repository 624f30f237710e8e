// What the parallel strategies have in common.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/random.hpp"
#include "core/search/budget.hpp"
#include "core/search/counts.hpp"
#include "core/search/options.hpp"
#include "parallel/executors/executor.hpp"

namespace banyan {

struct ParallelOptions : SearchOptions {
  int threads = 2;  ///< at least 1
  ExecutorChoice executor;
};

/// The key of one worker's random stream within a search.
inline StreamKey worker_key(const StreamKey& key, int worker) {
  return {key.seed, key.game, key.move, key.worker + static_cast<std::uint64_t>(worker)};
}

/// One of `parts` shares of a whole, which differ by at most one and add up exactly.
inline std::uint64_t share_of(std::uint64_t whole, int part, int parts) {
  const auto i = static_cast<std::uint64_t>(part);
  const auto n = static_cast<std::uint64_t>(parts);
  return whole / n + (i < whole % n ? 1 : 0);
}

/// One tree's share of the limits of a search by several; nothing where there are fewer iterations
/// than trees, and none for this one.
inline std::optional<Limits> share_of(const Limits& limits, int part, int parts) {
  Limits share = limits;
  share.iterations = share_of(limits.iterations, part, parts);
  share.playouts = share_of(limits.playouts, part, parts);
  const bool idle = (limits.iterations > 0 && share.iterations == 0) ||
                    (limits.playouts > 0 && share.playouts == 0);
  if (idle) return std::nullopt;
  return share;
}

/// What ends all workers of a search, whatever their budgets: the user's request, or that one of
/// them throws (a game's playout, no memory).
class CommonStop {
 public:
  explicit CommonStop(const std::stop_token& asked) : relay_(asked, Relay{&source_}) {}

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

  /// Runs one worker's work.
  template <class Work>
  void guard(const Work& work) {
    try {
      work();
    } catch (...) {
      source_.request_stop();
      throw;
    }
  }

  /// Runs task(0) ... task(count - 1) so. Rethrows when all have ended.
  template <class Task>
  void run(Executor& executor, int count, const Task& task) {
    executor.run(count, [&](int i) { guard([&] { task(i); }); });
  }

 private:
  struct Relay {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<Relay> relay_;
};

/// How evenly the work fell on the workers.
inline void count_workers(const std::vector<IterationCounts>& workers, SearchResult& result) {
  const auto fewer = [](const IterationCounts& a, const IterationCounts& b) {
    return a.iterations < b.iterations;
  };
  const auto [least, most] = std::minmax_element(workers.begin(), workers.end(), fewer);
  result.counters["worker_iterations_min"] = least->iterations;
  result.counters["worker_iterations_max"] = most->iterations;
}

inline IterationCounts sum(const std::vector<IterationCounts>& parts) {
  IterationCounts total;
  for (const IterationCounts& part : parts) total += part;
  return total;
}

}  // namespace banyan
