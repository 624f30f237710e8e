// Scaling of simulated workers: their speed in virtual time, and what their moves are worth.
#pragma once

#include <vector>

#include "bench/suites/suites.hpp"

namespace banyan::bench {

/// For each game, with N iterations a move, the profile's, of all workers together (Segal 2010):
///
/// - "virtual searches" of the first position: speed-up, utilisation, iterations under way, error;
/// - "virtual curve": `seq` with `factor` times N against `seq` with N;
/// - "virtual iterations": each engine against `seq` with N;
/// - "virtual time": each engine against `seq` with what one worker makes meanwhile, N over the
///   speed-up of the searches.
///
/// Few iterations of one worker would be the same base for all engines, but against hundreds of
/// workers they lose every game, which says nothing.
std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines);

}  // namespace banyan::bench
