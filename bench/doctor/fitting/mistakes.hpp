// Rules with mistakes that explain the choices of a search better than right ones.
#pragma once

#include <vector>

#include "bench/doctor/fitting/fits.hpp"

namespace banyan::bench::doctor {

/// Other readings to look for mistakes by, where right rules explain too little to tell.
std::vector<Reading> readings_of_mistakes(const Reading& plain);

/// Looks for a rule with mistakes that explains far more than the right one. Returns whether there
/// is one.
bool find_mistake(RuleFit& found, const Right& right, const WantedRule& wanted,
                  const std::vector<bool>& possible, bool in_depth);

}  // namespace banyan::bench::doctor
