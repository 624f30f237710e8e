// One iteration of a policy search: descent and tree growth, for any kind of results.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/budget/budget.hpp"
#include "core/evaluation/leaf_device.hpp"
#include "core/game/knowledge.hpp"
#include "core/search/iteration.hpp"
#include "core/tree/policy/amaf.hpp"
#include "core/tree/policy/expand.hpp"
#include "core/tree/policy/growth.hpp"
#include "core/tree/policy/policy_tree.hpp"
#include "core/tree/policy/select.hpp"

namespace banyan {

/// What the playouts of iterations learn that do not say otherwise.
struct NothingLearned {};

/// One worker's iterations over a tree of any policies, which it may share with other workers.
/// Unlike plain UCT (core/search/iteration.hpp), the tree is told who chooses and the AMAF results
/// from further up. A leaf may take children that its position already has by other moves. Leaves
/// wait for `device` unless it is null. A `Kind` derives from this class and handles results:
/// leaf_value(games) and the rest of an IterationKind. It sets `proven` once the root's
/// value is proven. `leaves` is how many leaves all workers play out from at a time. A StepType
/// tells who moved.
template <class Tree, class Kind, class StepType>
class PolicyDescent : public Iteration<Tree, NoPhases, Kind, StepType> {
  using Base = Iteration<Tree, NoPhases, Kind, StepType>;

 public:
  using G = typename Tree::GameType;
  using TreeType = Tree;
  using Learned = NothingLearned;
  static constexpr bool kMayStop = true;

  PolicyDescent(Tree& tree, const G& root, const PolicyOptions& policy, Random random,
                const Budget& budget, std::atomic<bool>& proven, LeafDevice* device, int leaves)
      : Base(tree, root, random),
        policy_(&policy),
        budget_(&budget),
        proven_(&proven),
        leaves_(leaves),
        device_(device),
        write_priors_(policy.game_priors) {}

  /// Runs one iteration of `games` results, or of fewer if the budget's time is up first.
  void run(std::uint32_t games) { Base::run(worth(games), games); }
  /// The phase of evaluation alone.
  using Base::evaluate;
  auto evaluate(std::uint32_t games) { return Base::evaluate(worth(games), games); }

  /// Expansions that found their position's block in the table.
  [[nodiscard]] std::uint64_t transpositions() const { return transpositions_; }

  // What its kind does in the phases.

  /// Chance draws, players choose.
  Slot choose() {
    if constexpr (ChanceGame<G>) {
      if (at_chance(position_)) return tree_->drawn_outcome(node_, position_, random_);
    }
    if (path_.size() == 0) ancestors_.clear();
    if constexpr (requires { tree_->drawn_softly(node_, random_); }) {
      if (policy_->needs().draws_moves) return tree_->drawn_softly(node_, random_);
    }
    const Slot slot = tree_->best(node_, position_.to_move(), ancestors_);
    tree_->draw(node_, slot, random_);
    return slot;
  }
  /// A block that other moves lead to may already have many visits.
  [[nodiscard]] bool all_compete() const { return tree_->all_tried(node_); }
  /// Leaves stay leaves once the search is over: a thousand threads would each take fresh memory.
  [[nodiscard]] bool stays_leaf() const { return this->comes_early() || budget_->over(); }

  Node add_children(const Step& leaf) {
    const Node known = tree_->share(leaf.node, leaf.slot, position_);
    if (known == kNoNode) {
      return tree_->expand(leaf.node, leaf.slot, position_, random_, this->lane_, write_priors_);
    }
    ++transpositions_;
    return known;
  }

 protected:
  using Base::node_;
  using Base::path_;
  using Base::position_;
  using Base::random_;
  using Base::tree_;

  /// At every node of the path, from the last one up, adds points_of(step) of `games` results to
  /// AMAF. They go to all moves that the player to choose there made first, there or later in this
  /// iteration.
  template <class PointsOf>
  void credit(std::uint32_t games, const PointsOf& points_of) {
    if constexpr (NumberedMoves<G>) {
      for (std::size_t i = path_.size(); i-- > 0;) {
        const StepType& step = path_.steps()[i];
        const std::uint32_t points = points_of(step);
        if (step.mover == kChance) continue;
        movers_.prepend(tree_->move(step.node, step.slot), step.mover);
        tree_->credit(step.node, movers_, step.mover, games, points);
      }
    }
  }

  const PolicyOptions* policy_;
  const Budget* budget_;
  std::atomic<bool>* proven_;
  int leaves_;
  Watch watch_;
  FirstMovers<G> movers_;

 private:
  auto worth(std::uint32_t games) {
    return [this, games](const G& /*leaf*/, Random& /*random*/) {
      if (device_ != nullptr) device_->wait();
      return static_cast<Kind&>(*this).leaf_value(games);
    };
  }

  LeafDevice* device_;
  PriorsOf<G> write_priors_;
  AmafOfAncestors<G> ancestors_;
  std::uint64_t transpositions_ = 0;
};

}  // namespace banyan
