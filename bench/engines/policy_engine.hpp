// Engines with search policies. They are compiled apart from the plain ones, in
// bench/games/policies_*.cpp, so that these are inlined as if there were no others.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/virtual_visits.hpp"

namespace banyan::bench {

inline ParallelOptions parallel_options(const EngineSettings& s) {
  return {s.search, s.threads, {s.executor, cpus_for(s.pin)}};
}

/// What a descent under way shows in a classic tree.
inline VirtualVisits shown(const EngineSettings& s) {
  return s.virtual_mean ? VirtualVisits::mean() : VirtualVisits::losses(s.virtual_loss);
}

/// An engine for positions of game G with the policies that the settings have. Throws UsageError
/// for a policy that the game has nothing for.
template <class G>
std::unique_ptr<AnyEngine> make_policy_engine(const EngineSettings& settings);

}  // namespace banyan::bench
