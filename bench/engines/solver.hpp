// The engine that knows.
#pragma once

#include <concepts>
#include <memory>

#include "bench/oracle/solver.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engine_of.hpp"

namespace banyan::bench {

/// Why `solver` cannot play a game without an oracle, or one too large for it; for a UsageError.
inline constexpr const char* kUnsolvedGame =
    "engine solver cannot solve this game: give tic_tac_toe, connect_four, hex:size=3 to "
    "hex:size=5, dots_and_boxes with at most 24 lines left, p_game with at most 2^40 lines "
    "(branching^depth) or othello with at most 16 empty cells.";

struct SolverEngine {
  static constexpr EngineKind kKind = EngineKind::kSolver;

  static EngineEntry entry() {
    return {kKind,
            "solver",
            "perfect play by an exact solver, whatever time that takes; tic_tac_toe, "
            "connect_four, hex up to size 5, p_game up to 2^40 lines, othello from 16 empty cells",
            {}};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& position, const EngineSettings& /*s*/) {
    using G = typename Game::Rules;
    using Solver = typename Game::Oracle;
    if constexpr (oracle::Oracle<Solver, G>) {
      if (Solver::knows(position.position())) {
        return std::make_unique<EngineOf<G, oracle::SolverSearch<G, Solver>>>(position.position());
      }
    } else {
      static_assert(std::same_as<Solver, oracle::NoOracle>);
    }
    throw UsageError(kUnsolvedGame);
  }
};

}  // namespace banyan::bench
