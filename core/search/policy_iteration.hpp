// One iteration of a policy search: how it differs from plain UCT.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/playout/policy_playout.hpp"
#include "core/search/outcomes.hpp"
#include "core/search/policy_descent.hpp"
#include "core/selection/policy.hpp"
#include "core/tree/path.hpp"

namespace banyan {

/// A result is the sum of several games, with draws counted apart. It also counts for AMAF and is
/// clamped to proofs.
template <Game G>
class PolicyIteration : public PolicyDescent<PolicyTree<G>, PolicyIteration<G>, StepBy> {
  using Base = PolicyDescent<PolicyTree<G>, PolicyIteration, StepBy>;
  friend Base;

 public:
  using Move = typename G::Move;
  using Learned = LearnedMoves<G>;
  static_assert(TwoPlayerGame<G>,
                "This search is for two players, without chance or rewards: take GeneralSearch "
                "(parallel/strategies/general_search.hpp).");

  PolicyIteration(PolicyTree<G>& tree, const G& root, const PolicyOptions& policy, Random random,
                  const Budget& budget, std::atomic<bool>& proven, LeafDevice* device, int leaves)
      : Base(tree, root, policy, random, budget, proven, device, leaves), playout_(policy) {}

  /// From now on playouts learn from one another; see LearnedMoves.
  void learn_in(Learned& learned) {
    learned_ = &learned;
    playout_.learn_in(learned);
  }

  [[nodiscard]] std::uint64_t capped_playouts() const { return playout_.capped(); }

  // What its kind does in the phases.

  static void note_move() {}
  [[nodiscard]] static Outcomes a_draw() { return all_equal(1, kDraw); }
  Outcomes terminal_value(std::uint32_t games) {
    if (!this->settled_) return credited(all_equal(games, position_.result(0)));
    const StepBy& end = path_.last();
    const Points result = tree_->proof(end.node, end.slot).low();
    return credited(all_equal(games, end.mover == 0 ? result : opposite(result)));
  }

  /// Adds the result to every child, as the player who moved into it sees it, clamped to the
  /// child's proof.
  void add_to_path(const Outcomes& outcomes) {
    if (policy_->solver) prove();
    const std::uint32_t games = outcomes.games;
    std::uint32_t first = outcomes.first;
    std::uint32_t draws = outcomes.draws;
    for (std::size_t i = path_.size(); i-- > 0;) {
      const StepBy& step = path_.steps()[i];
      std::uint32_t points = seen_by(step.mover, games, first);
      if (policy_->solver) {
        tree_->proof(step.node, step.slot).clamp(games, points, draws);
        first = seen_by(step.mover, games, points);
      }
      const bool is_new = tree_->leave(step.node, step.slot, games, points, draws);
      if (is_new && policy_->all_children) ++counts_.nodes;  // no try_next() counted it
    }
  }

 private:
  using Base::budget_;
  using Base::counts_;
  using Base::leaves_;
  using Base::movers_;
  using Base::path_;
  using Base::policy_;
  using Base::position_;
  using Base::proven_;
  using Base::random_;
  using Base::tree_;

  /// The value of a leaf where the game goes on; its result counts for AMAF at once.
  Outcomes leaf_value(std::uint32_t games) { return play_out(games); }

  /// Converts points of player 0 to the player's, and back.
  [[nodiscard]] static std::uint32_t seen_by(Player player, std::uint32_t games,
                                             std::uint32_t first) {
    return player == 0 ? first : kWin * games - first;
  }
  [[nodiscard]] static Outcomes all_equal(std::uint32_t games, Points first) {
    return {games, games * static_cast<std::uint32_t>(first), first == kDraw ? games : 0};
  }

  Outcomes play_out(std::uint32_t games) {
    if (playout_.is_plain() && !policy_->uses_amaf() && !policy_->counts_draws()) {
      std::uint32_t first = 0;
      const std::uint32_t played = play_in_portions(
          *budget_, this->watch_, games, leaves_, together_of(position_).few,
          [&](std::uint32_t portion) {
            return add_playouts(position_, portion, random_, first, AsksBudget{budget_});
          });
      return {played, first, first % 2};  // only the parity of draws matters
    }
    std::array<Move, 2> last{};
    const std::size_t known = std::min<std::size_t>(path_.size(), 2);
    for (std::size_t i = 0; i < known; ++i) {
      const Step step = path_.steps()[path_.size() - known + i];
      last[i] = tree_->move(step.node, step.slot);
    }
    Outcomes sum{.games = 0};
    do {
      if (policy_->uses_amaf()) movers_.clear();
      if (learned_ != nullptr) record_path();
      const Points first =
          playout_.play(position_, {last.data(), known}, policy_->uses_amaf() ? &movers_ : nullptr,
                        random_, *budget_);
      if (first == kStopped) break;
      const Outcomes one = outcome(first);
      if (policy_->uses_amaf()) credit(one);
      ++sum.games;
      sum.first += one.first;
      sum.draws += one.draws;
    } while (sum.games < games && !this->watch_.late(*budget_));
    return sum;
  }

  void record_path() {
    learned_->begin();
    for (const StepBy& step : path_.steps()) {
      learned_->add(tree_->move(step.node, step.slot), step.mover);
    }
  }

  /// Without a playout, only the moves of the path get AMAF results and are learned from, as one
  /// game.
  const Outcomes& credited(const Outcomes& outcomes) {
    if (learned_ != nullptr) {
      record_path();
      learned_->learn(static_cast<Points>(outcomes.first / outcomes.games));
    }
    if (policy_->uses_amaf()) {
      movers_.clear();
      credit(outcomes);
    }
    return outcomes;
  }

  void credit(const Outcomes& outcomes) {
    Base::credit(outcomes.games, [&](const StepBy& step) {
      return seen_by(step.mover, outcomes.games, outcomes.first);
    });
  }

  /// Records the result of a finished game and what follows further up. In a graph, other paths to
  /// the same nodes may bring something new further up the path, even if its end has nothing new.
  void prove() {
    const bool graph = policy_->is_graph();
    const bool settled = this->settled_;
    if (settled ? !graph : !position_.over()) return;
    const StepBy& end = path_.last();
    const Points result = settled ? 0 : position_.result(end.mover);
    Proof proof = settled ? tree_->proof(end.node, end.slot) : Proof(result, result);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const StepBy& step = path_.steps()[i];
      if (!tree_->prove(step.node, step.slot, proof) && !graph) return;
      proof = tree_->proof_of(step.node);
      if (i > 0 && path_.steps()[i - 1].mover != step.mover) proof = proof.opposite();
    }
    if (proof.exact()) proven_->store(true, std::memory_order_relaxed);
  }

  PolicyPlayout<G> playout_;
  Learned* learned_ = nullptr;
};

}  // namespace banyan
