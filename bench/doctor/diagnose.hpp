// The doctor: checks of a watched search's log, one after another.
#pragma once

#include <optional>
#include <string>

#include "bench/doctor/finding.hpp"
#include "bench/doctor/fitting/log.hpp"
#include "bench/doctor/fitting/rule_fit.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::doctor {

struct Asked {
  WantedRule rule;
  /// The result that the search reported, as of `banyan search --json`.
  std::optional<Json> claims;
};

/// Reads "puct:c=1.5"; any rule if it is empty. Throws UsageError, which names --rule.
WantedRule parse_rule(const std::string& text);

/// Throws UsageError if the claims are no such result.
Diagnosis diagnose(const WatchedLog& log, const Asked& asked);

std::string diagnosis_text(const Diagnosis& diagnosis);
Json diagnosis_json(const Diagnosis& diagnosis);

}  // namespace banyan::bench::doctor
