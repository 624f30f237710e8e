// Whether a game keeps HiddenGame's promises.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/run_time/run_time_game.hpp"

namespace banyan {

/// Looks at positions of one game, one after another.
class HiddenCheck {
 public:
  /// Sentences of what is wrong where the game is not over: moves, observations and drawn worlds,
  /// of each player, and after one move that chance or `random` chooses. Not looked at is whether
  /// all worlds that agree with what a player knows are drawn, and equally often.
  std::vector<std::string> defects(const HiddenRunTimeGame& position, Random& random);

 private:
  /// Whether the observer was shown another world, with the same random numbers, in a position that
  /// he could not tell from this one.
  bool tells_apart(const HiddenRunTimeGame& position, Player observer);

  /// The first world drawn for a player with that knowledge.
  std::map<std::pair<Player, std::uint64_t>, HiddenRunTimeGame> worlds_;
};

}  // namespace banyan
