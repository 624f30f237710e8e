// Checks of a watched search. Each adds to a diagnosis what is wrong, what is right, or what it
// cannot see.
#pragma once

#include "bench/doctor/finding.hpp"
#include "bench/doctor/fitting/log.hpp"
#include "bench/doctor/fitting/rule_fit.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench::doctor {

void check_iterations(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis);
void check_ends(const WatchedLog& log, const Reading& reading, Diagnosis& diagnosis);
void check_starts(const WatchedLog& log, const Reading& reading, Diagnosis& diagnosis);
void check_rule(const WatchedLog& log, const RuleFit& fit, const WantedRule& wanted,
                Diagnosis& diagnosis);
void check_untried(const RuleFit& fit, Diagnosis& diagnosis);
void check_playouts(const RuleFit& fit, Diagnosis& diagnosis);
void check_chance(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis);
void check_threads(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis);

/// The ways to back up that give the claimed visits and values; all of them if none does.
std::vector<bool> ways_of_claims(const WatchedLog& log, const Json& claims);

/// Of the log's last search. Throws UsageError if the claims have no such fields.
void check_claims(const WatchedLog& log, const RuleFit& fit, const Json& claims,
                  Diagnosis& diagnosis);

}  // namespace banyan::bench::doctor
