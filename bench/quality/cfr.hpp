// Equilibria of small games by counterfactual regret minimisation.
#pragma once

#include "bench/quality/extensive_game.hpp"

namespace banyan::bench {

/// The average strategy after `iterations` iterations for each player in turn: CFR (Zinkevich et
/// al. 2007) with regrets cut off at 0 and later iterations weighing more (CFR+, Tammelin 2014).
/// Its exploitability, the distance from an equilibrium, falls to 0.
Strategy near_equilibrium(const ExtensiveGame& game, int iterations);

}  // namespace banyan::bench
