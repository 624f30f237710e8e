// Any engine, with its move drawn by temperature.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The engine itself for temperature 0; else one whose moves are drawn by
/// core/result/final_move.hpp, from a random stream that no search uses.
std::unique_ptr<AnyEngine> with_temperature(std::unique_ptr<AnyEngine> engine, double temperature);

}  // namespace banyan::bench
