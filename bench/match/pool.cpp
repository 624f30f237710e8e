// Plays pools.
#include "bench/match/pool.hpp"

#include <memory>

namespace banyan::bench {
namespace {

constexpr std::uint64_t kRounds = 5;

}  // namespace

std::vector<MatchOptions> pool_matches(const MatchOptions& options) {
  std::vector<MatchOptions> matches;
  for (std::size_t a = 0; a < options.engines.size(); ++a) {
    for (std::size_t b = a + 1; b < options.engines.size(); ++b) {
      MatchOptions match = options;
      match.engines = {options.engines[a], options.engines[b]};
      match.seed =
          match_seed(options.seed, options.engines[a].spec + " against " + options.engines[b].spec);
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

Json pool_settings(const MatchOptions& options) {
  Json engines = Json::array();
  Json limits = Json::array();
  for (const EngineSettings& engine : options.engines) {
    engines.push_back(engine.canonical);
    limits.push_back(limits_json(engine, options.limits));
  }
  Json settings{{"game", options.game.canonical},
                {"engines", engines},
                {"pairs", options.deals},
                {"limits", limits},
                {"openings", settings_text(options.openings)},
                {"seed", options.seed}};
  add_further_settings(settings, options);
  return settings;
}

PoolResult play_pool(const MatchOptions& options, const std::function<void()>& progress,
                     const std::stop_token& stop, GamesFolder* folder) {
  const auto openings = std::make_shared<Openings>(options.game, options.openings, options.seed);
  PoolResult pool;
  std::vector<MatchMemory> memories;
  for (MatchOptions& match : pool_matches(options)) {
    memories.push_back(folder ? folder->memory(match, openings)
                              : MatchMemory{.finished = {}, .openings = openings});
    // Results of an earlier run count even if this one stops before it reaches the match.
    MatchResult found;
    for (const Deal& pair : memories.back().finished) {
      found.add(match, pair);
      progress();
    }
    pool.matches.emplace_back(std::move(match), std::move(found));
  }
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    for (std::size_t i = 0; i < pool.matches.size() && !stop.stop_requested(); ++i) {
      auto& [match, result] = pool.matches[i];
      play_on(
          match, match.deals * round / kRounds, [&](const MatchResult&) { progress(); }, stop,
          memories[i], result);
    }
  }
  for (std::size_t a = 0, i = 0; a < options.engines.size(); ++a) {
    for (std::size_t b = a + 1; b < options.engines.size(); ++b, ++i) {
      const MatchResult& played = pool.matches[i].second;
      pool.pairings.push_back({a, b, played.pentanomial});
      pool.interrupted |= !played.only_repeats && played.deals.size() < options.deals;
    }
  }
  if (connected(options.engines.size(), pool.pairings)) {
    pool.ratings = bradley_terry(options.engines.size(), pool.pairings);
  }
  return pool;
}

}  // namespace banyan::bench
