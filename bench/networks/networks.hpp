// The networks of eval=net: a file's, or the game's own.
#pragma once

#include <memory>
#include <string>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"
#include "core/network/network.hpp"

namespace banyan::bench {

/// The network of that file, or, where `file` is empty, the one that the program has for the game
/// (games/*/data/*.network). Throws UsageError where there is none, where it is damaged, and where
/// it cannot be read or is for another game or board.
std::shared_ptr<const Network> network_for(const AnyGame& position, const std::string& file);

/// The settings with the network that they ask for, if they do.
EngineSettings with_network(const AnyGame& position, EngineSettings settings);

}  // namespace banyan::bench
