// How long the ranks of a run wait for a silent one.
#pragma once

#include "core/base/clock.hpp"

namespace banyan::bench {

inline constexpr const char* kPatienceVariable = "BANYAN_PATIENCE";

/// The environment variable's value in whole seconds; 30 if it is not set (null). Throws UsageError
/// for anything else.
Clock::duration parse_patience(const char* text);

}  // namespace banyan::bench
