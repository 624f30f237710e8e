// How long the ranks of a run wait for one that is not heard of.
#pragma once

#include "core/base/clock.hpp"

namespace banyan::bench {

inline constexpr const char* kPatienceVariable = "BANYAN_PATIENCE";

/// What the environment variable says in whole seconds; 30 where it is not set (null). Throws
/// UsageError for anything else.
Clock::duration parse_patience(const char* text);

}  // namespace banyan::bench
