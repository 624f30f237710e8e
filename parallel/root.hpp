// Root parallelism: every thread grows a tree of its own; the roots are merged at the end.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// Independent sequential searches with streams of their own (Cazenave, Jouandeau 2007, "single
/// run"; Chaslot et al. 2008). The budget is split exactly; deterministic unless time ends it.
template <Game G>
class RootSearch {
 public:
  struct Options : ParallelOptions {
    Merge merge = Merge::kSum;
  };

  explicit RootSearch(const Options& options)
      : options_(options), executor_(make_executor(options.executor, options.threads)) {
    SearchOptions each = options;
    each.memory /= static_cast<std::size_t>(options.threads);
    for (int i = 0; i < options.threads; ++i) {
      trees_.push_back(std::make_unique<SequentialSearch<G>>(each));
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    const int workers = options_.threads;
    CommonStop ends(stop);
    std::vector<SearchResult> results(static_cast<std::size_t>(workers));
    ends.run(*executor_, workers, [&](int worker) {
      const auto i = static_cast<std::size_t>(worker);
      const std::optional<Limits> part = share_of(limits, worker, workers);
      if (!part) return;  // fewer iterations than trees
      Budget budget(*part, 1, ends.token(), start);
      if (worker > 0 && budget.expired(Clock::now())) return;  // a thread that started too late
      results[i] = trees_[i]->search(position, budget, worker_key(key, worker));
    });
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    std::vector<IterationCounts> counts(results.size());
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i].iterations = results[i].iterations;
    count_workers(counts, result);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)]->tree();
  }

 private:
  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<std::unique_ptr<SequentialSearch<G>>> trees_;
};

}  // namespace banyan
