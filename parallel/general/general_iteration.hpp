// One iteration over a tree of a game of any kind: select, expand, evaluate, back up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/search/iteration.hpp"
#include "parallel/general/general_tree.hpp"

namespace banyan {

/// One worker's iterations over a tree that it may share with others. As Iteration
/// (core/search/iteration.hpp) with three differences: where chance moves, the outcome is drawn and
/// never chosen ("explicit chance nodes"); a chance node is added together with the move that leads
/// to it, so that an iteration ends at somebody's decision; and every player's returns are backed
/// up.
template <Game G>
class GeneralIteration {
 public:
  /// `root` is the position of the tree's root; `proven` is set once its value is proven.
  GeneralIteration(GeneralTree<G>& tree, const G& root, Random random, double discount,
                   std::atomic<bool>& proven)
      : tree_(&tree),
        lane_(tree.arena()),
        random_(random),
        root_(root),
        position_(root),
        discount_(discount),
        proven_(&proven) {}

  /// Runs one iteration. `play_out(position, random, sum)` plays games from a position that is not
  /// over, adds up the players' returns and returns how many it played; `games` is the weight of a
  /// position that is over.
  template <class PlayOut>
  void run(PlayOut&& play_out, std::uint32_t games) {
    begin();
    do {
      select();
    } while (!expand());
    Returns<G> sum{};
    games = evaluate(play_out, games, sum);
    back_up(sum, games);
  }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts counts = counts_;
    counts.lost_blocks = lane_.undone();
    return counts;
  }

 private:
  struct Step {
    Node node;
    Slot slot;
    double discount;    // of what comes after
    Returns<G> reward;  // of the move itself
  };

  void begin() {
    position_ = root_;
    path_.clear();
    node_ = tree_->root();
    visits_ = 0;
    settled_ = false;
  }

  /// Follows the selection rule, and the dice, down to a leaf, to a node with untried moves or to a
  /// child whose result is proven.
  void select() {
    while (node_ != kNoNode && tree_->all_tried(node_)) {
      descend(tree_->mover(node_) == kChance
                  ? tree_->slot_of(node_, draw_outcome(position_, random_))
                  : tree_->best(node_));
    }
  }

  /// Adds one decision to the tree if the descent ended where one may be added, and the chance
  /// nodes before it. False if the selection is to go on: over a new chance node, or because other
  /// threads took the last untried moves.
  bool expand() {
    if (node_ == kNoNode) {
      if (settled_ || position_.over()) return true;
      if (visits_ < tree_->expand_after() && !at_chance(position_)) return true;
      const Step& leaf = path_.back();
      node_ = tree_->expand(leaf.node, leaf.slot, position_, random_, lane_);
      if (node_ == kNoNode) {
        ++counts_.full;
        return true;
      }
      if (tree_->all_tried(node_)) return false;
    }
    Slot slot = 0;
    if (!tree_->try_next(node_, slot)) {
      ++counts_.lost_expansions;
      return false;
    }
    descend(slot);
    return settled_ || position_.over() || !at_chance(position_);
  }

  template <class PlayOut>
  std::uint32_t evaluate(PlayOut&& play_out, std::uint32_t games, Returns<G>& sum) {
    if (!settled_ && !position_.over()) return play_out(position_, random_, sum);
    counts_.finished += games;
    return games;
  }

  /// Adds to every child on the path what came after it: G_i = r_i + gamma G_(i + 1).
  void back_up(Returns<G> sum, std::uint32_t games) {
    if (tree_->proves()) prove();
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      for (std::size_t player = 0; player < sum.size(); ++player) {
        sum[player] = step->reward[player] * games + step->discount * sum[player];
      }
      if (tree_->leave(step->node, step->slot, games, sum)) ++counts_.nodes;
      tree_->refresh(step->node, step->slot, step->reward, step->discount);
    }
    ++counts_.iterations;
    counts_.visits += games;
    counts_.depth_sum += path_.size();
    counts_.depth_max = std::max<std::uint64_t>(counts_.depth_max, path_.size());
  }

  void descend(Slot slot) {
    const bool chance = tree_->mover(node_) == kChance;
    path_.push_back({node_, slot, chance ? 1 : discount_, {}});
    visits_ = tree_->enter(node_, slot);
    if (tree_->is_settled(node_, slot)) {
      const ProofOfAll<G> proof = tree_->proof(node_, slot);
      for (Player player = 0; player < tree_->players(); ++player) {
        path_.back().reward[static_cast<std::size_t>(player)] = proof[player].low() / double{kWin};
      }
      settled_ = true;
      node_ = kNoNode;
      return;
    }
    position_.play(tree_->move(node_, slot));
    for (Player player = 0; player < tree_->players(); ++player) {
      path_.back().reward[static_cast<std::size_t>(player)] = reward_of(position_, player);
    }
    node_ = tree_->child(node_, slot);
    tree_->prefetch(node_);
  }

  /// Notes the result of a finished game, and what follows from it further up.
  void prove() {
    if (settled_ || !position_.over()) return;
    ProofOfAll<G> proof = ProofOfAll<G>::of_result(position_);
    for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
      if (!tree_->prove(step->node, step->slot, proof)) return;
      proof = tree_->proof_of(step->node);
    }
    if (proof[root_.to_move()].exact()) proven_->store(true, std::memory_order_relaxed);
  }

  GeneralTree<G>* tree_;
  Arena::Lane lane_;
  Random random_;
  G root_;
  G position_;  // the only state that a descent has: moves are replayed on it
  double discount_;
  std::vector<Step> path_;
  Node node_ = kNoNode;
  std::uint32_t visits_ = 0;
  bool settled_ = false;  // the descent ended at a child whose result is proven
  std::atomic<bool>* proven_;
  IterationCounts counts_;
};

}  // namespace banyan
