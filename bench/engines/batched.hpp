// The engine whose leaves are evaluated together: its keys. bench/games/families/batched_search.hpp makes
// it.
#pragma once

#include <memory>

#include "bench/registry/any_game.hpp"
#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {

struct BatchedEngine {
  static constexpr EngineKind kKind = EngineKind::kBatched;

  static EngineEntry entry();
  /// Of none: as those with search policies it is compiled apart (bench/games/apart/policies.hpp).
  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& /*s*/) {
    return nullptr;
  }
};

}  // namespace banyan::bench
