// Tree parallelism: all threads run iterations on one shared tree.
#pragma once

#include <deque>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/search.hpp"
#include "parallel/grain.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/virtual_loss.hpp"

namespace banyan {

/// The classic lock-free shared tree with virtual loss. With one thread it runs exactly the
/// iterations of SequentialSearch.
template <Game G>
class TreeSearch {
 public:
  struct Options : ParallelOptions {
    std::uint32_t virtual_loss = 1;  ///< visits that brought nothing, per descent under way
    std::uint64_t grain = 0;         ///< iterations of a task; 0: one task a thread, to the end
  };

  explicit TreeSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.threads)),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after,
              VirtualLoss(options.virtual_loss)) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    CommonStop ends(stop);
    Budget budget(limits, 1, ends.token());
    const int workers = options_.threads;
    std::vector<IterationCounts> counts(static_cast<std::size_t>(workers));
    Random first(worker_key(key, 0));
    tree_.start(position, first);
    const auto random = [&](int worker) {
      return worker == 0 ? first : Random(worker_key(key, worker));
    };
    if (options_.grain > 0) {
      std::deque<Iteration<SharedTree>> iterations;
      for (int i = 0; i < workers; ++i) iterations.emplace_back(tree_, position, random(i));
      run_in_tasks(*executor_, budget, ends, options_.grain, [&](int worker) {
        Iteration<SharedTree>& iteration = iterations[static_cast<std::size_t>(worker)];
        run_grain(budget, options_.grain, [&] { iteration.run(SinglePlayout{}); });
      });
      for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = iterations[i].counts();
    } else {
      ends.run(*executor_, workers, [&](int worker) {
        Iteration<SharedTree> iteration(tree_, position, random(worker));
        run_worker(iteration, budget, workers);
        counts[static_cast<std::size_t>(worker)] = iteration.counts();
      });
    }
    assert(!find_defect(tree_, false));
    const IterationCounts total = sum(counts);
    SearchResult result = make_result(tree_, total, options_.final_move);
    // A descent books and takes back its loss at every move; each trial claims a move.
    result.counters["shared_writes"] =
        (options_.virtual_loss > 0 ? 2 : 1) * total.depth_sum + total.nodes + total.lost_expansions;
    count_workers(counts, result);
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
