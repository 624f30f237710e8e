// One iteration over a tree of a game of any kind: what it does otherwise than plain UCT.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/search/iteration.hpp"
#include "parallel/general/general_tree.hpp"

namespace banyan {

/// What a leaf was found to be worth: every player's returns, summed over `games` playouts.
template <Game G>
struct GeneralEvaluation {
  std::uint32_t games;
  Returns<G> sum;
};

template <Game G>
struct GeneralStep : Step {
  double discount = 1;     // of what comes after
  Returns<G> reward = {};  // of the move itself
};

/// One worker's iterations over a tree that it may share with others. Other than in plain UCT
/// (core/search/iteration.hpp), every player's returns are backed up: G_i = r_i + gamma G_(i + 1),
/// with r_i what the move itself earned.
template <Game G>
class GeneralIteration
    : public Iteration<GeneralTree<G>, NoPhases, GeneralIteration<G>, GeneralStep<G>> {
  using Base = Iteration<GeneralTree<G>, NoPhases, GeneralIteration, GeneralStep<G>>;
  friend Base;

 public:
  /// `root` is the position of the tree's root; `proven` is set once its value is proven.
  GeneralIteration(GeneralTree<G>& tree, const G& root, Random random, double discount,
                   std::atomic<bool>& proven)
      : Base(tree, root, random), discount_(discount), proven_(&proven) {}

 private:
  using Base::path_;
  using Base::position_;
  using Base::tree_;

  void note_move() {
    GeneralStep<G>& step = path_.last();
    if (tree_->mover(step.node) != kChance) step.discount = discount_;
    for (Player player = 0; player < tree_->players(); ++player) {
      step.reward[static_cast<std::size_t>(player)] = reward_of(position_, player);
    }
  }

  /// Nothing comes after the last move; one that was not made, since its result is proven, earns
  /// that.
  GeneralEvaluation<G> worth_of_end(std::uint32_t games) {
    if (this->settled_) {
      GeneralStep<G>& step = path_.last();
      const ProofOfAll<G> proof = tree_->proof(step.node, step.slot);
      for (Player player = 0; player < tree_->players(); ++player) {
        step.reward[static_cast<std::size_t>(player)] = proof[player].low() / double{kWin};
      }
    }
    return {games, {}};
  }

  void pass_up(const GeneralEvaluation<G>& evaluation) {
    if (tree_->proves()) prove();
    Returns<G> sum = evaluation.sum;
    for (std::size_t i = path_.size(); i-- > 0;) {
      const GeneralStep<G>& step = path_.steps()[i];
      for (std::size_t player = 0; player < sum.size(); ++player) {
        sum[player] = step.reward[player] * evaluation.games + step.discount * sum[player];
      }
      const bool is_new = tree_->leave(step.node, step.slot, evaluation.games, sum);
      if (is_new && tree_->mover(step.node) == kChance) ++this->counts_.nodes;  // nobody claimed it
      tree_->refresh(step.node, step.slot, step.reward, step.discount);
    }
  }

  /// Notes the result of a finished game, and what follows from it further up.
  void prove() {
    if (this->settled_ || !position_.over()) return;
    ProofOfAll<G> proof = ProofOfAll<G>::of_result(position_);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const GeneralStep<G>& step = path_.steps()[i];
      if (!tree_->prove(step.node, step.slot, proof)) return;
      proof = tree_->proof_of(step.node);
    }
    if (proof[this->root_.to_move()].exact()) proven_->store(true, std::memory_order_relaxed);
  }

  double discount_;
  std::atomic<bool>* proven_;
};

}  // namespace banyan
