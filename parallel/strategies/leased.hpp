// Scalable tree parallelism: shared trees, whose subtrees are leased to one thread at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/result/inspect.hpp"
#include "core/search/last_search.hpp"
#include "core/search/search.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/grain.hpp"
#include "parallel/merge.hpp"
#include "parallel/strategies/leased_worker.hpp"

namespace banyan {

/// The scalable shared tree: an engine for any number of threads, or root parallel over several
/// such trees, merged at the end. The trees split the budget exactly, and no two workers share a
/// random stream. With one thread it differs from SequentialSearch, since visits go down in
/// batches. It is reproducible with one thread per tree, or with any number if `deterministic`.
///
/// A deterministic search runs in rounds. The workers send their visits down one after another, run
/// them in parallel in the subtrees that they leased, and take the results back one after another.
/// Which thread runs a worker, and how fast, has no effect; the number of workers has. A time limit
/// is not reproducible, nor is full memory, which goes to the first worker that asks.
///
/// In bottom trees that prove (ProvingTree), the first tree that proves the root's value ends the
/// search.
template <Game G, class BottomTree = OwnedTree<G>>
class LeasedSearch {
 public:
  using Options = LeasedOptions;
  using SharedTree = LeasedTree<G, BottomTree>;

  explicit LeasedSearch(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(options.reuse ? memory / 2 : memory, Ucb1(options.exploration),
                          options.expand_after);
      if (options.reuse) trees_.back().keep_spare();
      trees_.back().prune_when_full(options.prunes);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    CommonStop proven(stop);
    const auto last = last_.take(key);
    return search_ensemble(
        {options_.trees, 2 * options_.threads + 1, options_.merge, options_.final_move}, limits,
        key, proven.token(),
        [&](const TreePart& part) {
          return std::make_unique<Team>(options_, trees_[part.tree], position, part, last, halved_,
                                        proven);
        },
        [&](Teams& teams, CommonStop& ends) {
          work(teams, ends);
          halved_ = std::any_of(teams.begin(), teams.end(), [](const auto& team) {
            return static_cast<const Team&>(*team).halved();
          });
          if (options_.reuse && teams.size() == trees_.size()) last_.set(position, key);
        });
  }

  /// Says which moves the game has had before the next search: LastRoot::tell_moves().
  void tell_moves(std::vector<typename G::Move> moves) {
    if (options_.reuse) last_.tell_moves(std::move(moves));
  }

  [[nodiscard]] const SharedTree& tree(int i = 0) const {
    return trees_[static_cast<std::size_t>(i)];
  }

 private:
  using Worker = LeasedWorker<G, SharedTree>;

  /// The workers of one tree for one search.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, SharedTree& tree, const G& position, const TreePart& part,
         const std::optional<LastSearch<G>>& last, bool halved, CommonStop& proven)
        : options_(&options),
          tree_(&tree),
          position_(position),
          last_(last),
          halved_(halved),
          key_(part.key),
          proven_(&proven),
          budget_(part.budget(1, kNoLimit)),
          sent_(static_cast<std::size_t>(options.threads)),
          counts_(static_cast<std::size_t>(options.threads)) {}

    /// One thread does this before the others start.
    void grow_root() {
      constexpr auto kPatience = std::chrono::microseconds(200);
      Random random(key_);
      kept_ = start_kept(*tree_, last_, position_, random, budget_);
      halving_.emplace(options_->most_visits, kept_.visits);
      stop_early(*options_, *tree_, budget_);
      first_.emplace(*tree_, *options_, position_, random);
      const bool helpers = options_->threads > 1 && !options_->deterministic;
      grow_root_to(options_->top, helpers ? kPatience : Clock::duration::max());
      if (slow()) list_openings();
    }

    /// Whether playouts take so long that all threads should make the root's first ones.
    [[nodiscard]] bool slow() const { return root_ == Root::kSlow; }

    void play_openings(int worker) {
      if (!slow()) return;
      Random own = random(options_->threads + worker);
      while (!budget_.expired(Clock::now())) {
        const std::size_t i = next_opening_.fetch_add(1, std::memory_order_relaxed);
        if (i >= openings_.size()) return;
        openings_[i].first =
            uniform_playout(openings_[i].position, own, AsksBudget{&budget_}).first;
      }
    }

    /// Adds the root's first visits once their playouts are done.
    void finish_root() {
      if (slow()) grow_root_to(0, Clock::duration::max());
    }

    /// One thread's iterations, until the budget is spent.
    void work(int worker) override {
      if (root_ != Root::kShared || budget_.expired(Clock::now())) return;
      Worker own(*tree_, *options_, position_, random(worker));
      own.run(budget_, kNoLimit, &*halving_);
      end_if_proven();
      counts_[static_cast<std::size_t>(worker)] = own.counts();
    }

    /// The same in tasks of `grain` iterations.
    void work_in_tasks(Executor& executor, CommonStop& ends) {
      if (root_ != Root::kShared) return;
      make_workers();
      run_in_tasks(executor, budget_, ends, options_->grain, [&](int worker) {
        workers_[static_cast<std::size_t>(worker)].run(budget_, options_->grain, &*halving_);
        end_if_proven();
      });
      for (std::size_t i = 0; i < workers_.size(); ++i) counts_[i] = workers_[i].counts();
    }

    /// The same in rounds of all workers: one thread ends the last round and begins the next. False
    /// if there is none.
    bool begin_round() {
      if (root_ != Root::kShared) return false;
      if (workers_.empty()) make_workers();
      std::uint64_t most = kNoLimit;
      bool any = false;
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        if (sent_[i]) workers_[i].come_back();
      }
      end_if_proven();
      halving_->keep(*tree_, budget_.claimed());
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        sent_[i] = !tree_->proven() && workers_[i].send_down(budget_, most);
        any = any || sent_[i];
      }
      if (any) return true;
      for (std::size_t i = 0; i < workers_.size(); ++i) counts_[i] = workers_[i].counts();
      return false;
    }
    /// One worker's part of a round.
    void make_visits(int worker) {
      const auto i = static_cast<std::size_t>(worker);
      if (sent_[i]) workers_[i].make_visits();
    }

    /// Whether statistics of the tree were halved, now or before what it kept.
    [[nodiscard]] bool halved() const {
      return halving_->times() > 0 || (halved_ && kept_.visits > 0);
    }

    /// Appends its workers' counts; the root counts for the first one.
    SearchResult result(std::vector<IterationCounts>& workers) const override {
      assert(halved() || !find_defect(*tree_, false));
      LeasedCounts sum = first_->counts();
      const std::size_t first = workers.size();
      for (const LeasedCounts& part : counts_) {
        sum += part;
        workers.push_back(part.iterations);
      }
      workers[first] += first_->counts().iterations;
      SearchResult result = make_result(*tree_, sum.iterations, options_->final_move);
      add_counters(sum, result);
      count_halvings(*halving_, result, sum.halvings);
      count_saved(*options_, budget_, result);
      if (options_->reuse) count_kept(kept_, result);
      return result;
    }

   private:
    using Root = typename Worker::Root;

    /// A position after one move, and its playout's points for player 0.
    struct Opening {
      G position;
      Points first;
    };
    static constexpr Points kNotPlayed = kStopped;

    /// Uses the playouts that were made of openings.
    [[gnu::noinline]] void grow_root_to(std::uint32_t visits, Clock::duration patience) {
      const auto play_out = [this](const G& leaf, Random& own) {
        for (const Opening& opening : openings_) {
          if (opening.first != kNotPlayed && opening.position == leaf) {
            return Evaluation{1, static_cast<std::uint32_t>(opening.first)};
          }
        }
        return SinglePlayout{&budget_}(leaf, own);
      };
      root_ = first_->grow_root(budget_, visits, patience, play_out);
      if (root_ == Root::kAlone) first_->run_alone(budget_, &*halving_);
      end_if_proven();
    }

    /// Lists the moves that the root has not tried yet, as many as the budget allows.
    void list_openings() {
      const Node root = tree_->root();
      for (Slot slot = 0; slot < tree_->size(root); ++slot) {
        if (visits_of(tree_->stat(root, slot)) > 0) continue;
        G next = position_;
        next.play(tree_->move(root, slot));
        if (!next.over()) openings_.push_back({next, kNotPlayed});
      }
      const std::uint64_t left = budget_.remaining();
      if (openings_.size() > left) openings_.resize(left, openings_.front());
    }

    void end_if_proven() {
      if (tree_->proven()) proven_->stop();
    }

    void make_workers() {
      for (int i = 0; i < options_->threads; ++i) {
        workers_.emplace_back(*tree_, *options_, position_, random(i));
      }
    }

    [[nodiscard]] Random random(int worker) const { return Random(worker_key(key_, worker + 1)); }

    const Options* options_;
    SharedTree* tree_;
    G position_;
    std::optional<LastSearch<G>> last_;  // if the tree is kept
    bool halved_;                        // whether statistics were halved by then
    StreamKey key_;
    CommonStop* proven_;
    Budget budget_;
    std::optional<Halving> halving_;
    Kept kept_;
    std::optional<Worker> first_;  // grows the root
    Root root_ = Root::kAlone;
    std::vector<Opening> openings_;
    std::atomic<std::size_t> next_opening_ = 0;
    std::deque<Worker> workers_;  // for tasks and for rounds
    std::vector<bool> sent_;      // which of them have visits in this round
    std::vector<LeasedCounts> counts_;
  };

  void work(Teams& teams, CommonStop& ends) {
    grow_roots(teams, ends);
    if (options_.grain > 0) return team_at<Team>(teams, 0).work_in_tasks(*executor_, ends);
    if (options_.deterministic) return work_in_rounds(teams, ends);
    work_together(teams, options_.threads, *executor_, ends);
  }

  void work_in_rounds(Teams& teams, CommonStop& ends) {
    const auto trees = static_cast<int>(teams.size());
    const auto team = [&](int i) -> Team& {
      return team_at<Team>(teams, static_cast<std::size_t>(i));
    };
    executor_->stay([&] {
      for (;;) {
        std::atomic<bool> any = false;
        ends.run(*executor_, trees, [&](int i) {
          if (team(i).begin_round()) any.store(true, std::memory_order_relaxed);
        });
        if (!any) return;
        ends.run(*executor_, trees * options_.threads, [&](int worker) {
          team(worker / options_.threads).make_visits(worker % options_.threads);
        });
      }
    });
  }

  /// Called before trees are shared. If playouts are slow, all threads help with the first ones.
  void grow_roots(Teams& teams, CommonStop& ends) {
    const auto trees = static_cast<int>(teams.size());
    const auto team = [&](int i) -> Team& {
      return team_at<Team>(teams, static_cast<std::size_t>(i));
    };
    ends.run(*executor_, trees, [&](int i) { team(i).grow_root(); });
    const auto slow = [](const auto& each) { return static_cast<const Team&>(*each).slow(); };
    if (std::none_of(teams.begin(), teams.end(), slow)) return;
    ends.run(*executor_, trees * options_.threads, [&](int worker) {
      team(worker / options_.threads).play_openings(worker % options_.threads);
    });
    ends.run(*executor_, trees, [&](int i) { team(i).finish_root(); });
  }

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<SharedTree> trees_;
  LastRoot<G> last_;     // of all trees, if they are kept
  bool halved_ = false;  // some tree's statistics, so that nodes may lack visits of their children
};

}  // namespace banyan
