// A game's place in the program: its positions and all engines over them, behind AnyGame. Each
// game includes this in one translation unit of its own, which so compiles all its engines.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "bench/engines/cluster_engine.hpp"
#include "bench/engines/general_keys.hpp"
#include "bench/engines/hidden_engines.hpp"
#include "bench/engines/ladder.hpp"
#include "bench/engines/policy_engine.hpp"
#include "bench/engines/tempered_engine.hpp"
#include "bench/engines/virtual_engine.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/oracle/solver.hpp"
#include "bench/registry/engine_of.hpp"
#include "bench/registry/engines.hpp"
#include "core/baselines/naive.hpp"
#include "core/baselines/random_search.hpp"
#include "core/rules/game_text.hpp"
#include "core/search/search.hpp"
#include "parallel/strategies/hybrid.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/pipeline.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan::bench {

/// A position of game G. `Textbook` is the state that `naive` searches with, `Solver` the oracle
/// (bench/oracle/solver.hpp) that `solver` asks, or oracle::NoOracle.
template <TextGame G, class Textbook, class Solver = oracle::NoOracle>
class GameOf final : public PositionOf<G> {
 public:
  using PositionOf<G>::PositionOf;

  [[nodiscard]] std::unique_ptr<AnyGame> clone() const override {
    return std::make_unique<GameOf>(*this);
  }

  [[nodiscard]] std::optional<double> lead() const override {
    if constexpr (requires { position_.twice_lead(); }) {
      return position_.twice_lead() / 2.0;
    } else if constexpr (requires { position_.discs(0); }) {
      return position_.discs(0) - position_.discs(1);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_engine(const EngineSettings& s) const override {
    refuse_general_keys(s);
    return with_temperature(s.uses_policy() ? make_policy_engine<G>(s) : make_plain(s),
                            s.temperature);
  }

 private:
  [[nodiscard]] std::unique_ptr<AnyEngine> make_plain(const EngineSettings& s) const {
    switch (s.kind) {
      case EngineKind::kRandom:
        return std::make_unique<EngineOf<RandomSearch<G>>>();
      case EngineKind::kNaive:
        if (s.system_malloc) throw UsageError("naive: malloc=system is for 'bench' alone.");
        return std::make_unique<EngineOf<NaiveSearch<G, Textbook>>>(s.search);
      case EngineKind::kLadder:
        return make_ladder(s);
      case EngineKind::kSeq:
        return std::make_unique<EngineOf<SequentialSearch<G>>>(s.search);
      case EngineKind::kLeaf:
        return std::make_unique<EngineOf<LeafSearch<G>>>(
            typename LeafSearch<G>::Options{parallel_options(s), s.playouts});
      case EngineKind::kRoot:
        return make_root(s);
      case EngineKind::kTree:
        return make_tree(s);
      case EngineKind::kPipeline:
        return std::make_unique<EngineOf<PipelineSearch<G>>>(
            typename PipelineSearch<G>::Options{parallel_options(s), s.tokens, shown(s)});
      case EngineKind::kHybrid:
        return make_hybrid(s);
      case EngineKind::kVirtual:
        return std::make_unique<EngineOf<VirtualSearch<G>>>(virtual_options(s));
      case EngineKind::kCluster:
        return make_cluster_engine<G>(s);
      case EngineKind::kSolver:
        return make_solver();
      case EngineKind::kGtp:
      case EngineKind::kUci:
        return make_opponent(*this, s);
      case EngineKind::kPimc:
      case EngineKind::kSoIsmcts:
      case EngineKind::kMoIsmcts:
      case EngineKind::kCheat:
        throw UsageError(needs_hidden_game(s));
    }
    return nullptr;
  }

  template <class Search>
  using EngineOf = bench::EngineOf<G, Search>;

  [[nodiscard]] static std::unique_ptr<AnyEngine> make_ladder(const EngineSettings& s) {
    using Uncached = typename UncachedOf<OwnedTree<G>>::Type;
    switch (s.step) {
      case LadderStep::kCompact:
        return std::make_unique<EngineOf<LadderSearch<G, HeapNodes, true, false>>>(s.search);
      case LadderStep::kArena:
        return std::make_unique<EngineOf<LadderSearch<G, PooledNodes, true, false>>>(s.search);
      case LadderStep::kReplay:
        return std::make_unique<EngineOf<LadderSearch<G, PooledNodes, false, false>>>(s.search);
      case LadderStep::kTables:
        return std::make_unique<EngineOf<LadderSearch<G, PooledNodes, false, true>>>(s.search);
      case LadderStep::kLate:
        return std::make_unique<EngineOf<SequentialSearch<G, Tree<G>>>>(s.search);
      case LadderStep::kVectors:
        return std::make_unique<EngineOf<SequentialSearch<G, Uncached>>>(s.search);
    }
    return nullptr;
  }

  /// The same with the threads of one tree.
  [[nodiscard]] static ParallelOptions tree_options(const EngineSettings& s) {
    ParallelOptions options = parallel_options(s);
    options.threads /= s.trees;
    return options;
  }

  [[nodiscard]] static std::unique_ptr<AnyEngine> make_root(const EngineSettings& s) {
    const ParallelOptions options = parallel_options(s);
    if (s.share_iterations == 0 && s.share_time.count() == 0) {
      return std::make_unique<EngineOf<RootSearch<G>>>(
          typename RootSearch<G>::Options{options, s.merge});
    }
    return std::make_unique<EngineOf<SlowTreeSearch<G>>>(
        typename SlowTreeSearch<G>::Options{options, s.merge, s.share_iterations, s.share_time});
  }

  [[nodiscard]] static std::unique_ptr<AnyEngine> make_tree(const EngineSettings& s) {
    const ParallelOptions options = tree_options(s);
    const auto losses = static_cast<std::uint32_t>(s.virtual_loss);
    // Whole losses are booked in one word with the visits: the fastest lock-free tree.
    const bool packed =
        s.lock == TreeLock::kFree && s.trees == 1 && !s.virtual_mean && losses == s.virtual_loss;
    if (s.grain > 0 && s.trees > 1) throw UsageError(kNoGrain);
    if (s.lock == TreeLock::kLeased) {
      return std::make_unique<EngineOf<LeasedSearch<G>>>(
          LeasedOptions{options, s.top, losses > 0, s.trees, s.merge, s.grain});
    }
    if (packed) {
      return std::make_unique<EngineOf<TreeSearch<G>>>(
          typename TreeSearch<G>::Options{options, losses, s.grain});
    }
    return make_hybrid(s);
  }

  /// `playouts` is 1 unless the spec is a hybrid's.
  [[nodiscard]] static std::unique_ptr<AnyEngine> make_hybrid(const EngineSettings& s) {
    ClassicLock lock = ClassicLock::kFree;
    if (s.lock == TreeLock::kNode) lock = ClassicLock::kNode;
    if (s.lock == TreeLock::kGlobal) lock = ClassicLock::kGlobal;
    return std::make_unique<EngineOf<HybridSearch<G>>>(typename HybridSearch<G>::Options{
        tree_options(s), s.trees, s.playouts, s.merge, lock, shown(s), s.grain});
  }

  [[nodiscard]] std::unique_ptr<AnyEngine> make_solver() const {
    if constexpr (oracle::Oracle<Solver, G>) {
      if (Solver::knows(position_)) {
        return std::make_unique<EngineOf<oracle::SolverSearch<G, Solver>>>(position_);
      }
    } else {
      static_assert(std::same_as<Solver, oracle::NoOracle>);
    }
    throw UsageError(kUnsolvedGame);
  }

  using PositionOf<G>::position_;
};

}  // namespace banyan::bench
