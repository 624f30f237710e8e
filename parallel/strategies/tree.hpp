// Tree parallelism: all threads run iterations on one shared tree. With several trees and several
// playouts per leaf it is a hybrid of all three parallelisations.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/playout/playout.hpp"
#include "core/search/search.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/grain.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/counted_descents.hpp"
#include "parallel/trees/packed_loss.hpp"

namespace banyan {

/// Root parallel over `trees` shared trees, tree parallel by `threads` threads on each, leaf
/// parallel by `playouts` playouts per leaf, by SIMD if the game can. A playout counts as a visit.
/// The trees split the budget exactly and are merged at the end; no two workers share a random
/// stream. One tree and one playout give the classic shared tree (Chaslot et al. 2008). With one
/// thread, too, it runs exactly the iterations of a sequential search. With one thread per tree it
/// is deterministic.
///
/// `Sharing` (core/tree/sharing.hpp) says how the threads of a tree share it: PackedLoss, or
/// CountedDescents with any lock.
template <Game G, TreeSharing Sharing>
class TreeSearch {
 public:
  using SharedTree = Tree<G, Sharing>;

  struct Options : ParallelOptions {  // whose threads are those of one tree
    int trees = 1;                    ///< at least 1
    int playouts = 1;                 ///< from each leaf, at least 1
    Merge merge = Merge::kSum;
    Sharing sharing;
    std::uint64_t grain = 0;  ///< iterations per task, with one tree; 0: one task per thread
  };

  explicit TreeSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after, options.sharing);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    return search_ensemble(
        {options_.trees, options_.threads, options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, trees_[part.tree], position, part);
        },
        [&](Teams& teams, CommonStop& ends) {
          if (options_.grain > 0) return team_at<Team>(teams, 0).work_in_tasks(*executor_, ends);
          work_together(teams, options_.threads, *executor_, ends);
        });
  }

  [[nodiscard]] const SharedTree& tree(int i = 0) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  /// One worker's counts.
  struct Report {
    IterationCounts iterations;
    ClassicCounts classic;  // with CountedDescents
  };

  /// The workers of one tree for one search.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, SharedTree& tree, const G& position, const TreePart& part)
        : options_(&options),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          budget_(part.budget(options.playouts, kNoLimit)),
          halving_(options.most_visits),
          reports_(static_cast<std::size_t>(options.threads)) {
      tree.start(position, first_);
      stop_early(options, tree, budget_);
    }

    /// One thread's iterations, until the budget is spent.
    void work(int worker) override {
      Worker own(*this, worker);
      Pace pace(budget_, options_->threads);
      while (std::uint64_t portion = pace.next()) {
        do {
          own.run();
        } while (--portion > 0 && !(held_up() && budget_.over()));
        halve();
      }
      reports_[static_cast<std::size_t>(worker)] = own.report();
    }

    /// The same in tasks of `grain` iterations.
    void work_in_tasks(Executor& executor, CommonStop& ends) {
      std::vector<std::unique_ptr<Worker>> workers;
      for (int i = 0; i < options_->threads; ++i) {
        workers.push_back(std::make_unique<Worker>(*this, i));
      }
      run_in_tasks(executor, budget_, ends, options_->grain, [&](int worker) {
        Worker& own = *workers[static_cast<std::size_t>(worker)];
        run_grain(budget_, own.watch(), options_->grain, [&] { own.run(); });
        halve();
      });
      for (std::size_t i = 0; i < workers.size(); ++i) reports_[i] = workers[i]->report();
    }

    /// Appends its workers' counts.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      assert(halving_.times() > 0 || !find_defect(*tree_, false));
      assert(descents_in_flight(*tree_) == 0);
      Report sum;
      for (const Report& report : reports_) {
        workers.push_back(report.iterations);
        sum.iterations += report.iterations;
        sum.classic += report.classic;
      }
      SearchResult result = make_result(*tree_, sum.iterations, options_->final_move);
      count_halvings(halving_, result);
      count_saved(*options_, budget_, result);
      // A descent writes at every move; each trial claims a move.
      result.count("shared_writes", options_->sharing.writes_a_step() * sum.iterations.depth_sum +
                                        sum.iterations.nodes + sum.iterations.lost_expansions);
      if constexpr (Sharing::kCountsDescents) {
        result.count("duplicate_leaves", sum.classic.duplicate_leaves);
        if (options_->sharing.lock() != ClassicLock::kFree) {
          result.count("lock_waits", sum.classic.waits.times);
          result.count("nanoseconds_waiting", sum.classic.waits.nanoseconds);
        }
      }
      return result;
    }

   private:
    /// Whether the tree has one global lock.
    [[nodiscard]] bool global() const {
      if constexpr (Sharing::kCountsDescents) {
        return options_->sharing.lock() == ClassicLock::kGlobal;
      } else {
        return false;
      }
    }
    /// Whether to give up the rest of a portion when the search is over. Playouts may be long, and
    /// threads may wait for one another: with a thousand of them, for seconds.
    [[nodiscard]] bool held_up() const {
      if constexpr (Sharing::kCountsDescents) {
        return kStopsInside<G> || options_->sharing.lock() != ClassicLock::kFree;
      } else {
        return kStopsInside<G>;
      }
    }
    /// Called between a worker's iterations.
    void halve() {
      std::unique_lock<std::mutex> gate;
      if (global()) gate = std::unique_lock(gate_);
      halving_.keep(*tree_, budget_.claimed() * static_cast<std::uint64_t>(options_->playouts));
    }
    /// How many leaves all threads of all trees play out from at a time.
    [[nodiscard]] int leaves() const { return options_->trees * options_->threads; }

    /// What one thread iterates with: its lane of the tree, random stream and counts.
    class alignas(Arena::kLine) Worker {
     public:
      Worker(Team& team, int number)
          : team_(&team),
            tree_(*team.tree_),
            iteration_(tree_, team.position_,
                       number == 0 ? team.first_ : Random(worker_key(team.key_, number))) {}
      Worker(const Worker&) = delete;
      Worker& operator=(const Worker&) = delete;

      /// One iteration. With one playout per leaf, run_in_portions() would give the same with 1.5 %
      /// more instructions (Connect Four).
      void run() {
        if (team_->options_->playouts == 1 && !team_->global()) {
          run_single();
        } else {
          run_in_portions();
        }
      }

      /// For iterations in tasks.
      [[nodiscard]] Watch& watch() { return task_watch_; }

      [[nodiscard]] Report report() const {
        Report report{iteration_.counts(), {waits_, 0}};
        if constexpr (Sharing::kCountsDescents) report.classic += tree_.sharing().counts();
        return report;
      }

     private:
      /// g++ alone does not inline the phases when both ways of running are compiled.
      [[gnu::flatten]] void run_single() { iteration_.run(SinglePlayout{&team_->budget_}); }

      /// With a global lock, playouts run without it.
      [[gnu::noinline]] void run_in_portions() {
        const std::uint32_t games = team_->budget_.next_games();
        std::unique_lock<std::mutex> gate;
        if (team_->global()) gate = acquired(team_->gate_, waits_);
        iteration_.run(
            [&](const G& leaf, Random& random) {
              const bool global = gate.owns_lock();
              if (global) gate.unlock();
              std::uint32_t first = 0;
              const std::uint32_t played = play_in_portions(
                  team_->budget_, watch_, games, team_->leaves(), together_of(leaf).few,
                  [&](std::uint32_t portion) {
                    return add_playouts(leaf, portion, random, first, AsksBudget{&team_->budget_});
                  });
              if (global) gate = acquired(team_->gate_, waits_);
              return Evaluation{played, first};
            },
            games);
      }

      Team* team_;
      SharedTree tree_;
      UctIteration<SharedTree> iteration_;
      LockWaits waits_;
      Watch watch_;  // for playouts
      Watch task_watch_;
    };

    const Options* options_;
    SharedTree* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then serves worker 0
    Budget budget_;
    Halving halving_;
    std::mutex gate_;
    std::vector<Report> reports_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<SharedTree> trees_;
};

}  // namespace banyan
