// The leaves that a tree has visited.
#pragma once

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

}  // namespace banyan
