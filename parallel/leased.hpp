// Tree parallelism that scales: shared trees, whose subtrees are leased to one thread at a time.
#pragma once

#include <cassert>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/inspect.hpp"
#include "core/search.hpp"
#include "parallel/grain.hpp"
#include "parallel/leased_worker.hpp"
#include "parallel/merge.hpp"

namespace banyan {

/// The shared tree that scales: an engine for any number of threads, or root parallel over several
/// such trees, which are merged at the end. The budget is split exactly among the trees, and no two
/// workers have the same random stream. With one thread it is not SequentialSearch, since visits go
/// down in batches; with one thread a tree it repeats itself.
template <Game G>
class LeasedSearch {
 public:
  using Options = LeasedOptions;

  explicit LeasedSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    std::deque<Crew> crews;
    for (int i = 0; i < options_.trees; ++i) {
      const std::optional<Limits> part = share_of(limits, i, options_.trees);
      if (!part) break;  // fewer iterations than trees
      const StreamKey own = worker_key(key, i * (options_.threads + 1));
      crews.emplace_back(options_, trees_[static_cast<std::size_t>(i)], position, own, *part, stop,
                         start);
    }
    const auto trees = static_cast<int>(crews.size());
    const auto crew = [&](int i) -> Crew& { return crews[static_cast<std::size_t>(i)]; };
    executor_->run(trees, [&](int i) { crew(i).grow_root(); });
    if (options_.grain > 0) {
      crew(0).work_in_tasks(*executor_);
    } else {
      executor_->run(trees * options_.threads, [&](int worker) {
        crew(worker / options_.threads).work(worker % options_.threads);
      });
    }

    std::vector<SearchResult> results;
    std::vector<IterationCounts> workers;
    for (const Crew& each : crews) results.push_back(each.result(workers));
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    count_workers(workers, result);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const LeasedTree<G>& tree(int i = 0) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// The workers of one tree for one search.
  class Crew {
   public:
    Crew(const Options& options, LeasedTree<G>& tree, const G& position, const StreamKey& key,
         const Limits& limits, const std::stop_token& stop, Clock::time_point start)
        : options_(&options),
          tree_(&tree),
          position_(position),
          key_(key),
          budget_(limits, 1, stop, start),
          counts_(static_cast<std::size_t>(options.threads)) {}

    /// What one thread does before all others.
    void grow_root() {
      Random random(key_);
      tree_->start(position_, random);
      LeasedWorker<G> first(*tree_, *options_, position_, random);
      shared_ = first.start(budget_);
      if (!shared_) first.run_alone(budget_);
      root_counts_ = first.counts();
    }

    /// One thread's iterations, until the budget is spent.
    void work(int worker) {
      if (!shared_) return;
      LeasedWorker<G> own(*tree_, *options_, position_, random(worker));
      own.run(budget_);
      counts_[static_cast<std::size_t>(worker)] = own.counts();
    }

    /// The same in tasks of `grain` iterations.
    void work_in_tasks(Executor& executor) {
      if (!shared_) return;
      std::deque<LeasedWorker<G>> workers;
      for (int i = 0; i < options_->threads; ++i) {
        workers.emplace_back(*tree_, *options_, position_, random(i));
      }
      run_in_tasks(executor, budget_, options_->grain, [&](int worker) {
        workers[static_cast<std::size_t>(worker)].run(budget_, options_->grain);
      });
      for (std::size_t i = 0; i < workers.size(); ++i) counts_[i] = workers[i].counts();
    }

    /// Appends what each of its workers did; the root counts as the first one's.
    SearchResult result(std::vector<IterationCounts>& workers) const {
      assert(!find_defect(*tree_, false));
      LeasedCounts sum = root_counts_;
      const std::size_t first = workers.size();
      for (const LeasedCounts& part : counts_) {
        sum += part;
        workers.push_back(part.iterations);
      }
      workers[first] += root_counts_.iterations;
      SearchResult result = make_result(*tree_, sum.iterations, options_->final_move);
      result.counters["leases"] = sum.leases;
      result.counters["lease_conflicts"] = sum.conflicts;
      result.counters["shared_writes"] = sum.shared_writes;
      result.counters["promotions"] = sum.promotions;
      return result;
    }

   private:
    [[nodiscard]] Random random(int worker) const { return Random(worker_key(key_, worker + 1)); }

    const Options* options_;
    LeasedTree<G>* tree_;
    G position_;
    StreamKey key_;
    Budget budget_;
    bool shared_ = false;
    LeasedCounts root_counts_;
    std::vector<LeasedCounts> counts_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::deque<LeasedTree<G>> trees_;
};

}  // namespace banyan
