// The suite of phases: where the sequential core spends an iteration's time.
#include <fmt/format.h>

#include "bench/measure/measurer.hpp"
#include "bench/suites/suites.hpp"
#include "core/search/phases.hpp"

namespace banyan::bench {
namespace {

constexpr const char* kEngine = "seq:phases=on";

WorkItem phases_item(const GameChoice& game, const SuiteOptions& options) {
  WorkItem item;
  item.key = {{"game", game.spec}, {"engine", kEngine}};
  const Profile& profile = options.profile;
  const auto per_search = static_cast<std::uint64_t>(profile.search_time.count());
  const auto repetitions = static_cast<std::uint64_t>(profile.repetitions);
  item.expected_ms = per_search * (repetitions + 1);
  item.measure = [=, seed = options.seed](const Work& work) {
    Measurer measurer(game, parse_engine(kEngine));
    Json samples = Json::array();
    for (std::uint64_t i = 1; i <= repetitions; ++i) {
      const auto measured =
          measurer.search({.time = profile.search_time}, {seed, i, 0, 0}, work.stop);
      if (!measured) break;
      work.advance(i == 1 ? 2 * per_search : per_search, fmt::format("phases {}", game.spec));
      Json counts = Json::object();
      for (const char* phase : kPhaseNames) {
        counts[phase] = measured->found.counters.at(std::string("samples_") + phase);
      }
      samples.push_back(std::move(counts));
    }
    return Json{{"samples", samples}};
  };
  return item;
}

}  // namespace

Suite phases_suite(const SuiteOptions& options) {
  std::vector<WorkItem> items;
  for (const GameChoice& game : options.games) items.push_back(phases_item(game, options));
  return suite_of_items("phases", std::move(items));
}

}  // namespace banyan::bench
