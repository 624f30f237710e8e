// The leaves that a tree has visited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace banyan {

template <class Move>
struct FoundLeaf {
  std::vector<Move> path;    ///< from the root
  double value = 0;          ///< of all that is earned on the path, for the root's player
  std::uint32_t visits = 0;  ///< more than one where the game is over
  bool over = false;
};

/// A tree of any game that knows its best leaves. Any thread may call at any time.
class FindsLeaves {
 public:
  FindsLeaves() = default;
  FindsLeaves(const FindsLeaves&) = delete;
  FindsLeaves& operator=(const FindsLeaves&) = delete;
  virtual ~FindsLeaves() = default;

  [[nodiscard]] virtual std::vector<FoundLeaf<std::uint32_t>> best(std::size_t most) const = 0;
};

}  // namespace banyan
