// Positions, engines and budgets as ranks exchange them.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

Json limits_order(const Limits& limits);
Limits read_limits(const Json& json);

/// The spec as parsed, without its memory and its own budget.
Json engine_order(const EngineSettings& engine);
EngineSettings read_engine(const Json& json);

Json position_order(const AnyGame& position);
std::unique_ptr<AnyGame> read_position(const Json& json);

Json key_order(const StreamKey& key);
StreamKey read_key(const Json& json);

}  // namespace banyan::bench
