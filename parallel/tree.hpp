// Tree parallelism: all threads run iterations on one shared tree.
#pragma once

#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/options.hpp"
#include "parallel/virtual_loss.hpp"

namespace banyan {

/// The classic lock-free shared tree with virtual loss. With one thread it runs exactly the
/// iterations of SequentialSearch.
template <Game G>
class TreeSearch {
 public:
  struct Options : ParallelOptions {
    std::uint32_t virtual_loss = 1;  ///< visits that brought nothing, per descent under way
  };

  explicit TreeSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after,
              VirtualLoss(options.virtual_loss)) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    const int workers = options_.threads;
    std::vector<IterationCounts> counts(static_cast<std::size_t>(workers));
    Random first(worker_key(key, 0));
    tree_.start(position, first);
    executor_->run(workers, [&](int worker) {
      const Random random = worker == 0 ? first : Random(worker_key(key, worker));
      Iteration<SharedTree> iteration(tree_, position, random);
      run_worker(iteration, budget, workers);
      counts[static_cast<std::size_t>(worker)] = iteration.counts();
    });
    assert(!find_defect(tree_, false));
    SearchResult result = make_result(tree_, sum(counts), options_.final_move);
    result.seconds = budget.seconds();
    return result;
  }

  using SharedTree = Tree<G, VirtualLoss>;
  [[nodiscard]] const SharedTree& tree() const { return tree_; }

 private:
  Options options_;
  std::unique_ptr<Executor> executor_;
  SharedTree tree_;
};

}  // namespace banyan
