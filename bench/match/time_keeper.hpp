// The clocks of one game of a match.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "bench/clocks/move_time.hpp"
#include "bench/match/match.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// Each player's clock, which runs while their engine searches; there is none if the match has no
/// clock. Our engines get the time per move that `banyan gtp` would give them. Foreign programs are
/// told their clocks' times.
class TimeKeeper {
 public:
  explicit TimeKeeper(const MatchOptions& match) : lag_(match.lag) {
    if (match.clock) clocks_ = {GameClock(*match.clock), GameClock(*match.clock)};
  }

  /// Called before the engine's clock runs; returns its limits for this move.
  Limits begin(AnyEngine& engine, const EngineSettings& settings, const AnyGame& position,
               const Limits& limits) {
    if (!clocks_) return limits;
    tell_clocks(engine, *clocks_);
    if (is_opponent(settings.kind)) return limits;
    constexpr GameClock::Time kLeast = std::chrono::microseconds(10);
    return within_clock(limits, clock_of(position.to_move()), position, lag_, kLeast);
  }

  /// Charges a move of `seconds`. Returns how the player lost the game by that, if they did.
  std::optional<LostByFault> end(const EngineSettings& settings, Player player, double seconds) {
    if (!clocks_) return std::nullopt;
    GameClock& clock = clock_of(player);
    const double left = std::chrono::duration<double>(clock.left()).count();
    clock.spend(charged(settings, seconds));
    if (!clock.lost()) return std::nullopt;
    return LostByFault{
        Fault::kTime, fmt::format("{} took {} for a move with {} left on its clock.", settings.spec,
                                  format_duration(seconds), format_duration(left))};
  }

  /// The part of that time that the clock counts.
  [[nodiscard]] GameClock::Time charged(const EngineSettings& settings, double seconds) const {
    const auto taken = std::chrono::round<GameClock::Time>(std::chrono::duration<double>(seconds));
    return is_opponent(settings.kind) ? std::max(GameClock::Time{}, taken - lag_) : taken;
  }

 private:
  [[nodiscard]] GameClock& clock_of(Player player) {
    return clocks_->at(static_cast<std::size_t>(player));
  }

  GameClock::Time lag_;
  std::optional<GameClocks> clocks_;
};

}  // namespace banyan::bench
