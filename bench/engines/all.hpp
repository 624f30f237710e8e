// The engines that play games of two players who see everything, in the order in which they are
// listed. A new one is a file beside this one and its name here and in EngineKind.
#pragma once

#include <memory>

#include "bench/engines/batched.hpp"
#include "bench/engines/cluster.hpp"
#include "bench/engines/hybrid.hpp"
#include "bench/engines/ladder.hpp"
#include "bench/engines/leaf.hpp"
#include "bench/engines/naive.hpp"
#include "bench/engines/pipeline.hpp"
#include "bench/engines/plain.hpp"
#include "bench/engines/random.hpp"
#include "bench/engines/root.hpp"
#include "bench/engines/seq.hpp"
#include "bench/engines/solver.hpp"
#include "bench/engines/tree.hpp"
#include "bench/engines/virtual.hpp"
#include "bench/registry/matrix.hpp"

namespace banyan::bench {

/// Types with
///
///   kKind                      which engine it is
///   entry()                    its name, its keys and what these set
///   make(position, settings)   an engine for positions of that game: a Game has `Rules`, the
///                              textbook `Twin` and the `Oracle` of its game, position(), and of
///                              the engines of studies kStudied (bench/registry/matrix.hpp)
template <class... Engines>
struct EngineList {};

using ClassicEngines = EngineList<RandomEngine, NaiveEngine, PlainEngine, LadderEngine, SeqEngine,
                                  LeafEngine, RootEngine, TreeEngine, PipelineEngine, HybridEngine,
                                  BatchedEngine, SolverEngine, VirtualEngine, ClusterEngine>;

/// The engine of the list that the settings are of; null if they are of none that the game has.
template <class Game, class... Engines>
std::unique_ptr<AnyEngine> make_one_of(EngineList<Engines...> /*engines*/, const Game& position,
                                       const EngineSettings& s) {
  std::unique_ptr<AnyEngine> engine;
  const auto try_one = [&]<class Engine>(const Engine* /*engine*/) {
    if constexpr ((compiled(Engine::kKind) & ~Game::kStudied) == 0) {
      if (s.kind == Engine::kKind) engine = Engine::make(position, s);
    }
  };
  (try_one(static_cast<const Engines*>(nullptr)), ...);
  return engine;
}

}  // namespace banyan::bench
