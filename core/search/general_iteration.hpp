// One iteration over a tree of a game of any kind: how it differs from plain UCT.
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/playout/general_playout.hpp"
#include "core/search/policy_descent.hpp"

namespace banyan {

/// The value found for a leaf: every player's returns, summed over `games` playouts.
template <Game G>
struct GeneralEvaluation {
  std::uint32_t games;
  Returns<G> sum;
};

template <Game G>
struct GeneralStep : StepBy {
  double discount = 1;     // of later rewards
  Returns<G> reward = {};  // of this move
};

/// Backs up every player's returns: G_i = r_i + gamma G_(i + 1), where r_i is the reward of the
/// move itself.
template <Game G>
class GeneralIteration : public PolicyDescent<GeneralTree<G>, GeneralIteration<G>, GeneralStep<G>> {
  using Base = PolicyDescent<GeneralTree<G>, GeneralIteration, GeneralStep<G>>;
  friend Base;

 public:
  /// The results of playouts from one leaf.
  struct Playouts {
    Returns<G> sum{};
    std::uint64_t capped = 0;

    Playouts& operator+=(const Playouts& other) {
      for (std::size_t player = 0; player < sum.size(); ++player) sum[player] += other.sum[player];
      capped += other.capped;
      return *this;
    }
  };
  /// Makes so many playouts from this thread's leaf with a generator and adds up their results;
  /// returns how many it finished.
  using Playout = std::function<std::uint32_t(std::uint32_t, Random&, Playouts&)>;
  /// Makes `games` of them in this thread's place, by any threads.
  using Team =
      std::function<std::uint32_t(std::uint32_t games, const Playout& playout, Playouts& sum)>;

  /// See PolicyIteration. Throws std::invalid_argument where chance is to move at the root, since
  /// there is no move to choose.
  GeneralIteration(GeneralTree<G>& tree, const G& root, const PolicyOptions& policy, Random random,
                   const Budget& budget, std::atomic<bool>& proven, LeafDevice* device, int leaves)
      : Base(tree, root, policy, random, budget, proven, device, leaves),
        rules_{policy.discount.value_or(discount_of(root)), policy.cap} {
    if (at_chance(root)) {
      throw std::invalid_argument("Chance decides what comes next: play an outcome first.");
    }
  }

  /// From now on `team` plays out from each leaf.
  void play_out_by(Team team) { team_ = std::move(team); }

  // For callers with several descents in flight that evaluate their leaves together
  // (parallel/batched/batched.hpp).

  /// From now on descents end at every leaf; the caller expands it.
  void end_at_leaves() { ends_at_leaves_ = true; }
  /// Whether the descent ended without a leaf to evaluate.
  using Base::ended;
  /// Whether this descent is the first at its leaf.
  [[nodiscard]] bool first_visit() const { return this->visits_ == 0; }
  [[nodiscard]] G& position() { return position_; }
  /// Makes a block of children for its leaf, not linked yet; kNoNode when the arena is full.
  Node make_block() {
    const Node node = tree_->make_block(position_, this->random_, this->lane_);
    if (node == kNoNode) ++this->counts_.full;
    return node;
  }

  /// Goes along these moves instead of choosing. Returns whether they lead to a leaf of the tree.
  /// If not, the path ends where they leave it.
  bool follow(std::span<const typename G::Move> moves) {
    this->begin();
    for (const auto move : moves) {
      const Node node = this->node_;
      const Slot slot = node == kNoNode ? 0 : tree_->slot_of(node, move);
      if (node == kNoNode || slot == tree_->size(node)) return false;
      GeneralStep<G> step{};
      step.node = node;
      step.slot = slot;
      step.mover = position_.to_move();
      path_.push(step);
      this->visits_ = tree_->enter(node, slot);
      position_.play(move);
      note_move();
      this->node_ = tree_->child(node, slot);
    }
    return this->node_ == kNoNode && !position_.over();
  }

  [[nodiscard]] std::uint64_t capped_playouts() const { return capped_; }

  // What its kind does in the phases.

  [[nodiscard]] bool stays_leaf() const {
    return ends_at_leaves_ ? !at_chance(position_) : Base::stays_leaf();
  }

  void note_move() {
    GeneralStep<G>& step = path_.last();
    if (step.mover != kChance) step.discount = rules_.discount;
    for (Player player = 0; player < tree_->players(); ++player) {
      step.reward[static_cast<std::size_t>(player)] = reward_of(position_, player);
    }
  }
  [[nodiscard]] static GeneralEvaluation<G> a_draw() {
    GeneralEvaluation<G> draw{1, {}};
    if constexpr (!RewardGame<G>) draw.sum.fill(0.5);
    return draw;
  }

  /// Nothing follows the last move. If it was not made because its result is proven, it earns that
  /// result.
  GeneralEvaluation<G> terminal_value(std::uint32_t games) {
    if (this->settled_) {
      GeneralStep<G>& step = path_.last();
      const ProofOfAll<G> proof = tree_->proof(step.node, step.slot);
      for (Player player = 0; player < tree_->players(); ++player) {
        step.reward[static_cast<std::size_t>(player)] = proof[player].low() / double{kWin};
      }
    }
    if (policy_->uses_amaf()) {
      movers_.clear();
      credit({games, {}});
    }
    return {games, {}};
  }
  void add_to_path(const GeneralEvaluation<G>& evaluation) {
    if (tree_->proves()) prove();
    Returns<G> sum = evaluation.sum;
    for (std::size_t i = path_.size(); i-- > 0;) {
      const GeneralStep<G>& step = path_.steps()[i];
      add_step(step, evaluation.games, sum);
      const bool is_new = tree_->leave(step.node, step.slot, evaluation.games, sum);
      if (is_new && (policy_->all_children || step.mover == kChance)) {
        ++this->counts_.nodes;  // no try_next() counted it
      }
      tree_->refresh(step.node, step.slot, step.reward, step.discount);
    }
  }

 private:
  using Base::budget_;
  using Base::leaves_;
  using Base::movers_;
  using Base::path_;
  using Base::policy_;
  using Base::position_;
  using Base::proven_;
  using Base::tree_;

  GeneralEvaluation<G> leaf_value(std::uint32_t games) {
    Playouts found;
    std::uint32_t played = 0;
    if (team_) {
      const auto together = [&](std::uint32_t n, Random& random, Playouts& sum) {
        return play_out(n, random, sum);
      };
      played = team_(games, together, found);
    } else {
      played = play_in_portions(*budget_, this->watch_, games, leaves_, 1, [&](std::uint32_t n) {
        return policy_->uses_amaf() ? play_out_noting(n, found) : play_out(n, this->random_, found);
      });
    }
    capped_ += found.capped;
    return {played, found.sum};
  }

  /// Returns how many were finished.
  std::uint32_t play_out(std::uint32_t games, Random& random, Playouts& found) const {
    for (std::uint32_t done = 0; done < games; ++done) {
      if (!add_one(random, found, Unnoted{})) return done;
    }
    return games;
  }
  /// The same, with each playout's AMAF results added.
  std::uint32_t play_out_noting(std::uint32_t games, Playouts& found) {
    const auto note = [&](typename G::Move move, Player player) {
      if constexpr (NumberedMoves<G>) movers_.append(move, player);
    };
    for (std::uint32_t done = 0; done < games; ++done) {
      movers_.clear();
      Playouts one;
      if (!add_one(this->random_, one, note)) return done;
      credit({1, one.sum});
      found += one;
    }
    return games;
  }
  template <class Played>
  bool add_one(Random& random, Playouts& found, const Played& played) const {
    const PlayoutEnd end =
        add_playout(position_, random, rules_, found.sum, played, AsksBudget{budget_});
    if (end == PlayoutEnd::kCapped) ++found.capped;
    return end != PlayoutEnd::kCut;
  }

  /// In half points, for games without rewards.
  void credit(const GeneralEvaluation<G>& evaluation) {
    Returns<G> sum = evaluation.sum;
    Base::credit(evaluation.games, [&](const GeneralStep<G>& step) {
      add_step(step, evaluation.games, sum);
      if (step.mover == kChance) return 0U;
      return static_cast<std::uint32_t>(
          std::lround(kWin * sum[static_cast<std::size_t>(step.mover)]));
    });
  }

  /// Computes the returns from a move on from those after it.
  static void add_step(const GeneralStep<G>& step, std::uint32_t games, Returns<G>& sum) {
    for (std::size_t player = 0; player < sum.size(); ++player) {
      sum[player] = step.reward[player] * games + step.discount * sum[player];
    }
  }

  /// Records the result of a finished game and what follows further up; for graphs see
  /// PolicyIteration.
  void prove() {
    const bool graph = policy_->is_graph();
    const bool settled = this->settled_;
    if (settled ? !graph : !position_.over()) return;
    const Step& end = path_.last();
    ProofOfAll<G> proof =
        settled ? tree_->proof(end.node, end.slot) : ProofOfAll<G>::of_result(position_);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const Step& step = path_.steps()[i];
      if (!tree_->prove(step.node, step.slot, proof) && !graph) return;
      proof = tree_->proof_of(step.node);
    }
    if (proof[this->root_.to_move()].exact()) proven_->store(true, std::memory_order_relaxed);
  }

  PlayoutRules rules_;
  bool ends_at_leaves_ = false;
  std::uint64_t capped_ = 0;
  Team team_;  // plays out instead of this thread, if there is one
};

}  // namespace banyan
