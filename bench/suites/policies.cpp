// The suite of search policies: each against plain UCT, at equal iterations and at equal time.
#include "bench/report/policy_gains.hpp"

#include "bench/suites/suites.hpp"

namespace banyan::bench {

Suite policies_suite(const SuiteOptions& options) {
  const EngineSettings plain = parse_engine("seq");
  const Profile& profile = options.profile;
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) {
    for (const std::string& spec : policies_of(parse_spec(game.spec).name)) {
      const auto add = [&](const char* kind, const Limits& limits) {
        const MatchOptions match{.game = game,
                                 .engines = {parse_engine(spec), plain},
                                 .deals = profile.pairs,
                                 .limits = limits,
                                 .openings = {.plies = game.opening_plies},
                                 .seed = options.seed};
        items.push_back(
            match_item("policies", {kind, spec}, match, expected_pair_ms(profile.move_time)));
      };
      add("iterations", {.iterations = profile.move_playouts});
      add("time", {.time = profile.move_time});
    }
  }
  return suite_of_items("policies", "results", std::move(items));
}

}  // namespace banyan::bench
