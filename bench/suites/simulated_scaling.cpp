// Measures simulated workers.
#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "bench/registry/limits.hpp"
#include "bench/report/scaling.hpp"
#include "bench/suites/suites.hpp"

namespace banyan::bench {
namespace {

/// For games of 2 x 35 moves at 200 k iterations per second.
std::uint64_t pair_ms(std::uint64_t iterations) {
  return expected_pair_ms(std::chrono::microseconds(5 * iterations));
}

/// The match, given with equal iterations, at equal virtual time. Only the searches tell how many
/// iterations one worker makes meanwhile.
WorkItem equal_time(const MatchOptions& match) {
  WorkItem item;
  const std::string spec = match.engines[0].spec;
  item.key = {{"game", match.game.spec}, {"a", spec}, {"kind", kVirtualTime}};
  const std::uint64_t ms = pair_ms(match.limits->iterations) / 2;
  item.expected_ms = ms * match.deals;
  item.measure = [=](const Work& work) {
    Scaling so_far;
    for (const Field& result : work.folder.results().all("scaling", {{"kind", kVirtualSearches}})) {
      so_far.searches.push_back(read_searches(result));
    }
    for (const SearchesRow& row : simulated_rows(so_far, match.game.spec)) {
      if (row.engine != spec) continue;
      const double share = 1 / virtual_speedup(row).value;
      MatchOptions timed = match;
      timed.engines[1] = with_budget(timed.engines[1], times(*match.limits, share));
      return match_item("scaling", timed, ms, MatchPurpose{kVirtualTime, spec, share})
          .measure(work);
    }
    throw std::logic_error("no searches of " + spec);
  };
  return item;
}

}  // namespace

std::vector<WorkItem> simulated_scaling(const SuiteOptions& options, const EngineSettings& seq,
                                        const std::vector<EngineSettings>& engines) {
  std::vector<WorkItem> items;
  for (const EngineSettings& engine : engines) {
    if (!engine.limits) continue;
    throw UsageError(fmt::format(
        "--suites scaling gives simulated workers their iterations: leave the budget of {} out.",
        engine.spec));
  }
  if (engines.empty()) return items;
  const Profile& profile = options.profile;
  const Limits equal{.iterations = profile.move_playouts};
  for (const GameChoice& game : options.games) {
    items.push_back(
        of_kind(kVirtualSearches,
                searches_item(game, engines, equal, static_cast<std::uint64_t>(profile.repetitions),
                              options.seed)));
    const auto match_of = [&](const EngineSettings& a) {
      return match_in_run(options, game, a, seq, profile.pairs, equal);
    };
    for (const double factor : kVirtualFactors) {
      const auto ms = static_cast<double>(pair_ms(equal.iterations)) * (1 + factor) / 2;
      items.push_back(match_item("scaling", match_of(with_budget(seq, times(equal, factor))),
                                 static_cast<std::uint64_t>(ms),
                                 MatchPurpose{kVirtualCurve, seq.spec, factor}));
    }
    for (const EngineSettings& engine : engines) {
      items.push_back(match_item("scaling", match_of(engine), pair_ms(equal.iterations),
                                 MatchPurpose{kVirtualIterations, engine.spec}));
      items.push_back(equal_time(match_of(engine)));
    }
  }
  return items;
}

}  // namespace banyan::bench
