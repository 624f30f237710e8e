// Root parallelism over many machines, whatever each worker's search is.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "parallel/cluster/run_workers.hpp"

namespace banyan {

/// Independent searches of one position, one a worker, merged at the end: RootSearch
/// (parallel/strategies/root.hpp) over workers that share only messages, for every search, such as
/// one by PUCT whose leaves a network evaluates. Options, ranks and results are those of
/// ClusterSearch with kRoot, which alone has trees that exchange their tops.
///
/// Each worker has its share of the limits and a random stream of its own. In one process the first
/// search that proves the root's value ends the others; those elsewhere go on to their limits.
class IndependentSearches {
 public:
  /// Searches as worker number `here` of this process. Every worker calls it from its own thread.
  using Search = std::function<SearchResult(int here, const Limits& limits, const StreamKey& key,
                                            const std::stop_token& stop)>;

  explicit IndependentSearches(const ClusterOptions& options,
                               std::shared_ptr<Ranks> ranks = nullptr)
      : group_(options, std::move(ranks)) {}

  /// Workers of this process.
  [[nodiscard]] int here() const { return group_.here(); }

  /// As in ClusterSearch: every process makes the same calls, and the first one has the result.
  SearchResult search(const Search& search, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {});

 private:
  WorkerGroup group_;
};

}  // namespace banyan
