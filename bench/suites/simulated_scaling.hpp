// Scaling of simulated workers: their speed in virtual time and their strength.
#pragma once

#include <vector>

#include "bench/suites/suites.hpp"

namespace banyan::bench {

/// For each game, with the profile's N iterations per move for all workers together (Segal 2010):
///
/// - "virtual searches" of the first position: speed-up, utilisation, iterations in flight, error;
/// - "virtual curve": `seq` with `factor` times N against `seq` with N;
/// - "virtual iterations": each engine against `seq` with N;
/// - "virtual time": each engine against `seq` with what one worker makes meanwhile, N divided by
///   the speed-up of the searches.
///
/// One worker's few iterations would be the same base for all engines. But against hundreds of
/// workers they lose every game, which measures nothing.
std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines);

}  // namespace banyan::bench
