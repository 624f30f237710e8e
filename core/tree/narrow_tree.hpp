// The tree of narrow games. A node with untried moves is one cache line. Any other node is a block
// of two or four lines, updated as whole vectors.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/tree/kept.hpp"
#include "core/tree/proof.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

/// A game whose nodes NarrowTree can hold.
template <class G>
concept NarrowGame = Game<G> && G::kMaxMoves <= 16 && sizeof(typename G::Move) <= 2;

/// Tree for games of at most 16 moves and one thread, with Tree's interface. With the same random
/// numbers it visits the same nodes. Two things make it fast. One vector holds the statistics of
/// eight children. The backup has them in registers and finds the best child there, so a descent
/// only reads its number. (`Cached` = false turns this off, to measure its gain.)
///
/// In a game of at most 8 moves a new node is a *compact node*, half as large as a block. Until a
/// descent comes back after the last trial, each tried move has one playout and no node. Four of
/// five nodes of Connect Four never get further. `Compact` = false makes every node a block, for
/// searches that play several games per leaf. With more than 8 moves every node is a block, since a
/// compact node's moves would lie elsewhere than a block's. (Tic-tac-toe's tree fits the caches;
/// compact nodes brought no measurable gain there.)
///
/// `Proves`: the tree proves results (core/tree/proof.hpp) and rules out needless moves.
template <NarrowGame G, bool Cached = true, bool Compact = (G::kMaxMoves <= 8), bool Proves = false>
class NarrowTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr bool kProves = Proves;
  static_assert(!Compact || G::kMaxMoves <= 8, "A compact node holds at most eight moves.");

  NarrowTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : TreeBase(memory, rule, expand_after) {}

  void start(const G& position, Random& random) {
    arena_->reset();
    spare_ = kNoNode;
    Arena::Lane lane(*arena_);
    root_ = rooted(make_block(shuffled_moves(position, random), lane));
  }

  /// Starts at a node of the last search, with position `position` (core/tree/kept.hpp). A compact
  /// node with untried moves has too few visits to be worth keeping.
  template <class Late>
  std::optional<Kept> start_below(Node node, const G& position, Random& random, const Late& late) {
    if (is_compact(node) && !all_tried(node)) return std::nullopt;
    const NarrowTree before = *this;
    begin_anew();
    spare_ = kNoNode;
    const Kept kept = copy_below(before, node, *this, root_, late);
    Arena::Lane lane(*arena_);
    root_ = rooted(open(rooted(root_), position, random, lane));
    spare_ = kNoNode;  // open() may have freed a line, which copies of this handle would share
    return kept;
  }
  Node copy(const NarrowTree& from, Node node, Arena::Lane& lane) {
    return copy_block(from, node, from.bytes(node), lane);
  }
  /// Makes `node` a child's node, or with kNoNode makes the child a leaf.
  void link(Node parent, Slot slot, Node node) {
    part_of(parent, slot).children[slot % kLanes] = node;
    if (slot == at(parent).best) at(parent).best_child = node;
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return at(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const { return at(node).tried; }
  [[nodiscard, gnu::always_inline]] Stat stat(Node node, Slot slot) const {
    if (is_compact(node)) {
      return slot < at(node).tried ? make_stat(1, at(node).compact_points_of(slot)) : Stat{0};
    }
    const Part& part = part_of(node, slot);
    const std::uint32_t points = part.points[slot % kLanes];
    return make_stat(part.line.visits[slot % kLanes], Proves ? points & ~kRuledOut : points);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const {
    return line_of(node, slot).moves[slot % kLanes];
  }
  [[nodiscard]] Node child(Node node, Slot slot) const {
    return is_compact(node) ? kNoNode : part_of(node, slot).children[slot % kLanes];
  }

  [[nodiscard]] bool all_tried(Node node) const { return at(node).tried == at(node).size; }

  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = at(node).tried++;
    return true;
  }

  /// Takes back the last trial, which was of that child.
  bool untry(Node node, Slot /*slot*/) {
    --at(node).tried;
    return true;
  }

  [[nodiscard]] Slot best(Node node) const {
    return Cached ? at(node).best : update(&block(node), 0, 0, 0);
  }

  std::uint32_t enter(Node node, Slot slot) { return line_of(node, slot).visits[slot % kLanes]; }

  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    if (!Cached || is_compact(node) || !all_tried(node)) return record(node, slot, games, points);
    Part& first = block(node);
    first.line.total += games;
    note_best(first, update(&first, slot, games, points));
    __builtin_prefetch(memory(first.line.best_child));  // the next descent through here needs it
  }
  /// Finds a node's best child again.
  void refresh(Node node) { leave(node, 0, 0, 0); }

  /// Halves the statistics of all children with at least `least` visits.
  void halve(Node node, std::uint32_t least) {
    Part& first = block(node);
    first.line.total = 0;
    for (Slot slot = 0; slot < size(node); ++slot) {
      const Stat half = half_of(stat(node, slot), least);
      Part& part = part_of(first, slot);
      part.line.visits[slot % kLanes] -= visits_of(half);
      part.points[slot % kLanes] -= points_of(half);
      first.line.total += part.line.visits[slot % kLanes];
    }
    refresh(node);
  }

  /// Adds a result but does not update the best child, which is stale until refresh().
  void record(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    if (is_compact(node)) {
      assert(games == 1);
      at(node).known |= points << (2 * slot);
      return;
    }
    Part& part = part_of(node, slot);
    part.line.visits[slot % kLanes] += games;
    part.points[slot % kLanes] += points;
    at(node).total += games;
  }

  /// What is proven of a child, for the player who chooses it.
  [[nodiscard]] Proof proof(Node node, Slot slot) const requires(Proves) {
    if (!is_compact(node)) return proof_in(line_of(node, slot), slot);
    const Line& compact = at(node);
    if ((compact.known >> (kEnded + slot) & 1U) == 0) return {};
    const auto points = static_cast<Points>(compact.compact_points_of(slot));
    return {points, points};
  }
  /// What the children of a node prove for the player who chooses among them.
  [[nodiscard]] Proof proof_of(Node node) const requires(Proves) {
    return proof_of_choice(size(node), [&](Slot slot) { return proof(node, slot); });
  }
  /// Adds to what is proven of a child. Returns whether any of it is new. For a compact node's
  /// child, `more` means that the game is over there.
  bool prove(Node node, Slot slot, Proof more) requires(Proves) {
    Line& line = line_of(node, slot);
    if (is_compact(node)) {
      assert(more.exact());
      line.known |= 1U << (kEnded + slot) | static_cast<std::uint32_t>(more.low()) << (2 * slot);
      return true;
    }
    const std::uint32_t bits = std::uint32_t{more.bits()} << (4 * (slot % kLanes));
    if ((line.known | bits) == line.known) return false;
    line.known |= bits;
    rule_out(node);
    return true;
  }
  /// Clamps the points of a result to what is proven of the child that it comes through.
  [[nodiscard]] std::uint32_t within_proof(Node node, Slot slot, std::uint32_t games,
                                           std::uint32_t points) const requires(Proves) {
    const Line& line = line_of(node, slot);
    const bool knows = (line.known != 0) & !is_compact(node);  // one branch, well predicted
    return knows ? clamp(proof_in(line, slot), games, points) : points;
  }
  /// Proofs correct results on their way up, so points need not add up.
  [[nodiscard]] static bool clamps() requires(Proves) { return true; }

  /// The terms of the selection rule (HandsOverTerms): each child's visits n, 1/sqrt(n) and mean.
  /// Entries from there up to `padded` are as for kMaxVisits and no points. Returns the visits of
  /// all children.
  std::uint32_t terms(Node node, std::size_t padded, std::uint32_t* visits, float* root,
                      float* mean) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const Part* const block = &this->block(node);
    for (std::size_t i = 0; i < padded; i += hn::Lanes(kInts)) {
      const auto n = hn::Load(kInts, block[i / kLanes].line.visits + i % kLanes);
      const auto r = inverse_sqrt(n);
      const auto w = hn::Load(kInts, block[i / kLanes].points + i % kLanes);
      hn::Store(n, kInts, visits + i);
      hn::Store(r, kFloats, root + i);
      hn::Store(hn::Mul(hn::Mul(half(w), r), r), kFloats, mean + i);
    }
    return block->line.total;
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
  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    return Compact ? make_compact(legal, lane) : make_block(legal, lane);
  }

  /// The node where a descent goes on after it went through a child; `position` is the child's. A
  /// compact node without untried moves becomes a block here. If the arena is full, it stays a
  /// compact node, and descents end above it.
  Node arrive(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node =
        Cached && slot == at(parent).best ? at(parent).best_child : child(parent, slot);
    // Overlaps with the wait for the first line, which says whether the node is a compact node.
    if (Compact) __builtin_prefetch(static_cast<const char*>(memory(node)) + Arena::kLine);
    const Node whole = open(node, position, random, lane);
    if (whole != node && whole != kNoNode) link(parent, slot, whole);
    return whole;
  }
  /// The same for a node that is the root of a subtree.
  [[gnu::always_inline]] Node open(Node node, const G& /*position*/, Random& /*random*/,
                                   Arena::Lane& lane) {
    if (!Compact || node == kNoNode || !is_compact(node) || !all_tried(node)) return node;
    return grow(node, lane);
  }

  /// Frees a node (core/tree/pruning.hpp).
  void release(Node node, Arena::Lane& lane) { lane.free(node, bytes(node)); }

  void prefetch(Node node) const {
    const char* const block = static_cast<const char*>(memory(node));
    __builtin_prefetch(block);
    __builtin_prefetch(block + Arena::kLine);
  }

 private:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::uint32_t kEnded = 16;
  static constexpr hwy::HWY_NAMESPACE::CappedTag<float, kLanes> kFloats{};
  static constexpr hwy::HWY_NAMESPACE::RebindToUnsigned<decltype(kFloats)> kInts{};

  /// What a descent needs of eight children of one node, in random order. A compact node is one
  /// such line without visits: each tried move has one visit, and its points are in the head.
  ///
  ///   offset   size   what
  ///   0        4      sum of the node's visits; not of a compact node
  ///   4        4      the best child's block
  ///   8        3      the node's children, children tried, best child
  ///   11       1      whether it is a compact node
  ///   12       4      of a compact node, points of each child for the player to move, two bits
  ///                   each, and from kEnded on whether the game is over there, one bit each;
  ///                   of a block, the Proof of each of the eight, four bits each
  ///   16       16     moves (of up to 2 bytes)
  ///   32       32     visits; kMaxVisits where there is no child, so that no value is less
  struct alignas(Arena::kLine) Line {
    std::uint32_t total;
    Node best_child;
    std::uint8_t size;
    std::uint8_t tried;
    std::uint8_t best;  // by the selection rule, once all were tried; 0 before
    bool is_compact;
    std::uint32_t known;
    alignas(16) Move moves[kLanes];
    alignas(32) std::uint32_t visits[kLanes];

    [[nodiscard]] std::uint32_t compact_points_of(Slot slot) const {
      return known >> (2 * slot) & 3U;
    }
  };
  static_assert(sizeof(Line) == Arena::kLine);

  /// Eight children of a block. A node of up to 8 children has one part, of up to 16 two. The
  /// second part leaves the node's own numbers unused.
  ///
  ///   offset   size   what
  ///   0        64     the line
  ///   64       32     points for the player to move
  ///   96       32     blocks, kNoNode while a child is a leaf
  struct Part {
    Line line;
    std::uint32_t points[kLanes];
    Node children[kLanes];
  };
  static_assert(sizeof(Part) == 2 * Arena::kLine);

  [[nodiscard]] std::size_t bytes(Node node) const {
    return is_compact(node) ? sizeof(Line) : sizeof(Part) * parts(size(node));
  }

  [[nodiscard]] Line& at(Node node) const { return *static_cast<Line*>(memory(node)); }
  [[nodiscard]] bool is_compact(Node node) const { return Compact && at(node).is_compact; }
  [[nodiscard]] Line& line_of(Node node, Slot slot) const {
    if (G::kMaxMoves <= kLanes || slot < kLanes) [[likely]]
      return at(node);
    return (&block(node))[1].line;
  }
  [[nodiscard]] Part& block(Node node) const { return *static_cast<Part*>(memory(node)); }
  [[nodiscard]] Part& part_of(Node node, Slot slot) const { return part_of(block(node), slot); }
  static Part& part_of(Part& first, Slot slot) {
    if (G::kMaxMoves <= kLanes || slot < kLanes) [[likely]]
      return first;
    return (&first)[1];
  }
  static constexpr std::size_t parts(std::size_t size) {
    return G::kMaxMoves <= kLanes ? 1 : (size + kLanes - 1) / kLanes;
  }

  /// Adds a result to a child. Returns the best child after that, the first among equals.
  Slot update(Part* block, Slot slot, std::uint32_t games, std::uint32_t points) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto exploration = hn::Set(kFloats, rule_.exploration(block->line.total));
    const auto values = [&](std::size_t i) {
      Part& part = block[i / kLanes];
      const auto here = hn::Eq(hn::Iota(kInts, 0), hn::Set(kInts, slot - static_cast<Slot>(i)));
      const auto n = hn::Add(hn::Load(kInts, part.line.visits + i % kLanes),
                             hn::IfThenElseZero(here, hn::Set(kInts, games)));
      const auto w = hn::Add(hn::Load(kInts, part.points + i % kLanes),
                             hn::IfThenElseZero(here, hn::Set(kInts, points)));
      hn::Store(n, kInts, part.line.visits + i % kLanes);
      hn::Store(w, kInts, part.points + i % kLanes);
      const auto r = inverse_sqrt(n);
      return Ucb1::value(half(w), r, exploration);
    };
    const std::size_t lanes = hn::Lanes(kInts);
    const std::size_t size = block->line.size;
    if (G::kMaxMoves <= lanes || size <= lanes) [[likely]]
      return best_lane(values(0));
    if (G::kMaxMoves <= 2 * lanes || size <= 2 * lanes) return best_lane(values(0), values(lanes));
    return best_of(kFloats, kLanes * parts(size), values).index;
  }

  /// Visits and points fit signed integers, the only ones that Highway converts.
  template <class V>
  static auto to_float(V n) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToSigned<decltype(kInts)> i32;
    return hn::ConvertTo(kFloats, hn::BitCast(i32, n));
  }
  template <class V>
  static auto inverse_sqrt(V n) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::Div(hn::Set(kFloats, 1.0F), hn::Sqrt(to_float(n)));
  }
  template <class V>
  static auto half(V w) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::Mul(to_float(w), hn::Set(kFloats, 0.5F));
  }

  void note_best(Part& first, Slot best) const {
    first.line.best = static_cast<std::uint8_t>(best);
    first.line.best_child = part_of(first, best).children[best % kLanes];
  }

  static Proof proof_in(const Line& line, Slot slot) {
    return Proof(static_cast<std::uint8_t>(line.known >> (4 * (slot % kLanes)) & 15U));
  }

  // Code that few iterations need is not inlined: inlined, it doubled the loop over iterations.

  [[gnu::noinline]] static std::uint32_t clamp(Proof proof, std::uint32_t games,
                                               std::uint32_t points) {
    return proof.clamp(games, points);
  }

  /// Of a block: stops the selection rule from choosing needless children (is_needless).
  [[gnu::noinline]] void rule_out(Node node) {
    const Proof known = proof_of(node);
    for (Slot slot = 0; slot < size(node); ++slot) {
      std::uint32_t& points = part_of(node, slot).points[slot % kLanes];
      points = (points & ~kRuledOut) | (is_needless(proof(node, slot), known) ? kRuledOut : 0);
    }
  }

  /// Of a block that was a compact node: takes over the proofs of the children that end the game.
  [[gnu::noinline]] void take_over_ends(Node compact, Node block) {
    for (Slot slot = 0; slot < size(compact); ++slot) {
      at(block).known |= std::uint32_t{proof(compact, slot).bits()} << (4 * slot);
    }
    rule_out(block);
  }

  Node make_compact(const MovesOf<G>& legal, Arena::Lane& lane) {
    const Node node = take_spare(lane);
    if (node == kNoNode) return kNoNode;
    Line* const compact = ::new (memory(node)) Line();
    compact->size = static_cast<std::uint8_t>(legal.size());
    compact->is_compact = true;
    std::copy(legal.begin(), legal.end(), compact->moves);
    return node;
  }

  Node take_spare(Arena::Lane& lane) {
    if (spare_ == kNoNode) return lane.allocate(sizeof(Line));
    return std::exchange(spare_, at(spare_).best_child);
  }

  Node make_block(const MovesOf<G>& legal, Arena::Lane& lane) {
    const std::size_t size = legal.size();
    const Node node = lane.allocate(sizeof(Part) * parts(size));
    if (node == kNoNode) return kNoNode;
    Part* const block = &this->block(node);
    std::uninitialized_value_construct_n(block, parts(size));
    block->line.size = static_cast<std::uint8_t>(size);
    for (Slot slot = 0; slot < size; ++slot)
      part_of(*block, slot).line.moves[slot % kLanes] = legal[slot];
    for (std::size_t slot = size; slot % kLanes != 0; ++slot) {
      block[slot / kLanes].line.visits[slot % kLanes] = kMaxVisits;
    }
    return node;
  }

  /// Turns a compact node into a block with the results of its trials. The next compact node reuses
  /// its memory.
  [[gnu::noinline]] Node grow(Node from, Arena::Lane& lane) {
    const Node node = lane.allocate(sizeof(Part));
    if (node == kNoNode) return kNoNode;
    const Line& compact = at(from);
    Part* const block = ::new (memory(node)) Part();
    Line& line = block->line;
    line.total = line.size = line.tried = compact.size;
    std::copy(std::begin(compact.moves), std::end(compact.moves), line.moves);
    for (Slot slot = 0; slot < kLanes; ++slot) {
      line.visits[slot] = slot < compact.size ? 1 : kMaxVisits;
      block->points[slot] = compact.compact_points_of(slot);
    }
    if constexpr (Proves) {
      if (compact.known >> kEnded != 0) take_over_ends(from, node);
    }
    if (Cached) note_best(*block, update(block, 0, 0, 0));
    at(from).best_child = std::exchange(spare_, from);
    return node;
  }

  /// The last compact node that became a block; its best_child is the one before.
  Node spare_ = kNoNode;
};

}  // namespace banyan
