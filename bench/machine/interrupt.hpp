// Ctrl-C and its like: turned into a stop request, so that what has been measured is kept and said.
#pragma once

#include <cstdlib>
#include <stop_token>

#include "bench/text/standard_error.hpp"

namespace banyan::bench {

/// Exit statuses of the program; scripts depend on them.
inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kMissing = 3;
inline constexpr int kInterrupted = 130;

/// From now on SIGINT, SIGTERM and SIGHUP request a stop of the returned token instead of ending
/// the program; a second one ends it at once. Call once, before any other thread is started.
std::stop_token stop_on_interrupt();

/// That token, for what is reached through code that has none; without a stop before that call.
std::stop_token interrupt_token();

/// Blocks these signals, for threads that are started later too, until somebody waits for them.
void block_interrupts();

/// While what it returns lives, a stop request ends the program at once, with this sentence: for
/// work that asks nobody whether to go on, and of which half is worth nothing.
[[nodiscard]] inline auto end_when_stopped(const std::stop_token& stop, const char* sentence) {
  const auto end = [sentence] {
    print_to_standard_error("{}\n", sentence);
    std::_Exit(kInterrupted);
  };
  return std::stop_callback<decltype(end)>(stop, end);
}

}  // namespace banyan::bench
