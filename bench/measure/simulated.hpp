// What engines have in common whose workers are simulated: `virtual`, and `cluster` if asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bench/registry/engines.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// Whether its workers are simulated, so that what they take is virtual time.
bool is_simulated(const EngineSettings& engine);

/// Simulated ones, or threads.
int workers_of(const EngineSettings& engine);

/// The key of an engine's spec that says how many workers are simulated.
std::string_view workers_key(std::string_view engine);

/// How a search went in virtual time. Of one worker, all ratios are of the same search: what it
/// alone would have taken for the same iterations.
struct SimulatedTime {
  double seconds = 0;
  double speedup = 0;      ///< over one worker
  double utilisation = 0;  ///< the share of their time that the workers (or an evaluator) are busy
  /// Iterations under way after a descent begins, on average; not of `cluster`, like all below.
  std::optional<double> in_flight;
  /// The share of choices that sequential UCT would not have made at the same visits.
  std::optional<double> other_choices;
  std::optional<double> duplicate_leaves;  ///< of descents, those to a leaf that has one already
  std::optional<double> leaves_a_batch;    ///< of an evaluator
};

/// Whether a search in virtual time came to sums of more than can be counted.
bool outlasts_virtual_time(const SearchResult& result);

/// Nothing of a search in real time, or of one that outlasts virtual time.
std::optional<SimulatedTime> simulated_time(const SearchResult& result);

}  // namespace banyan::bench
