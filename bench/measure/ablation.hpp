// The ablation: the engines from textbook MCTS to the full core, one optimisation after the other.
#pragma once

#include <string_view>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The engines in order, each with one optimisation more than the one before.
std::vector<EngineSettings> ablation_engines();

/// What an engine of the ablation has that the one before has not; empty for any other.
std::string_view ablation_step(std::string_view engine);

}  // namespace banyan::bench
