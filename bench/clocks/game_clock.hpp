// A player's clock as set by controllers, and how long to think by it.
#pragma once

#include <array>
#include <chrono>

#include "bench/clocks/time_control.hpp"

namespace banyan::bench {

/// One player's remaining time.
class GameClock {
 public:
  using Time = std::chrono::nanoseconds;

  GameClock() = default;
  explicit GameClock(const TimeControl& control) : control_(control), main_(control.main) {
    if (main_ <= Time{}) begin_period();
  }

  /// Sets what the controller's own clock shows: the main time with 0 stones, otherwise a period's
  /// time for `stones` stones or periods.
  void set(Time left, int stones);

  /// Charges a move of this duration.
  void spend(Time taken);

  /// How long to think so that time never runs out: about an equal share of the rest for each of
  /// `moves` more moves, and in byo-yomi a stone's share. `lag` is kept back for what lies between
  /// this clock and the search: of the share at most half, but all of it at the end of the time.
  [[nodiscard]] Time for_move(double moves, Time lag = kLag) const;

  /// How long the next move may take before time runs out.
  [[nodiscard]] Time left() const;

  [[nodiscard]] bool lost() const { return lost_; }
  [[nodiscard]] const TimeControl& control() const { return control_; }
  [[nodiscard]] Time main() const { return main_; }
  [[nodiscard]] Time period() const { return period_; }
  [[nodiscard]] int stones() const { return stones_; }
  [[nodiscard]] int periods() const { return periods_; }

  /// Between a controller's clock and ours, pipes included.
  static constexpr Time kLag = std::chrono::milliseconds(25);

 private:
  void begin_period();

  TimeControl control_;
  Time main_{};      ///< 0 in byo-yomi
  Time period_{};    ///< left of this period
  int stones_ = 0;   ///< left to play in it
  int periods_ = 0;  ///< left, this one included
  bool lost_ = false;
};

/// The clocks of both players.
using GameClocks = std::array<GameClock, 2>;

}  // namespace banyan::bench
