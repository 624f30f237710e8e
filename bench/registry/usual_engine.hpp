// The engine that plays against people and programs unless they name another.
#pragma once

#include <string>

#include "bench/registry/games.hpp"

namespace banyan::bench {

/// The spec of the engine of 'play' and 'gtp' where none is given: it proves results where that
/// was shown to gain something, or to cost nothing.
std::string usual_engine(const GameChoice& game);

/// Help on that.
inline constexpr const char* kUsualEngineHelp =
    "engine spec, see 'banyan list' (default: tree:threads=2, and with solver=on, which proves "
    "results, except in games of rewards and in breakthrough, gomoku, hex and othello, where that "
    "was not shown to gain anything)";

}  // namespace banyan::bench
