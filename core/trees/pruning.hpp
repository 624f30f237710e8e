// How a search goes on growing its tree when the memory for it is full.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/free_blocks.hpp"
#include "core/trees/stat.hpp"
#include "core/trees/tree_base.hpp"
#include "core/trees/tree_view.hpp"

namespace banyan {

/// A tree that can give up nodes, while one thread owns them:
///
///   release(node)               gives its memory back to the lane
///   link(node, slot, kNoNode)   makes a child a leaf again; its statistics stay
template <class T>
concept PrunableTree = requires(T tree, Node node, Slot slot, Arena::Lane& lane) {
  tree.release(node, lane);
  tree.link(node, slot, kNoNode);
};

/// Gives up nodes with few visits once the arena is full, so that the tree goes on growing where
/// the search is. A leaf cut so keeps its visits and mean and grows anew if it is visited again.
/// Else everything that is not yet in the tree would be judged by playouts alone for the rest of
/// the search. (Fuego prunes by a least number of visits: Enzenberger et al. 2010. Powley, Cowling,
/// Whitehouse 2017 give up the node that was visited least recently, which takes links between all
/// nodes.) One worker's; owned by one thread.
class Pruning {
 public:
  /// To be called between iterations, with how many expansions were `refused` so far: prunes what
  /// roots(f) shows, which calls f(node) for subtrees that this thread owns. It may call
  /// f(node, visits) too, which gives up the node itself and is true if it has too few. The lane
  /// gets the memory. How many children with visits were given up.
  template <PrunableTree Tree, class Roots>
  std::uint64_t keep(Tree& tree, Arena::Lane& lane, std::uint64_t refused, const Roots& roots) {
    // A look at the tree costs no more than so many visits of which it learnt nothing.
    if (refused - refused_ < seen_ / kSeenPerRefusal + 1) return 0;
    refused_ = refused;
    if (!free_) free_ = std::make_unique<FreeBlocks>(tree.arena().no_free_blocks());
    lane.recycle(*free_);
    children_ = 0;
    // What is free may lie in pieces that are too small.
    const bool pieces = free_->lines() > lines_ / 4 + kFewLines;
    if (pieces) free_->merge();
    if (pieces && !std::exchange(merged_, true)) return 0;
    do {
      seen_ = 0;
      freed_ = 0;
      roots([&](Node node, std::uint32_t visits = kMaxVisits) {
        if (node == kNoNode) return false;
        const bool few = visits < least_;
        if (few) {
          give_up(tree, node, lane);
        } else {
          ++seen_;
          prune_below(tree, node, lane);
        }
        return few;
      });
      if (freed_ < seen_ / 2) {
        least_ *= 2;
      } else if (freed_ > seen_ / 4 * 3 && least_ > kLeast) {
        least_ /= 2;
      }
    } while (freed_ < seen_ / 8 && least_ < kMaxVisits);
    lines_ = free_->lines();
    merged_ = false;
    return children_;
  }

  /// Another lane of this thread may use the memory too.
  void share_with(Arena::Lane& lane) const {
    if (free_) lane.recycle(*free_);
  }

 private:
  static constexpr std::uint64_t kSeenPerRefusal = 8;
  static constexpr std::uint32_t kLeast = 2;
  static constexpr std::uint64_t kFewLines = 64;

  template <class Tree>
  void prune_below(Tree& tree, Node node, Arena::Lane& lane) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Node child = tree.child(node, slot);
      if (child == kNoNode) continue;
      if (visits_at(tree, node, slot) < least_) {
        give_up(tree, child, lane);
        tree.link(node, slot, kNoNode);
      } else {
        ++seen_;
        prune_below(tree, child, lane);
      }
    }
  }

  template <class Tree>
  void give_up(Tree& tree, Node node, Arena::Lane& lane) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (visits_at(tree, node, slot) > 0) ++children_;
      if (const Node child = tree.child(node, slot); child != kNoNode) give_up(tree, child, lane);
    }
    ++seen_;
    ++freed_;
    tree.release(node, lane);
  }

  std::unique_ptr<FreeBlocks> free_;
  std::uint64_t lines_ = 0;       // that were free after the last look
  bool merged_ = false;           // they were merged since
  std::uint32_t least_ = kLeast;  // visits of a node that stays
  std::uint64_t refused_ = 0;
  std::uint64_t seen_ = 0;  // nodes, at the last look
  std::uint64_t freed_ = 0;
  std::uint64_t children_ = 0;
};

}  // namespace banyan
