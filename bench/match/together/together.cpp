// Plays matches together.
#include "bench/match/together/together.hpp"

#include <fmt/format.h>

#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr std::uint64_t kRounds = 5;

}  // namespace

MatchOptions match_of(const MatchOptions& options, const EngineSettings& a,
                      const EngineSettings& b) {
  MatchOptions match = options;
  match.engines = {a, b};
  match.seed = match_seed(options.seed, a.spec + " against " + b.spec);
  return match;
}

Json settings_of_all(const MatchOptions& options, const std::vector<EngineSettings>& engines) {
  Json specs = Json::array();
  Json limits = Json::array();
  for (const EngineSettings& engine : engines) {
    specs.push_back(engine.canonical);
    limits.push_back(limits_json(engine, options.limits));
  }
  Json settings{{"game", options.game.canonical},
                {"engines", specs},
                {"pairs", options.deals},
                {"limits", limits},
                {"openings", settings_text(options.openings)},
                {"seed", options.seed}};
  add_further_settings(settings, options);
  return settings;
}

PlayedMatches play_together(const std::vector<MatchOptions>& matches, std::uint64_t seed,
                            const std::function<void()>& progress, const std::stop_token& stop,
                            RunFolder* folder) {
  PlayedMatches played;
  if (matches.empty()) return played;
  const auto openings =
      std::make_shared<Openings>(matches.front().game, matches.front().openings, seed);
  std::vector<MatchMemory> memories;
  for (const MatchOptions& match : matches) {
    memories.push_back(folder ? folder->memory(match, openings)
                              : MatchMemory{.finished = {}, .openings = openings});
    // Results of an earlier run count even if this one stops before it reaches the match.
    MatchResult found;
    for (const Deal& pair : memories.back().finished) {
      found.add(match, pair);
      progress();
    }
    played.matches.emplace_back(match, std::move(found));
  }
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    for (std::size_t i = 0; i < matches.size() && !stop.stop_requested(); ++i) {
      auto& [match, result] = played.matches[i];
      play_on(
          match, match.deals * round / kRounds, [&](const MatchResult&) { progress(); }, stop,
          memories[i], result);
    }
  }
  for (const auto& [match, result] : played.matches) {
    played.interrupted |= !result.only_repeats && result.deals.size() < match.deals;
  }
  return played;
}

std::vector<double> holm_adjusted(const PlayedMatches& played) {
  std::vector<double> p_values;
  for (const auto& [match, result] : played.matches) {
    p_values.push_back(difference_p_value(result.pentanomial));
  }
  return holm_adjusted(p_values);
}

std::string p_text(double p) { return p < 0.001 ? "< 0.001" : fmt::format("{:.2g}", p); }

std::string notes_of(const PlayedMatches& played) {
  std::string text;
  for (const auto& [match, result] : played.matches) {
    if (!result.once) continue;
    text += wrapped(fmt::format("Note: {} against {}: {}", match.engines[0].spec,
                                match.engines[1].spec, *repeats_note(result))) +
            '\n';
  }
  return text;
}

}  // namespace banyan::bench
