// A function in this process as an engine: another's search, without a protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// Chooses a legal move of a position that is not over.
using ChooseMove = std::function<std::uint32_t(const AnyGame& position, const Limits& limits,
                                               const StreamKey& key)>;

/// An engine that is this function, with `name` for a spec. It counts as a foreign program: it
/// reports no iterations, and chooses where there is one move too.
EngineSettings called_search(const std::string& name, const std::optional<Limits>& limits,
                             ChooseMove choose);

/// The engine of such settings; null for others.
std::unique_ptr<AnyEngine> make_called_search(const EngineSettings& settings);

}  // namespace banyan::bench
