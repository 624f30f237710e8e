// What engines gain over a control.
#pragma once

#include <string>
#include <vector>

#include "bench/rows/match_row.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {

/// A line for each engine: its Elo against the control at equal iterations and at equal time, and
/// what that says. `matches` are those of policies.json or gains.json.
Table gains_table(const std::vector<MatchRow>& matches, const std::string& game);

}  // namespace banyan::bench
