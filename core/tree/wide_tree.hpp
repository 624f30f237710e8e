// The tree of wide games. A node with untried moves is one cache line. The few other nodes are
// blocks of arrays, scanned with SIMD.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/base/stat.hpp"
#include "core/base/tables.hpp"
#include "core/game/game.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

/// A game whose nodes WideTree can hold.
template <class G>
concept WideGame = MoveSetGame<G> && G::kMaxMoves < 65536;

/// Tree for games with sets of moves and one thread, where every visit is one playout. It has
/// Tree's interface and follows the same rule. UCB1 visits every child once before any twice. So
/// while moves are untried, a node only needs to know which were tried and how each playout ended:
/// a *compact node* of three bits per move. When a descent comes back after the last trial, the
/// compact node becomes a *block*, with the children in random order. Its best child is found on
/// backup, or on descent (`Cached` = false), to measure the gain.
///
/// `Proves`: the tree proves results (core/tree/proof.hpp) and rules out needless moves. A compact
/// node has no bits to say which moves end the game, so it only counts them. They are looked up if
/// it becomes a block.
template <WideGame G, bool Cached = true, bool Proves = false>
class WideTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kProves = Proves;
  using MoveSet = decltype(std::declval<const G&>().legal_set());
  /// The arrays of a block are padded to a multiple of this many children.
  static constexpr std::uint32_t kPad = 16;

  WideTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : TreeBase(memory, rule, expand_after) {}

  void start(const G& position, Random& random) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = rooted(make_block(position, random, lane));
  }

  /// Starts at a node of the last search, with position `position` (core/tree/kept.hpp). A compact
  /// node with untried moves has too few visits to be worth keeping.
  template <class Late>
  std::optional<Kept> start_below(Node node, const G& position, Random& random, const Late& late) {
    if (is_compact(node) && !all_tried(node)) return std::nullopt;
    const WideTree before = *this;
    begin_anew();
    const Kept kept = copy_below(before, node, *this, root_, late);
    Arena::Lane lane(*arena_);
    root_ = rooted(open(rooted(root_), position, random, lane));
    return kept;
  }
  Node copy(const WideTree& from, Node node, Arena::Lane& lane) {
    return copy_block(from, node, from.bytes(node), lane);
  }
  /// Makes `node` a child's node, or with kNoNode makes the child a leaf.
  void link(Node parent, Slot slot, Node node) {
    arrays(parent).children[slot] = node;
    if (slot == head(parent).best) block(parent).best_child = node;
  }

  /// For a compact node, whose slots are its moves, the greatest possible number of moves.
  [[nodiscard]] std::uint32_t size(Node node) const {
    return is_compact(node) ? static_cast<std::uint32_t>(G::kMaxMoves) : head(node).size;
  }
  [[nodiscard]] std::uint32_t tried(Node node) const { return head(node).tried; }
  [[nodiscard, gnu::always_inline]] Stat stat(Node node, Slot slot) const {
    if (is_compact(node)) return compact(node).stat(static_cast<int>(slot));
    const std::uint32_t points = arrays(node).points[slot];
    return make_stat(arrays(node).visits[slot], Proves ? points & ~kRuledOut : points);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const {
    return is_compact(node) ? static_cast<Move>(slot) : arrays(node).moves[slot];
  }
  [[nodiscard, gnu::always_inline]] Node child(Node node, Slot slot) const {
    return is_compact(node) ? kNoNode : arrays(node).children[slot];
  }
  [[nodiscard]] bool all_tried(Node node) const { return head(node).tried == head(node).legal; }

  bool try_next(Node node, Slot& slot, Random& random) {
    Head& at = head(node);
    slot = is_compact(node)
               ? compact(node).take(random.below(static_cast<std::uint32_t>(at.legal - at.tried)))
               : at.tried;
    ++at.tried;
    return true;
  }

  /// Whether the node draws one of its untried moves at random for each trial.
  [[nodiscard]] bool draws(Node node) const { return is_compact(node); }
  /// The untried moves of such a node.
  [[nodiscard]] const MoveSet& untried(Node node) const { return compact(node).untried; }
  /// Tries this one of them. Returns its slot.
  Slot try_move(Node node, Move move) {
    compact(node).untried.erase(static_cast<int>(move));
    ++head(node).tried;
    return static_cast<Slot>(move);
  }

  /// Takes back the last trial, which was of that child.
  bool untry(Node node, Slot slot) {
    if (is_compact(node)) compact(node).untried.insert(static_cast<int>(slot));
    --head(node).tried;
    return true;
  }

  [[nodiscard]] Slot best(Node node) const {
    if (!Cached) find_best(block(node), arrays(node));
    return head(node).best;
  }

  std::uint32_t enter(Node node, Slot slot) {
    if (is_compact(node)) return 0;
    const Arrays array = arrays(node);
    // The backup will need it.
    __builtin_prefetch(array.r + slot);
    __builtin_prefetch(array.h + slot);
    __builtin_prefetch(array.points + slot);
    return array.visits[slot];
  }

  /// The best child often stays the best, above all after a win, and its own value can prove that.
  /// When all children were last compared, no rival's value r (h r + e) was above V. Rivals were
  /// not visited since: only e = c sqrt(ln N) has grown, and r <= 1. So no rival is above V + (e
  /// now - e then), except for rounding.
  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    record(node, slot, games, points);
    Block& block = this->block(node);
    if (!Cached || block.head.tried != block.head.size) return;
    const Arrays array = arrays(node);
    const float exploration = rule_.exploration(block.head.total);
    const float r = array.r[slot];
    const float value = Ucb1::value(array.h[slot], r, exploration);
    if (value > most_of_rivals(block.value, exploration - block.exploration)) {
      note_best(block, array, slot);
    } else {
      find_best(block, array);
    }
  }

  /// Adds a result but does not update the best child, which is stale until refresh().
  void record(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    if (is_compact(node)) return compact(node).record(static_cast<int>(slot), points);
    head(node).total += games;
    arrays(node).add(slot, games, points);
  }

  /// Halves the statistics of all children with at least `least` visits.
  void halve(Node node, std::uint32_t least) {
    const Arrays array = arrays(node);
    std::uint32_t total = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      const Stat half = half_of(stat(node, slot), least);
      array.visits[slot] -= visits_of(half);
      array.points[slot] -= points_of(half);
      array.add(slot, 0, 0);
      total += array.visits[slot];
    }
    head(node).total = total;
    refresh(node);
  }

  /// Finds a node's best child again.
  void refresh(Node node) {
    if (head(node).tried == head(node).size) find_best(block(node), arrays(node));
  }

  /// What is proven of a child, for the player who chooses it. A compact node knows nothing.
  [[nodiscard]] Proof proof(Node node, Slot slot) const requires(Proves) {
    return is_compact(node) ? Proof() : Proof(arrays(node).proofs[slot]);
  }
  /// What the children of a node prove for the player who chooses among them.
  [[nodiscard]] Proof proof_of(Node node) const requires(Proves) {
    if (is_compact(node)) return compact(node).proof();
    return proof_of_choice(size(node), [&](Slot slot) { return proof(node, slot); });
  }
  /// Adds to what is proven of a child. Returns whether any of it is new. For a compact node's
  /// child, `more` means that the game is over there.
  bool prove(Node node, Slot slot, Proof more) requires(Proves) {
    if (is_compact(node)) {
      compact(node).note_end(more);
      return true;
    }
    std::uint8_t& bits = arrays(node).proofs[slot];
    if ((bits | more.bits()) == bits) return false;
    bits |= more.bits();
    block(node).knows = true;
    rule_out(node);
    return true;
  }
  /// Clamps the points of a result to what is proven of the child that it comes through.
  [[nodiscard]] std::uint32_t within_proof(Node node, Slot slot, std::uint32_t games,
                                           std::uint32_t points) const requires(Proves) {
    if (is_compact(node) || !block(node).knows) [[likely]]
      return points;
    return proof(node, slot).clamp(games, points);
  }
  /// Proofs correct results on their way up, so points need not add up.
  [[nodiscard]] static bool clamps() requires(Proves) { return true; }

  /// The terms of a block for the selection rule: each child's visits n, 1/sqrt(n) and mean. Zeros
  /// follow up to `padded`, at most the size rounded up to a multiple of kPad. Returns the visits
  /// of all children.
  std::uint32_t terms(Node node, std::size_t padded, std::uint32_t* visits, float* root,
                      float* mean) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kPad> f32;
    const hn::RebindToUnsigned<decltype(f32)> u32;
    const Arrays array = arrays(node);
    for (std::size_t i = 0; i < padded; i += hn::Lanes(f32)) {
      const auto r = hn::Load(f32, array.r + i);
      hn::Store(r, f32, root + i);
      hn::Store(hn::Mul(hn::Mul(hn::Load(f32, array.h + i), r), r), f32, mean + i);
      hn::Store(hn::Load(u32, array.visits + i), u32, visits + i);
    }
    return head(node).total;
  }

  /// Also returns kNoNode if a compact node found no room to become a block: the child stays a
  /// leaf.
  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    if (child(parent, slot) != kNoNode) return kNoNode;
    const Node node = make_node(position, random, lane);
    link(parent, slot, node);
    return node;
  }

  /// Makes the root of a separate subtree; kNoNode when the arena is full. `position` is not over.
  Node make_node(const G& position, Random& /*random*/, Arena::Lane& lane) {
    const Node node = lane.allocate(sizeof(CompactNode));
    if (node != kNoNode) ::new (memory(node)) CompactNode(position.legal_set());
    return node;
  }

  /// The node where a descent goes on after it went through a child. A compact node without untried
  /// moves becomes a block here. If the arena is full, it stays a compact node, and descents end
  /// above it.
  Node arrive(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    if (is_compact(parent)) return kNoNode;
    const Block& block = this->block(parent);
    const Node node =
        Cached && slot == block.head.best ? block.best_child : arrays(parent).children[slot];
    const Node whole = open(node, position, random, lane);
    if (whole != node && whole != kNoNode) link(parent, slot, whole);
    return whole;
  }
  /// The same for a node that is the root of a subtree.
  [[gnu::always_inline]] Node open(Node node, const G& position, Random& random,
                                   Arena::Lane& lane) {
    if (node == kNoNode || !is_compact(node) || !all_tried(node)) return node;
    return grow(node, position, random, lane);
  }

  /// Frees a node (core/tree/pruning.hpp).
  void release(Node node, Arena::Lane& lane) { lane.free(node, bytes(node)); }

 private:
  /// The start of blocks and compact nodes.
  struct Head {
    std::uint32_t size;   // children of a block; 0 for a compact node
    std::uint16_t legal;  // moves of the node
    std::uint16_t tried;  // moves tried so far
    /// Visits of all children of a block; of a compact node, the moves that end the game.
    std::uint32_t total;
    /// The child of a block by the selection rule, once all were tried; of a compact node, the most
    /// points that moves which end the game bring.
    Slot best;
  };
  static_assert(sizeof(Head) == 16);

  /// The start of a block; the values are from when its children were last compared.
  struct Block {
    Head head;
    float exploration;  // c sqrt(ln total)
    float value;        // of the best child
    Node best_child;
    bool knows = false;  // whether any child has a proof
  };
  /// Lanes compared at once; vectors of 16 were slower (results/dead-ends.md).
  static constexpr std::size_t kLanes = 8;

  /// A node with untried moves: one bit per move in each set. A tried move's only playout brought
  /// its player low + 2 * high points; both bits together mark an illegal move.
  struct CompactNode {
    explicit CompactNode(const MoveSet& legal)
        : head{0, static_cast<std::uint16_t>(legal.size()), 0, 0, 0}, untried(legal) {
      low = high = ~legal;
    }

    /// Removes the untried move with rank `rank`.
    Slot take(std::uint32_t rank) { return static_cast<Slot>(untried.take_nth(rank)); }
    void record(int move, std::uint32_t points) {
      if ((points & 1U) != 0) low.insert(move);
      if ((points & 2U) != 0) high.insert(move);
    }
    /// Records that a trial ended the game.
    void note_end(Proof of_move) {
      assert(of_move.exact());
      ++head.total;
      head.best = std::max(head.best, static_cast<Slot>(of_move.low()));
    }
    [[nodiscard]] Proof proof() const {
      const auto best = static_cast<Points>(head.best);
      return {best, head.total == head.legal ? best : kWin};
    }
    [[nodiscard]] Stat stat(int move) const {
      if (untried.contains(move) || (low.contains(move) && high.contains(move))) return 0;
      return make_stat(1, (low.contains(move) ? 1U : 0U) + (high.contains(move) ? 2U : 0U));
    }

    Head head;
    MoveSet untried;
    MoveSet low;
    MoveSet high;
  };

  /// The arrays of a block behind the head, in this order, each padded to whole vectors. r and h
  /// are what Ucb1::value needs of a child. Padding has r = h = 0 and so the value 0.
  struct Arrays {
    float* r;  // 1/sqrt(visits)
    float* h;  // points / 2
    std::uint32_t* visits;
    std::uint32_t* points;
    Node* children;
    Move* moves;
    std::uint8_t* proofs;  // if results are proven

    void add(Slot slot, std::uint32_t games, std::uint32_t more) const {
      visits[slot] += games;
      points[slot] += more;
      r[slot] = Tables::inverse_sqrt(visits[slot]);
      h[slot] = 0.5F * static_cast<float>(static_cast<std::int32_t>(points[slot]));
    }
  };
  static constexpr std::size_t kHeadRoom = Arena::kLine;

  static constexpr std::size_t padded(std::uint32_t size) {
    return (size + kPad - 1) / kPad * kPad;
  }

  static constexpr std::size_t block_bytes(std::uint32_t size) {
    return kHeadRoom + (20 + sizeof(Move) + (Proves ? 1 : 0)) * padded(size);
  }

  [[nodiscard]] std::size_t bytes(Node node) const {
    return is_compact(node) ? sizeof(CompactNode) : block_bytes(head(node).size);
  }
  [[nodiscard]] Head& head(Node node) const { return *static_cast<Head*>(memory(node)); }
  [[nodiscard]] Block& block(Node node) const { return *static_cast<Block*>(memory(node)); }
  [[nodiscard]] CompactNode& compact(Node node) const {
    return *static_cast<CompactNode*>(memory(node));
  }
  [[nodiscard]] bool is_compact(Node node) const { return head(node).size == 0; }
  [[nodiscard, gnu::always_inline]] Arrays arrays(Node node) const {
    const std::size_t n = padded(head(node).size);
    auto* const at = static_cast<std::byte*>(memory(node)) + kHeadRoom;
    return {reinterpret_cast<float*>(at),
            reinterpret_cast<float*>(at + 4 * n),
            reinterpret_cast<std::uint32_t*>(at + 8 * n),
            reinterpret_cast<std::uint32_t*>(at + 12 * n),
            reinterpret_cast<Node*>(at + 16 * n),
            reinterpret_cast<Move*>(at + 20 * n),
            reinterpret_cast<std::uint8_t*>(at + (20 + sizeof(Move)) * n)};
  }

  /// The best child, the first among equals. Not inlined: inside the loop over parallel descents it
  /// took registers from the rest (Hex lost an eighth of its speed with g++ 12).
  [[gnu::noinline]] void find_best(Block& block, const Arrays& array) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kLanes> f32;
    block.exploration = rule_.exploration(block.head.total);
    const auto exploration = hn::Set(f32, block.exploration);
    const Best best = best_of(f32, block.head.size, [&](std::size_t i) {
      const auto r = hn::Load(f32, array.r + i);
      return Ucb1::value(hn::Load(f32, array.h + i), r, exploration);
    });
    block.value = best.value;
    note_best(block, array, best.index);
    __builtin_prefetch(memory(block.best_child));  // the next descent through here needs it
  }

  /// Of a block: stops the selection rule from choosing needless children (is_needless).
  [[gnu::noinline]] void rule_out(Node node) {
    const Arrays array = arrays(node);
    const Proof known = proof_of(node);
    for (Slot slot = 0; slot < size(node); ++slot) {
      std::uint32_t& points = array.points[slot];
      points = (points & ~kRuledOut) | (is_needless(proof(node, slot), known) ? kRuledOut : 0);
      array.add(slot, 0, 0);
    }
  }

  /// Of a block that was a compact node: finds the moves that end the game.
  [[gnu::noinline]] void look_for_ends(Node node, const G& position) {
    for (Slot slot = 0; slot < size(node); ++slot) {
      G next = position;
      next.play(move(node, slot));
      if (!next.over()) continue;
      const Points points = next.result(position.to_move());
      arrays(node).proofs[slot] = Proof(points, points).bits();
    }
    block(node).knows = true;
    rule_out(node);
  }

  static void note_best(Block& block, const Arrays& array, Slot best) {
    block.head.best = best;
    block.best_child = array.children[best];
  }

  /// Makes a block for a position with all moves untried; kNoNode when the arena is full.
  Node make_block(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const auto k = static_cast<std::uint32_t>(legal.size());
    const Node node = lane.allocate(block_bytes(k));
    if (node == kNoNode) return kNoNode;
    constexpr float kUnknown = std::numeric_limits<float>::infinity();
    ::new (memory(node)) Block{{k, static_cast<std::uint16_t>(k), 0, 0, 0}, 0, kUnknown, kNoNode};
    const Arrays array = arrays(node);
    std::uninitialized_value_construct_n(array.r, padded(k));
    std::uninitialized_value_construct_n(array.h, padded(k));
    std::uninitialized_value_construct_n(array.visits, padded(k));
    std::uninitialized_value_construct_n(array.points, padded(k));
    std::uninitialized_value_construct_n(array.children, padded(k));
    if constexpr (Proves) std::uninitialized_value_construct_n(array.proofs, padded(k));
    std::copy(legal.begin(), legal.end(), array.moves);
    return node;
  }

  /// Turns a compact node into a block with the results of its trials.
  [[gnu::noinline]] Node grow(Node from, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_block(position, random, lane);
    if (node == kNoNode) return kNoNode;
    Block& block = this->block(node);
    const Arrays array = arrays(node);
    for (Slot slot = 0; slot < block.head.size; ++slot) {
      array.add(slot, 1, points_of(compact(from).stat(array.moves[slot])));
    }
    block.head.tried = block.head.legal;
    block.head.total = block.head.size;
    if constexpr (Proves) {
      if (compact(from).head.total > 0) look_for_ends(node, position);
    }
    find_best(block, array);
    release(from, lane);
    return node;
  }
};

}  // namespace banyan
