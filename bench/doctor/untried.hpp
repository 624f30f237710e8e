// By which rule moves are tried that were never tried, beside those that come first.
#pragma once

#include <string>

#include "bench/doctor/fitting/rule_fit.hpp"

namespace banyan::bench::doctor {

/// Of nodes of players, or of chance.
struct UntriedRule {
  bool found = false;
  std::string text;  ///< a sentence
};

/// Progressive widening (Coulom 2007): after n visits, C n^a moves.
UntriedRule find_widening(const Reading& reading, bool at_chance);

/// First-play urgency (Gelly, Wang 2006): a move never tried has a value of its own.
UntriedRule find_urgency(const RuleFit& fit);

}  // namespace banyan::bench::doctor
