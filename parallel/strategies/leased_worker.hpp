// One thread's work on a tree of leased subtrees.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/result/inspect.hpp"
#include "core/search/level_batch.hpp"
#include "core/search/root_lead.hpp"
#include "core/search/search.hpp"
#include "core/search/uct.hpp"
#include "core/tree/pruning.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"
#include "parallel/strategies/side_by_side.hpp"
#include "parallel/trees/leased_tree.hpp"

namespace banyan {

struct LeasedOptions : ParallelOptions {  // whose threads are those of one tree
  std::uint32_t top = 64;                 ///< minimum visits of a shared node, at least 1
  bool losses = false;  ///< visits in flight count as losses, not at the child's mean
  int trees = 1;        ///< at least 1
  Merge merge = Merge::kSum;
  std::uint64_t grain = 0;  ///< iterations per task, with one tree; 0: one task per thread
  /// Runs in rounds of all workers, so that results depend on no scheduler; not with `grain`.
  bool deterministic = false;
};

/// What a worker counted.
struct LeasedCounts {
  IterationCounts iterations;
  std::uint64_t leases = 0;
  std::uint64_t conflicts = 0;      ///< times that another worker held a child's lease
  std::uint64_t shared_writes = 0;  ///< atomic additions
  std::uint64_t promotions = 0;
  std::uint64_t halvings = 0;  ///< of subtrees that found no memory to be promoted

  LeasedCounts& operator+=(const LeasedCounts& other) {
    iterations += other.iterations;
    leases += other.leases;
    conflicts += other.conflicts;
    shared_writes += other.shared_writes;
    promotions += other.promotions;
    halvings += other.halvings;
    return *this;
  }
};

inline void add_counters(const LeasedCounts& counts, SearchResult& result) {
  result.count("leases", counts.leases);
  result.count("lease_conflicts", counts.conflicts);
  result.count("shared_writes", counts.shared_writes);
  result.count("promotions", counts.promotions);
}

/// How many visits go down at once, with `before` made and `left` to come. A batch must not outrun
/// the tree: at most 1/64 of its visits, up to kSmall. Larger batches bring more visits to each
/// subtree in a worker's cache. All workers together may then have 1/256 of min(before, left) in
/// flight. 1/64 would be faster yet, but plays worse (results/limits). Large positions fill the
/// cache while they wait in a batch, so their batches stay small.
template <Game G>
std::uint64_t visits_of_batch(std::uint64_t before, std::uint64_t left, int threads) {
  constexpr std::uint64_t kSmall = 256;
  constexpr std::uint64_t kLarge = sizeof(G) <= 256 ? 2048 : kSmall;
  const std::uint64_t part = std::min(before, left) / (256 * static_cast<std::uint64_t>(threads));
  return std::clamp<std::uint64_t>(before / 64, 1, std::clamp(part, kSmall, kLarge));
}

/// One worker of a leased tree. A descent carries many visits. At a top node it splits them over
/// the children by UCB1, like a level batch (core/search/level_batch.hpp). It adds them to each
/// child as virtual visits until results are in, so it writes nodes near the root rarely. It leases
/// bottom subtrees and works there sequentially, side by side or in level batches, without atomics.
/// Visits that meet another's lease are sent again from the root: going to the next best child
/// would grow another tree than UCB1's, as long as the other thread waits for a core. Virtual
/// visits cancel exactly. If the game throws, leases stay taken, since subtrees may be half
/// changed: the other workers must be stopped (CommonStop).
template <Game G, class SharedTree = LeasedTree<G>>
class LeasedWorker {
 public:
  using Tree = SharedTree;
  using BottomTree = typename Tree::Bottom;

  LeasedWorker(Tree& tree, const LeasedOptions& options, const G& root, Random random)
      : tree_(&tree),
        options_(&options),
        rule_(options.exploration),
        root_(root),
        random_(random),
        bottom_(tree.bottom()),
        side_by_side_(bottom_, root, random_, options.simd),
        lane_(tree.arena()),
        shares_(options.portion) {
    if (options.batch > 0) {
      batches_ =
          std::make_unique<Batches>(bottom_, rule_, root, random_, options.simd, options.portion);
    }
  }

  enum class Root : std::uint8_t {
    kShared,
    kAlone,  ///< the budget or the memory ended first, or the root's value is proven
    kSlow,   ///< `patience` ended first
  };

  /// Grows the root to `visits` visits, at least one of each move, and shares it. One worker does
  /// this before the others start, in one or several calls.
  template <class PlayoutPolicy>
  Root grow_root(Budget& budget, std::uint32_t visits, Clock::duration patience,
                 const PlayoutPolicy& playout) {
    if (Tree::is_top(tree_->root())) return Root::kShared;  // kept from the last search
    const Clock::time_point start = Clock::now();
    if (!iteration_) {
      iteration_ = std::make_unique<BottomIteration>(bottom_, root_, random_);
      kept_ = root_visits(bottom_).sum;
    }
    while (kept_ + iteration_->counts().iterations <
           std::max(visits, bottom_.size(tree_->root()))) {
      if (iteration_->proven()) return Root::kAlone;
      const Clock::time_point now = Clock::now();
      if (budget.expired(now) && !budget.untouched()) return Root::kAlone;
      if (now - start > patience) return Root::kSlow;
      if (budget.claim(1) == 0) return Root::kAlone;
      iteration_->run(playout);
    }
    return tree_->share_root(lane_) ? Root::kShared : Root::kAlone;
  }

  /// Runs iterations on the shared tree until the budget is spent, the root's value is proven, or
  /// it has claimed `most`. A single worker is exactly reproducible: it depends on no clock unless
  /// time ends the budget. `halving`: see run_worker().
  void run(Budget& budget, std::uint64_t most = kNoLimit, Halving* halving = nullptr) {
    while (!tree_->proven() && go_down(budget, most)) {
      if (come_back() == 0) std::this_thread::yield();  // others hold all leases
      if (halving != nullptr) halving->keep(*tree_, budget.claimed());
    }
  }

  // The same in steps, for rounds, and for simulated workers, whose time passes in between
  // (parallel/simulation/virtual_lessee.hpp). Compiled once for all of these, since they take long.

  /// Calls send_down() and make_visits(); false when there are no visits to send.
  bool go_down(Budget& budget, std::uint64_t& most) {
    if (!send_down(budget, most)) return false;
    make_visits();
    return true;
  }

  /// Sends visits down and leases the subtrees where they end. The visits are those that met
  /// another's lease, or else newly claimed ones, which it takes from `most`. False when there are
  /// none to send.
  [[gnu::noinline]] bool send_down(Budget& budget, std::uint64_t& most) {
    budget_ = &budget;
    const Clock::time_point now = Clock::now();
    if (budget.expired(now) || (left_ == 0 && !claim(budget, most, now))) return false;
    make_room();
    collect(left_);
    return true;
  }

  /// Makes those visits in the subtrees that it leased, which no other worker touches. Others see
  /// the results after come_back().
  [[gnu::noinline]] void make_visits() {
    if (batches_) return make_visits_in(*batches_, [&] { batches_->run(budget_); });
    make_visits_in(side_by_side_, [&] {
      side_by_side_.run([&] { return watch_.late(*budget_); }, SinglePlayout{budget_});
    });
  }

  /// Returns the leases and the visits' results; returns how many visits were made.
  [[gnu::noinline]] std::uint32_t come_back() {
    const std::uint32_t done = return_items();
    left_ -= done;
    return done;
  }

  /// Runs iterations on a root that grow_root() could not share, until the budget is spent.
  void run_alone(Budget& budget, Halving* halving = nullptr) {
    run_worker(*iteration_, budget, 1, halving);
  }

  [[nodiscard]] LeasedCounts counts() const {
    LeasedCounts sum = counts_;
    if (iteration_) sum.iterations += iteration_->counts();
    sum.iterations += side_by_side_.counts();
    if (batches_) sum.iterations += batches_->counts();
    return sum;
  }

 protected:
  /// Visits in flight to one child of a top node, or to the root.
  struct WorkItem {
    G position;  // of the child
    std::uint32_t parent;
    Slot slot;
    Node node;            // of the child: top, bottom, or kNoNode for a leaf
    std::uint32_t given;  // visits
    std::uint32_t done;   // those that were made
    std::uint32_t first;  // points of player 0, summed over those made
    Stat booked;          // virtual visits in its parent's word
    std::uint32_t before;
    std::uint32_t depth;
  };

  /// The visits that it sent: the root's, then each after its parent's.
  [[nodiscard]] const std::vector<WorkItem>& sent() const { return items_; }
  /// Those in leased subtrees, as places among them.
  [[nodiscard]] const std::vector<std::uint32_t>& leased() const { return bottoms_; }
  [[nodiscard]] bool works_in_batches() const { return batches_ != nullptr; }

  LeasedCounts counts_;

 private:
  /// Claims the next batch.
  bool claim(Budget& budget, std::uint64_t& most, Clock::time_point now) {
    if (most == 0) return false;
    const std::uint64_t before = budget.claimed();
    const std::uint64_t left = budget.left(before, now);
    ends_soon_ = nears_its_end(before, left);
    const std::uint64_t want = options_->batch > 0
                                   ? std::clamp<std::uint64_t>(before / 64, 1, options_->batch)
                                   : visits_of_batch<G>(before, left, options_->threads);
    left_ = static_cast<std::uint32_t>(budget.claim(std::min(most, want)));
    most -= left_;
    promote_from_ = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(before / 256, options_->top, std::uint64_t{16} * options_->top));
    return left_ > 0;
  }

  template <class Bottoms, class Run>
  void make_visits_in(Bottoms& bottoms, const Run& run) {
    hand_over(bottoms);
    run();
    take_back(bottoms);
  }

  /// Hands the leased bottom subtrees to what works on them.
  template <class Bottoms>
  void hand_over(Bottoms& bottoms) {
    bottoms.clear();
    bottoms_.clear();
    for (std::uint32_t i = 1; i < items_.size(); ++i) {
      const WorkItem& item = items_[i];
      if (Tree::is_top(item.node)) continue;
      bottoms_.push_back(i);
      bottoms.add(item.node, item.position, item.given, item.before, item.depth);
    }
  }

  template <class Bottoms>
  void take_back(const Bottoms& bottoms) {
    for (std::size_t i = 0; i < bottoms_.size(); ++i) {
      WorkItem& item = items_[bottoms_[i]];
      item.done = bottoms.done(i);
      item.first = bottoms.first(i);
      if (bottoms.node(i) != kNoNode) item.node = bottoms.node(i);
    }
  }

  /// If the arena is full, prunes every bottom subtree that nobody has leased. This worker gets the
  /// memory.
  void make_room() {
    // Adding up the counts of all descents is too costly unless the tree is full.
    if (!bottom_.prunes() || tree_->arena().used() < tree_->arena().capacity()) return;
    const std::uint64_t refused = counts().iterations.full;
    if (refused == 0) return;
    counts_.iterations.pruned += pruning_.keep(
        bottom_, lane_, refused, [this](const auto& prune) { prune_below(tree_->root(), prune); });
    pruning_.share_with(side_by_side_.lane());
    if (batches_) pruning_.share_with(batches_->lane());
  }

  template <class Prune>
  void prune_below(Node top, const Prune& prune) {
    for (Slot slot = 0; slot < tree_->size(top); ++slot) {
      if (const Node child = tree_->child(top, slot); Tree::is_top(child)) {
        prune_below(child, prune);
      } else if (child != kNoNode && tree_->lease(top, slot)) {
        const Node leased = tree_->leased(top, slot);
        if (!Tree::is_top(leased) && prune(leased, visits_of(tree_->stat(top, slot)))) {
          tree_->plant(top, slot, kNoNode);
        }
        tree_->give_back(top, slot, 0);
      }
    }
  }

  /// Sends visits into the root and splits them down to bottom subtrees, which it leases.
  void collect(std::uint32_t visits) {
    items_.clear();
    items_.push_back({root_, 0, 0, tree_->root(), visits, 0, 0, 0, 0, 0});
    for (std::uint32_t i = 0; i < items_.size(); ++i) {
      if (Tree::is_top(items_[i].node)) share_out(i);
    }
  }

  void share_out(std::uint32_t index) {
    shares_.split(*tree_, items_[index].node, rule_, items_[index].given, ends_soon_ && index == 0);
    for (const Slot slot : shares_.chosen()) send(index, slot, shares_.given(slot));
  }

  void send(std::uint32_t index, Slot slot, std::uint32_t visits) {
    const Node top = items_[index].node;
    WorkItem item{items_[index].position, index, slot, kNoNode, visits, 0, 0, 0, 0,
                  items_[index].depth + 1};
    item.position.play(tree_->move(top, slot));
    if (item.position.over()) return end_at(index, item);
    item.node = tree_->child(top, slot);
    const Stat stat = tree_->stat(top, slot);
    item.before = visits_of(stat);
    item.booked = booking(stat, visits);
    ++counts_.shared_writes;
    if (Tree::is_top(item.node)) {
      tree_->add(top, slot, item.booked);
    } else if (!lease(item, top, stat)) {
      return;
    }
    items_.push_back(item);
  }

  /// Takes a bottom subtree's lease. If the subtree was promoted meanwhile, there is nothing to
  /// lease.
  bool lease(WorkItem& item, Node top, Stat stat) {
    if (!tree_->lease(top, item.slot, stat, item.booked)) {
      ++counts_.conflicts;
      return false;
    }
    ++counts_.leases;
    item.node = tree_->leased(top, item.slot);
    halve_bottom(item);
    if (Tree::is_top(item.node)) {
      tree_->give_back(top, item.slot, 0);
      ++counts_.shared_writes;
    } else if (item.node != kNoNode) {
      bottom_.prefetch(item.node);
    }
    return true;
  }

  /// Halves a bottom subtree that found no memory to be promoted; see LeasedTree::halve().
  void halve_bottom(const WorkItem& item) {
    const bool heavy = item.before > options_->most_visits / 4;
    if (!heavy || item.node == kNoNode || Tree::is_top(item.node)) return;
    if (!bottom_.all_tried(item.node)) return;
    if (halve_from(bottom_, item.node, options_->most_visits)) ++counts_.halvings;
  }

  /// Visits in flight count at the child's mean, so that only its exploration term falls (virtual
  /// mean; Cazenave 2021), or as losses (virtual loss; Chaslot et al. 2008).
  [[nodiscard]] Stat booking(Stat stat, std::uint32_t visits) const {
    if (options_->losses) return make_stat(visits, 0);
    return make_stat(visits,
                     std::uint64_t{points_of(stat)} * visits / std::max(1U, visits_of(stat)));
  }

  void end_at(std::uint32_t index, const WorkItem& item) {
    WorkItem& parent = items_[index];
    const Points result = item.position.result(0);
    const std::uint32_t first = item.given * static_cast<std::uint32_t>(result);
    if constexpr (Tree::kProves) {
      const Points own = parent.position.to_move() == 0 ? result : opposite(result);
      prove(item, Proof(own, own));
    }
    tree_->add(parent.node, item.slot, make_stat(item.given, points(parent, item.given, first)));
    ++counts_.shared_writes;
    parent.done += item.given;
    parent.first += first;
    counts_.iterations.iterations += item.given;
    counts_.iterations.visits += item.given;
    counts_.iterations.finished += item.given;
    counts_.iterations.depth_sum += std::uint64_t{item.depth} * item.given;
    counts_.iterations.depth_max =
        std::max<std::uint64_t>(counts_.iterations.depth_max, item.depth);
  }

  /// Converts player 0's points to those of the player to move at the parent, and back.
  static std::uint32_t points(const WorkItem& parent, std::uint32_t games, std::uint32_t first) {
    return parent.position.to_move() == 0 ? first : kWin * games - first;
  }

  /// Children come after their parents, so in reverse order every item is complete when returned.
  std::uint32_t return_items() {
    for (std::size_t i = items_.size(); i-- > 1;) {
      const WorkItem& item = items_[i];
      WorkItem& parent = items_[item.parent];
      std::uint32_t own = points(parent, item.done, item.first);
      if constexpr (Tree::kProves) own = within_proof(item, own);
      parent.done += item.done;
      parent.first += points(parent, item.done, own);
      const Stat result = make_stat(item.done, own);
      ++counts_.shared_writes;
      if (Tree::is_top(item.node)) {
        tree_->add(parent.node, item.slot, result - item.booked);
        continue;
      }
      if (item.node != kNoNode) tree_->plant(parent.node, item.slot, grown(item));
      tree_->give_back(parent.node, item.slot, result - item.booked);
    }
    return items_[0].done;
  }

  /// A node's proof as the player to move at its parent sees it.
  [[nodiscard]] Proof seen_from_parent(const WorkItem& item, Proof proof) const {
    const bool turns = items_[item.parent].position.to_move() != item.position.to_move();
    return turns ? proof.opposite() : proof;
  }

  /// Records a child's proof and what follows further up, until that brings nothing new.
  void prove(const WorkItem& of, Proof proof) {
    const WorkItem* item = &of;
    while (true) {
      const WorkItem& parent = items_[item->parent];
      if (!tree_->prove(parent.node, item->slot, proof) || item->parent == 0) return;
      proof = seen_from_parent(parent, tree_->proof_of(parent.node));
      item = &parent;
    }
  }

  /// Records what was proven in a subtree; returns the points of its visits, clamped to that.
  [[nodiscard]] std::uint32_t within_proof(const WorkItem& item, std::uint32_t points) {
    if (!Tree::is_top(item.node) && item.node != kNoNode) {
      prove(item, seen_from_parent(item, bottom_.proof_of(item.node)));
    }
    return tree_->proof(items_[item.parent].node, item.slot).clamp(item.done, points);
  }

  /// A leased subtree's root after the work: a top node if it has become busy.
  Node grown(const WorkItem& item) {
    if (item.before + item.done < promote_from_ || !bottom_.all_tried(item.node)) {
      return item.node;
    }
    const Node whole = bottom_.open(item.node, item.position, random_, lane_);
    if (whole == kNoNode) return item.node;
    const Node top = tree_->promote(whole, lane_);
    if (top == kNoNode) return whole;  // the node that it replaced may be freed already
    bottom_.release(whole, lane_);
    ++counts_.promotions;
    return top;
  }

  // Made only if needed: thousands of workers have no memory for their positions.
  using BottomIteration = UctIteration<BottomTree>;
  using Batches = LevelBatch<BottomTree>;

  Tree* tree_;
  const LeasedOptions* options_;
  Ucb1 rule_;
  G root_;
  Random random_;
  BottomTree bottom_;
  std::unique_ptr<BottomIteration> iteration_;  // grows the root
  SideBySide<BottomTree> side_by_side_;
  std::unique_ptr<Batches> batches_;  // if asked for
  Arena::Lane lane_;
  Pruning pruning_;
  VisitShares<G::kMaxMoves> shares_;
  std::vector<WorkItem> items_;
  std::vector<std::uint32_t> bottoms_;
  Budget* budget_ = nullptr;
  std::uint64_t kept_ = 0;  // visits of the root before the search, until it is shared
  std::uint32_t left_ = 0;  // claimed and not yet made
  std::uint32_t promote_from_ = 0;
  bool ends_soon_ = false;  // see nears_its_end(), core/search/level_batch.hpp
  Watch watch_;
};

}  // namespace banyan
