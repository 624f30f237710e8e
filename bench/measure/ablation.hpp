// The ablation: engines from textbook MCTS to the full core, one optimisation after another.
#pragma once

#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The fair baseline for speeds. The ablation measures it beside its steps.
inline constexpr std::string_view kFairBaseline = "plain";

/// kFairBaseline, then the engines in order; each adds one optimisation.
std::vector<EngineSettings> ablation_engines();

/// What an engine of the ablation adds to the one before (for kFairBaseline, what it is); empty for
/// any other engine.
std::string_view ablation_step(std::string_view engine);

}  // namespace banyan::bench
