// The exploration constants of UCB1 that c=auto means.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// The best of several constants in matches of `seq` on one game, by results/tuning.
struct TunedConstant {
  std::string_view game;  ///< its name: boards of other sizes are taken to be alike
  double c;
  std::string_view where;  ///< board and iterations per move of the matches that chose it
};
std::span<const TunedConstant> tuned_constants();

/// That of a game's spec; null if none was chosen.
const TunedConstant* tuned_constant(std::string_view game);

/// What c=auto means in a game of that spec, and why, for readers.
std::string tuned_text(std::string_view game);

/// The settings with the constant that c=auto means in this game: the default where none was
/// chosen. Throws UsageError if they choose by another rule than UCB1.
EngineSettings with_tuned_constant(const AnyGame& position, EngineSettings settings);

}  // namespace banyan::bench
