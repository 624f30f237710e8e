// A player's clock as controllers set it, and how long to think by it.
#pragma once

#include <chrono>
#include <optional>

namespace banyan::bench::gtp {

using Time = std::chrono::nanoseconds;

/// What both players have. With byo-yomi, a period of `period` begins when the main time is over:
/// for `stones` moves (Canadian), or for one, with so many periods of which one is lost each time
/// that a move takes longer (Japanese). With Fischer's rule every move adds `increment`.
struct TimeControl {
  Time main{};
  Time increment{};
  Time period{};
  int stones = 0;   ///< of a period; 0: there is no byo-yomi
  int periods = 1;  ///< of byo-yomi with one stone each
};

/// What is left to one player.
class GameClock {
 public:
  GameClock() = default;
  explicit GameClock(const TimeControl& control) : control_(control), main_(control.main) {
    if (main_ <= Time{}) begin_period();
  }

  /// What the controller says of it, by its own measure: the main time with 0 stones, else a
  /// period's time for so many stones, or periods.
  void set(Time left, int stones);

  /// A move that took so long has been made.
  void spend(Time taken);

  /// How long to think so that the time is never up: about an equal part of what is left for each
  /// of `moves` more moves, and in byo-yomi what a stone has. Some of it is kept for what comes
  /// between the controller's clock and ours (kLag), at most half.
  [[nodiscard]] Time for_move(double moves) const;

  [[nodiscard]] bool lost() const { return lost_; }
  [[nodiscard]] Time main() const { return main_; }
  [[nodiscard]] Time period() const { return period_; }
  [[nodiscard]] int stones() const { return stones_; }
  [[nodiscard]] int periods() const { return periods_; }

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

}  // namespace banyan::bench::gtp
