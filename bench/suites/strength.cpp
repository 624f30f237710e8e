// The suites of strength: matches that choose an engine for each game, and new games of that
// engine.
#include <algorithm>
#include <optional>
#include <utility>

#include "bench/registry/limits.hpp"
#include "bench/report/run_data.hpp"
#include "bench/statistics/statistics.hpp"
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
    if (engine.threads == 1 && !is_reference(engine.kind)) continue;
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

namespace {

// Few pairs suffice to choose, since the chosen engine is tested again.
std::uint64_t choosing_pairs(const Profile& profile) {
  return std::max<std::uint64_t>(1, profile.pairs / 2);
}
std::uint64_t deciding_pairs(const Profile& profile) { return 6 * profile.pairs; }
std::uint64_t control_pairs(const Profile& profile) { return 3 * profile.pairs; }

/// The engines with most threads, and of each kind also the one in batches; not the baseline.
std::vector<const EngineSettings*> rivals(const std::vector<EngineSettings>& engines) {
  std::vector<const EngineSettings*> found = widest(engines);
  for (const EngineSettings& engine : engines) {
    const auto alike = [&](const EngineSettings& other) {
      return other.kind == engine.kind && other.search.batch > 0;
    };
    if (!alike(engine) || &engine == baseline(engines)) continue;
    const bool known =
        std::any_of(found.begin(), found.end(), [&](const auto* other) { return alike(*other); });
    const bool widest_batch =
        std::none_of(engines.begin(), engines.end(), [&](const EngineSettings& other) {
          return alike(other) && other.threads > engine.threads;
        });
    if (widest_batch && !known) found.push_back(&engine);
  }
  return found;
}

/// Those of which one is chosen.
std::vector<const EngineSettings*> choosable(const std::vector<EngineSettings>& engines) {
  std::vector<const EngineSettings*> found = rivals(engines);
  std::erase_if(found, [](const auto* engine) { return is_reference(engine->kind); });
  return found;
}

MatchOptions at_equal_time(const SuiteOptions& options, const GameChoice& game,
                           const EngineSettings& engine, std::uint64_t pairs) {
  return match_in_run(options, game, engine, *baseline(options.engines), pairs,
                      {.time = options.profile.move_time});
}

/// The engine with the highest score in the game's matches of `strength`; ties go to the fastest.
const EngineSettings& chosen_engine(const SuiteOptions& options, const GameChoice& game,
                                    const RunData& so_far) {
  const auto score_and_speed = [&](const EngineSettings* engine) {
    const MatchRow* const match = find_match(so_far.matches, game.spec, "", engine->spec);
    const ThroughputRow* const row = find_row(so_far.rows, game.spec, engine->spec);
    return std::pair{match == nullptr ? 0.5 : score(match->pentanomial),
                     row == nullptr ? 0.0 : geometric_mean(row->iterations_per_second)};
  };
  const std::vector<const EngineSettings*> engines = choosable(options.engines);
  return **std::max_element(engines.begin(), engines.end(), [&](const auto* a, const auto* b) {
    return score_and_speed(a) < score_and_speed(b);
  });
}

/// The match of an engine that is not known until it begins.
WorkItem chosen_item(const GameChoice& game, const SuiteOptions& options, std::uint64_t per_pair) {
  WorkItem item;
  item.key = {{"game", game.spec}};
  item.expected_ms = per_pair * deciding_pairs(options.profile);
  item.measure = [=](const Work& work) {
    const RunData so_far = run_data(work.folder.run(), work.folder.results());
    const EngineSettings& engine = chosen_engine(options, game, so_far);
    return match_item("decision",
                      at_equal_time(options, game, engine, deciding_pairs(options.profile)),
                      per_pair)
        .measure(work);
  };
  return of_kind("chosen", item);
}

}  // namespace

std::vector<MatchOptions> suite_matches(const SuiteOptions& options) {
  std::vector<MatchOptions> matches;
  if (baseline(options.engines) == nullptr) return matches;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings* engine : rivals(options.engines)) {
      matches.push_back(at_equal_time(options, game, *engine, choosing_pairs(options.profile)));
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
  return suite_of_items("strength", std::move(items));
}

Suite decision_suite(const SuiteOptions& options) {
  const std::uint64_t per_pair = expected_pair_ms(options.profile.move_time);
  std::vector<WorkItem> items;
  const EngineSettings* const seq = baseline(options.engines);
  if (seq != nullptr && !choosable(options.engines).empty()) {
    const Limits whole = limits_for(*seq, Limits{.time = options.profile.move_time});
    const std::optional<EngineSettings> half = with_times_budget(*seq, whole, 0.5);
    for (const GameChoice& game : options.games) {
      items.push_back(chosen_item(game, options, per_pair));
      if (!half) continue;
      items.push_back(of_kind(
          "control", match_item("decision",
                                at_equal_time(options, game, *half, control_pairs(options.profile)),
                                per_pair * 3 / 4)));
    }
  }
  return suite_of_items("decision", std::move(items));
}

}  // namespace banyan::bench
