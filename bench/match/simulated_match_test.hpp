// Matches drawn from a known truth, for tests of what statistics find in them.
#pragma once

#include <cstdint>

#include "bench/statistics/statistics.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {

/// How games of a simulated match come out.
struct SimulatedGames {
  double draws = 0.3;   ///< at even scores; fewer where one side is the better
  double colour = 0.1;  ///< most that an opening shifts the score of the side that moves first
};

inline double uniform(Random& random) { return random.below(1U << 30U) / double(1U << 30U); }

/// One game, for a player of that expected score.
inline int simulated_game(double expected_score, double draws, Random& random) {
  const double draw = draws * 4 * expected_score * (1 - expected_score);
  const double x = uniform(random);
  return x < expected_score - draw / 2 ? 2 : x < expected_score + draw / 2 ? 1 : 0;
}

/// Counts of pairs in which A scores so much on average, whatever the openings do.
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
