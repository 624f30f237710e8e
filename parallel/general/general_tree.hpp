// The tree of games of any kind: a value for every player, chance nodes, lock-free for many
// threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "core/policies/proof_of_all.hpp"
#include "core/rules/reward_game.hpp"
#include "core/trees/tree.hpp"
#include "core/trees/tree_base.hpp"
#include "parallel/general/general_options.hpp"

namespace banyan {

/// A tree of blocks of children, as Tree (core/trees/tree.hpp), for any number of players. A child
/// holds the sum of every player's returns from the move into it on, and whoever moved chooses by
/// their own: max^n (Luckhardt and Irani 1986; in Monte Carlo trees Sturtevant 2008). Nodes where
/// chance moves choose by the drawn outcome. Layout of the block of a node with k moves, p players:
///
///   offset               size    what
///   0                    4       k, the number of children
///   4                    4       children tried so far (of chance k); more where threads raced
///   8                    4       who moves here, or kChance
///   16                   8 p k   sums of returns (FixedPoint), those of player 0 first
///   16 + 8 p k           8 p k   values likewise; not of Backup::kMean
///   then                 4 k     visits
///   then                 4 k     descents under way below each child
///   then                 4 k     Node of each child, kNoNode while it is a leaf
///   then                 m k     Move of each child, m = sizeof(Move)
///   then                 p k     Proofs, those of player 0 first; with a solver alone
///
/// Invariants, at rest: visits(child) = visits that ended at it + sum of visits(its children), and
/// nothing is under way. Thread-safe but for start(); relaxed except where it says otherwise, since
/// each number stands by itself.
template <Game G>
class GeneralTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kShared = true;
  static constexpr bool kProves = true;

  explicit GeneralTree(const GeneralOptions& options)
      : TreeBase(options.memory / static_cast<std::size_t>(options.trees),
                 Ucb1(options.exploration), options.expand_after),
        shown_(options.shown),
        backup_(options.backup),
        has_values_(options.backup != Backup::kMean),
        proves_(options.solver) {}

  /// Starts a new tree at a position that is not over. Not thread-safe.
  void start(const G& position, Random& random) {
    arena_->reset();
    players_ = static_cast<std::uint32_t>(players_of(position));
    Arena::Lane lane(*arena_);
    root_ = make_node(position, random, lane);
  }

  [[nodiscard]] int players() const { return static_cast<int>(players_); }
  [[nodiscard]] std::uint32_t size(Node node) const { return head(node).size; }
  [[nodiscard]] Player mover(Node node) const { return head(node).mover; }
  [[nodiscard]] std::uint32_t tried(Node node) const {
    return std::min(head(node).tried.load(std::memory_order_relaxed), size(node));
  }
  [[nodiscard]] bool all_tried(Node node) const { return tried(node) == size(node); }
  [[nodiscard]] std::uint32_t visits(Node node, Slot slot) const {
    return visits(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t under_way(Node node, Slot slot) const {
    return flying(node)[slot].load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::int64_t sum(Node node, Slot slot, Player player) const {
    return cell(sums(node), node, slot, player).load(std::memory_order_relaxed);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const { return moves(node)[slot]; }
  /// Acquire: pairs with the release in expand(), so that the child's block is seen whole.
  [[nodiscard]] Node child(Node node, Slot slot) const {
    return children(node)[slot].load(std::memory_order_acquire);
  }

  /// What the backup rule says that a visited child is worth to a player, in the game's unit; no
  /// more and no less than is proven.
  [[nodiscard]] double value(Node node, Slot slot, Player player) const {
    const double value =
        has_values_ ? FixedPoint<G>::to_double(
                          cell(values(node), node, slot, player).load(std::memory_order_relaxed))
                    : mean(node, slot, player);
    if (!proves_) return value;
    const Proof known = proof(node, slot)[player];
    return std::clamp(value, known.low() / double{kWin}, known.high() / double{kWin});
  }

  /// The mean of its returns.
  [[nodiscard]] double mean(Node node, Slot slot, Player player) const {
    return FixedPoint<G>::to_double(sum(node, slot, player)) / visits(node, slot);
  }

  /// Whether results are proven.
  [[nodiscard]] bool proves() const { return proves_; }
  /// What is proven of a child. Sequentially consistent, as prove() is: of two threads that prove
  /// the last two children of a node, each of which then looks at all, at least one sees both.
  [[nodiscard]] ProofOfAll<G> proof(Node node, Slot slot) const {
    ProofOfAll<G> all;
    for (Player player = 0; proves_ && player < players(); ++player) {
      all[player] = Proof(cell(proofs(node), node, slot, player).load(std::memory_order_seq_cst));
    }
    return all;
  }
  /// What the children of a node prove.
  [[nodiscard]] ProofOfAll<G> proof_of(Node node) const {
    return proof_of_children<G>(mover(node), players(), size(node),
                                [&](Slot slot) { return proof(node, slot); });
  }
  /// Adds to what is proven of a child; false if that was no news.
  bool prove(Node node, Slot slot, const ProofOfAll<G>& known) {
    bool news = false;
    for (Player player = 0; player < players(); ++player) {
      const std::uint8_t bits = known[player].bits();
      std::atomic<std::uint8_t>& proven = cell(proofs(node), node, slot, player);
      news |= (proven.fetch_or(bits, std::memory_order_seq_cst) & bits) != bits;
    }
    return news;
  }
  /// Whether every player's result is proven.
  [[nodiscard]] bool is_settled(Node node, Slot slot) const {
    if (!proves_) return false;
    const ProofOfAll<G> known = proof(node, slot);
    for (Player player = 0; player < players(); ++player) {
      if (!known[player].exact()) return false;
    }
    return true;
  }

  /// Claims the next untried child for the caller; false if none was left.
  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = head(node).tried.fetch_add(1, std::memory_order_relaxed);
    return slot < head(node).size;
  }

  /// The child that UCB1 prefers, the first one among equals. Of games with rewards the values are
  /// scaled by the largest among siblings, 0 included, so that c means the same in every game:
  /// exploration grows with what is at stake (as in PROST, Keller and Eyerich 2012, whose c is the
  /// value of the node). A descent under way that shows as a loss counts as the worst sibling.
  /// A child that is proven to be no better than another one is passed over.
  [[nodiscard]] Slot best(Node node) const {
    const std::uint32_t k = size(node);
    const Range range = range_of(node);
    std::uint64_t all_visits = 0;
    std::uint64_t descents = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      all_visits += visits(node, slot);
      descents += under_way(node, slot);
    }
    const float exploration = rule_.exploration(shown_.total(all_visits, descents));
    const Proof known = proves_ ? proof_of(node)[mover(node)] : Proof();
    Slot best = 0;
    float best_value = -1;
    for (Slot slot = 0; slot < k; ++slot) {
      const std::uint32_t n = visits(node, slot);
      if (is_dominated(node, slot, known)) continue;
      const double scaled =
          n == 0 ? 0 : (value(node, slot, mover(node)) - range.lowest) * range.scale;
      const float chosen =
          shown_.value(n, static_cast<float>(scaled * n), under_way(node, slot), exploration);
      if (chosen > best_value) {
        best_value = chosen;
        best = slot;
      }
    }
    return best;
  }

  /// The child of that move.
  [[nodiscard]] Slot slot_of(Node node, Move move) const {
    const Move* const first = moves(node);
    return static_cast<Slot>(std::find(first, first + size(node), move) - first);
  }

  /// A descent goes through a child: its visits before, those under way included. One that ends
  /// meanwhile may be missed, and none is counted twice: the first `expand_after` end at the child.
  /// Release pairs with acquire here, of the next descent, whose visit this one so cannot see.
  std::uint32_t enter(Node node, Slot slot) {
    const std::uint32_t ended = visits(node, slot);
    return ended + flying(node)[slot].fetch_add(1, std::memory_order_acq_rel);
  }

  /// The result of that descent: every player's returns from this move on, summed over `games`.
  /// Whether it is the first of the child.
  bool leave(Node node, Slot slot, std::uint32_t games, const Returns<G>& returns) {
    for (Player player = 0; player < players(); ++player) {
      cell(sums(node), node, slot, player)
          .fetch_add(FixedPoint<G>::from(returns[static_cast<std::size_t>(player)], games),
                     std::memory_order_relaxed);
    }
    const std::uint32_t before = visits(node)[slot].fetch_add(games, std::memory_order_seq_cst);
    flying(node)[slot].fetch_sub(1, std::memory_order_relaxed);
    return before == 0;
  }

  /// What a visited child is worth by the backup rule, from what the tree holds now: `reward`,
  /// earned by the move into it, and `discount` times what the node below is worth by its own
  /// children's values; a leaf the mean of its returns.
  [[nodiscard]] double worth(Node node, Slot slot, double reward, double discount,
                             Player player) const {
    const Node below = child(node, slot);
    const bool leaf = below == kNoNode || !any_visits(below);
    return leaf ? mean(node, slot, player) : reward + discount * node_value(below, player);
  }

  /// But for Backup::kMean: finds that anew. Whoever saw half of another's results, or an older
  /// value below, stored it before the other's visit was counted, and so before the other
  /// refreshes, or does it again: at rest all values are right. That takes one order of all
  /// threads' stores and looks, sequential consistency; it pairs with leave().
  void refresh(Node node, Slot slot, const Returns<G>& reward, double discount) {
    if (!has_values_) return;
    std::uint32_t seen = 0;
    do {
      seen = visits(node)[slot].load(std::memory_order_seq_cst);
      for (Player player = 0; player < players(); ++player) {
        const double now =
            worth(node, slot, reward[static_cast<std::size_t>(player)], discount, player);
        cell(values(node), node, slot, player)
            .store(FixedPoint<G>::from(now), std::memory_order_seq_cst);
      }
    } while (visits(node)[slot].load(std::memory_order_seq_cst) != seen);
  }

  /// Gives a leaf its block of children; `position` is the leaf's and not over. Returns the block
  /// (another thread's if it was first), or kNoNode when the arena is full.
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_node(position, random, lane);
    if (node == kNoNode) return kNoNode;
    // Release pairs with child(); acquire on failure, since the other's block is used.
    Node first = kNoNode;
    if (children(parent)[slot].compare_exchange_strong(first, node, std::memory_order_release,
                                                       std::memory_order_acquire)) {
      return node;
    }
    lane.undo(node);
    return first;
  }

  /// Where a descent goes on after it went through a child.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) const {
    return child(parent, slot);
  }

 private:
  struct Head {
    std::uint32_t size;
    std::atomic<std::uint32_t> tried;
    Player mover;
    std::uint32_t unused;
  };
  static_assert(sizeof(Head) == 16 && sizeof(Player) == 4);
  template <class T>
  using Cells = std::atomic<T>*;

  /// What becomes of values: (value - lowest) * scale is 0 to 1.
  struct Range {
    double lowest;
    double scale;
  };

  [[nodiscard]] Head& head(Node node) const { return *static_cast<Head*>(memory(node)); }
  [[nodiscard]] Cells<std::int64_t> sums(Node node) const {
    return reinterpret_cast<Cells<std::int64_t>>(&head(node) + 1);
  }
  [[nodiscard]] Cells<std::int64_t> values(Node node) const {
    return sums(node) + players_ * size(node);
  }
  [[nodiscard]] Cells<std::uint32_t> visits(Node node) const {
    return reinterpret_cast<Cells<std::uint32_t>>(has_values_ ? values(node) + players_ * size(node)
                                                              : values(node));
  }
  [[nodiscard]] Cells<std::uint32_t> flying(Node node) const { return visits(node) + size(node); }
  [[nodiscard]] Cells<Node> children(Node node) const { return flying(node) + size(node); }
  [[nodiscard]] Move* moves(Node node) const {
    return reinterpret_cast<Move*>(children(node) + size(node));
  }
  [[nodiscard]] Cells<std::uint8_t> proofs(Node node) const {
    return reinterpret_cast<Cells<std::uint8_t>>(moves(node) + size(node));
  }
  template <class T>
  [[nodiscard]] std::atomic<T>& cell(Cells<T> all, Node node, Slot slot, Player player) const {
    return all[static_cast<std::uint32_t>(player) * size(node) + slot];
  }

  /// Whether another child is as good or better, by what is `known` of the node for its mover.
  [[nodiscard]] bool is_dominated(Node node, Slot slot, Proof known) const {
    if (!proves_) return false;
    const Proof child = proof(node, slot)[mover(node)];
    return known.exact() ? child.low() < known.low() : child.high() <= known.low();
  }

  [[nodiscard]] bool any_visits(Node node) const {
    const Cells<std::uint32_t> first = visits(node);
    return std::any_of(first, first + size(node),
                       [](const auto& count) { return count.load(std::memory_order_relaxed) > 0; });
  }

  [[nodiscard]] Range range_of(Node node) const {
    if constexpr (!RewardGame<G>) return {0, 1};
    double lowest = 0;
    double highest = 0;
    bool any = false;
    for (Slot slot = 0; slot < size(node); ++slot) {
      if (visits(node, slot) == 0) continue;
      const double worth = value(node, slot, mover(node));
      lowest = any ? std::min(lowest, worth) : worth;
      highest = any ? std::max(highest, worth) : worth;
      any = true;
    }
    const double largest = std::max(highest, 0.0) - std::min(lowest, 0.0);
    return {lowest, largest > 0 ? 1 / largest : 0};
  }

  /// What a node with visits is worth to a player by its children's values.
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
    const Proof known = proves_ ? proof_of(node)[mover(node)] : Proof();
    const auto rank = [&](Slot slot) {
      const std::uint32_t n = is_dominated(node, slot, known) ? 0 : visits(node, slot);
      return std::pair(backup_ == Backup::kMax ? n > 0 : n,
                       n == 0 ? 0 : value(node, slot, mover(node)));
    };
    Slot best = 0;
    for (Slot slot = 1; slot < size(node); ++slot) {
      if (rank(slot) > rank(best)) best = slot;
    }
    return value(node, best, player);
  }

  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    const bool chance = at_chance(position);
    const MovesOf<G> legal = chance ? position.legal_moves() : shuffled_moves(position, random);
    const auto k = static_cast<std::uint32_t>(legal.size());
    const std::size_t numbers = (has_values_ ? 2 : 1) * players_ * std::size_t{k};
    const std::size_t bytes = 8 * numbers + (12 + sizeof(Move) + (proves_ ? players_ : 0)) * k;
    const Node node = lane.allocate(sizeof(Head) + bytes);
    if (node == kNoNode) return kNoNode;
    ::new (memory(node)) Head{k, {chance ? k : 0}, position.to_move(), 0};
    std::uninitialized_value_construct_n(sums(node), numbers);
    std::uninitialized_value_construct_n(visits(node), k);
    std::uninitialized_value_construct_n(flying(node), k);
    std::uninitialized_value_construct_n(children(node), k);
    std::copy(legal.begin(), legal.end(), moves(node));
    if (proves_) std::uninitialized_value_construct_n(proofs(node), players_ * k);
    return node;
  }

  VirtualVisits shown_;
  Backup backup_;
  bool has_values_;
  bool proves_;
  std::uint32_t players_ = 2;
};

}  // namespace banyan
