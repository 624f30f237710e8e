// Classic tree parallelism, and the hybrid of all three: some trees, threads on each, playouts from
// each leaf.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/playout.hpp"
#include "core/search/search.hpp"
#include "parallel/forest.hpp"
#include "parallel/grain.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/classic_tree.hpp"

namespace banyan {

/// Root parallel over `trees` shared trees, tree parallel by `threads` threads on each, and leaf
/// parallel by `playouts` playouts from each leaf, by SIMD where the game can. A playout is a
/// visit. The budget is split exactly among the trees, which are merged at the end; no two workers
/// have the same random stream. With one tree and one playout it is the classic shared tree
/// (Chaslot et al. 2008), and with one thread too it runs exactly the iterations of a sequential
/// search. With one thread a tree it is deterministic.
template <Game G>
class HybridSearch {
 public:
  struct Options : ParallelOptions {  // whose threads are those of one tree
    int trees = 1;                    ///< at least 1
    int playouts = 1;                 ///< from each leaf, at least 1
    Merge merge = Merge::kSum;
    ClassicLock lock = ClassicLock::kFree;
    VirtualVisits shown = VirtualVisits::losses(1);
    std::uint64_t grain = 0;  ///< iterations of a task, with one tree; 0: one task a thread
  };

  explicit HybridSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after, options.lock,
                          options.shown);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    return search_forest<Crew>(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](std::deque<Crew>& crews, const TreePart& part) {
          crews.emplace_back(options_, trees_[part.tree], position, part);
        },
        [&](std::deque<Crew>& crews, CommonStop& ends) {
          if (options_.grain > 0) return crews.front().work_in_tasks(*executor_, ends);
          work_together(crews, options_.threads, *executor_, ends);
        });
  }

  [[nodiscard]] const ClassicTree<G>& tree(int i) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// What one worker leaves behind.
  struct Report {
    IterationCounts iterations;
    ClassicCounts classic;
  };

  /// The workers of one tree for one search.
  class Crew {
   public:
    Crew(const Options& options, ClassicTree<G>& tree, const G& position, const TreePart& part)
        : options_(&options),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          budget_(part.budget(options.playouts)),
          reports_(static_cast<std::size_t>(options.threads)) {
      tree.start(position, first_);
    }

    /// One thread's iterations, until the budget is spent.
    void work(int worker) {
      Worker own(*this, worker);
      Pace pace(budget_, options_->threads);
      while (std::uint64_t portion = pace.next()) {
        for (; portion > 0; --portion) own.run();
      }
      reports_[static_cast<std::size_t>(worker)] = own.report();
    }

    /// The same in tasks of `grain` iterations.
    void work_in_tasks(Executor& executor, CommonStop& ends) {
      std::deque<Worker> workers;
      for (int i = 0; i < options_->threads; ++i) workers.emplace_back(*this, i);
      run_in_tasks(executor, budget_, ends, options_->grain, [&](int worker) {
        Worker& own = workers[static_cast<std::size_t>(worker)];
        run_grain(budget_, options_->grain, [&] { own.run(); });
      });
      for (std::size_t i = 0; i < workers.size(); ++i) reports_[i] = workers[i].report();
    }

    /// Appends what each of its workers did.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const {
      assert(!find_defect(*tree_, false) && descents_under_way(*tree_) == 0);
      Report sum;
      for (const Report& report : reports_) {
        workers.push_back(report.iterations);
        sum.iterations += report.iterations;
        sum.classic += report.classic;
      }
      SearchResult result = make_result(*tree_, sum.iterations, options_->final_move);
      // A descent comes and goes at every move, and adds its result; each trial claims a move.
      result.counters["shared_writes"] =
          3 * sum.iterations.depth_sum + sum.iterations.nodes + sum.iterations.lost_expansions;
      result.counters["duplicate_leaves"] = sum.classic.duplicate_leaves;
      if (options_->lock != ClassicLock::kFree) {
        result.counters["lock_waits"] = sum.classic.waits.times;
        result.counters["nanoseconds_waiting"] = sum.classic.waits.nanoseconds;
      }
      return result;
    }

   private:
    /// How many threads of all trees play out at a time.
    [[nodiscard]] int leaves() const { return options_->trees * options_->threads; }

    /// What one thread iterates with: its own end of the tree, random stream and counts.
    class alignas(Arena::kLine) Worker {
     public:
      Worker(Crew& crew, int number)
          : crew_(&crew),
            tree_(*crew.tree_),
            iteration_(tree_, crew.position_,
                       number == 0 ? crew.first_ : Random(worker_key(crew.key_, number))) {}
      Worker(const Worker&) = delete;
      Worker& operator=(const Worker&) = delete;

      /// One iteration; of the global lock the playout is free.
      void run() {
        const std::uint32_t games = crew_->budget_.next_games();
        std::unique_lock<std::mutex> gate;
        if (crew_->options_->lock == ClassicLock::kGlobal) gate = acquired(crew_->gate_, waits_);
        iteration_.run(
            [&](const G& leaf, Random& random) {
              const bool global = gate.owns_lock();
              if (global) gate.unlock();
              std::uint32_t first = 0;
              const std::uint32_t played =
                  play_in_portions(crew_->budget_, games, crew_->leaves(), kFewTogether<G>,
                                   [&](std::uint32_t portion) {
                                     first += uniform_playout_sum(leaf, portion, random);
                                   });
              if (global) gate = acquired(crew_->gate_, waits_);
              return Evaluation{played, first};
            },
            games);
      }

      [[nodiscard]] Report report() const {
        Report report{iteration_.counts(), tree_.counts()};
        report.classic.waits += waits_;
        return report;
      }

     private:
      Crew* crew_;
      ClassicTree<G> tree_;
      Iteration<ClassicTree<G>> iteration_;
      LockWaits waits_;
    };

    const Options* options_;
    ClassicTree<G>* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then is worker 0's
    Budget budget_;
    std::mutex gate_;
    std::vector<Report> reports_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<ClassicTree<G>> trees_;
};

}  // namespace banyan
