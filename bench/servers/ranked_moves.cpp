// Sorts moves.
#include "bench/servers/ranked_moves.hpp"

#include <algorithm>

namespace banyan::bench {

std::vector<RootChild> ranked_moves(const SearchResult& result, std::size_t least) {
  std::vector<RootChild> moves = result.children;
  std::stable_sort(moves.begin(), moves.end(), [&](const RootChild& a, const RootChild& b) {
    if ((a.move == result.best_move) != (b.move == result.best_move)) {
      return a.move == result.best_move;
    }
    return a.visits > b.visits;
  });
  while (moves.size() > least && moves.back().visits == 0 &&
         moves.back().move != result.best_move) {
    moves.pop_back();
  }
  return moves;
}

}  // namespace banyan::bench
