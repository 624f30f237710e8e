// The budgets of searches.
#pragma once

#include <optional>
#include <string>

#include "bench/registry/engines.hpp"
#include "core/budget/budget.hpp"

namespace banyan::bench {

/// The engine's own budget, else the command's; a foreign program, which has one anyway, takes only
/// the time of the command's. Throws UsageError if there is neither, or if it is more than the
/// engine's trees can count.
Limits limits_for(const EngineSettings& engine, const std::optional<Limits>& limits);

/// The same engine with this budget of its own, in its spec too, in place of any that it has.
EngineSettings with_budget(const EngineSettings& engine, const Limits& limits);

/// So many times as much of each, rounded; of what there was, at least one.
Limits times(const Limits& limits, double factor);

/// The engine with so many times that budget as its own; nothing where the nearest one that there
/// is is not within a hundredth of it, as none is half of 3 iterations.
std::optional<EngineSettings> with_times_budget(const EngineSettings& engine, const Limits& limits,
                                                double factor);

/// "20,000 iterations", "250 ms"; "the engines' own budgets" of none.
std::string to_text(const Limits& limits);

}  // namespace banyan::bench
