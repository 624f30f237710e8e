// Ctrl-C: turned into a stop request, so that what has been measured is kept and said.
#pragma once

#include <stop_token>

namespace banyan::bench {

/// Exit statuses of the program; scripts depend on them.
inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kMissing = 3;
inline constexpr int kInterrupted = 130;

/// From now on SIGINT and SIGTERM request a stop of the returned token instead of ending the
/// program; a second one ends it at once. Call once, before any other thread is started.
std::stop_token stop_on_interrupt();

}  // namespace banyan::bench
