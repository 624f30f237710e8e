// Several random games in flight on one thread, so that one's moves fill the waits in another's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/random.hpp"

namespace banyan {

/// Plays `games` random games, at least 1, up to InFlight of them a move each in turns. `begin(i)`
/// returns the ith game, none of which is over; `game.step(random)` makes a random move and returns
/// whether that ended it; then `end(i, game)` takes it.
template <std::size_t InFlight, class Begin, class End>
void play_in_turns(std::size_t games, Random& random, Begin begin, End end) {
  struct Lane {
    decltype(begin(std::size_t{0})) game;
    std::size_t index;
  };
  Random numbers = random;  // a copy, which can stay in registers
  std::vector<Lane> lanes;
  std::size_t begun = 0;
  for (; begun < std::min(InFlight, games); ++begun) lanes.push_back({begin(begun), begun});
  while (lanes.size() == InFlight) {
    for (std::size_t k = 0; k < InFlight; ++k) {
      Lane& lane = lanes[k];
      if (!lane.game.step(numbers)) [[likely]]
        continue;
      end(lane.index, lane.game);
      if (begun == games) {
        lane = lanes.back();
        lanes.pop_back();
        break;
      }
      lane = {begin(begun), begun};
      ++begun;
    }
  }
  for (Lane& lane : lanes) {
    while (!lane.game.step(numbers)) continue;
    end(lane.index, lane.game);
  }
  random = numbers;
}

}  // namespace banyan
