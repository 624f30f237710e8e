// A clock's state, and how much of it to use.
#include "bench/clocks/game_clock.hpp"

#include <algorithm>

namespace banyan::bench {

void GameClock::begin_period() {
  main_ = Time{};
  period_ = control_.period;
  stones_ = control_.stones;
  if (periods_ == 0) periods_ = control_.periods;
}

void GameClock::set(Time left, int stones) {
  lost_ = false;
  if (stones == 0) {
    main_ = left;
    period_ = Time{};
    stones_ = 0;
    periods_ = 0;
    return;
  }
  main_ = Time{};
  period_ = left;
  const bool japanese = control_.stones == 1;
  stones_ = japanese ? 1 : stones;
  periods_ = japanese ? stones : 1;
}

void GameClock::spend(Time taken) {
  if (main_ > Time{}) {
    if (taken < main_) {
      main_ += control_.increment - taken;
      return;
    }
    taken -= main_;
    main_ = Time{};
    if (control_.stones == 0) {
      lost_ = true;
      return;
    }
    begin_period();
  }
  while (taken >= period_) {
    if (--periods_ <= 0 || period_ <= Time{}) {
      lost_ = true;
      return;
    }
    taken -= period_;
    period_ = control_.period;
  }
  period_ -= taken;
  if (--stones_ <= 0) begin_period();
}

GameClock::Time GameClock::left() const {
  if (main_ <= Time{}) return period_ + std::max(0, periods_ - 1) * control_.period;
  return main_ + (control_.stones > 0 ? control_.periods * control_.period : Time{});
}

GameClock::Time GameClock::for_move(double moves, Time lag) const {
  const auto times = [](Time time, double factor) {
    return Time(static_cast<Time::rep>(static_cast<double>(time.count()) * factor));
  };
  // A move that ends after `end` is late, however small its share is.
  const auto safe = [lag](Time share, Time end) {
    return std::min(share - std::min(lag, share / 2), end - std::min(lag, end - end / 10));
  };
  if (main_ <= Time{}) {
    return safe(std::min(period_, period_ / std::max(1, stones_) + control_.increment), period_);
  }
  const Time stone = control_.period / std::max(1, control_.stones);
  const Time wanted = std::max(times(main_, 1 / std::max(1.0, moves)) + control_.increment, stone);
  // Without byo-yomi the main time is everything, and the next move needs some of it too.
  const Time most = control_.stones == 0 ? main_ / 2 : main_ + stone;
  return safe(std::min(wanted, most), main_ + control_.period);
}

}  // namespace banyan::bench
