// Each player's time for a game.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace banyan::bench {

/// With byo-yomi, a period of `period` begins when the main time is over: for `stones` moves
/// (Canadian), or for one move, with `periods` periods; a move that takes longer loses one
/// (Japanese). With Fischer's rule every move adds `increment`.
struct TimeControl {
  std::chrono::nanoseconds main{};
  std::chrono::nanoseconds increment{};
  std::chrono::nanoseconds period{};
  int stones = 0;   ///< per period; 0: no byo-yomi
  int periods = 1;  ///< of byo-yomi with one stone each

  bool operator==(const TimeControl&) const = default;
};

/// "60s": main time only (sudden death); "60s+1s": an increment per move; "60s+30s/10": Canadian
/// byo-yomi, 30 s for each 10 moves; "60s+5x30s": Japanese, 5 periods of 30 s for a move;
/// "0s+5s/1": from the first move on. Throws UsageError.
TimeControl parse_time_control(std::string_view text, std::string_view argument);

/// The shortest text that parse_time_control() reads back as the same.
std::string to_text(const TimeControl& control);

/// A duration that may be 0s. Throws UsageError.
std::chrono::nanoseconds parse_lag(std::string_view text, std::string_view argument);
/// The same as text.
std::string lag_text(std::chrono::nanoseconds lag);

}  // namespace banyan::bench
