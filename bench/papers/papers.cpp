// The suite of a published experiment.
#include "bench/papers/papers.hpp"

#include <algorithm>

#include "bench/experiments/study.hpp"
#include "bench/machine/machine.hpp"
#include "bench/registry/limits.hpp"
#include "bench/report/evidence.hpp"

namespace banyan::bench {
namespace {

bool is_smoke(const SuiteOptions& options) {
  return options.profile.name == std::string_view("smoke");
}

WorkItem item_of(const Paper& paper, const Needed& needed, const SuiteOptions& options) {
  const GameChoice game = parse_games(needed.game).front();
  std::vector<EngineSettings> engines;
  for (const std::string& spec : needed.engines) engines.push_back(parse_engine(spec));
  if (needed.kind == kSearches) {
    const Limits limits = is_smoke(options) ? times(paper.limits, 1.0 / 64) : paper.limits;
    return of_kind(kSearches,
                   searches_item(game, engines, limits, by_profile(options.profile, paper.searches),
                                 options.seed));
  }
  if (needed.kind == kMatch) {
    const MatchOptions match = match_in_run(options, game, engines[0], engines[1],
                                            by_profile(options.profile, paper.pairs));
    return of_kind(kMatch, match_item("paper", match, paper.pair_ms));
  }
  const auto comes_first = [&](const EngineSettings& engine) {
    return std::find(paper.first.begin(), paper.first.end(), engine.spec) != paper.first.end();
  };
  std::stable_partition(engines.begin(), engines.end(), comes_first);
  return of_kind(kSolved, solved_item(game, engines, by_profile(options.profile, paper.positions),
                                      options.seed));
}

}  // namespace

std::vector<WorkItem> paper_items(const Paper& paper, const SuiteOptions& options, int cores) {
  std::vector<Ours> all;
  std::string game_of_matches;
  for (const Paper::Cell& cell : paper.cells) {
    const auto& engines = cell.ours.engines;
    const bool here = std::all_of(engines.begin(), engines.end(), [&](const std::string& engine) {
      return can_run(engine) && parse_engine(engine).threads <= cores;
    });
    if (!here) continue;
    if (is_smoke(options) && cell.ours.kind == Ours::Kind::kElo) {
      if (game_of_matches.empty()) game_of_matches = cell.ours.game;
      if (cell.ours.game != game_of_matches) continue;
    }
    all.push_back(cell.ours);
  }
  std::vector<WorkItem> items;
  for (const Needed& needed : needed_for(all, paper.curve)) {
    items.push_back(item_of(paper, needed, options));
  }
  return items;
}

Suite paper_suite(const SuiteOptions& options) {
  if (options.paper.empty()) {
    throw UsageError("--suites paper is of a published experiment: name it with --paper.");
  }
  const Paper& paper = find_paper(options.paper);
  const int cores = static_cast<int>(available_cpus().size());
  return suite_of_items("paper", paper_items(paper, options, cores));
}

}  // namespace banyan::bench
