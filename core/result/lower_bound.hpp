// The lower confidence bound by which final=lcb chooses.
#pragma once

#include "core/result/result.hpp"

namespace banyan {

/// Of the mean result of a move, for results from 0 to 1: mean - 1.96 standard errors. The variance
/// of a result in [0, 1] is bounded by m (1 - m), as if there were no draws. One half-won game is
/// added, so that the variance is never 0.
double lower_bound(const RootChild& child);

}  // namespace banyan
