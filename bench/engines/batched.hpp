// The engine whose leaves are evaluated together: its keys. bench/games/adapters/batched_search.hpp
// makes it.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engine_entry.hpp"
#include "core/evaluation/simulated_device.hpp"

namespace banyan {
struct BatchedOptions;
}

namespace banyan::bench {

struct BatchedEngine {
  static constexpr EngineKind kKind = EngineKind::kBatched;

  static EngineEntry entry();
  /// Of none: as those with search policies it is compiled apart
  /// (bench/games/instantiations/policies.hpp).
  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& /*s*/) {
    return nullptr;
  }
};

/// The search that the settings describe: of `batched`, or of another engine with eval=game, whose
/// threads evaluate a leaf each.
BatchedOptions batched_options(const EngineSettings& s);

/// The simulated device in front of its evaluator; one that costs nothing if there is none, or if
/// it is of virtual time.
DeviceCost device_of(const EngineSettings& s);

/// How many descents may be in flight on each tree in virtual time; 0 for other engines.
int simulated_descents(const EngineSettings& s);

}  // namespace banyan::bench
