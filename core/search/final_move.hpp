// The move to play, drawn at random by visits.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/random.hpp"
#include "core/search/result.hpp"

namespace banyan {

/// The probability of each of a root's children, none of them dominated by another's proof:
/// proportional to N^(1 / T) for N visits (Silver et al. 2017). T -> 0 is the most visited, those
/// tied alike.
std::vector<double> move_probabilities(const std::vector<RootChild>& children, double temperature);

/// Draws the result's move by `temperature`, above 0; its value and principal variation become
/// those of that move. Any engine's result; where nothing was visited or the value of the root is
/// proven, and for a proof's sake, it stays as it is.
void play_by_temperature(SearchResult& result, double temperature, Random random);

}  // namespace banyan
