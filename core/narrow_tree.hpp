// The tree of narrow games: blocks of two or four cache lines, updated as whole vectors.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include "core/arena.hpp"
#include "core/best_lane.hpp"
#include "core/game.hpp"
#include "core/stat.hpp"
#include "core/tree.hpp"
#include "core/ucb.hpp"

namespace banyan {

/// Tree for games of at most 16 moves and one thread, with the same interface and, for the same
/// random numbers, the same visits at every node. Two things make it fast: the statistics of all
/// children fit into one or two vectors, and the best child is found while the backup has them in
/// registers anyway, so that a descent only reads its number.
template <Game G>
class NarrowTree : public TreeBase {
 public:
  using GameType = G;
  using Move = typename G::Move;
  static constexpr std::size_t kLanes = G::kMaxMoves <= 8 ? 8 : 16;
  static_assert(G::kMaxMoves <= kLanes && sizeof(Move) <= 2);

  NarrowTree(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : TreeBase(memory, rule, expand_after) {}

  void start(const G& position, Random& random) {
    arena_.reset();
    Arena::Lane lane(arena_);
    root_ = make_block(position, random, lane);
  }

  [[nodiscard]] std::uint32_t size(Node node) const { return at(node).size; }
  [[nodiscard]] std::uint32_t tried(Node node) const { return at(node).tried; }
  [[nodiscard]] Stat stat(Node node, Slot slot) const {
    return make_stat(at(node).visits[slot], at(node).points[slot]);
  }
  [[nodiscard]] Move move(Node node, Slot slot) const { return at(node).moves[slot]; }
  [[nodiscard]] Node child(Node node, Slot slot) const { return at(node).children[slot]; }

  [[nodiscard]] bool all_tried(Node node) const { return at(node).tried == at(node).size; }

  bool try_next(Node node, Slot& slot) {
    slot = at(node).tried++;
    return true;
  }

  [[nodiscard]] Slot best(Node node) const { return at(node).best; }

  std::uint32_t enter(Node node, Slot slot) { return at(node).visits[slot]; }

  void leave(Node node, Slot slot, std::uint32_t games, std::uint32_t points) {
    Block& block = at(node);
    block.total += games;
    block.best = static_cast<std::uint8_t>(update(block, slot, games, points));
  }

  Node expand(Node parent, Slot slot, const G& position, Random& random, Arena::Lane& lane) {
    const Node node = make_block(position, random, lane);
    at(parent).children[slot] = node;
    return node;
  }

  /// Where a descent goes on after it went through a child: `position` is the child's.
  Node arrive(Node parent, Slot slot, const G& /*position*/, Random& /*random*/,
              Arena::Lane& /*lane*/) {
    return child(parent, slot);
  }

  void prefetch(Node node) const {
    const char* const block = static_cast<const char*>(arena_.at(node));
    for (std::size_t line = 0; line < sizeof(Block); line += Arena::kLine) {
      __builtin_prefetch(block + line);
    }
  }

 private:
  /// The children of one node, in random order; with 8 lanes:
  ///
  ///   offset   size   what
  ///   0        32     visits
  ///   32       32     points for the player to move
  ///   64       32     blocks, kNoNode while a child is a leaf
  ///   96       16     moves (of up to 2 bytes)
  ///   112      4      sum of the visits
  ///   116      3      children, children tried, best child
  struct alignas(Arena::kLine) Block {
    std::uint32_t visits[kLanes];
    std::uint32_t points[kLanes];
    Node children[kLanes];
    Move moves[kLanes];
    std::uint32_t total;
    std::uint8_t size;
    std::uint8_t tried;
    std::uint8_t best;  // by the selection rule; means nothing before all were tried
  };
  static_assert(sizeof(Block) == (kLanes == 8 ? 128 : 256));

  [[nodiscard]] Block& at(Node node) const { return *static_cast<Block*>(arena_.at(node)); }

  /// Adds a result to a child and returns the best child after that, the first among equals. The
  /// arithmetic is that of Ucb1::value, operation by operation.
  Slot update(Block& block, Slot slot, std::uint32_t games, std::uint32_t points) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<std::uint32_t, kLanes> u32;
    const hn::RebindToFloat<decltype(u32)> f32;
    const auto exploration = hn::Set(f32, rule_.exploration(block.total));
    const auto changed = hn::Set(u32, slot);
    const auto size = hn::Set(u32, block.size);
    BestLane<decltype(f32)> best;
    for (std::size_t i = 0; i < kLanes; i += hn::Lanes(u32)) {
      const auto index = hn::Iota(u32, static_cast<std::uint32_t>(i));
      const auto here = hn::Eq(index, changed);
      const auto n =
          hn::Add(hn::Load(u32, block.visits + i), hn::IfThenElseZero(here, hn::Set(u32, games)));
      const auto w =
          hn::Add(hn::Load(u32, block.points + i), hn::IfThenElseZero(here, hn::Set(u32, points)));
      hn::Store(n, u32, block.visits + i);
      hn::Store(w, u32, block.points + i);
      const auto r = hn::Div(hn::Set(f32, 1.0F), hn::Sqrt(to_float(n)));
      const auto half_w = hn::Mul(hn::Set(f32, 0.5F), to_float(w));
      const auto value = hn::Mul(r, hn::Add(hn::Mul(half_w, r), exploration));
      const auto child = hn::RebindMask(f32, hn::Lt(index, size));
      best.consider(hn::IfThenElseZero(child, value), static_cast<std::uint32_t>(i));
    }
    return best.index();
  }

  // Highway converts signed integers alone. Halves of 16 bits are exact, and their sum is rounded
  // once, as the conversion of the whole would be.
  template <class V>
  static auto to_float(V v) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::DFromV<V> u32;
    const hn::RebindToSigned<decltype(u32)> i32;
    const hn::RebindToFloat<decltype(u32)> f32;
    const auto high = hn::ConvertTo(f32, hn::BitCast(i32, hn::ShiftRight<16>(v)));
    const auto low = hn::ConvertTo(f32, hn::BitCast(i32, hn::And(v, hn::Set(u32, 0xffff))));
    return hn::Add(hn::Mul(high, hn::Set(f32, 65536.0F)), low);
  }

  Node make_block(const G& position, Random& random, Arena::Lane& lane) {
    const MovesOf<G> legal = shuffled_moves(position, random);
    const Node node = lane.allocate(sizeof(Block));
    if (node == kNoNode) return kNoNode;
    Block& block = *::new (arena_.at(node)) Block{};
    block.size = static_cast<std::uint8_t>(legal.size());
    std::copy(legal.begin(), legal.end(), block.moves);
    return node;
  }
};

}  // namespace banyan
