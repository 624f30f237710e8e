// The suite of strength: each parallel engine against `seq`.
#include <algorithm>

#include "bench/suites/suites.hpp"

namespace banyan::bench {

const EngineSettings* baseline(const std::vector<EngineSettings>& engines) {
  const auto seq = std::find_if(engines.begin(), engines.end(), [](const EngineSettings& engine) {
    return engine.kind == EngineKind::kSeq;
  });
  return seq == engines.end() ? nullptr : &*seq;
}

std::vector<const EngineSettings*> widest(const std::vector<EngineSettings>& engines) {
  std::vector<const EngineSettings*> found;
  for (const EngineSettings& engine : engines) {
    if (engine.threads == 1 && engine.kind != EngineKind::kNaive) continue;
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](const auto* other) { return other->kind == engine.kind; });
    if (same == found.end()) {
      found.push_back(&engine);
    } else if ((*same)->threads < engine.threads) {
      *same = &engine;
    }
  }
  return found;
}

std::vector<MatchOptions> suite_matches(const SuiteOptions& options) {
  const EngineSettings* const seq = baseline(options.engines);
  if (seq == nullptr) return {};
  const Profile& profile = options.profile;
  const Limits equal_time{0, 0, profile.move_time};
  const Limits equal_playouts{0, profile.move_playouts, {}};
  std::vector<MatchOptions> matches;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings* engine : widest(options.engines)) {
      for (const Limits& limits : {equal_time, equal_playouts}) {
        if (engine->kind == EngineKind::kNaive && limits.playouts > 0) continue;
        matches.push_back({game,
                           {*engine, *seq},
                           profile.pairs,
                           limits,
                           {game.opening_plies},
                           std::nullopt,
                           options.seed});
      }
    }
  }
  return matches;
}

Suite strength_suite(const SuiteOptions& options) {
  const std::uint64_t per_pair = expected_pair_ms(options.profile.move_time);
  std::vector<WorkItem> items;
  for (const MatchOptions& match : suite_matches(options)) {
    items.push_back(match_item("strength", match, per_pair));
  }
  return suite_of_items("strength", "matches", std::move(items));
}

}  // namespace banyan::bench
