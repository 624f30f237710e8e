// Limits and rounds of searches.
#include "bench/servers/thinking.hpp"

#include <algorithm>
#include <chrono>

#include "bench/clocks/move_time.hpp"

namespace banyan::bench {

Limits limits_of_move(Limits budget, const std::optional<GameClock>& clock, GameClock::Time lag,
                      const AnyGame& position, std::optional<Clock::time_point> begin) {
  constexpr GameClock::Time kLeast = std::chrono::milliseconds(1);
  if (clock) return within_clock(budget, *clock, position, lag, kLeast, begin);
  if (budget.iterations == 0 && budget.playouts == 0 && budget.time.count() == 0) {
    budget.time = std::chrono::seconds(1);
  }
  return budget;
}

void search_in_rounds(Clock::duration first, const std::stop_token& stop,
                      const std::function<bool(Clock::duration)>& search) {
  constexpr Clock::duration kLongest = std::chrono::seconds(32);
  const auto rest_until = [&](Clock::time_point end) {
    while (!stop.stop_requested() && Clock::now() < end) {
      Clock::sleep_for(std::chrono::milliseconds(20));
    }
  };
  bool proven = false;
  for (Clock::duration time = first; !proven; time = std::min(2 * time, kLongest)) {
    const Clock::time_point end = Clock::now() + time;
    proven = search(time);
    rest_until(end);  // if the engine needs no time
    if (stop.stop_requested()) return;
  }
  rest_until(Clock::time_point::max());
}

}  // namespace banyan::bench
