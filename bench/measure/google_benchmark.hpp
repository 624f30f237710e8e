// What the versions of Google Benchmark call by different names.
#pragma once

#include <string>

namespace banyan::bench {

/// Why a run was given up; nothing when it was finished. Since 1.8 a run may be skipped without an
/// error, and its members are named after that.
template <class Run>
std::string why_skipped(const Run& run) {
  if constexpr (requires { run.skip_message; }) {
    return run.skipped == decltype(run.skipped){} ? "" : run.skip_message;
  } else {
    return run.error_occurred ? run.error_message : "";
  }
}

}  // namespace banyan::bench
