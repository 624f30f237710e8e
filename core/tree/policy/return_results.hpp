// The tree of policy search: results of any number of players, with rewards and chance.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/base/draw.hpp"
#include "core/game/reward_game.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/rules/ments.hpp"
#include "core/tree/policy/blocks.hpp"
#include "core/tree/policy/proof_of_all.hpp"
#include "core/tree/policy/return_range.hpp"

namespace banyan {

/// A child holds the sum of every player's returns from the move into it on (FixedPoint). Players
/// choose by their own returns: max^n (Luckhardt and Irani 1986; in Monte Carlo trees Sturtevant
/// 2008). At chance nodes the drawn outcome decides.
template <Game G>
class ReturnResults : public PolicyBlocks<G, true> {
  using Base = PolicyBlocks<G, true>;

 public:
  using Move = typename G::Move;

  using Base::child;
  using Base::in_flight;
  using Base::size;

  [[nodiscard]] int players() const { return static_cast<int>(players_); }
  /// The player who moves at a node, or kChance.
  [[nodiscard]] Player mover(Node node) const { return this->mover_of(node); }
  [[nodiscard]] std::uint32_t visits(Node node, Slot slot) const {
    return counts(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::int64_t sum(Node node, Slot slot, Player player) const {
    return cell(results(node), node, slot, player).load(std::memory_order_relaxed);
  }

  /// The value of a visited child to a player by the backup rule, in the game's unit, clamped to
  /// its proof. A soft value has an entropy bonus, so that it may exceed every result. Only an
  /// exact proof replaces it.
  [[nodiscard, gnu::always_inline]] double value(Node node, Slot slot, Player player) const {
    const double value =
        has_values_ ? std::bit_cast<double>(
                          cell(values(node), node, slot, player).load(std::memory_order_relaxed))
                    : mean(node, slot, player);
    if (!policy_.solver) return value;
    const Proof known = proof(node, slot)[player];
    return is_soft() && !known.exact() ? value : within(known, value);
  }
  /// The same as an expected result: of soft values, the mean of the returns.
  [[nodiscard]] double expected(Node node, Slot slot, Player player) const {
    if (!is_soft()) return value(node, slot, player);
    const double value = mean(node, slot, player);
    return policy_.solver ? within(proof(node, slot)[player], value) : value;
  }

  /// The mean of its returns.
  [[nodiscard]] double mean(Node node, Slot slot, Player player) const {
    return fixed_.to_double(sum(node, slot, player)) / visits(node, slot);
  }

  /// How selection scales the values of a node's children, for the player to choose, and where it
  /// finds them.
  struct Scale : ValueScale {
    const std::atomic<std::uint32_t>* counts;
    const std::atomic<std::int64_t>* sums;
  };
  [[nodiscard]] Scale scale_of(Node node) const {
    Scale scale{{0, 1}, counts(node), &cell(results(node), node, 0, std::max(mover(node), 0))};
    if constexpr (RewardGame<G>) {
      static_cast<ValueScale&>(scale) = range_->scale(mover(node));
    }
    return scale;
  }

  /// What is proven of a child for every player; see own_proof().
  [[nodiscard]] ProofOfAll<G> proof(Node node, Slot slot) const {
    ProofOfAll<G> all;
    for (Player player = 0; policy_.solver && player < players(); ++player) {
      all[player] =
          Proof(cell(this->proofs(node), node, slot, player).load(std::memory_order_seq_cst));
    }
    return all;
  }
  /// What the children of a node prove.
  [[nodiscard]] ProofOfAll<G> proof_of(Node node) const {
    return proof_of_children<G>(mover(node), players(), size(node),
                                [&](Slot slot) { return proof(node, slot); });
  }
  /// Adds to what is proven of a child; returns whether any of it is new.
  bool prove(Node node, Slot slot, const ProofOfAll<G>& known) {
    bool news = false;
    for (Player player = 0; player < players(); ++player) {
      const std::uint8_t bits = known[player].bits();
      std::atomic<std::uint8_t>& proven = cell(this->proofs(node), node, slot, player);
      news |= (proven.fetch_or(bits, std::memory_order_seq_cst) & bits) != bits;
    }
    return news;
  }
  /// Whether every player's result is proven.
  [[nodiscard]] bool is_settled(Node node, Slot slot) const {
    if (!policy_.solver) return false;
    const ProofOfAll<G> known = proof(node, slot);
    for (Player player = 0; player < players(); ++player) {
      if (!known[player].exact()) return false;
    }
    return true;
  }

  /// The child that plain UCB1 prefers, the first one among equals, but never a needless one. Of a
  /// few children, whose values need no vectors, this is a quarter faster (Nim).
  [[nodiscard]] Slot best_by_ucb1(Node node) const {
    const std::uint32_t k = size(node);
    const Scale range = scale_of(node);
    std::uint64_t all_visits = 0;
    std::uint64_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      all_visits += visits(node, slot);
      if (this->shared_) descents += in_flight(node, slot);
    }
    const float exploration = this->rule_.exploration(this->shown_.total(all_visits, descents));
    const Proof known = policy_.solver ? known_of(node, k) : Proof();
    Best best{0, -1};
    for (Slot slot = 0; slot < k; ++slot) {
      if (policy_.solver && is_needless(own_proof(node, slot), known)) continue;
      const Seen found = seen(node, slot, range);
      const std::uint32_t o = descents == 0 ? 0 : in_flight(node, slot);
      const float value = this->shown_.value(found.visits, sum_of(found.sum), o, exploration);
      if (value > best.value) best = {slot, value};
    }
    return best.index;
  }

  /// A child drawn as MENTS does. Needless children are passed over.
  [[nodiscard]] Slot drawn_softly(Node node, Random& random) const {
    const Proof known = policy_.solver ? known_of(node, size(node)) : Proof();
    MoveList<Slot, G::kMaxMoves> slots;
    MoveList<Slot, G::kMaxMoves> tried;
    std::uint64_t visited = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (policy_.solver && is_needless(own_proof(node, slot), known)) continue;
      slots.push_back(slot);
      const std::uint32_t n = visits(node, slot);
      if (n > 0) tried.push_back(slot);
      visited += n;
    }
    const double uniform = uniform_share(exploration_, slots.size(), visited);
    if (tried.empty() || random.unit() < uniform) {
      return slots.empty() ? 0 : slots[random.below(static_cast<std::uint32_t>(slots.size()))];
    }
    MoveList<double, G::kMaxMoves> sums;
    const Scale range = scale_of(node);
    for (const Slot slot : tried) sums.push_back(scaled(node, slot, range));
    to_soft_policy({sums.begin(), sums.size()}, policy_.softness);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return tried[draw_by_sums({sums.begin(), sums.size()}, random)];
  }

  /// The child that `move` leads to.
  [[nodiscard]] Slot slot_of(Node node, Move move) const {
    const Move* const first = this->moves(node);
    return static_cast<Slot>(std::find(first, first + size(node), move) - first);
  }

  /// Adds the result of a descent: every player's returns from this move on, summed over `games`.
  /// Returns whether it is the child's first result.
  bool leave(Node node, Slot slot, std::uint32_t games, const Returns<G>& returns) {
    for (Player player = 0; player < players(); ++player) {
      this->add(cell(results(node), node, slot, player),
                fixed_.from(returns[static_cast<std::size_t>(player)], games));
    }
    if constexpr (RewardGame<G>) {
      for (Player player = 0; games > 0 && player < players(); ++player) {
        range_->add(player, returns[static_cast<std::size_t>(player)] / games);
      }
    }
    const std::uint32_t before = this->add(counts(node)[slot], games, std::memory_order_seq_cst);
    if (this->shared_) this->add(this->in_flights(node)[slot], ~0U);
    return before == 0 && games > 0;
  }

  /// The current value of a visited child by the backup rule: `reward`, earned by the move into it,
  /// plus `discount` times the value of the node below by its children's values. A leaf has the
  /// mean of its returns.
  [[nodiscard]] double worth(Node node, Slot slot, double reward, double discount,
                             Player player) const {
    const Node below = child(node, slot);
    const bool leaf = below == kNoNode || !any_visits(below);
    return leaf ? mean(node, slot, player) : reward + discount * node_value(below, player);
  }

  /// Updates that value, except for Backup::kMean. A thread may race: it reads half of another's
  /// results, or a stale value below. If it stored before the other's visit was counted, the other
  /// refreshes later; if not, it retries until the count is stable. So at rest all values are
  /// right. All loads and stores need one total order: sequential consistency, paired with leave().
  void refresh(Node node, Slot slot, const Returns<G>& reward, double discount) {
    if (!has_values_) return;
    std::uint32_t seen = 0;
    do {
      seen = counts(node)[slot].load(std::memory_order_seq_cst);
      for (Player player = 0; player < players(); ++player) {
        const double now =
            worth(node, slot, reward[static_cast<std::size_t>(player)], discount, player);
        cell(values(node), node, slot, player)
            .store(std::bit_cast<std::int64_t>(now), std::memory_order_seq_cst);
      }
    } while (counts(node)[slot].load(std::memory_order_seq_cst) != seen);
  }

 protected:
  using Base::counts;
  using Base::known_of;
  using Base::own_proof;
  using Base::policy_;
  using Base::results;

  ReturnResults(std::size_t memory, const PolicyOptions& policy, double exploration,
                VirtualVisits shown, std::uint32_t expand_after, bool shared)
      : Base(memory, policy, exploration, shown, expand_after, shared),
        has_values_(policy.backup != Backup::kMean),
        exploration_(exploration) {}

  /// Prepares for a new tree.
  void start_at(const G& root) {
    players_ = static_cast<std::uint32_t>(players_of(root));
    fixed_ = FixedPoint(largest_return_of(root));
    if constexpr (RewardGame<G>) range_->clear();
    this->layout_ = PolicyLayout<true>(policy_, {sizeof(Move), this->shared_, 0, players_});
  }

  /// Whether selection is plain UCB1.
  [[nodiscard]] bool is_plain() const {
    return policy_.select == SelectionRule::kUcb1 && !policy_.all_children &&
           !policy_.uses_amaf() && !policy_.widening.limits();
  }

  // What PolicyTree's selection needs of results.

  /// The sum of values, for the player to choose.
  using Sum = double;
  [[nodiscard]] static float sum_of(double values) { return static_cast<float>(values); }
  struct Seen {
    std::uint32_t visits;
    double sum;
  };
  [[nodiscard, gnu::always_inline]] Seen seen(Node node, Slot slot, const Scale& range) const {
    const std::uint32_t n = range.counts[slot].load(std::memory_order_relaxed);
    if (n == 0) return {0, 0};
    if (has_values_ || policy_.solver) return {n, scaled(node, slot, range) * n};
    const double returns = fixed_.to_double(range.sums[slot].load(std::memory_order_relaxed));
    return {n, (returns - range.lowest * n) * range.scale};
  }
  /// A visited child's value, for the player to choose.
  [[nodiscard, gnu::always_inline]] double scaled(Node node, Slot slot, Scale range) const {
    return (value(node, slot, mover(node)) - range.lowest) * range.scale;
  }
  template <class Arrays>
  void look_closer(Arrays& /*children*/, Node /*node*/) const {}

 private:
  [[nodiscard]] bool is_soft() const { return policy_.backup == Backup::kSoft; }
  [[nodiscard]] static double within(Proof known, double value) {
    return std::clamp(value, known.low() / double{kWin}, known.high() / double{kWin});
  }

  /// As the bits of doubles: they are set, not summed.
  [[nodiscard]] auto* values(Node node) const { return results(node) + players_ * size(node); }
  template <class T>
  [[nodiscard]] std::atomic<T>& cell(std::atomic<T>* all, Node node, Slot slot,
                                     Player player) const {
    return all[static_cast<std::uint32_t>(player) * size(node) + slot];
  }

  [[nodiscard]] bool any_visits(Node node) const {
    const auto* const first = counts(node);
    return std::any_of(first, first + size(node),
                       [](const auto& count) { return count.load(std::memory_order_relaxed) > 0; });
  }

  /// The value of a visited node to a player, by its children's values.
  [[nodiscard]] double node_value(Node node, Player player) const {
    if (mover(node) == kChance) {
      double total = 0;
      double sum = 0;
      for (Slot slot = 0; slot < size(node); ++slot) {
        const double weight = visits(node, slot);
        if (weight == 0) continue;
        total += weight;
        sum += weight * value(node, slot, player);
      }
      return sum / total;
    }
    if (policy_.backup == Backup::kSoft) return soft_value(node, player);
    const Proof known = policy_.solver ? known_of(node, size(node)) : Proof();
    const auto rank = [&](Slot slot) {
      const bool passed_over = policy_.solver && is_needless(own_proof(node, slot), known);
      const std::uint32_t n = passed_over ? 0 : visits(node, slot);
      return std::pair(policy_.backup == Backup::kMax ? n > 0 : n,
                       n == 0 ? 0 : value(node, slot, mover(node)));
    };
    Slot best = 0;
    for (Slot slot = 1; slot < size(node); ++slot) {
      if (rank(slot) > rank(best)) best = slot;
    }
    return value(node, best, player);
  }

  /// The soft value to the player to choose, and to others the mean by the soft policy.
  [[nodiscard]] double soft_value(Node node, Player player) const {
    const Scale range = scale_of(node);
    MoveList<double, G::kMaxMoves> q;
    MoveList<double, G::kMaxMoves> values;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (visits(node, slot) == 0) continue;
      q.push_back(scaled(node, slot, range));
      values.push_back(value(node, slot, player));
    }
    const std::span<double> all{q.begin(), q.size()};
    if (player == mover(node)) {
      const double soft = soft_maximum(all, policy_.softness);
      return range.scale > 0 ? range.lowest + soft / range.scale : range.lowest;
    }
    to_soft_policy(all, policy_.softness);
    return std::inner_product(q.begin(), q.end(), values.begin(), 0.0);
  }

  using Range = ReturnRange<std::tuple_size_v<Returns<G>>>;
  struct NoRange {};

  bool has_values_;
  double exploration_;
  std::uint32_t players_ = 2;
  FixedPoint fixed_;
  // Of this tree and its copies.
  std::conditional_t<RewardGame<G>, std::shared_ptr<Range>, NoRange> range_ = [] {
    if constexpr (RewardGame<G>) {
      return std::make_shared<Range>();
    } else {
      return NoRange{};
    }
  }();
};

}  // namespace banyan
