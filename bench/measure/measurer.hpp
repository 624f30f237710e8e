// The one measurer of speed: how an engine warms up, what is told of a search, and the order of
// searches.
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
#include "core/search/budget.hpp"
#include "core/search/result.hpp"

namespace banyan::bench {

/// A search, and what the process that made it did meanwhile.
struct Measured {
  SearchResult found;
  SystemWork work;
};

/// One search of a position as it comes, without warming up.
Measured measured_search(AnyEngine& engine, const AnyGame& position, const Limits& limits,
                         const StreamKey& key, const std::stop_token& stop);

/// One engine on a game's first position. `naive:malloc=system` searches in a process of its own.
class Measurer {
 public:
  Measurer(const GameChoice& game, EngineSettings engine);

  /// A search after one or a few to warm up (warm_up.hpp), which the first call makes; their key is
  /// `key` with game 0. Nothing after a stop request.
  std::optional<Measured> search(const Limits& limits, const StreamKey& key,
                                 const std::stop_token& stop);

 private:
  GameChoice game_;
  EngineSettings settings_;
  std::unique_ptr<AnyEngine> engine_;
  bool warm_ = false;
};

/// Which of several is measured next: each as often as its count says, all in random order, so
/// that a machine's drift touches all alike.
std::vector<std::size_t> random_order(const std::vector<int>& counts, std::uint64_t seed);

}  // namespace banyan::bench
