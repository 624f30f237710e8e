// A search by iterations over a tree of any policies: trees, threads, budget, reuse.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
#include "core/game/knowledge.hpp"
#include "core/search/last_search.hpp"
#include "core/search/policy_descent.hpp"
#include "core/search/root_lead.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/strategies/general_options.hpp"
#include "parallel/strategies/leaf_team.hpp"
#include "parallel/strategies/simulated_evaluator.hpp"

namespace banyan {

/// One search for all kinds of `IterationType` (PolicyIteration and GeneralIteration), sequential
/// or parallel by its options. Threads share trees by atomics alone, without locks, and virtual
/// visits keep them apart. The trees split the budget exactly and are merged at the end; a proof of
/// the root's value ends the search early. No two workers share a random stream. Deterministic if
/// each tree has one thread (unless a proof ends the other trees early), or if threads only play
/// out together. Keeps its memory and threads from search to search; one search at a time.
template <class IterationType, class OptionsType>
class SearchOf {
 public:
  using G = typename IterationType::G;
  using Tree = typename IterationType::TreeType;
  using Options = OptionsType;

  explicit SearchOf(const Options& options)
      : options_(options),
        executor_(make_executor(options.executor, options.trees * options.threads)) {
    assert(options.policy.rave == 0 || NumberedMoves<G>);
    assert(!options.policy.is_graph() || (KeyedGame<G> && !options.reuse));
    if constexpr (kLearns) {
      const auto workers = static_cast<std::size_t>(options.trees * options.threads);
      if (options.policy.learns()) learned_.assign(workers, Learned(options.policy));
    }
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.trees);
    for (int i = 0; i < options.trees; ++i) {
      trees_.emplace_back(options.reuse ? memory / 2 : memory, options.policy, options.exploration,
                          options.shown, options.expand_after,
                          options.threads > 1 && !options.together);
      if (options.reuse) trees_.back().keep_spare();
      trees_.back().prune_when_full(options.prunes);
      trees_.back().use_huge_pages(options.huge_pages);
    }
  }

  /// Searches a position that is not over and where a player is to move.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto last = last_.take(key);
    std::atomic<bool> proven = false;
    std::optional<SimulatedEvaluator> device;
    SearchResult result = search_ensemble(
        {options_.trees, streams(), options_.merge, options_.final_move}, limits, key, stop,
        [&](const TreePart& part) {
          if (!device && options_.policy.latency.count() > 0) {
            const bool timed = limits.time.count() > 0;
            device.emplace(options_.policy.latency, options_.policy.batch, part.stop,
                           timed ? end_of(part.start, limits.time) : Clock::time_point::max());
          }
          auto team =
              std::make_unique<Team>(options_, *executor_, trees_[part.tree], position, part,
                                     proven, device ? &*device : nullptr, learned_of(part.tree));
          team->start(last);
          return team;
        },
        [&](Teams& teams, CommonStop& ends) {
          if (options_.together) {
            executor_->stay([&] { teams.front()->work(0); });
          } else {
            work_together(teams, options_.threads, *executor_, ends);
          }
          if (options_.reuse && teams.size() == trees_.size()) last_.set(position, key);
        });
    if (device) result.count("evaluation_rounds", device->rounds());
    return result;
  }

  /// Says which moves the game has had before the next search: LastRoot::tell_moves().
  void tell_moves(std::vector<typename G::Move> moves) {
    if (options_.reuse) last_.tell_moves(std::move(moves));
  }

  /// What the playouts of a worker have learned, if they do; workers are numbered tree by tree.
  [[nodiscard]] const auto& learned(int worker) const {
    return learned_[static_cast<std::size_t>(worker)];
  }
  [[nodiscard]] const Tree& tree(int i) const { return trees_[static_cast<std::size_t>(i)]; }

 private:
  using Learned = typename IterationType::Learned;
  static constexpr bool kLearns = !std::is_same_v<Learned, NothingLearned>;

  /// What the playouts of a tree's first worker learn; the others' are next. Null if nothing.
  Learned* learned_of(std::size_t tree) {
    return learned_.empty() ? nullptr
                            : &learned_[tree * static_cast<std::size_t>(options_.threads)];
  }

  /// One worker's counts, on its own cache lines.
  struct alignas(2 * Arena::kLine) Report {
    IterationCounts counts;
    std::uint64_t capped = 0;
    std::uint64_t transpositions = 0;
  };

  /// Random streams of a tree: one per worker, and one to grow it if workers only play out.
  [[nodiscard]] int streams() const { return options_.threads + (options_.together ? 1 : 0); }

  /// The workers of one tree for one search.
  class Team final : public TreeTeam {
   public:
    Team(const Options& options, Executor& executor, Tree& tree, const G& position,
         const TreePart& part, std::atomic<bool>& proven, LeafDevice* device, Learned* learned)
        : options_(&options),
          executor_(&executor),
          tree_(&tree),
          position_(position),
          key_(part.key),
          first_(part.key),
          budget_(part.budget(options.playouts)),
          proven_(&proven),
          device_(device),
          learned_(learned),
          reports_(static_cast<std::size_t>(options.threads)) {}

    /// Starts the tree, or reuses what it holds of this position; `last` was its last
    /// search.
    void start(const std::optional<LastSearch<G>>& last) {
      const PriorsOf<G> write_priors(options_->policy.game_priors);
      const std::uint64_t visits =
          saturating_multiply(budget_.remaining(), static_cast<std::uint64_t>(options_->playouts));
      const RootPlan plan{visits, common_key(key_)};
      kept_ = start_kept(*tree_, last, position_, first_, budget_, write_priors, plan);
      if (kept_.visits > 0) budget_.keep_within(kMaxVisits - kept_.visits);
      stop_early(*options_, *tree_, budget_);
    }

    /// One thread's iterations, until the budget is spent or the root's value proven.
    void work(int worker) override {
      Tree tree(*tree_);
      IterationType iteration(tree, position_, options_->policy,
                              worker == 0 ? first_ : Random(worker_key(key_, worker)), budget_,
                              *proven_, device_, options_->trees * options_->threads);
      if constexpr (requires { typename IterationType::Team; }) {
        if (options_->together) {
          using Sum = typename IterationType::Playouts;
          iteration.play_out_by(
              [this, team = LeafTeam<Sum>(options_->threads, options_->playouts, key_)](
                  std::uint32_t games, const auto& playout, Sum& sum) mutable {
                return team.play_out(games, budget_, *executor_, playout, sum);
              });
        }
      }
      if constexpr (kLearns) {
        if (learned_ != nullptr) {
          Learned& learned = learned_[worker];
          if (kept_.visits == 0) learned.clear();
          iteration.learn_in(learned);
        }
      }
      Pace pace(budget_, options_->together ? 1 : options_->threads);
      bool done = false;
      while (std::uint64_t portion = done ? 0 : pace.next()) {
        for (; portion > 0 && !done; --portion) {
          iteration.run(budget_.next_games());
          iteration.make_room();
          done = proven_->load(std::memory_order_relaxed) || budget_.over();
        }
      }
      reports_[static_cast<std::size_t>(worker)] = {iteration.counts(), iteration.capped_playouts(),
                                                    iteration.transpositions()};
    }

    /// Appends its workers' counts, unless they only played out.
    [[nodiscard]] SearchResult result(std::vector<IterationCounts>& workers) const override {
      assert(!find_defect(*tree_));
      Report sum;
      for (const Report& report : reports_) {
        if (!options_->together) workers.push_back(report.counts);
        sum.counts += report.counts;
        sum.capped += report.capped;
        sum.transpositions += report.transpositions;
      }
      SearchResult result = make_result(*tree_, sum.counts, options_->final_move);
      result.tree.nodes += kept_.nodes;
      count_saved(*options_, budget_, result);
      if (options_->reuse) result.count("kept_visits", kept_.visits);
      if (options_->policy.is_graph()) result.count("transpositions", sum.transpositions);
      if (options_->policy.cap > 0) result.count("capped_playouts", sum.capped);
      if constexpr (kLearns) {
        if (learned_ != nullptr) result.count("learned_bytes", learned_bytes());
      }
      return result;
    }

   private:
    [[nodiscard]] std::uint64_t learned_bytes() const {
      return learned_->bytes() * static_cast<std::uint64_t>(options_->threads);
    }

    const Options* options_;
    Executor* executor_;
    Tree* tree_;
    G position_;
    StreamKey key_;
    Random first_;  // grows the root, then serves worker 0
    Budget budget_;
    std::atomic<bool>* proven_;  // by any tree
    LeafDevice* device_;
    Learned* learned_;  // the first worker's
    Kept kept_;
    std::vector<Report> reports_;
  };

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::vector<Tree> trees_;
  std::vector<Learned> learned_;  // by tree and worker; kept as long as the tree is
  LastRoot<G> last_;              // of all trees
};

}  // namespace banyan
