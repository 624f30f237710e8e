// The engines for games of hidden information.
#pragma once

#include <string>
#include <vector>

#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/strategies/hidden_options.hpp"

namespace banyan::bench {

/// Whether it is one of them.
bool for_hidden_games(EngineKind kind);

/// What the settings of one of them come to. Throws UsageError for what does not go together.
HiddenOptions hidden_options(const EngineSettings& settings);

/// Why an engine that sees every card does not play a game of hidden information, and the other way
/// round: sentences for a UsageError.
std::string sees_all(const EngineSettings& settings);
std::string needs_hidden_game(const EngineSettings& settings);

}  // namespace banyan::bench
