// Engines with search policies. They are compiled apart from the plain ones, in
// bench/games/policies_*.cpp, so that these are inlined as if there were no others.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// An engine for positions of game G with the policies that the settings have. Throws UsageError
/// for a policy that the game has nothing for.
template <class G>
std::unique_ptr<AnyEngine> make_policy_engine(const EngineSettings& settings);

}  // namespace banyan::bench
