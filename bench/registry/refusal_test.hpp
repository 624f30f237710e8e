// What a test expects of a refusal.
#pragma once

#include <functional>
#include <string>

#include "bench/text/spec.hpp"

namespace banyan::bench {

/// The sentence in which an action refuses its arguments.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "nothing thrown";
}

}  // namespace banyan::bench
