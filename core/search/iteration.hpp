// The four phases of Monte Carlo tree search: select, expand, play out, back up.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <utility>

#include "core/game/game.hpp"
#include "core/game/reward_game.hpp"
#include "core/result/counts.hpp"
#include "core/search/phases.hpp"
#include "core/tree/path.hpp"
#include "core/tree/pruning.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// What a kind of search does its own way. Each kind has all of these: a name that it misspelt
/// would otherwise leave it with something else.
///
///   choose()                the child to go on with where all were tried
///   all_compete()           whether choose() decides from a new node's first visit on
///   stays_leaf()            whether the descent came too early to expand its leaf
///   add_children(leaf)      expands it; returns its node, or kNoNode
///   note_move()             records what it needs of a move just made
///   a_draw()                a result of one game
///   terminal_value(games)   a result without a playout: the game is over, or its result proven
///   add_to_path(result)     adds the result of a descent to every child on its path
///
/// `kMayStop` says whether playouts may be stopped; then a result of 0 games means that nothing is
/// known.
template <class Kind>
concept IterationKind = requires(Kind kind, const Step& leaf, std::uint32_t games) {
  { Kind::kMayStop } -> std::convertible_to<bool>;
  { kind.choose() } -> std::same_as<Slot>;
  { kind.all_compete() } -> std::same_as<bool>;
  { kind.stays_leaf() } -> std::same_as<bool>;
  { kind.add_children(leaf) } -> std::same_as<Node>;
  kind.note_move();
  { kind.terminal_value(games) } -> std::same_as<decltype(kind.a_draw())>;
  kind.add_to_path(kind.a_draw());
};

/// One worker's iterations over a tree, which it may share with other workers. The phases are those
/// of Browne et al. (2012), algorithm 2, written once for every kind of search. A `Kind` derives
/// from this class: UctIteration (core/search/uct.hpp) is plain UCT.
///
/// `StepType` is what a descent records of a move. `Phases` is told the current phase.
template <WalkedTree Tree, class Phases, class Kind, class StepType>
class Iteration {
 public:
  using G = typename Tree::GameType;

  /// Whether descents may reach a child whose result is proven.
  static constexpr bool kSettles = requires(const Tree& tree, Node node, Slot slot) {
    tree.is_settled(node, slot);
  };

  /// `root` is the position of the tree's root, where iterations start until begin_at() is called.
  Iteration(Tree& tree, const G& root, Random random, Phases phases = {})
      : tree_(&tree),
        lane_(tree.arena()),
        random_(random),
        root_(root),
        position_(root),
        start_(tree.root()),
        phases_(phases) {
    static_assert(IterationKind<Kind>);
  }

  /// From now on iterations start at `node` (possibly kNoNode), with position `position`, `depth`
  /// moves below the root.
  void begin_at(Node node, const G& position, std::uint64_t depth) {
    start_ = node;
    root_ = position;
    depth_ = depth;
  }
  [[nodiscard]] Tree& tree() { return *tree_; }
  /// The node where iterations start; it changes when the tree replaces the node.
  [[nodiscard]] Node start() const { return start_; }

  /// The allocator of its nodes; a worker's parallel descents may share one.
  [[nodiscard]] Arena::Lane& lane() { return lane_; }

  /// Runs one iteration and returns the result found. `playout(position, random)` plays out a
  /// position that is not over and returns a result. `games` is the weight of a position that is
  /// over, which has no playout.
  template <class PlayoutPolicy>
  auto run(PlayoutPolicy&& playout, std::uint32_t games = 1) {
    begin();
    do {
      phases_.enter(Phase::kSelect);
      select();
      phases_.enter(Phase::kExpand);
    } while (!expand(playout));
    phases_.enter(Phase::kPlayout);
    const auto result = evaluate(playout, games);
    phases_.enter(Phase::kBackUp);
    back_up(result);
    return result;
  }

  // The phases one by one, in this order.

  void begin() {
    position_ = root_;
    path_.clear();
    visits_ = 0;
    if constexpr (Kind::kMayStop) path_.forget_trials();
    node_ = tree_->open(start_, position_, random_, lane_);
    if (node_ != kNoNode) {
      start_ = node_;
    } else if (start_ != kNoNode) {
      ++counts_.full;
    }
  }

  /// Follows the selection rule down to a leaf, to a node with untried moves or to a proven child.
  void select() {
    while (node_ != kNoNode && tree_->all_tried(node_)) {
      auto locked = tree_->lock(node_);
      const Slot slot = kind().choose();
      descend(slot, locked);
    }
  }

  /// Adds one child if the descent ended where one may be added. If chance moves next, its node is
  /// added too, so that iterations end at a player's decision. Returns false if selection must go
  /// on: other threads took the last untried moves, or all children compete. `trials` may choose
  /// the child to try, if it has try_next() (core/search/drawn_ahead.hpp); otherwise the tree does.
  bool expand() { return expand(tree_); }
  template <class Trials>
  bool expand(Trials&& trials) {
    if (node_ == kNoNode) {
      if (kind().stays_leaf() || ended()) return true;
      node_ = kind().add_children(path_.last());
      if (node_ == kNoNode) {
        ++counts_.full;
        return true;
      }
      if (kind().all_compete()) return false;
    }
    auto locked = tree_->lock(node_);
    Slot slot = 0;
    if (!try_next(trials, slot)) {
      ++counts_.lost_expansions;
      return false;
    }
    ++counts_.nodes;
    if constexpr (Kind::kMayStop) path_.note_trial();
    descend(slot, locked);
    return !at_chance(position_) || ended();
  }

  template <class PlayoutPolicy>
  auto evaluate(PlayoutPolicy&& playout, std::uint32_t games) {
    over_ = ended();
    if (!over_) return playout(position_, random_);
    counts_.finished += games;
    return kind().terminal_value(games);
  }

  /// Adds the result to every child on the path. Always inlined: when g++ decided, Hex lost a tenth
  /// of its speed because its large boards were in another unit.
  template <class Result>
  [[gnu::always_inline]] void back_up(const Result& result) {
    if constexpr (Kind::kMayStop) {
      if (result.games == 0) return drop(result);
    }
    add(result);
  }

  /// Frees memory if the arena is full. Called between iterations, in a tree of one thread.
  void make_room() {
    if constexpr (PrunableTree<Tree>) {
      if (counts_.full == 0 || !tree_->prunes()) [[likely]]
        return;
      counts_.pruned +=
          pruning_.keep(*tree_, lane_, counts_.full, [this](const auto& prune) { prune(start_); });
    }
  }

  /// The steps of the last descent. A caller with several iterations in flight swaps them between
  /// evaluate() and back_up().
  [[nodiscard]] Path<StepType>& path() { return path_; }
  [[nodiscard]] const Path<StepType>& path() const { return path_; }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts counts = counts_;
    counts.lost_blocks = lane_.undone();
    return counts;
  }

 protected:
  /// Whether the descent is too early to expand its leaf, by the tree's own rule.
  [[nodiscard]] bool comes_early() const {
    return visits_ < tree_->expand_after() && !at_chance(position_);
  }
  /// Whether the descent ended at a proven child or the game is over.
  [[nodiscard]] bool ended() const { return (kSettles && settled_) || position_.over(); }

  Tree* tree_;
  Arena::Lane lane_;
  Random random_;
  G root_;
  G position_;  // the only state of a descent: moves are replayed on it
  Path<StepType> path_;
  Node start_;
  std::uint64_t depth_ = 0;  // of start_
  Node node_ = kNoNode;
  std::uint32_t visits_ = 0;
  IterationCounts counts_;
  bool over_ = false;     // nothing was left to play
  bool settled_ = false;  // the descent ended at a child whose result is proven
  [[no_unique_address]] Phases phases_;
  Pruning pruning_;

 private:
  template <class Trials>
  bool try_next(Trials& trials, Slot& slot) {
    if constexpr (requires { trials.try_next(*tree_, node_, slot, position_, path_, random_); }) {
      return trials.try_next(*tree_, node_, slot, position_, path_, random_);
    } else {
      return tree_->try_next(node_, slot, random_);
    }
  }
  template <class Result>
  [[gnu::always_inline]] void add(const Result& result) {
    kind().add_to_path(result);
    ++counts_.iterations;
    counts_.visits += result.games;
    const std::uint64_t depth = depth_ + path_.size();
    counts_.depth_sum += depth;
    counts_.depth_max = std::max(counts_.depth_max, depth);
  }

  /// Discards a descent whose playout was stopped; it is not counted. But a tried child must have
  /// visits. So the descent counts as a draw if other threads may have gone through that child, or
  /// if it tried two children below one another.
  template <class Result>
  void drop(const Result& nothing) {
    ++counts_.dropped;
    if (path_.trials() > 0) {
      const StepType& trial = path_.last_trial();
      if (path_.trials() > 1 || !tree_->untry(trial.node, trial.slot)) return add(kind().a_draw());
      --counts_.nodes;
    }
    if constexpr (Tree::kShared) kind().add_to_path(nothing);  // removes its virtual loss
  }

  [[nodiscard]] Kind& kind() { return static_cast<Kind&>(*this); }

  /// `locked` keeps others from choosing at this node before they see the descent in flight.
  template <class Locked>
  void descend(Slot slot, Locked& locked) {
    const Node node = node_;  // a copy, which need not be read again after each store
    [[maybe_unused]] const Player mover = position_.to_move();
    StepType step{};
    step.node = node;
    step.slot = slot;
    if constexpr (requires { step.mover; }) step.mover = mover;
    path_.push(step);
    visits_ = tree_->enter(node, slot);
    locked.unlock();
    if constexpr (kSettles) {
      settled_ = tree_->is_settled(node, slot);
      if (settled_) {
        node_ = kNoNode;
        return;
      }
    }
    position_.play(tree_->move(node, slot));
    assert(!AlternatingGame<G> || position_.over() || position_.to_move() == 1 - mover);
    kind().note_move();
    node_ = tree_->arrive(node, slot, position_, random_, lane_);
    // A descent too early to expand its leaf ends there, even if another thread expanded it
    // meanwhile. So every node with children has visits of its own.
    if (Tree::kShared && comes_early()) node_ = kNoNode;
    tree_->prefetch(node_);
  }
};

}  // namespace banyan
