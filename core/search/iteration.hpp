// One iteration of Monte Carlo tree search: select, expand, play out, back up.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/game/game.hpp"
#include "core/game/reward_game.hpp"
#include "core/search/counts.hpp"
#include "core/search/phases.hpp"
#include "core/search/playout.hpp"
#include "core/tree/path.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/pruning.hpp"
#include "core/tree/tree.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// The value found for a leaf: the points of player 0, summed over `games` playouts. 0 games means
/// that the playout was stopped and nothing is known.
struct Evaluation {
  std::uint32_t games;
  std::uint32_t first;
};

/// One worker's iterations over a tree, which it may share with other workers. The phases are those
/// of Browne et al. (2012), algorithm 2, written once for every kind of search. By default they are
/// plain UCT for two players. Another `Kind` derives from this class and hides what it does
/// differently:
///
///   choose()                the child to go on with where all were tried
///   all_compete()           whether choose() decides from a new node's first visit on
///   stays_leaf()            whether the descent came too early to expand its leaf
///   add_children(leaf)      expands it; returns its node, or kNoNode
///   note_move()             records what it needs of a move just made
///   a_draw()                a result of one game
///   worth_of_end(games)     a result without a playout: the game is over, or its result proven
///   pass_up(result)         adds the result of a descent to every child on its path
///
/// `StepType` is what a descent records of a move. `Phases` is told the current phase.
template <WalkedTree Tree, class Phases = NoPhases, class Kind = void,
          class StepType = StepOf<typename Tree::GameType>>
class Iteration {
 public:
  using G = typename Tree::GameType;
  static_assert(TwoPlayerGame<G> || !std::is_void_v<Kind>,
                "This search is for two players, without chance or rewards: take GeneralSearch "
                "(parallel/general/general_search.hpp).");

  /// Whether playouts may be stopped.
  static constexpr bool kStops = kStopsInside<G> || !std::is_void_v<Kind>;
  /// Whether this is plain UCT in a tree that proves.
  static constexpr bool kProvesPlain = Tree::kProves && std::is_void_v<Kind>;
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
    if constexpr (kProvesPlain) {
      start_proven_ = start_ != kNoNode && tree.proof_of(start_).exact();
    }
  }

  /// From now on iterations start at `node` (possibly kNoNode), with position `position`, `depth`
  /// moves below the root.
  void begin_at(Node node, const G& position, std::uint64_t depth) {
    start_ = node;
    root_ = position;
    depth_ = depth;
    start_proven_ = false;
  }
  [[nodiscard]] Tree& tree() { return *tree_; }
  /// The node where iterations start; it changes when the tree replaces the node.
  [[nodiscard]] Node start() const { return start_; }

  /// The allocator of its nodes; a worker's parallel descents may share one.
  [[nodiscard]] Arena::Lane& lane() { return lane_; }

  /// Runs one iteration and returns the value found. `playout(position, random)` plays out a
  /// position that is not over and returns a result, for plain UCT an Evaluation. `games` is the
  /// weight of a position that is over, which has no playout.
  template <class PlayoutPolicy>
  auto run(PlayoutPolicy&& playout, std::uint32_t games = 1) {
    begin();
    do {
      phases_.enter(Phase::kSelect);
      select();
      phases_.enter(Phase::kExpand);
    } while (!expand());
    phases_.enter(Phase::kPlayout);
    const auto result = evaluate(playout, games);
    phases_.enter(Phase::kBackUp);
    back_up(result);
    return passed_up(result);
  }

  // The phases one by one, in this order.

  void begin() {
    position_ = root_;
    path_.clear();
    visits_ = 0;
    if constexpr (kStops) path_.forget_trials();
    node_ = tree_->open(start_, position_, random_, lane_);
    if (node_ != kNoNode) {
      start_ = node_;
    } else if (start_ != kNoNode) {
      ++counts_.full;
    }
  }

  /// Follows the selection rule down to a leaf, to a node with untried moves or to a proven child.
  void select() {
    while (node_ != kNoNode && tree_->all_tried(node_)) descend(kind().choose());
  }

  /// Adds one child if the descent ended where one may be added. If chance moves next, its node is
  /// added too, so that iterations end at a player's decision. Returns false if selection must go
  /// on: other threads took the last untried moves, or all children compete.
  bool expand() {
    if (node_ == kNoNode) {
      if (kind().stays_leaf() || ended()) return true;
      node_ = kind().add_children(path_.last());
      if (node_ == kNoNode) {
        ++counts_.full;
        return true;
      }
      if (kind().all_compete()) return false;
    }
    Slot slot = 0;
    if (!tree_->try_next(node_, slot, random_)) {
      ++counts_.lost_expansions;
      return false;
    }
    ++counts_.nodes;
    if constexpr (kStops) path_.note_trial();
    descend(slot);
    return !at_chance(position_) || ended();
  }

  template <class PlayoutPolicy>
  auto evaluate(PlayoutPolicy&& playout, std::uint32_t games) {
    over_ = ended();
    if (!over_) return playout(position_, random_);
    counts_.finished += games;
    return kind().worth_of_end(games);
  }

  /// Adds the result to every child on the path. Always inlined: when g++ decided, Hex lost a tenth
  /// of its speed because its large boards were in another unit.
  template <class Result>
  [[gnu::always_inline]] void back_up(const Result& result) {
    if constexpr (kStops) {
      if (result.games == 0) return drop(result);
    }
    add(result);
  }

  /// The result that was backed up last, as it arrived where iterations start. In a tree that
  /// proves, it was clamped to the proofs on the way.
  template <class Result>
  [[nodiscard]] Result passed_up(Result result) const {
    if constexpr (kProvesPlain) result.first = first_;
    return result;
  }

  /// Whether the value of the node where iterations start was proven, so that the search can end.
  /// Only for plain UCT in a tree that proves.
  [[nodiscard]] bool proven() const { return kProvesPlain && start_proven_; }

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
  // Plain UCT; another kind hides what it does differently.

  /// Chance draws, players choose.
  [[nodiscard]] Slot choose() {
    if constexpr (ChanceGame<G>) {
      if (at_chance(position_)) return tree_->slot_of(node_, position_.draw(random_));
    }
    return tree_->best(node_);
  }
  [[nodiscard]] bool all_compete() const { return at_chance(position_); }
  [[nodiscard]] bool stays_leaf() const {
    return visits_ < tree_->expand_after() && !at_chance(position_);
  }
  [[nodiscard]] Node add_children(const Step& leaf) {
    return tree_->expand(leaf.node, leaf.slot, position_, random_, lane_);
  }
  void note_move() {}
  [[nodiscard]] Evaluation a_draw() const { return {1, kDraw}; }
  [[nodiscard]] Evaluation worth_of_end(std::uint32_t games) const {
    return {games, games * static_cast<std::uint32_t>(position_.result(0))};
  }
  /// Each child gets the result as the player who moved into it sees it.
  [[gnu::always_inline]] void pass_up(Evaluation evaluation) {
    if constexpr (Tree::kProves) {
      if (over_) [[unlikely]]
        prove();
      pass_up_within_proofs(evaluation);
    } else if constexpr (AlternatingGame<G>) {
      std::uint32_t points = evaluation.first;
      if (root_.to_move() != 0) points = kWin * evaluation.games - points;
      for (const Step step : path_.steps()) {
        tree_->leave(step.node, step.slot, evaluation.games, points);
        points = kWin * evaluation.games - points;
      }
    } else {
      const std::uint32_t second = kWin * evaluation.games - evaluation.first;
      for (const StepBy& step : path_.steps()) {
        tree_->leave(step.node, step.slot, evaluation.games,
                     step.mover == 0 ? evaluation.first : second);
      }
    }
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
  std::uint32_t first_ = 0;    // the last result as it arrived at start_, in a tree that proves
  bool over_ = false;          // nothing was left to play
  bool settled_ = false;       // the descent ended at a child whose result is proven
  bool start_proven_ = false;  // the value of start_
  [[no_unique_address]] Phases phases_;
  Pruning pruning_;

 private:
  template <class Result>
  [[gnu::always_inline]] void add(const Result& result) {
    kind().pass_up(result);
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
    if constexpr (Tree::kShared) kind().pass_up(nothing);  // removes its virtual loss
  }

  /// The player who made the last move of the descent.
  [[nodiscard]] Player last_mover() const {
    if constexpr (AlternatingGame<G>) {
      return path_.size() % 2 == 1 ? root_.to_move() : 1 - root_.to_move();
    } else {
      return path_.last().mover;
    }
  }
  /// Whether the step before this one was made by another player.
  [[nodiscard]] bool turns_before(std::size_t step) const {
    if constexpr (AlternatingGame<G>) {
      return true;
    } else {
      return step > 0 && path_.steps()[step - 1].mover != path_.steps()[step].mover;
    }
  }

  /// Records the end of the game, and what follows further up until that brings nothing new.
  [[gnu::noinline]] void prove() {
    if (path_.size() == 0) {
      start_proven_ = true;
      return;
    }
    const Points result = position_.result(last_mover());
    Proof proof(result, result);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const Step step = path_.steps()[i];
      if (!tree_->prove(step.node, step.slot, proof)) return;
      proof = tree_->proof_of(step.node);
      if (i > 0 && turns_before(i)) proof = proof.opposite();
    }
    start_proven_ = proof.exact();
  }

  /// Clamps each child's result to its proof before it goes on to the parent.
  [[gnu::always_inline]] void pass_up_within_proofs(Evaluation evaluation) {
    first_ = evaluation.first;
    if (path_.size() == 0) return;  // it began at its leaf
    const std::uint32_t all = kWin * evaluation.games;
    std::uint32_t points = last_mover() == 0 ? evaluation.first : all - evaluation.first;
    for (std::size_t i = path_.size(); i-- > 0;) {
      const Step step = path_.steps()[i];
      points = tree_->within_proof(step.node, step.slot, evaluation.games, points);
      tree_->leave(step.node, step.slot, evaluation.games, points);
      if (i > 0 && turns_before(i)) points = all - points;
    }
    first_ = root_.to_move() == 0 ? points : all - points;
  }

  using Self = std::conditional_t<std::is_void_v<Kind>, Iteration, Kind>;
  [[nodiscard]] Self& kind() { return static_cast<Self&>(*this); }

  void descend(Slot slot) {
    const Node node = node_;  // a copy, which need not be read again after each store
    [[maybe_unused]] const Player mover = position_.to_move();
    StepType step{};
    step.node = node;
    step.slot = slot;
    if constexpr (requires { step.mover; }) step.mover = mover;
    path_.push(step);
    visits_ = tree_->enter(node, slot);
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
    if (Tree::kShared && stays_leaf()) node_ = kNoNode;
    tree_->prefetch(node_);
  }
};

}  // namespace banyan
