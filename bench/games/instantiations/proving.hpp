// What makes the engines of one game that prove results in the trees of plain search; for the units
// that hold them.
#pragma once

#include <memory>

#include "bench/engines/keys/keys.hpp"
#include "bench/engines/tree.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/search/search.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/root.hpp"

namespace banyan::bench {

template <class G>
std::unique_ptr<AnyEngine> make_proving_engine(const EngineSettings& s) {
  using Tree = ProvingTree<G>;
  if (s.kind == EngineKind::kRoot) {
    using Search = RootSearch<G, Tree>;
    return std::make_unique<EngineOf<G, Search>>(
        typename Search::Options{parallel_options(s), s.merge});
  }
  if (s.kind == EngineKind::kTree) {
    return std::make_unique<EngineOf<G, LeasedSearch<G, Tree>>>(TreeEngine::leased_options(s));
  }
  return std::make_unique<EngineOf<G, SequentialSearch<G, Tree>>>(s.search);
}

}  // namespace banyan::bench
