// The suites of gains: engines against one, at equal iterations and at equal time.
#include <chrono>
#include <span>
#include <utility>

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

/// What the matches of a run have.
struct Extent {
  std::uint64_t iterations;
  std::chrono::nanoseconds time;
  std::uint64_t pairs;
};

Extent extent_of(const SuiteOptions& options) {
  const Profile& profile = options.profile;
  Extent extent{profile.move_playouts, profile.move_time, profile.pairs};
  if (!options.study) return extent;
  const Study& study = *options.study;
  if (study.budget.iterations > 0 || study.budget.time.count() > 0) {
    extent.iterations = study.budget.iterations;
    extent.time = study.budget.time;
  }
  if (study.pairs > 0) extent.pairs = by_profile(profile, study.pairs);
  return extent;
}

/// Matches of a game's engines against one.
template <class EnginesOf>
void add_matches(const EngineSettings& control, const std::string& suite,
                 const SuiteOptions& options, const EnginesOf& engines_of,
                 std::vector<WorkItem>& items) {
  const Extent extent = extent_of(options);
  for (const GameChoice& game : options.games) {
    for (const EngineSettings& engine : engines_of(game)) {
      const auto add = [&](const char* kind, const Limits& limits) {
        const auto ms = std::chrono::duration<double, std::milli>(search_ms(limits));
        items.push_back(
            match_item(suite, match_in_run(options, game, engine, control, extent.pairs, limits),
                       expected_pair_ms(std::chrono::duration_cast<std::chrono::nanoseconds>(ms)),
                       MatchPurpose{kind, engine.spec}));
      };
      if (extent.iterations > 0) add("iterations", {.iterations = extent.iterations});
      if (extent.time.count() > 0) add("time", {.time = extent.time});
    }
  }
}

}  // namespace

Suite policies_suite(const SuiteOptions& options) {
  std::vector<WorkItem> items;
  add_matches(parse_engine("seq"), "policies", options, policies_of, items);
  return suite_of_items("policies", std::move(items));
}

Suite gains_suite(const SuiteOptions& options) {
  std::vector<EngineSettings> controls = options.controls;
  if (controls.empty()) controls.push_back(options.engines.front());
  std::vector<WorkItem> items;
  for (const EngineSettings& control : controls) {
    std::vector<EngineSettings> others = options.engines;
    std::erase_if(others,
                  [&](const EngineSettings& engine) { return engine.spec == control.spec; });
    add_matches(
        control, "gains", options, [&](const GameChoice&) { return std::span(others); }, items);
  }
  return suite_of_items("gains", std::move(items));
}

}  // namespace banyan::bench
