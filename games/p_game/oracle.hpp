// P-games solved exactly.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/oracle/alpha_beta.hpp"
#include "games/oracle/oracle.hpp"
#include "games/p_game/p_game.hpp"

namespace banyan::oracle {

template <int MaxMoves>
class PGameOracle {
 public:
  using Position = BasicPGame<MaxMoves>;

  static constexpr std::uint64_t kMostLines = std::uint64_t{1} << 40;  // a second or two

  explicit PGameOracle(const Position& /*start*/) {}

  /// Whether the tree below the position has few enough lines.
  static bool knows(const Position& start) {
    std::uint64_t lines = 1;
    for (int ply = start.plies(); ply < start.depth() && lines <= kMostLines; ++ply) {
      lines *= static_cast<std::uint64_t>(start.branching());
    }
    return lines <= kMostLines;
  }

  Solution<typename Position::Move> solve(const Position& position, Patience& patience) {
    const Points value = solver_.value(position, patience);
    return {value, solver_.best_move(position, value, patience)};
  }

 private:
  // No two paths meet: only searches after one another find stored positions.
  AlphaBeta<Position> solver_{std::size_t{1} << 20};
};
static_assert(Oracle<PGameOracle<16>, PGame>);

}  // namespace banyan::oracle
