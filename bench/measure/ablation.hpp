// The ablation: the engines from textbook MCTS to the full core, one optimisation after the other.
#pragma once

#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// What a speed is best compared with. The ablation measures it beside its steps.
inline constexpr std::string_view kFairBaseline = "plain";

/// kFairBaseline, then the engines in order, each with one optimisation more than the one before.
std::vector<EngineSettings> ablation_engines();

/// What an engine of the ablation has that the one before has not (of kFairBaseline, what it is);
/// empty for any other.
std::string_view ablation_step(std::string_view engine);

}  // namespace banyan::bench
