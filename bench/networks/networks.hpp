// The networks of eval=net: a file's, or the game's own.
#pragma once

#include <memory>
#include <string>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"
#include "core/network/network.hpp"

namespace banyan::bench {

/// The program's own network for the game (games/*/data/*.network). Throws UsageError if there is
/// none.
std::shared_ptr<const Network> own_network(const AnyGame& position);

/// The network in that file, in the ONNX format if its name ends in .onnx; if `file` is empty, the
/// program's own. Throws UsageError if there is none, or if it is damaged, cannot be read, or is
/// for another game or board.
std::shared_ptr<const AnyNetwork> network_for(const AnyGame& position, const std::string& file);

/// The settings with their network loaded, if they ask for one.
EngineSettings with_network(const AnyGame& position, EngineSettings settings);

}  // namespace banyan::bench
