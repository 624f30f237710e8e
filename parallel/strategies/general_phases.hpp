// A game of any kind as a schedule sees it that runs the phases of an iteration one by one.
#pragma once

#include "core/result/general_inspect.hpp"
#include "core/search/general_iteration.hpp"
#include "parallel/strategies/policy_phases.hpp"

namespace banyan {

template <Game G>
using GeneralPhases = PhasesBy<GeneralIteration<G>>;

}  // namespace banyan
