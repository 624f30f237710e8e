// The engine of simulated workers.
#pragma once

#include <memory>

#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/text/spec.hpp"
#include "parallel/simulation/virtual_leases.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/strategies/general_options.hpp"
#include "parallel/strategies/general_phases.hpp"

namespace banyan::bench {

struct VirtualEngine {
  static constexpr EngineKind kKind = EngineKind::kVirtual;

  static EngineEntry entry();
  /// What its settings come to.
  static VirtualOptions options(const EngineSettings& s);

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& /*position*/, const EngineSettings& s) {
    using G = typename Game::Rules;
    const VirtualOptions options = VirtualEngine::options(s);
    if (options.scheme == VirtualScheme::kLeased) {
      return std::make_unique<EngineOf<G, VirtualLeases<G>>>(options);
    }
    return std::make_unique<EngineOf<G, VirtualSearch<G>>>(options);
  }
  /// The same for a game of chance or of many players.
  template <class G>
  static std::unique_ptr<AnyEngine> make_general(const EngineSettings& s,
                                                 const GeneralOptions& general) {
    VirtualOptions options = VirtualEngine::options(s);
    if (options.scheme == VirtualScheme::kLeased) {
      throw UsageError(
          "virtual: games of chance and of many players have no leased subtrees: give "
          "scheme=tree, root or leaf.");
    }
    options.policy = general.policy;
    options.shown = general.shown;
    return std::make_unique<EngineOf<G, VirtualSearch<G, GeneralPhases<G>>>>(options);
  }
};

}  // namespace banyan::bench
