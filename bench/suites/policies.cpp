// The suites of gains: engines against plain UCT, at equal iterations and at equal time.
#include "bench/experiments/policies.hpp"

#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

void add_gains(const std::string& suite, const SuiteOptions& options, const GameChoice& game,
               const EngineSettings& engine, const EngineSettings& control,
               std::vector<WorkItem>& items) {
  const Profile& profile = options.profile;
  const auto add = [&](const char* kind, const Limits& limits) {
    const MatchOptions match{.game = game,
                             .engines = {engine, control},
                             .deals = profile.pairs,
                             .limits = limits,
                             .openings = {.plies = game.opening_plies},
                             .seed = options.seed};
    items.push_back(
        match_item(suite, {kind, engine.spec}, match, expected_pair_ms(profile.move_time)));
  };
  add("iterations", {.iterations = profile.move_playouts});
  add("time", {.time = profile.move_time});
}

}  // namespace

Suite policies_suite(const SuiteOptions& options) {
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    for (const std::string& spec : policies_of(parse_spec(game.spec).name)) {
      add_gains("policies", options, game, parse_engine(spec), parse_engine("seq"), items);
    }
  }
  return suite_of_items("policies", "results", std::move(items));
}

Suite gains_suite(const SuiteOptions& options) {
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    for (std::size_t i = 1; i < options.engines.size(); ++i) {
      add_gains("gains", options, game, options.engines[i], options.engines[0], items);
    }
  }
  return suite_of_items("gains", "results", std::move(items));
}

}  // namespace banyan::bench
