// Splits a search among its trees and merges their results.
#include "parallel/ensemble.hpp"

#include <chrono>
#include <optional>

namespace banyan {
namespace {

/// The shares of a search's trees.
std::vector<TreePart> parts_of(const Ensemble& ensemble, const Limits& limits, const StreamKey& key,
                               const std::stop_token& stop, Clock::time_point start) {
  std::vector<TreePart> parts;
  for (int i = 0; i < ensemble.trees; ++i) {
    const std::optional<Limits> share = share_of(limits, i, ensemble.trees);
    if (!share) break;
    parts.push_back(
        {static_cast<std::size_t>(i), worker_key(key, i * ensemble.streams), *share, stop, start});
  }
  return parts;
}

}  // namespace

SearchResult search_ensemble(
    const Ensemble& ensemble, const Limits& limits, const StreamKey& key,
    const std::stop_token& stop,
    const std::function<std::unique_ptr<TreeTeam>(const TreePart& part)>& make_team,
    const std::function<void(Teams& teams, CommonStop& ends)>& run) {
  const auto start = Clock::now();
  CommonStop ends(stop);
  Teams teams;
  for (const TreePart& part : parts_of(ensemble, limits, key, ends.token(), start)) {
    if (begins_late(part.limits, static_cast<int>(part.tree), start)) break;
    teams.push_back(make_team(part));
  }
  run(teams, ends);
  std::vector<SearchResult> results;
  std::vector<IterationCounts> workers;
  for (const auto& team : teams) results.push_back(team->result(workers));
  SearchResult result = merge_results(results, ensemble.merge, ensemble.final_move);
  if (!workers.empty()) count_workers(workers, result);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void work_together(Teams& teams, int workers, Executor& executor, CommonStop& ends) {
  ends.run(executor, static_cast<int>(teams.size()) * workers, [&](int worker) {
    teams[static_cast<std::size_t>(worker / workers)]->work(worker % workers);
  });
}

}  // namespace banyan
