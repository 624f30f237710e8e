// How a search keeps growing its tree when the memory is full.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/arena.hpp"
#include "core/base/free_blocks.hpp"
#include "core/base/stat.hpp"
#include "core/tree/tree_base.hpp"
#include "core/tree/tree_view.hpp"

namespace banyan {

/// A tree that can free nodes, while one thread owns them:
///
///   release(node)               returns its memory to the lane
///   link(node, slot, kNoNode)   makes a child a leaf again; its statistics stay
template <class T>
concept PrunableTree = requires(T tree, Node node, Slot slot, Arena::Lane& lane) {
  tree.release(node, lane);
  tree.link(node, slot, kNoNode);
};

/// Frees nodes with few visits once the arena is full, so that the tree still grows where the
/// search is. A pruned leaf keeps its visits and mean, and grows again if visited. Without pruning,
/// playouts alone would judge every new position for the rest of the search. (Fuego prunes below a
/// minimum of visits: Enzenberger et al. 2010. Powley, Cowling, Whitehouse 2017 free the least
/// recently visited node, which needs links between all nodes.) Each worker owns one.
class Pruning {
 public:
  /// The worker calls this between iterations; `refused` is the number of refused expansions so
  /// far. roots(f) must call f(node) for each subtree that this thread owns. It may also call
  /// f(node, visits): if the visits are too few, this frees the node itself and returns true. The
  /// lane gets the memory. Returns the number of freed children with visits.
  template <PrunableTree Tree, class Roots>
  std::uint64_t keep(Tree& tree, Arena::Lane& lane, std::uint64_t refused, const Roots& roots) {
    // One refused expansion per kSeenPerRefusal nodes of the last scan keeps scans cheap.
    if (refused - refused_ < seen_ / kSeenPerRefusal + 1) return 0;
    refused_ = refused;
    if (!free_) free_ = std::make_unique<FreeBlocks>(tree.arena().no_free_blocks());
    lane.recycle(*free_);
    children_ = 0;
    // Much memory is free, but in pieces that are too small.
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

  /// Lets another lane of this thread use the memory too.
  void share_with(Arena::Lane& lane) const {
    if (free_) lane.recycle(*free_);
  }

 private:
  static constexpr std::uint64_t kSeenPerRefusal = 8;
  static constexpr std::uint32_t kLeast = 2;
  static constexpr std::uint64_t kFewLines = 64;

  template <class Tree>
  [[gnu::noinline]] void prune_below(Tree& tree, Node node, Arena::Lane& lane) {
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
  std::uint64_t lines_ = 0;       // free after the last scan
  bool merged_ = false;           // merged since then
  std::uint32_t least_ = kLeast;  // nodes with fewer visits are freed
  std::uint64_t refused_ = 0;
  std::uint64_t seen_ = 0;  // nodes, in the last scan
  std::uint64_t freed_ = 0;
  std::uint64_t children_ = 0;
};

}  // namespace banyan
