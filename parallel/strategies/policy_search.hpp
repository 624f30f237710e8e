// Policy search: any search policy with any of the classic parallelisations.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/policies/graph_inspect.hpp"
#include "core/policies/policy.hpp"
#include "core/policies/policy_iteration.hpp"
#include "core/policies/policy_kept.hpp"
#include "core/policies/policy_tree.hpp"
#include "core/policies/policy_value.hpp"
#include "core/trees/inspect.hpp"
#include "core/trees/virtual_visits.hpp"
#include "parallel/forest.hpp"
#include "parallel/options.hpp"
#include "parallel/simulated/simulated_evaluator.hpp"

namespace banyan {

/// Search by the policies of core/policies/policy.hpp on `trees` trees, `threads` threads on each,
/// with `playouts` results from each leaf: sequential with one of each, and leaf, root and tree
/// parallel and their hybrid otherwise. Trees with many threads are kept whole by atomics alone,
/// and virtual visits keep the threads apart. The budget is split exactly among the trees; it is
/// not used up where the root's value is proven before. With one thread a tree it is deterministic
/// unless a proof ends the other trees early.
///
/// With transpositions the nodes of the result are moves tried, of which several may lead to one
/// position; the counter `transpositions` has the leaves that found children ready.
///
/// `Value` is a PolicyValue of the user's, or NoPolicyValue. What is not numbered (NumberedMoves)
/// has no AMAF, what is not refined so has no heavy playouts, priors, estimates or transpositions:
/// the options must not ask for it.
template <Game G, class Value = NoPolicyValue>
class PolicySearch {
 public:
  struct Options : ParallelOptions {  // whose threads are those of one tree
    int trees = 1;                    ///< at least 1
    int playouts = 1;                 ///< results from each leaf, at least 1
    Merge merge = Merge::kSum;
    VirtualVisits shown = VirtualVisits::losses(1);
    PolicyOptions policy;
  };

  explicit PolicySearch(const Options& options, const Value& value = {})
      : options_(options),
        value_(value),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    assert(options.policy.rave == 0 || NumberedMoves<G>);
    assert(!options.policy.is_graph() || (KeyedGame<G> && !options.policy.reuse));
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(memory, options.policy, options.exploration, options.shown,
                          options.expand_after, options.threads > 1);
      trees_.back().arena().use_huge_pages(options.huge_pages);
    }
  }

  /// Searches a position that is not over. One search at a time.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const G* const last = last_.before(key);
    std::atomic<bool> proven = false;
    std::optional<SimulatedEvaluator> device;
    SearchResult result = search_forest<Crew>(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](std::deque<Crew>& crews, const TreePart& part) {
          if (!device && options_.policy.latency.count() > 0) {
            device.emplace(options_.policy.latency, options_.policy.batch, part.stop);
          }
          crews.emplace_back(options_, value_, trees_[part.tree], position, part, proven,
                             device ? &*device : nullptr);
          crews.back().plant(last);
        },
        [&](std::deque<Crew>& crews, CommonStop& ends) {
          last_.forget();  // what a search leaves that throws is not gone on with
          work_together(crews, options_.threads, *executor_, ends);
          if (options_.policy.reuse && crews.size() == trees_.size()) last_.set(position, key);
        });
    if (device) result.counters["evaluation_rounds"] = device->rounds();
    return result;
  }

  [[nodiscard]] const PolicyTree<G>& tree(int i) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// What one worker leaves behind.
  struct Report {
    IterationCounts counts;
    std::uint64_t capped = 0;
    std::uint64_t transpositions = 0;
  };

  /// The workers of one tree for one search.
  class Crew {
   public:
    Crew(const Options& options, const Value& value, PolicyTree<G>& tree, const G& position,
         const TreePart& part, std::atomic<bool>& proven, LeafDevice* device)
        : options_(&options),
          value_(&value),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          budget_(part.budget(options.playouts)),
          proven_(&proven),
          device_(device),
          reports_(static_cast<std::size_t>(options.threads)) {}

    /// Starts the tree, or goes on with what it holds of this position; `last` was its root's.
    void plant(const G* last) {
      Weigher<G, Value> weigh(options_->policy, *value_);
      kept_ = banyan::plant(*tree_, last, position_, first_, weigh, budget_.remaining());
    }

    /// One thread's iterations, until the budget is spent or the root's value proven.
    void work(int worker) {
      PolicyTree<G> tree(*tree_);
      PolicyIteration<G, Value> iteration(tree, position_, options_->policy, *value_,
                                          worker == 0 ? first_ : Random(worker_key(key_, worker)),
                                          budget_, *proven_, device_,
                                          options_->trees * options_->threads);
      Pace pace(budget_, options_->threads);
      bool done = false;
      while (std::uint64_t portion = done ? 0 : pace.next()) {
        for (; portion > 0 && !done; --portion) {
          iteration.run(budget_.next_games());
          done = proven_->load(std::memory_order_relaxed);
        }
      }
      reports_[static_cast<std::size_t>(worker)] = {iteration.counts(), iteration.capped_playouts(),
                                                    iteration.transpositions()};
    }

    /// Appends what each of its workers did.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
      assert(tree_->is_graph() ? !find_graph_defect(*tree_, false)
                               : !find_defect(*tree_, false) && descents_under_way(*tree_) == 0);
      Report sum;
      for (const Report& report : reports_) {
        workers.push_back(report.counts);
        sum.counts += report.counts;
        sum.capped += report.capped;
        sum.transpositions += report.transpositions;
      }
      SearchResult result = make_result(*tree_, sum.counts, options_->final_move);
      result.tree.nodes += kept_.nodes;
      if (options_->policy.reuse) result.counters["kept_visits"] = kept_.visits;
      if (options_->policy.is_graph()) result.counters["transpositions"] = sum.transpositions;
      if (options_->policy.cap > 0) result.counters["capped_playouts"] = sum.capped;
      return result;
    }

   private:
    const Options* options_;
    const Value* value_;
    PolicyTree<G>* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then is worker 0's
    Budget budget_;
    std::atomic<bool>* proven_;  // by any tree
    LeafDevice* device_;
    Kept kept_;
    std::vector<Report> reports_;
  };

  Options options_;
  [[no_unique_address]] Value value_;
  std::unique_ptr<Executor> executor_;
  std::vector<PolicyTree<G>> trees_;
  LastRoot<G> last_;  // of all trees
};

}  // namespace banyan
