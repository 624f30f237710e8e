// Root parallelism: every thread grows a tree of its own; the roots are merged at the end.
#pragma once

#include <memory>
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
    std::vector<SearchResult> results(static_cast<std::size_t>(workers));
    executor_->run(workers, [&](int worker) {
      const auto i = static_cast<std::size_t>(worker);
      Limits part = limits;
      part.iterations = share_of(limits.iterations, worker, workers);
      part.playouts = share_of(limits.playouts, worker, workers);
      Budget budget(part, 1, stop, start);
      // With fewer iterations than trees some trees have nothing to do.
      const bool idle = (limits.iterations > 0 && part.iterations == 0) ||
                        (limits.playouts > 0 && part.playouts == 0);
      if (!idle) results[i] = trees_[i]->search(position, budget, worker_key(key, worker));
    });
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)]->tree();
  }

 private:
  static std::uint64_t share_of(std::uint64_t whole, int worker, int workers) {
    const auto i = static_cast<std::uint64_t>(worker);
    const auto n = static_cast<std::uint64_t>(workers);
    return whole / n + (i < whole % n ? 1 : 0);
  }

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<std::unique_ptr<SequentialSearch<G>>> trees_;
};

}  // namespace banyan
