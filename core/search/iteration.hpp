// One iteration of Monte Carlo tree search: select, expand, play out, back up.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

#include "core/rules/game.hpp"
#include "core/search/counts.hpp"
#include "core/search/phases.hpp"
#include "core/trees/path.hpp"
#include "core/trees/tree.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// What a leaf was found to be worth: the points of player 0, summed over `games` playouts.
struct Evaluation {
  std::uint32_t games;
  std::uint32_t first;
};

/// One worker's iterations over a tree, which it may share with other workers. The phases are
/// those of Browne et al. (2012), algorithm 2. `Phases` is told which one is under way.
template <SearchTree Tree, class Phases = NoPhases>
class Iteration {
 public:
  using G = typename Tree::GameType;
  static_assert(TwoPlayerGame<G>,
                "This search is for two players, without chance or rewards: take GeneralSearch "
                "(parallel/general/general_search.hpp).");

  /// `root` is the position of the tree's root, where iterations start unless begin_at() says
  /// otherwise.
  Iteration(Tree& tree, const G& root, Random random, Phases phases = {})
      : tree_(&tree),
        lane_(tree.arena()),
        random_(random),
        root_(root),
        position_(root),
        start_(tree.root()),
        phases_(phases) {}

  /// Iterations start at a node from now on, at most kNoNode: of its position, `depth` moves below
  /// the root.
  void begin_at(Node node, const G& position, std::uint64_t depth) {
    start_ = node;
    root_ = position;
    depth_ = depth;
  }
  /// The node where iterations start: another one once the tree has replaced it.
  [[nodiscard]] Node start() const { return start_; }

  /// Changes the place where blocks come from: what one worker does side by side shares its lane.
  void swap_lane(Arena::Lane& lane) { std::swap(lane_, lane); }

  /// Runs one iteration. `playout(position, random)` plays out a position that is not over and
  /// returns an Evaluation; `games` is the weight of a position that is over, where nothing is
  /// left to play. Returns what the position was found to be worth.
  template <class PlayoutPolicy>
  Evaluation run(PlayoutPolicy&& playout, std::uint32_t games = 1) {
    begin();
    do {
      phases_.enter(Phase::kSelect);
      select();
      phases_.enter(Phase::kExpand);
    } while (!expand());
    phases_.enter(Phase::kPlayout);
    const Evaluation evaluation = evaluate(playout, games);
    phases_.enter(Phase::kBackUp);
    back_up(evaluation);
    return evaluation;
  }

  // The phases one by one, in this order.

  /// Goes back to where iterations start.
  void begin() {
    position_ = root_;
    path_.clear();
    visits_ = 0;
    node_ = tree_->open(start_, position_, random_, lane_);
    if (node_ != kNoNode) {
      start_ = node_;
    } else if (start_ != kNoNode) {
      ++counts_.full;
    }
  }

  /// Follows the selection rule down to a leaf or to a node with untried moves.
  void select() {
    while (node_ != kNoNode && tree_->all_tried(node_)) descend(tree_->best(node_));
  }

  /// Adds one child to the tree if the descent ended where one may be added. False when other
  /// threads took the last untried moves meanwhile: then the selection goes on from there.
  bool expand() {
    if (node_ == kNoNode) {
      if (visits_ < tree_->expand_after() || position_.over()) return true;
      const Step leaf = path_.last();
      node_ = tree_->expand(leaf.node, leaf.slot, position_, random_, lane_);
      if (node_ == kNoNode) {
        ++counts_.full;
        return true;
      }
    }
    Slot slot = 0;
    if (!tree_->try_next(node_, slot, random_)) {
      ++counts_.lost_expansions;
      return false;
    }
    ++counts_.nodes;
    descend(slot);
    return true;
  }

  template <class PlayoutPolicy>
  Evaluation evaluate(PlayoutPolicy&& playout, std::uint32_t games) {
    if (!position_.over()) return playout(position_, random_);
    counts_.finished += games;
    return {games, games * static_cast<std::uint32_t>(position_.result(0))};
  }

  /// Adds the result to every child on the path, each seen by the player who moved into it. Inlined
  /// whatever else a unit holds: left to g++, Hex lost a tenth of its speed when its large boards
  /// moved to another unit.
  [[gnu::always_inline]] void back_up(Evaluation evaluation) {
    if constexpr (AlternatingGame<G>) {
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
    ++counts_.iterations;
    counts_.visits += evaluation.games;
    const std::uint64_t depth = depth_ + path_.size();
    counts_.depth_sum += depth;
    counts_.depth_max = std::max(counts_.depth_max, depth);
  }

  /// The steps of the last descent, for who has several iterations under way: it exchanges them
  /// between evaluate() and back_up().
  [[nodiscard]] PathOf<G>& path() { return path_; }
  [[nodiscard]] const PathOf<G>& path() const { return path_; }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts counts = counts_;
    counts.lost_blocks = lane_.undone();
    return counts;
  }

 private:
  void descend(Slot slot) {
    const Node node = node_;  // which the compiler need not read again after each store
    [[maybe_unused]] const Player mover = position_.to_move();
    if constexpr (AlternatingGame<G>) {
      path_.push({node, slot});
    } else {
      path_.push({{node, slot}, mover});
    }
    visits_ = tree_->enter(node, slot);
    position_.play(tree_->move(node, slot));
    assert(!AlternatingGame<G> || position_.over() || position_.to_move() == 1 - mover);
    node_ = tree_->arrive(node, slot, position_, random_, lane_);
    // Whoever comes too early to expand a leaf ends there, though another thread may have expanded
    // it meanwhile: so every node with children has visits of its own.
    if (Tree::kShared && visits_ < tree_->expand_after()) node_ = kNoNode;
    tree_->prefetch(node_);
  }

  Tree* tree_;
  Arena::Lane lane_;
  Random random_;
  G root_;
  G position_;  // the only state that a descent has: moves are replayed on it
  PathOf<G> path_;
  Node start_;
  std::uint64_t depth_ = 0;  // of start_
  Node node_ = kNoNode;
  std::uint32_t visits_ = 0;
  IterationCounts counts_;
  [[no_unique_address]] Phases phases_;
};

}  // namespace banyan
