// Turns Ctrl-C and similar signals into a stop request, so that measurements are kept and reported.
#pragma once

#include <cstdlib>
#include <stop_token>

#include "bench/text/standard_error.hpp"

namespace banyan::bench {

/// The program's exit statuses; scripts depend on them.
inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kMissing = 3;
inline constexpr int kInterrupted = 130;

/// From now on SIGINT, SIGTERM and SIGHUP request a stop of the returned token instead of ending
/// the program; a later signal ends it at once. Call once, before starting any thread.
std::stop_token stop_on_interrupt();

/// The same token, for code that is not given one; it never stops before that call.
std::stop_token interrupt_token();

/// Blocks these signals, also for threads started later, until a thread waits for them.
void block_interrupts();

/// During the returned object's lifetime, a stop request ends the program at once, with this
/// sentence. For work that never checks for a stop and is worthless if incomplete.
[[nodiscard]] inline auto end_when_stopped(const std::stop_token& stop, const char* sentence) {
  const auto end = [sentence] {
    print_to_standard_error("{}\n", sentence);
    std::_Exit(kInterrupted);
  };
  return std::stop_callback<decltype(end)>(stop, end);
}

}  // namespace banyan::bench
