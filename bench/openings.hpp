// Openings: how a pair of match games begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/games.hpp"

namespace banyan::bench {

/// How openings are drawn: `plies` uniformly random moves; 0 for none.
struct OpeningRule {
  int plies = 0;
};

/// "none" or "random:plies=K"; `default_plies` where K is not given. Throws UsageError.
OpeningRule parse_openings(std::string_view text, int default_plies);

std::string to_text(const OpeningRule& rule);

/// Draws the openings of a match, one for each pair of games. An opening is taken if the game is
/// not over and a sequential search of kReferenceIterations values the position between
/// 1 - kBalanced and kBalanced; after kTries failures the most balanced of those seen.
class Openings {
 public:
  static constexpr std::uint64_t kReferenceIterations = 4000;
  static constexpr double kBalanced = 0.65;
  static constexpr int kTries = 50;

  Openings(const GameChoice& game, OpeningRule rule, std::uint64_t seed);

  /// The moves that open pair number `pair`: the same for the same game, rule and seed. Two
  /// threads need an object each. Throws UsageError if every try ends the game.
  std::vector<std::uint32_t> draw(std::uint64_t pair);

 private:
  const AnyGame* start_;
  OpeningRule rule_;
  std::uint64_t seed_;
  std::unique_ptr<AnyEngine> reference_;
};

}  // namespace banyan::bench
