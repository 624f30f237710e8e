// The suites of gains: engines against one, at equal iterations and at equal time.
#include <span>

#include "bench/experiments/descriptions.hpp"
#include "bench/machine/embedded.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

/// The policies measured on a game: those of every game, and those for which this one has the
/// knowledge.
std::vector<EngineSettings> policies_of(const GameChoice& game) {
  const Field all = Field::of_text(embedded_file("suites/policies.json"), "policies.json");
  std::vector<EngineSettings> engines;
  for (const std::string& name : {std::string("every game"), parse_spec(game.spec).name}) {
    if (!all.has(name)) continue;
    for (const std::string& spec : texts(all[name])) engines.push_back(parse_engine(spec));
  }
  return engines;
}

/// Matches of a game's engines against one.
template <class EnginesOf>
Suite matches_against(const EngineSettings& control, const std::string& suite,
                      const SuiteOptions& options, EnginesOf&& engines_of) {
  const Profile& profile = options.profile;
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : engines_of(game)) {
      const auto add = [&](const char* kind, const Limits& limits) {
        items.push_back(
            match_item(suite, match_in_run(options, game, engine, control, profile.pairs, limits),
                       expected_pair_ms(profile.move_time), MatchPurpose{kind, engine.spec}));
      };
      add("iterations", {.iterations = profile.move_playouts});
      add("time", {.time = profile.move_time});
    }
  }
  return suite_of_items(suite, std::move(items));
}

}  // namespace

Suite policies_suite(const SuiteOptions& options) {
  return matches_against(parse_engine("seq"), "policies", options, policies_of);
}

Suite gains_suite(const SuiteOptions& options) {
  const std::vector<EngineSettings>& engines = options.engines;
  return matches_against(engines.front(), "gains", options,
                         [&](const GameChoice&) { return std::span(engines).subspan(1); });
}

}  // namespace banyan::bench
