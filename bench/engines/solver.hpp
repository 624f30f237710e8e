// The engine that knows.
#pragma once

#include <chrono>
#include <concepts>
#include <memory>
#include <stop_token>

#include "bench/registry/engine_entry.hpp"
#include "bench/registry/engine_of.hpp"
#include "core/budget/budget.hpp"
#include "core/result/result.hpp"
#include "games/oracle/oracle.hpp"

namespace banyan::bench {

/// Why `solver` cannot play a game without an oracle, or one too large for it; for a UsageError.
inline constexpr const char* kUnsolvedGame =
    "engine solver cannot solve this game: give tic_tac_toe, connect_four, hex:size=3 to "
    "hex:size=5, dots_and_boxes with at most 24 lines left, p_game with at most 2^40 lines "
    "(branching^depth) or othello with at most 16 empty cells.";

/// Not a tree search: it runs no iterations and no playouts, visits nothing, and heeds no budget,
/// but thinks until it knows. Only a stop request ends it sooner; then its move is just the first
/// legal one, its value a half, and its counter `solved` 0.
template <Game G, oracle::Oracle<G> O>
class SolverSearch {
 public:
  explicit SolverSearch(const G& start) : oracle_(start) {}

  SearchResult search(const G& position, const Limits& /*limits*/, const StreamKey& /*key*/,
                      const std::stop_token& stop = {}) {
    const Clock::time_point start = Clock::now();
    SearchResult result;
    for (const auto move : position.legal_moves()) result.children.push_back({move, 0, 0});
    oracle::Patience patience(stop);
    try {
      const auto solution = oracle_.solve(position, patience);
      result.best_move = solution.move;
      result.value = static_cast<double>(solution.value) / kWin;
      result.count("solved", 1);
    } catch (const oracle::Interrupted&) {
      result.best_move = result.children[0].move;
      result.value = 0.5;
      result.count("solved", 0);
    }
    result.principal_variation = {result.best_move};
    result.count("positions", patience.positions());
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

 private:
  O oracle_;
};

struct SolverEngine {
  static constexpr EngineKind kKind = EngineKind::kSolver;

  static EngineEntry entry() {
    return {kKind,
            "solver",
            "perfect play by an exact solver, whatever time that takes; tic_tac_toe, "
            "connect_four, hex up to size 5, dots_and_boxes from 24 lines left, p_game up to 2^40 "
            "lines, othello from 16 empty cells; it wins soon and loses late (in hex near the end "
            "alone), or by as many boxes or discs as it can",
            {}};
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& position, const EngineSettings& /*s*/) {
    using G = typename Game::Rules;
    using Solver = typename Game::Oracle;
    if constexpr (oracle::Oracle<Solver, G>) {
      if (Solver::knows(position.position())) {
        return std::make_unique<EngineOf<G, SolverSearch<G, Solver>>>(position.position());
      }
    } else {
      static_assert(std::same_as<Solver, oracle::NoOracle>);
    }
    throw UsageError(kUnsolvedGame);
  }
};

}  // namespace banyan::bench
