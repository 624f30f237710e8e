// Plain UCT (Kocsis and Szepesvari 2006): what an iteration does for two players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/playout/playout.hpp"
#include "core/search/iteration.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

/// The value found for a leaf: the points of player 0, summed over `games` playouts. 0 games means
/// that the playout was stopped and nothing is known.
struct Evaluation {
  std::uint32_t games;
  std::uint32_t first;
};

/// Chooses by UCB1, tries each move once first, and in a tree that proves passes proofs up.
template <WalkedTree Tree, class Phases = NoPhases>
class UctIteration
    : public Iteration<Tree, Phases, UctIteration<Tree, Phases>, StepOf<typename Tree::GameType>> {
  using Base = Iteration<Tree, Phases, UctIteration, StepOf<typename Tree::GameType>>;

 public:
  using G = typename Tree::GameType;
  static_assert(TwoPlayerGame<G>,
                "This search is for two players, without chance or rewards: take GeneralSearch "
                "(parallel/strategies/general_search.hpp).");
  static constexpr bool kMayStop = kStopsInside<G>;

  UctIteration(Tree& tree, const G& root, Random random, Phases phases = {})
      : Base(tree, root, random, phases) {
    if constexpr (Tree::kProves) {
      start_proven_ = start_ != kNoNode && tree.proof_of(start_).exact();
    }
  }

  void begin_at(Node node, const G& position, std::uint64_t depth) {
    Base::begin_at(node, position, depth);
    start_proven_ = false;
  }

  /// The same for a playout whose result is an Evaluation.
  template <class PlayoutPolicy>
  Evaluation run(PlayoutPolicy&& playout, std::uint32_t games = 1) {
    return passed_up(Base::run(playout, games));
  }

  /// The result that was backed up last, as it arrived where iterations start. In a tree that
  /// proves, it was clamped to the proofs on the way.
  [[nodiscard]] Evaluation passed_up(Evaluation result) const {
    if constexpr (Tree::kProves) result.first = first_;
    return result;
  }

  /// Whether the value of the node where iterations start was proven, so that the search can end.
  /// Only in a tree that proves.
  [[nodiscard]] bool proven() const { return Tree::kProves && start_proven_; }

  // What its kind does in the phases.

  [[nodiscard]] Slot choose() const { return tree_->best(node_); }
  [[nodiscard]] static bool all_compete() { return false; }
  [[nodiscard]] bool stays_leaf() const { return this->comes_early(); }
  Node add_children(const Step& leaf) {
    return tree_->expand(leaf.node, leaf.slot, position_, random_, lane_);
  }
  static void note_move() {}
  [[nodiscard]] static Evaluation a_draw() { return {1, kDraw}; }
  [[nodiscard]] Evaluation terminal_value(std::uint32_t games) const {
    return {games, games * static_cast<std::uint32_t>(position_.result(0))};
  }
  /// Each child gets the result as the player who moved into it sees it.
  [[gnu::always_inline]] void add_to_path(Evaluation evaluation) {
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

 private:
  using Base::lane_;
  using Base::node_;
  using Base::over_;
  using Base::path_;
  using Base::position_;
  using Base::random_;
  using Base::root_;
  using Base::start_;
  using Base::tree_;

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

  // In a tree that proves:
  std::uint32_t first_ = 0;    // the last result as it arrived at start_
  bool start_proven_ = false;  // the value of start_
};

}  // namespace banyan
