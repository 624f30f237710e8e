// What every kind of tree has: an arena, the selection rule, a root.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/arena.hpp"
#include "core/ucb.hpp"

namespace banyan {

/// A node's place in the arena; kNoNode for none.
using Node = std::uint32_t;
inline constexpr Node kNoNode = 0;
/// A child's place in its parent.
using Slot = std::uint32_t;

class TreeBase {
 public:
  [[nodiscard]] Node root() const { return root_; }
  /// The visits that end at a node before it gets children, at least 1.
  [[nodiscard]] std::uint32_t expand_after() const { return expand_after_; }
  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] const Arena& arena() const { return arena_; }

 protected:
  TreeBase(std::size_t memory, Ucb1 rule, std::uint32_t expand_after)
      : arena_(memory), rule_(rule), expand_after_(expand_after) {}

  Arena arena_;
  Ucb1 rule_;
  std::uint32_t expand_after_;
  Node root_ = kNoNode;
};

}  // namespace banyan
