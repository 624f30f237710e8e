// The share of a clock that one move gets.
#include "bench/clocks/move_time.hpp"

#include <algorithm>
#include <cstddef>

namespace banyan::bench {
namespace {

/// The expected number of a player's further moves: half of the plies of random games.
double moves_to_come(const AnyGame& position) {
  constexpr int kGames = 3;
  Random random({1, 0, 0, 0});
  std::size_t plies = 0;
  for (int game = 0; game < kGames; ++game) {
    // The thinking time must not depend on what the player cannot see.
    const auto at =
        position.hidden() ? position.imagined(position.to_move(), random) : position.clone();
    for (; !at->over(); ++plies) {
      const auto moves = at->legal_moves();
      at->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return std::max(1.0, static_cast<double>(plies) / (2 * kGames));
}

}  // namespace

Limits within_clock(Limits limits, const GameClock& clock, const AnyGame& position,
                    GameClock::Time lag, GameClock::Time least,
                    std::optional<Clock::time_point> begin) {
  // In byo-yomi it does not matter how many moves are to come.
  const double moves = clock.main().count() > 0 ? moves_to_come(position) : 1;
  GameClock::Time allowed = clock.for_move(moves, lag);
  if (begin) allowed -= Clock::now() - *begin;
  allowed = std::max(allowed, least);
  if (limits.time.count() == 0 || allowed < limits.time) limits.time = allowed;
  return limits;
}

}  // namespace banyan::bench
