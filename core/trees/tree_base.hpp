// What every kind of tree has: an arena, the selection rule, a root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/arena.hpp"
#include "core/trees/ucb.hpp"

namespace banyan {

/// A node's place in the arena; kNoNode for none.
using Node = std::uint32_t;
inline constexpr Node kNoNode = 0;
/// A child's place in its parent.
using Slot = std::uint32_t;

/// A handle on a tree: copies share its nodes. A thread that works on nodes of its own does so
/// through a copy of its own.
class TreeBase {
 public:
  static constexpr bool kShared = false;  ///< whether several threads may work on one node

  [[nodiscard]] Node root() const { return root_; }
  /// The visits that end at a node before it gets children, at least 1.
  [[nodiscard]] std::uint32_t expand_after() const { return expand_after_; }
  [[nodiscard]] Arena& arena() { return *arena_; }
  [[nodiscard]] const Arena& arena() const { return *arena_; }
  /// Where a node lies.
  [[nodiscard]] void* memory(Node node) const { return base_ + node * Arena::kLine; }

 protected:
  TreeBase(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : arena_(std::make_shared<Arena>(memory)),
        base_(static_cast<std::byte*>(arena_->at(0))),
        rule_(rule),
        expand_after_(expand_after) {}

  std::shared_ptr<Arena> arena_;
  std::byte* base_;  // the arena's, one step nearer
  Ucb1 rule_;
  std::uint32_t expand_after_;
  Node root_ = kNoNode;
};

}  // namespace banyan
