// The tree of narrow games: blocks of two or four cache lines, updated as whole vectors.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/arena.hpp"
#include "core/rules/game.hpp"
#include "core/trees/best_lane.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// Tree for games of at most 16 moves and one thread, with the same interface and, for the same
/// random numbers, the same visits at every node. Two things make it fast: the statistics of eight
/// children fit into one vector, and the best child is found while the backup has them in
/// registers anyway, so that a descent only reads its number. (`Cached` false leaves the second
/// out, to measure what it brings.)
template <Game G, bool Cached = true>
class NarrowTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static_assert(G::kMaxMoves <= 16 && sizeof(Move) <= 2);

  NarrowTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : TreeBase(memory, rule, expand_after) {}

  void start(const G& position, Random& random) {
    arena_->reset();
    Arena::Lane lane(*arena_);
    root_ = make_block(position, random, lane);
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return at(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const { return at(node).tried; }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    const Part& part = part_of(node, slot);
    return make_stat(part.visits[slot % kLanes], part.points[slot % kLanes]);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const {
    return part_of(node, slot).moves[slot % kLanes];
  }
  [[nodiscard]] Node child(Node node, Slot slot) const {
    return part_of(node, slot).children[slot % kLanes];
  }

  [[nodiscard]] bool all_tried(Node node) const { return at(node).tried == at(node).size; }

  bool try_next(Node node, Slot& slot, Random& /*random*/) {
    slot = at(node).tried++;
    return true;
  }

  [[nodiscard]] Slot best(Node node) const {
    return Cached ? at(node).best : update(&at(node), 0, 0, 0);
  }

  std::uint32_t enter(Node node, Slot slot) { return part_of(node, slot).visits[slot % kLanes]; }

  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    Part& head = at(node);
    if (!Cached || head.tried < head.size) return record(node, slot, games, points);
    head.total += games;
    const Slot best = update(&head, slot, games, points);
    head.best = static_cast<std::uint8_t>(best);
    head.best_child = part_of(head, best).children[best % kLanes];
  }
  /// Finds the best child of a node anew.
  void refresh(Node node) { leave(node, 0, 0, 0); }

  /// Adds a result without looking for the best child, which is then out of date until refresh().
  void record(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    Part& part = part_of(node, slot);
    part.visits[slot % kLanes] += games;
    part.points[slot % kLanes] += points;
    at(node).total += games;
  }

  /// The terms of the selection rule (HandsOverTerms): each child's visits n, 1/sqrt(n) and mean,
  /// and behind them, up to `padded`, those of kMaxVisits without a point. Returns the visits of
  /// all together.
  std::uint32_t terms(Node node, std::size_t padded, std::uint32_t* visits, float* root,
                      float* mean) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const Part* const block = &at(node);
    for (std::size_t i = 0; i < padded; i += hn::Lanes(kInts)) {
      const auto n = hn::Load(kInts, block[i / kLanes].visits + i % kLanes);
      const auto r = inverse_sqrt(n);
      const auto w = hn::Load(kInts, block[i / kLanes].points + i % kLanes);
      hn::Store(n, kInts, visits + i);
      hn::Store(r, kFloats, root + i);
      hn::Store(hn::Mul(hn::Mul(half(w), r), r), kFloats, mean + i);
    }
    return block->total;
  }

  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_block(position, random, lane);
    part_of(parent, slot).children[slot % kLanes] = node;
    if (slot == at(parent).best) at(parent).best_child = node;
    return node;
  }

  /// The root of a subtree of its own; kNoNode when the arena is full. `position` is not over.
  Node make_node(const G& position, Random& random, Arena::Lane& lane) {
    return make_block(position, random, lane);
  }

  /// Where a descent goes on after it went through a child: `position` is the child's.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) {
    return Cached && slot == at(parent).best ? at(parent).best_child : child(parent, slot);
  }

  void prefetch(Node node) const {
    const char* const block = static_cast<const char*>(memory(node));
    __builtin_prefetch(block);
    __builtin_prefetch(block + Arena::kLine);
  }

 private:
  static constexpr std::size_t kLanes = 8;
  static constexpr hwy::HWY_NAMESPACE::CappedTag<float, kLanes> kFloats{};
  static constexpr hwy::HWY_NAMESPACE::RebindToUnsigned<decltype(kFloats)> kInts{};

  /// Eight children of one node, all in random order. A node of up to 8 children is one part, of
  /// up to 16 two parts, the second without a use for the numbers that concern the node.
  ///
  ///   offset   size   what
  ///   0        32     visits; kMaxVisits where there is no child, so that no value is less
  ///   32       32     points for the player to move
  ///   64       32     blocks, kNoNode while a child is a leaf
  ///   96       16     moves (of up to 2 bytes)
  ///   112      4      sum of the node's visits
  ///   116      3      the node's children, children tried, best child
  struct alignas(Arena::kLine) Part {
    std::uint32_t visits[kLanes];
    std::uint32_t points[kLanes];
    Node children[kLanes];
    Move moves[kLanes];
    std::uint32_t total;
    Node best_child;
    std::uint8_t size;
    std::uint8_t tried;
    std::uint8_t best;  // by the selection rule, once all were tried; 0 before
  };
  static_assert(sizeof(Part) == 2 * Arena::kLine);

  /// The first part of a node.
  [[nodiscard]] Part& at(Node node) const { return *static_cast<Part*>(memory(node)); }
  [[nodiscard]] Part& part_of(Node node, Slot slot) const { return part_of(at(node), slot); }
  static Part& part_of(Part& head, Slot slot) {
    if (G::kMaxMoves <= kLanes || slot < kLanes) [[likely]]
      return head;
    return (&head)[1];
  }
  static constexpr std::size_t parts(std::size_t size) {
    return G::kMaxMoves <= kLanes ? 1 : (size + kLanes - 1) / kLanes;
  }

  /// Adds a result to a child and returns the best child after that, the first among equals. The
  /// arithmetic is that of Ucb1::value, operation by operation.
  Slot update(Part* block, Slot slot, std::uint32_t games, std::uint32_t points) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto exploration = hn::Set(kFloats, rule_.exploration(block->total));
    const auto values = [&](std::size_t i) {
      Part& part = block[i / kLanes];
      const auto here = hn::Eq(hn::Iota(kInts, 0), hn::Set(kInts, slot - static_cast<Slot>(i)));
      const auto n = hn::Add(hn::Load(kInts, part.visits + i % kLanes),
                             hn::IfThenElseZero(here, hn::Set(kInts, games)));
      const auto w = hn::Add(hn::Load(kInts, part.points + i % kLanes),
                             hn::IfThenElseZero(here, hn::Set(kInts, points)));
      hn::Store(n, kInts, part.visits + i % kLanes);
      hn::Store(w, kInts, part.points + i % kLanes);
      const auto r = inverse_sqrt(n);
      return hn::Mul(r, hn::Add(hn::Mul(half(w), r), exploration));
    };
    const std::size_t lanes = hn::Lanes(kInts);
    const std::size_t size = block->size;
    if (G::kMaxMoves <= lanes || size <= lanes) [[likely]]
      return best_lane(values(0));
    if (G::kMaxMoves <= 2 * lanes || size <= 2 * lanes) return best_lane(values(0), values(lanes));
    return best_of(kFloats, kLanes * parts(size), values).index;
  }

  /// Visits and points are within the signed integers, which alone Highway converts.
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

  Node make_block(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const Node node = lane.allocate(sizeof(Part) * parts(legal.size()));
    if (node == kNoNode) return kNoNode;
    Part* const block = &at(node);
    std::uninitialized_value_construct_n(block, parts(legal.size()));
    block->size = static_cast<std::uint8_t>(legal.size());
    for (Slot slot = 0; slot < legal.size(); ++slot) {
      part_of(node, slot).moves[slot % kLanes] = legal[slot];
    }
    for (std::size_t slot = legal.size(); slot % kLanes != 0; ++slot) {
      block[slot / kLanes].visits[slot % kLanes] = kMaxVisits;
    }
    return node;
  }
};

}  // namespace banyan
