// The sequential engine: one tree, one thread. The fastest one is the baseline of every speed-up.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/playout/playout.hpp"
#include "core/result/inspect.hpp"
#include "core/result/result.hpp"
#include "core/search/drawn_ahead.hpp"
#include "core/search/last_search.hpp"
#include "core/search/level_batch.hpp"
#include "core/search/options.hpp"
#include "core/search/root_lead.hpp"
#include "core/search/uct.hpp"
#include "core/tree/halving.hpp"
#include "core/tree/narrow_tree.hpp"
#include "core/tree/tree.hpp"
#include "core/tree/wide_tree.hpp"

namespace banyan {

/// The fastest tree for one thread with one playout per iteration.
template <Game G>
struct OwnedTreeOf {
  using Type = Tree<G>;
};
template <NarrowGame G>
struct OwnedTreeOf<G> {
  using Type = NarrowTree<G>;
};
template <WideGame G>
requires(G::kMaxMoves > 16) struct OwnedTreeOf<G> {
  using Type = WideTree<G>;
};
template <Game G>
using OwnedTree = typename OwnedTreeOf<G>::Type;

/// The same for a search that proves: every two-player game whose moves are few or form a set has
/// such a tree.
template <Game G>
struct ProvingTreeOf;
template <NarrowGame G>
struct ProvingTreeOf<G> {
  using Type = NarrowTree<G, true, (G::kMaxMoves <= 8), true>;
};
template <WideGame G>
requires(G::kMaxMoves > 16) struct ProvingTreeOf<G> {
  using Type = WideTree<G, true, true>;
};
template <Game G>
using ProvingTree = typename ProvingTreeOf<G>::Type;
template <class G>
concept HasProvingTree = requires {
  typename ProvingTreeOf<G>::Type;
};

/// Plays one game from a leaf: the playout phase of every engine but `leaf`. If a budget is given
/// and ends during a long game, the playout stops, and the leaf gets no result.
struct SinglePlayout {
  const Budget* budget = nullptr;

  template <Game G>
  Evaluation operator()(const G& position, Random& random) const {
    // Large positions are played out without a copy.
    if constexpr (ScatteredPlayout<G>) {
      return {1, static_cast<std::uint32_t>(position.playout(random).first)};
    } else {
      const Points first = uniform_playout(position, random, AsksBudget{budget}).first;
      if (kStopsInside<G> && first == kStopped) return {0, 0};
      return {1, static_cast<std::uint32_t>(first)};
    }
  }
};

/// Runs one worker's iterations until the budget is spent or the root's value is proven. `halving`:
/// of the tree, if its statistics are halved.
template <class Tree, class Phases, class PlayoutPolicy>
void run_worker(UctIteration<Tree, Phases>& iteration, Budget& budget, int workers,
                Halving* halving, PlayoutPolicy&& playout) {
  constexpr bool kStops = kStopsInside<typename Tree::GameType>;
  Pace pace(budget, workers);
  while (std::uint64_t portion = iteration.proven() ? 0 : pace.next()) {
    do {
      iteration.run(playout);
      iteration.make_room();  // immediately, since portion lengths depend on the clock
    } while (--portion > 0 && !(kStops && budget.over()) && !iteration.proven());
    if (halving != nullptr) halving->keep(iteration.tree(), budget.claimed());
  }
}
template <class Tree, class Phases>
void run_worker(UctIteration<Tree, Phases>& iteration, Budget& budget, int workers,
                Halving* halving = nullptr) {
  run_worker(iteration, budget, workers, halving, SinglePlayout{&budget});
}

/// The same by level batches, which grow with the tree to at most a sixty-fourth of its visits. So
/// a stop takes effect within 1/64 of the time so far. A time limit shortens the last batch.
template <class Tree>
void run_worker(LevelBatch<Tree>& batches, Tree& tree, Budget& budget, std::uint32_t largest,
                Halving& halving) {
  while (!batches.proven()) {
    const Clock::time_point now = Clock::now();
    if (budget.expired(now) && !budget.untouched()) return;
    const std::uint64_t done = batches.counts().iterations;
    const std::uint64_t left = budget.left(done, now);
    const std::uint64_t want = std::min(done / 64, left);
    const std::uint32_t most = std::min(largest, batches.room());
    const std::uint64_t visits = budget.claim(std::clamp<std::uint64_t>(want, 1, most));
    if (visits == 0) return;
    batches.run(static_cast<std::uint32_t>(visits), nears_its_end(done, left), &budget);
    batches.make_room();
    halving.keep(tree, budget.claimed());
  }
}

struct NotAhead {};
/// What draws the tree's trials ahead.
template <class Tree>
struct AheadOf {
  using Type = NotAhead;
};
template <DrawsTrials Tree>
struct AheadOf<Tree> {
  using Type = DrawnAhead<Tree>;
};

/// UCT on one thread. Keeps its memory from search to search; one search at a time. In a tree that
/// proves (ProvingTree), it ends once the root's value is proven. Slower kinds of tree exist to
/// measure the gain of the fastest. They ignore the options `batch` and `phases`, proving trees the
/// latter. `ahead` is ignored by trees that are not DrawsTrials, and with `batch` or `phases`.
template <Game G, class TreeType = OwnedTree<G>>
class SequentialSearch {
 public:
  explicit SequentialSearch(const SearchOptions& options)
      : options_(options),
        tree_((options.memory - memory_ahead(options)) / (options.reuse ? 2 : 1),
              Ucb1(options.exploration), options.expand_after) {
    if constexpr (kAhead) {
      if (options.ahead) {
        ahead_ = std::make_unique<DrawnAhead<TreeType>>(memory_ahead(options));
      }
    }
    if (options.reuse) tree_.keep_spare();
    tree_.use_huge_pages(options.huge_pages);
    tree_.prune_when_full(options.prunes);
  }

  /// Searches a position that is not over. The same key gives the same result, bit for bit, unless
  /// a time limit or a stop request ends the search, or it reuses a tree.
  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop), Clock::now(), kNoLimit);
    SearchResult result = search(position, budget, key);
    result.seconds = budget.seconds();
    return result;
  }

  /// Says which moves the game has had before the next search: LastRoot::tell_moves().
  void tell_moves(std::vector<typename G::Move> moves) {
    if (options_.reuse) last_.tell_moves(std::move(moves));
  }

  /// The same with a budget whose clock is already running.
  SearchResult search(const G& position, Budget& budget, const StreamKey& key) {
    Random random(key);
    const auto last = last_.take(key);
    const Kept kept = start_kept(tree_, last, position, random, budget);
    stop_early(options_, tree_, budget);
    if constexpr (kFastest) {
      if (options_.phases && options_.batch == 0) return search_by_phases(position, budget, random);
    }
    Halving halving(options_.most_visits, kept.visits);
    if constexpr (kAhead) {
      draws_ahead_ = ahead_ != nullptr && options_.batch == 0 && ahead_->pays(position, random);
    }
    const IterationCounts counts = run(position, budget, random, halving);
    halved_ = halving.times() > 0 || (halved_ && kept.visits > 0);
    assert(halved_ ||
           !find_defect(tree_, options_.batch == 0 && counts.full == 0 && kept.visits == 0));
    SearchResult result = make_result(tree_, counts, options_.final_move);
    count_halvings(halving, result);
    count_saved(options_, budget, result);
    if constexpr (kAhead) {
      if (draws_ahead_) ahead_->count(result);
    }
    if (options_.reuse) {
      count_kept(kept, result);
      last_.set(position, key);
    }
    return result;
  }

  [[nodiscard]] const TreeType& tree() const { return tree_; }

 private:
  static constexpr bool kFastest = std::same_as<TreeType, OwnedTree<G>>;
  static constexpr bool kBatches = kFastest || TreeType::kProves;
  static constexpr bool kAhead = DrawsTrials<TreeType>;

  static std::size_t memory_ahead(const SearchOptions& options) {
    return kAhead && options.ahead ? options.memory / 32 : 0;
  }

  IterationCounts run(const G& position, Budget& budget, Random random, Halving& halving) {
    if constexpr (kBatches) {
      if (options_.batch > 0) {
        LevelBatch<TreeType> batches(tree_, Ucb1(options_.exploration), position, random,
                                     options_.simd, options_.portion);
        run_worker(batches, tree_, budget, options_.batch, halving);
        return batches.counts();
      }
    }
    if constexpr (kAhead) {
      if (draws_ahead_) {
        ahead_->start(random);
        UctIteration<TreeType> iteration(tree_, position, random);
        run_worker(iteration, budget, 1, &halving, *ahead_);
        return iteration.counts();
      }
    }
    UctIteration<TreeType> iteration(tree_, position, random);
    run_worker(iteration, budget, 1, &halving);
    return iteration.counts();
  }

  SearchResult search_by_phases(const G& position, Budget& budget, Random random) {
    PhaseSampler sampler;
    UctIteration<TreeType, PhaseMark> iteration(tree_, position, random, sampler.mark());
    Halving halving(options_.most_visits);
    run_worker(iteration, budget, 1, &halving);
    SearchResult result = make_result(tree_, iteration.counts(), options_.final_move);
    count_halvings(halving, result);
    count_saved(options_, budget, result);
    const auto& samples = sampler.finish();
    for (std::size_t i = 0; i < kPhases; ++i) {
      result.count((std::string("samples_") + kPhaseNames[i]).c_str(), samples[i]);
    }
    return result;
  }

  SearchOptions options_;
  TreeType tree_;
  std::unique_ptr<typename AheadOf<TreeType>::Type> ahead_;
  LastRoot<G> last_;  // if the tree is kept
  bool draws_ahead_ = false;
  bool halved_ = false;  // so that nodes may have fewer visits than their children
};

}  // namespace banyan
