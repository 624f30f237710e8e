// What each search policy brings: which are measured, and the table of their gains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/rows/match_row.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// The policies that are measured on a game, each as an engine spec: those of every game, and those
/// that this one knows more for.
std::vector<std::string> policies_of(std::string_view game);

/// A line for each policy: its Elo against plain UCT at equal iterations and at equal time, and
/// what that says. `matches` are those of policies.json.
Table policies_table(const std::vector<MatchRow>& matches, const std::string& game);

/// What the columns mean.
extern const char* const kPoliciesNote;

}  // namespace banyan::bench
