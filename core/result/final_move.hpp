// The move to play, drawn at random by visits.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/random.hpp"
#include "core/result/result.hpp"

namespace banyan {

/// The probability of each child of the root that no other child's proof dominates: proportional to
/// N^(1 / T) for N visits (Silver et al. 2017). T -> 0 gives the most visited ones, tied ones
/// equally.
std::vector<double> move_probabilities(const std::vector<RootChild>& children, double temperature);

/// Draws the result's move by `temperature` > 0, and takes over that move's value and principal
/// variation. Works for results of any engine. Nothing changes if the root's value is
/// proven, or if no undominated move was visited.
void play_by_temperature(SearchResult& result, double temperature, Random random);

}  // namespace banyan
