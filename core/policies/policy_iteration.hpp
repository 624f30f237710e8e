// One iteration of a policy search: select, expand, evaluate, back up.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/policies/amaf.hpp"
#include "core/policies/policy.hpp"
#include "core/policies/policy_expand.hpp"
#include "core/policies/policy_playout.hpp"
#include "core/policies/policy_select.hpp"
#include "core/policies/policy_tree.hpp"
#include "core/policies/policy_value.hpp"
#include "core/rules/leaf_device.hpp"
#include "core/search/budget.hpp"
#include "core/search/iteration.hpp"
#include "core/trees/path.hpp"

namespace banyan {

/// One worker's iterations over a tree, which it may share with other workers. The phases are those
/// of Iteration (core/search/iteration.hpp). `proven` is set once the value of the root is proven;
/// leaves wait for `device` unless it is null.
template <Game G, class Value>
class PolicyIteration {
 public:
  using Move = typename G::Move;
  static_assert(TwoPlayerGame<G>,
                "This search is for two players, without chance or rewards: take GeneralSearch "
                "(parallel/general/general_search.hpp).");

  PolicyIteration(PolicyTree<G>& tree, const G& root, const PolicyOptions& policy,
                  const Value& value, Random random, std::atomic<bool>& proven, LeafDevice* device,
                  int leaves)
      : tree_(&tree),
        lane_(tree.arena()),
        random_(random),
        policy_(&policy),
        weigh_(policy, value),
        value_(value),
        playout_(policy),
        root_(root),
        position_(root),
        proven_(&proven),
        device_(device),
        leaves_(leaves) {}

  /// Runs one iteration of `games` results, or of fewer where the budget's time is up before.
  void run(std::uint32_t games, const Budget& budget) {
    begin();
    do {
      select();
    } while (!expand(budget));
    back_up(evaluate(games, budget));
  }

  /// Follows the selection rule down to a leaf, to a node with untried moves or to a proven child.
  void select() {
    while (node_ != kNoNode && tree_->all_tried(node_)) {
      descend(tree_->best(node_, position_.to_move() == root_.to_move(), ancestors_));
    }
  }

  /// Adds one child to the tree if the descent ended where one may be added. False when the
  /// selection has to go on: other threads took the last untried moves, or the rule is to choose
  /// among all. Not once the search is over: of a thousand threads each would take fresh memory.
  bool expand(const Budget& budget) {
    if (node_ == kNoNode) {
      if (settled_ || visits_ < tree_->expand_after() || position_.over() || budget.over())
        return true;
      const Step leaf = path_.back();
      node_ = tree_->share(leaf.node, leaf.slot, position_);
      if (node_ != kNoNode) {
        ++transpositions_;
      } else {
        node_ = tree_->expand(leaf.node, leaf.slot, position_, random_, lane_, weigh_);
      }
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
    return true;
  }

  /// What the leaf is worth; its result counts for moves as first at once.
  Outcomes evaluate(std::uint32_t games, const Budget& budget) {
    if (settled_ || position_.over()) counts_.finished += games;
    if (settled_) return credited(all_equal(games, proven_result_));
    if (position_.over()) return credited(all_equal(games, position_.result(0)));
    if (device_ != nullptr) device_->wait();
    if constexpr (PolicyValue<Value, G>) {
      return credited(value_.evaluate(position_, games, random_));
    }
    if constexpr (EstimatedGame<G>) {
      if (policy_->game_estimate) return credited(estimated(position_, games, random_));
    }
    return play_out(games, budget);
  }

  /// Adds the result to every child on the path, each seen by the player who moved into it, and no
  /// better or worse than is proven of the child.
  void back_up(const Outcomes& outcomes) {
    if (policy_->solver) prove();
    const std::uint32_t games = outcomes.games;
    std::uint32_t first = outcomes.first;
    std::uint32_t draws = outcomes.draws;
    for (std::size_t i = path_.size(); i-- > 0;) {
      const StepBy& step = path_[i];
      std::uint32_t points = seen_by(step.mover, games, first);
      if (policy_->solver) {
        tree_->proof(step.node, step.slot).clamp(games, points, draws);
        first = seen_by(step.mover, games, points);
      }
      if (tree_->leave(step.node, step.slot, games, points, draws)) ++counts_.nodes;
    }
    ++counts_.iterations;
    counts_.visits += games;
    counts_.depth_sum += path_.size();
    counts_.depth_max = std::max<std::uint64_t>(counts_.depth_max, path_.size());
  }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts counts = counts_;
    counts.lost_blocks = lane_.undone();
    return counts;
  }
  [[nodiscard]] std::uint64_t capped_playouts() const { return playout_.capped(); }
  /// Expansions that found their position's block in the table.
  [[nodiscard]] std::uint64_t transpositions() const { return transpositions_; }

 private:
  void begin() {
    position_ = root_;
    path_.clear();
    visits_ = 0;
    settled_ = false;
    ancestors_.clear();
    node_ = tree_->root();
  }

  void descend(Slot slot) {
    const Node parent = node_;
    path_.push_back({{parent, slot}, position_.to_move()});
    visits_ = tree_->enter(parent, slot);
    if (policy_->solver) {
      const Proof proof = tree_->proof(parent, slot);
      if (proof.exact()) {  // only where the parent is proven too
        settled_ = true;
        proven_result_ = last_mover() == 0 ? proof.low() : opposite(proof.low());
        node_ = kNoNode;
        return;
      }
    }
    position_.play(tree_->move(parent, slot));
    // Whoever comes too early to expand a leaf ends there, though another thread may have expanded
    // it meanwhile: so every node with children has visits of its own.
    node_ = visits_ < tree_->expand_after() ? kNoNode : tree_->child(parent, slot);
    tree_->prefetch(node_);
  }

  /// Who moved into the leaf.
  [[nodiscard]] Player last_mover() const { return path_.back().mover; }
  /// Points of player 0 as the player's, and back.
  [[nodiscard]] static std::uint32_t seen_by(Player player, std::uint32_t games,
                                             std::uint32_t first) {
    return player == 0 ? first : kWin * games - first;
  }
  [[nodiscard]] static Outcomes all_equal(std::uint32_t games, Points first) {
    return {games, games * static_cast<std::uint32_t>(first), first == kDraw ? games : 0};
  }

  Outcomes play_out(std::uint32_t games, const Budget& budget) {
    if (playout_.is_plain() && !policy_->uses_amaf() && !policy_->counts_draws()) {
      std::uint32_t first = 0;
      const std::uint32_t played =
          play_in_portions(budget, games, leaves_, kFewTogether<G>, [&](std::uint32_t portion) {
            first += uniform_playout_sum(position_, portion, random_);
          });
      return {played, first, first % 2};  // draws matter to nobody but for their parity
    }
    std::array<Move, 2> last{};
    const std::size_t known = std::min<std::size_t>(path_.size(), 2);
    for (std::size_t i = 0; i < known; ++i) {
      const Step step = path_[path_.size() - known + i];
      last[i] = tree_->move(step.node, step.slot);
    }
    Outcomes sum{.games = 0};
    do {
      if (policy_->uses_amaf()) movers_.clear();
      const Points first =
          playout_.play(position_, {last.data(), known}, policy_->uses_amaf() ? &movers_ : nullptr,
                        random_, budget);
      const Outcomes one = outcome(first);
      if (policy_->uses_amaf()) credit(one);
      ++sum.games;
      sum.first += one.first;
      sum.draws += one.draws;
    } while (sum.games < games && !budget.expired(Clock::now()));
    return sum;
  }

  /// Where there was no playout, the moves of the path alone are credited.
  const Outcomes& credited(const Outcomes& outcomes) {
    if (policy_->uses_amaf()) {
      movers_.clear();
      credit(outcomes);
    }
    return outcomes;
  }

  /// At every node of the path, adds the result to all moves that the player to choose there made
  /// first, there or later in this iteration.
  void credit(const Outcomes& outcomes) {
    if constexpr (NumberedMoves<G>) {
      for (std::size_t i = path_.size(); i-- > 0;) {
        const StepBy& step = path_[i];
        movers_.prepend(tree_->move(step.node, step.slot), step.mover);
        tree_->credit(step.node, movers_, step.mover, outcomes.games,
                      seen_by(step.mover, outcomes.games, outcomes.first));
      }
    }
  }

  /// Notes the result of a finished game, and what follows from it further up. In a graph there may
  /// be news further up the path though the end of it has none, from other paths to the same nodes.
  void prove() {
    const bool graph = policy_->is_graph();
    if (settled_ ? !graph : !position_.over()) return;
    const Step end = path_.back();
    const Points result = settled_ ? 0 : position_.result(last_mover());
    Proof proof = settled_ ? tree_->proof(end.node, end.slot) : Proof(result, result);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const StepBy& step = path_[i];
      if (!tree_->prove(step.node, step.slot, proof) && !graph) return;
      proof = tree_->proof_of(step.node);
      if (i > 0 && path_[i - 1].mover != step.mover) proof = proof.opposite();
    }
    if (proof.exact()) proven_->store(true, std::memory_order_relaxed);
  }

  PolicyTree<G>* tree_;
  Arena::Lane lane_;
  Random random_;
  const PolicyOptions* policy_;
  Weigher<G, Value> weigh_;
  [[no_unique_address]] Value value_;
  PolicyPlayout<G> playout_;
  G root_;
  G position_;  // the only state that a descent has: moves are replayed on it
  std::vector<StepBy> path_;
  Node node_ = kNoNode;
  std::uint32_t visits_ = 0;
  bool settled_ = false;      // the descent ended at a proven child
  Points proven_result_ = 0;  // of player 0, there
  FirstMovers<G> movers_;
  AmafOfAncestors<G> ancestors_;
  std::atomic<bool>* proven_;
  LeafDevice* device_;
  int leaves_;  // of all workers, that are played out from at a time
  IterationCounts counts_;
  std::uint64_t transpositions_ = 0;
};

}  // namespace banyan
