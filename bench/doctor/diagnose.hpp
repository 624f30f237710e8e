// The doctor: checks of a watched search's log, one after another.
#pragma once

#include <optional>
#include <string>

#include "bench/doctor/finding.hpp"
#include "bench/doctor/log.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::doctor {

struct Asked {
  std::optional<double> constant;  ///< c of the UCB1 that the search should follow
  std::optional<Json>
      claims;  ///< the result that the search reported, as of `banyan search --json`
};

/// Throws UsageError if the claims are no such result.
Diagnosis diagnose(const WatchedLog& log, const Asked& asked);

std::string diagnosis_text(const Diagnosis& diagnosis);
Json diagnosis_json(const Diagnosis& diagnosis);

}  // namespace banyan::bench::doctor
