// The suites of gains: engines against plain UCT, at equal iterations and at equal time.
#include "bench/experiments/descriptions.hpp"
#include "bench/machine/embedded.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

/// The policies measured on a game, as engine specs: those of every game, and those for which this
/// one has the knowledge.
std::vector<std::string> policies_of(const std::string& game) {
  const Field all = Field::of_text(embedded_file("suites/policies.json"), "policies.json");
  std::vector<std::string> engines = texts(all["every game"]);
  if (!all.has(game)) return engines;
  const std::vector<std::string> more = texts(all[game]);
  engines.insert(engines.end(), more.begin(), more.end());
  return engines;
}

void add_gains(const std::string& suite, const SuiteOptions& options, const GameChoice& game,
               const EngineSettings& engine, const EngineSettings& control,
               std::vector<WorkItem>& items) {
  const Profile& profile = options.profile;
  const auto add = [&](const char* kind, const Limits& limits) {
    items.push_back(
        match_item(suite, match_in_run(options, game, engine, control, profile.pairs, limits),
                   expected_pair_ms(profile.move_time), MatchPurpose{kind, engine.spec}));
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
