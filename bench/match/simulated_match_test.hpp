// Matches drawn from a known truth, to test the statistics.
#pragma once

#include <cstdint>

#include "bench/statistics/statistics.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {

/// The results of games in a simulated match.
struct SimulatedGames {
  double draws = 0.3;   ///< at even scores; fewer if one side is better
  double colour = 0.1;  ///< largest shift of the first mover's score by an opening
};

inline double uniform(Random& random) { return random.below(1U << 30U) / double(1U << 30U); }

/// One game of a player with that expected score.
inline int simulated_game(double expected_score, double draws, Random& random) {
  const double draw = draws * 4 * expected_score * (1 - expected_score);
  const double x = uniform(random);
  return x < expected_score - draw / 2 ? 2 : x < expected_score + draw / 2 ? 1 : 0;
}

/// Counts of pairs in which A's average score is `expected_score`, whatever the openings do.
inline Pentanomial simulated_pairs(double expected_score, std::uint64_t pairs, Random& random,
                                   const SimulatedGames& games = {}) {
  Pentanomial counts{};
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const double shift = games.colour * (2 * uniform(random) - 1);
    const int first = simulated_game(expected_score + shift, games.draws, random);
    const int second = simulated_game(expected_score - shift, games.draws, random);
    add_pair(counts, first, second);
  }
  return counts;
}

}  // namespace banyan::bench
