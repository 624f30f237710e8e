// Level batches: many visits sent into the tree at once and split level by level.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/stat.hpp"
#include "core/base/tables.hpp"
#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/playout/playout.hpp"
#include "core/search/uct.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/selection/visit_shares.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/pruning.hpp"

namespace banyan {

/// The four phases for a whole batch of visits in one tree of one thread; each visit has its own
/// playout. The batch looks at each node once, however many visits pass, and plays out its leaves
/// together, by SIMD if the game can (BatchPlayout).
///
/// Two things differ from single visits. A batch does not know its own results. And if a node's
/// last moves are tried in this batch, its further visits are played out from the node itself.
///
/// In a tree that proves, what a batch finds out takes effect in the next one.
template <class Tree>
class LevelBatch {
 public:
  using G = typename Tree::GameType;

  /// `simd`: plays out leaves together if the game can, not one by one. `portion`: see VisitShares.
  LevelBatch(Tree& tree, const Ucb1& rule, const G& root, Random random, bool simd = true,
             std::uint32_t portion = 0)
      : tree_(&tree),
        rule_(rule),
        lane_(tree.arena()),
        random_(random),
        root_(root),
        simd_(simd),
        shares_(portion) {}

  /// The largest batch without a visit that ends at the root: one visit per untried move, while
  /// there are any.
  [[nodiscard]] std::uint32_t room() const {
    const Node root = tree_->root();
    if (tree_->all_tried(root)) return kMaxVisits;
    return tree_->size(root) - tree_->tried(root);
  }

  /// Whether the value of the tree's root is proven, so that the search can end.
  [[nodiscard]] bool proven() const {
    if constexpr (Tree::kProves) {
      return tree_->proof_of(tree_->root()).exact();
    } else {
      return false;
    }
  }

  /// Runs exactly `visits` >= 1 iterations, or none if a budget is given and ends during a long
  /// playout. `ends_soon`: see nears_its_end().
  void run(std::uint32_t visits, bool ends_soon = false, const Budget* budget = nullptr) {
    ends_soon_ = ends_soon;
    clear();
    add(tree_->root(), root_, visits, 0, 0);
    run(budget);
  }

  /// The same in several subtrees at once: clear(), add() each, run(), then read the results.
  void clear() {
    entries_.clear();
    positions_.clear();
    leaves_.clear();
    owners_.clear();
    before_ = counts_;
    subtrees_ = 0;
  }
  /// Adds a node with its position and depth; kNoNode for a leaf that had `before` visits.
  void add(Node node, const G& position, std::uint32_t visits, std::uint32_t before,
           std::uint32_t depth) {
    const auto self = static_cast<std::uint32_t>(entries_.size());
    const Node open = tree_->open(node, position, random_, lane_);
    const bool full = open == kNoNode && node != kNoNode;
    entries_.push_back(
        {keep(position), full ? node : open, 0, visits, self, before, depth, 0, full, Proof()});
    counts_.iterations += visits;
    counts_.visits += visits;
    ++subtrees_;
  }
  [[gnu::noinline]] void run(const Budget* budget = nullptr) {
    for (std::uint32_t i = 0; i < entries_.size(); ++i) select_and_expand(i);
    if (play_out(AsksBudget{budget})) {
      back_up();
    } else {
      drop();
    }
  }
  /// For the subtree that was added as number `i`: its current node, its visits, and player 0's
  /// points in these.
  [[nodiscard]] Node node(std::size_t i) const { return entries_[i].node; }
  [[nodiscard]] std::uint32_t done(std::size_t i) const { return entries_[i].visits; }
  [[nodiscard]] std::uint32_t first(std::size_t i) const { return entries_[i].first; }

  /// Frees memory in these subtrees if the arena is full.
  void make_room() {
    if (counts_.full == 0 || !tree_->prunes()) return;
    counts_.pruned += pruning_.keep(*tree_, lane_, counts_.full, [this](const auto& prune) {
      for (std::size_t i = 0; i < subtrees_; ++i) prune(node(i));
    });
  }
  [[nodiscard]] Arena::Lane& lane() { return lane_; }

  [[nodiscard]] const IterationCounts& counts() const { return counts_; }

 private:
  /// Large positions are stored only where several visits pass, so few that they fit the caches.
  /// Others are rebuilt from the nearest stored position above whenever they are needed.
  static constexpr bool kKeepsFew = ScatteredPlayout<G>;
  struct Stored {
    std::uint32_t number;  // in positions_: its own, or that of the nearest one above
    bool own;
    bool is_leaf;           // all of its visits are known to end here
    bool first_moved;       // player 0 made the move
    typename G::Move move;  // that led here
  };

  /// Some visits of the batch that pass one child.
  struct Entry {
    std::conditional_t<kKeepsFew, Stored, G> position;
    Node node;             // of the child; kNoNode for a leaf
    Slot slot;             // its place in its parent
    std::uint32_t visits;  // how many pass
    std::uint32_t parent;  // the parent's entry; its own where a subtree starts
    std::uint32_t before;  // visits that the child had before this batch
    std::uint32_t depth;
    std::uint32_t first;  // points of player 0, summed over the visits
    bool full;            // no memory: its node cannot be opened
    Proof proof;          // of the child, if this batch found any
  };

  /// Ends some of the entry's visits here and sends the others on to children. Always inlined: g++
  /// would not inline a function of this size, and Connect Four would lose 7 %.
  [[gnu::always_inline]] void select_and_expand(std::uint32_t index) {
    std::uint32_t left = entries_[index].visits;
    if constexpr (kKeepsFew) {
      if (entries_[index].position.is_leaf) return add_leaves(index, left);
    }
    look_at(index);
    arrive(index);
    Node node = entries_[index].node;
    if (entries_[index].full) {
      counts_.full += left;
      return add_leaves(index, left);
    }
    if (node == kNoNode) {
      const Entry& entry = entries_[index];
      if (position(index).over()) return end_at(index);
      if (entry.before < tree_->expand_after()) {
        const std::uint32_t own = std::min(left, tree_->expand_after() - entry.before);
        add_leaves(index, own);
        left -= own;
      }
      if (left == 0) return;
      node = entry.parent == index ? tree_->make_node(position(index), random_, lane_)
                                   : tree_->expand(entries_[entry.parent].node, entry.slot,
                                                   position(index), random_, lane_);
      entries_[index].node = node;
      if (node == kNoNode) {
        counts_.full += left;
        return add_leaves(index, left);
      }
    }
    if (tree_->all_tried(node)) return share_out(index, left);
    for (; left > 0 && !tree_->all_tried(node); --left) {
      Slot slot = 0;
      tree_->try_next(node, slot, random_);
      ++counts_.nodes;
      send(index, slot, 1, 0);
    }
    add_leaves(index, left);
  }

  void share_out(std::uint32_t index, std::uint32_t visits) {
    const Node node = entries_[index].node;
    shares_.split(*tree_, node, rule_, visits, ends_soon_ && entries_[index].depth == 0);
    for (const Slot slot : shares_.chosen()) {
      send(index, slot, shares_.given(slot), shares_.before(slot));
    }
  }

  void send(std::uint32_t index, Slot slot, std::uint32_t visits, std::uint32_t before) {
    entries_.push_back(entries_[index]);
    const Entry& from = entries_[index];
    Entry& to = entries_.back();
    if constexpr (!kKeepsFew) to.position.play(tree_->move(from.node, slot));
    to.slot = slot;
    to.visits = visits;
    to.parent = index;
    to.before = before;
    ++to.depth;
    to.first = 0;
    to.proof = Proof();
    to.node = before > 0 ? tree_->child(from.node, slot) : kNoNode;
    if constexpr (kKeepsFew) move_on(index, to);
    tree_->prefetch(to.node);
  }

  /// Stores the position where a subtree starts.
  auto keep(const G& position) {
    if constexpr (kKeepsFew) {
      positions_.push_back(position);
      return Stored{static_cast<std::uint32_t>(positions_.size() - 1), true, false, false, {}};
    } else {
      return position;
    }
  }
  /// `to` was copied from `from`, the entry being looked at; gives it its own position.
  void move_on(std::uint32_t from, Entry& to) {
    Stored& kept = to.position;
    kept.move = tree_->move(entries_[from].node, to.slot);
    kept.first_moved = position(from).to_move() == 0;
    kept.is_leaf = to.node == kNoNode && to.before + to.visits <= tree_->expand_after() &&
                   !position(from).over_after(kept.move);
    kept.own = to.visits > 1 && !kept.is_leaf;
    if (!kept.own) return;
    kept.number = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(position(from));
    positions_.back().play(kept.move);
  }

  /// Rebuilds an entry's position, or the leaf that playouts begin with.
  template <class Position>
  void make(std::uint32_t index, Position& position) const {
    const Entry& entry = entries_[index];
    if (entry.position.own) {
      position = positions_[entry.position.number];
    } else {
      make(entry.parent, position);
      position.play(entry.position.move);
    }
  }

  void look_at(std::uint32_t index) {
    if constexpr (kKeepsFew) {
      if (!entries_[index].position.own) make(index, made_);
    }
  }
  /// The position of an entry. If it is not stored, the entry must be the last one looked at.
  [[nodiscard]] const G& position(std::uint32_t index) const {
    const auto& of_entry = entries_[index].position;
    if constexpr (kKeepsFew) {
      return of_entry.own ? positions_[of_entry.number] : made_;
    } else {
      return of_entry;
    }
  }

  /// Whether player 0 made the move to a child.
  [[nodiscard]] bool first_moved(const Entry& entry) const {
    if constexpr (kKeepsFew) {
      return entry.position.first_moved;
    } else {
      return entries_[entry.parent].position.to_move() == 0;
    }
  }

  /// Gets a child's node ready to be entered; kNoNode if there is no memory. Called only when the
  /// node is looked at, because its memory was prefetched when the visits were sent.
  void arrive(std::uint32_t index) {
    Entry& entry = entries_[index];
    if (entry.node == kNoNode || entry.parent == index) return;
    entry.node =
        tree_->arrive(entries_[entry.parent].node, entry.slot, position(index), random_, lane_);
  }

  void end_at(std::uint32_t index) {
    Entry& entry = entries_[index];
    const Points first = position(index).result(0);
    entry.first = entry.visits * static_cast<std::uint32_t>(first);
    if (Tree::kProves && entry.parent != index) {
      const Proof proof(first, first);
      entry.proof = first_moved(entry) ? proof : proof.opposite();
    }
    counts_.finished += entry.visits;
    count_depth(entry, entry.visits);
  }

  [[gnu::always_inline]] void add_leaves(std::uint32_t index, std::uint32_t visits) {
    count_depth(entries_[index], visits);
    for (; visits > 0; --visits) {
      if constexpr (!kKeepsFew) leaves_.push_back(entries_[index].position);
      owners_.push_back(index);
    }
  }

  void count_depth(const Entry& entry, std::uint32_t visits) {
    counts_.depth_sum += std::uint64_t{entry.depth} * visits;
    counts_.depth_max = std::max<std::uint64_t>(counts_.depth_max, entry.depth);
  }

  /// Returns false if the search ended first.
  bool play_out(const AsksBudget& stop) {
    results_.resize(owners_.size());
    if (!simd_) {
      for (std::size_t i = 0; i < owners_.size(); ++i) {
        look_at(owners_[i]);
        results_[i] = uniform_playout(position(owners_[i]), random_, stop).first;
        if (kStopsInside<G> && results_[i] == kStopped) return false;
      }
    } else if constexpr (ScatteredPlayout<G>) {
      const auto make_leaf = [this](std::size_t i, typename G::Leaf& leaf) {
        make(owners_[i], leaf);
      };
      G::play_out(owners_.size(), make_leaf, results_, random_);
    } else if (!uniform_playouts<G>(leaves_, results_, random_, stop)) {
      return false;
    }
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      entries_[owners_[i]].first += static_cast<std::uint32_t>(results_[i]);
    }
    return true;
  }

  /// Discards the visits. Trials are taken back in reverse.
  void drop() {
    before_.dropped += counts_.iterations - before_.iterations;
    counts_ = before_;
    for (std::size_t i = entries_.size(); i-- > 0;) {
      Entry& entry = entries_[i];
      if (entry.parent != i && entry.before == 0) {
        tree_->untry(entries_[entry.parent].node, entry.slot);
      }
      entry.visits = 0;
      entry.first = 0;
    }
  }

  /// Children come after their parents, so in reverse order every entry is complete when it is
  /// added.
  void back_up() {
    for (std::size_t i = entries_.size(); i-- > 0;) {
      const Entry& entry = entries_[i];
      if (entry.parent == i) break;
      Entry& parent = entries_[entry.parent];
      const std::uint32_t all = kWin * entry.visits;
      const bool first = first_moved(entry);
      std::uint32_t points = first ? entry.first : all - entry.first;
      if constexpr (Tree::kProves) {
        if (entry.proof != Proof()) prove(entry, first);
        points = tree_->within_proof(parent.node, entry.slot, entry.visits, points);
      }
      parent.first += first ? points : all - points;
      tree_->record(parent.node, entry.slot, entry.visits, points);
    }
  }

  /// Records an entry's proof, and in its parent's entry what follows from it for that node, as the
  /// player sees it who moved there.
  [[gnu::noinline]] void prove(const Entry& entry, bool first) {
    Entry& parent = entries_[entry.parent];
    if (!tree_->prove(parent.node, entry.slot, entry.proof)) return;
    if (parent.parent == entry.parent) return;  // where a subtree starts: see proven()
    const Proof proof = tree_->proof_of(parent.node);
    parent.proof = first_moved(parent) == first ? proof : proof.opposite();
  }

  Tree* tree_;
  Ucb1 rule_;
  Arena::Lane lane_;
  Random random_;
  const G root_;
  bool simd_;
  bool ends_soon_ = false;
  VisitShares<G::kMaxMoves> shares_;
  std::vector<Entry> entries_;
  std::vector<G> positions_;           // of entries that do not hold their own
  G made_ = root_;                     // the last position rebuilt
  std::vector<G> leaves_;              // copies in a row, unless playouts make their own
  std::vector<std::uint32_t> owners_;  // the entry that each leaf's visit ended at
  std::vector<Points> results_;
  IterationCounts counts_;
  IterationCounts before_;  // counts_ before this batch
  std::size_t subtrees_ = 0;
  Pruning pruning_;
};

}  // namespace banyan
