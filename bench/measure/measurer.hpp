// Measures speed everywhere in one way: warming up, the numbers of a search, the order of searches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "bench/machine/system_work.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "core/base/random.hpp"
#include "core/budget/budget.hpp"
#include "core/result/result.hpp"

namespace banyan::bench {

/// A search and its process's use of resources.
struct Measured {
  SearchResult found;
  SystemWork work;
};

/// One search of a position, without warming up.
Measured measured_search(AnyEngine& engine, const AnyGame& position, const Limits& limits,
                         const StreamKey& key, const std::stop_token& stop);

/// Measures an engine on a game's first position. `naive:malloc=system` searches in its own
/// process.
class Measurer {
 public:
  Measurer(const GameChoice& game, EngineSettings engine);

  /// A search after one or a few warm-up searches (warm_up.hpp). The first call makes these, with
  /// `key` but game 0. Nothing after a stop request.
  std::optional<Measured> search(const Limits& limits, const StreamKey& key,
                                 const std::stop_token& stop);

 private:
  GameChoice game_;
  EngineSettings settings_;
  std::unique_ptr<AnyEngine> engine_;
  bool warm_ = false;
};

/// The order in which to measure several: each as often as its count says, in random order, so that
/// machine drift affects all equally.
std::vector<std::size_t> random_order(const std::vector<int>& counts, std::uint64_t seed);

}  // namespace banyan::bench
