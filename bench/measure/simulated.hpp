// What engines with simulated workers share: `virtual`, and `cluster` and `batched` if simulated.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bench/registry/engines.hpp"
#include "core/result/result.hpp"

namespace banyan::bench {

/// Whether its workers are simulated, so that its times are virtual.
bool is_simulated(const EngineSettings& engine);

/// The number of its simulated workers, or descents in flight, or its threads.
int workers_of(const EngineSettings& engine);

/// The key of an engine's spec that says how many workers are simulated.
std::string_view workers_key(std::string_view engine);

/// A counter of a search; nothing if its engine has none of that name.
std::optional<std::uint64_t> counter_of(const SearchResult& result, const char* name);

/// A search in virtual time. Ratios to one worker are for the same iterations, run by one worker
/// alone.
struct SimulatedTime {
  double seconds = 0;
  double speedup = 0;      ///< over one worker
  double utilisation = 0;  ///< busy share of the workers' (or evaluator's) time
  /// Mean iterations in flight after a descent begins; not for `cluster`, like all below.
  std::optional<double> in_flight;
  /// The share of choices that sequential UCT would not make at the same visits.
  std::optional<double> other_choices;
  std::optional<double> duplicate_leaves;  ///< share of descents to a leaf that has one already
};

/// How long a search took, in virtual time if it was simulated.
double time_of(const SearchResult& result);

/// Whether the sums of a search in virtual time overflowed.
bool outlasts_virtual_time(const SearchResult& result);

/// Nothing for a search in real time, or if its sums overflowed.
std::optional<SimulatedTime> simulated_time(const SearchResult& result);

}  // namespace banyan::bench
