// What the parallel strategies share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/random.hpp"
#include "core/budget/budget.hpp"
#include "core/result/counts.hpp"
#include "core/search/options.hpp"
#include "parallel/executors/executor.hpp"

namespace banyan {

struct ParallelOptions : SearchOptions {
  int threads = 2;  ///< at least 1
  ExecutorChoice executor;
};

/// Share number `part` of `parts`; shares differ by at most one and add up exactly.
inline std::uint64_t share_of(std::uint64_t whole, int part, int parts) {
  const auto i = static_cast<std::uint64_t>(part);
  const auto n = static_cast<std::uint64_t>(parts);
  return whole / n + (i < whole % n ? 1 : 0);
}

/// One tree's share of the limits of a search. Returns nothing if there are fewer iterations than
/// trees and none is left for this one.
std::optional<Limits> share_of(const Limits& limits, int part, int parts);

/// Whether tree number `tree` need not begin: the time is over, and another tree has a move.
bool begins_late(const Limits& limits, int tree, Clock::time_point start);

/// Ends all workers of a search, whatever their budgets: at the user's request, if one throws (in a
/// game's playout, or without memory), or if one has nothing more to find.
class CommonStop {
 public:
  explicit CommonStop(const std::stop_token& asked);
  ~CommonStop();
  CommonStop(const CommonStop&) = delete;
  CommonStop& operator=(const CommonStop&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  void stop() { source_.request_stop(); }

  /// Runs task(0) ... task(count - 1), and stops all if one of them throws. Rethrows after all have
  /// ended.
  void run(Executor& executor, int count, const std::function<void(int)>& task);

 private:
  struct Relay {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  std::stop_source source_;
  std::stop_callback<Relay> relay_;
};

/// Counts how evenly the work was spread over the workers.
void count_workers(const std::vector<IterationCounts>& workers, SearchResult& result);

IterationCounts sum(const std::vector<IterationCounts>& parts);

}  // namespace banyan
