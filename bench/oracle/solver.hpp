// The engine that knows: plays by an oracle, an exact solver of the game.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <stop_token>

#include "bench/oracle/patience.hpp"
#include "core/rules/game.hpp"
#include "core/search/budget.hpp"
#include "core/search/result.hpp"

namespace banyan::oracle {

/// What perfect play comes to for the side to move, and a move that keeps it.
template <class Move>
struct Solution {
  Points value = kLoss;
  Move move{};
};

/// An exact solver of game G, made for a position of the game that it is to solve.
///
///   knows(position)             whether it can solve this one's game (its board's size, say)
///   solve(position, patience)   any position of that game which is not over. Throws Interrupted.
template <class O, class G>
concept Oracle = Game<G> && std::constructible_from<O, const G&> &&
    requires(O oracle, const G& position, Patience& patience) {
  { O::knows(position) } -> std::same_as<bool>;
  { oracle.solve(position, patience) } -> std::same_as<Solution<typename G::Move>>;
};

/// In place of an oracle: the game has none.
struct NoOracle {};

/// Not a tree search: it runs no iterations and no playouts, visits nothing, and heeds no budget,
/// but thinks until it knows. Only a stop request ends it sooner; then its move is just the first
/// legal one, its value a half, and its counter `solved` 0.
template <Game G, Oracle<G> O>
class SolverSearch {
 public:
  explicit SolverSearch(const G& start) : oracle_(start) {}

  SearchResult search(const G& position, const Limits& /*limits*/, const StreamKey& /*key*/,
                      const std::stop_token& stop = {}) {
    const Clock::time_point start = Clock::now();
    SearchResult result;
    for (const auto move : position.legal_moves()) result.children.push_back({move, 0, 0});
    Patience patience(stop);
    try {
      const auto solution = oracle_.solve(position, patience);
      result.best_move = solution.move;
      result.value = static_cast<double>(solution.value) / kWin;
      result.counters["solved"] = 1;
    } catch (const Interrupted&) {
      result.best_move = result.children[0].move;
      result.value = 0.5;
      result.counters["solved"] = 0;
    }
    result.principal_variation = {result.best_move};
    result.counters["positions"] = patience.positions();
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

 private:
  O oracle_;
};

}  // namespace banyan::oracle
