// The driver of all strategies: a search by one or several trees, each with a group of workers.
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// The trees of a search.
struct Ensemble {
  int trees = 1;    ///< at least 1
  int streams = 1;  ///< random streams that the workers of a tree use, at least 1
  Merge merge = Merge::kSum;
  FinalMove final_move = FinalMove::kRobust;
};

/// One tree's share of a search.
struct TreePart {
  std::size_t tree;  ///< its number
  StreamKey key;     ///< of its first random stream
  Limits limits;     ///< its share of the search's
  std::stop_token stop;
  Clock::time_point start;  ///< of the search, from which its time counts

  /// The budget that its workers claim from; `games` and `most` are those of Budget.
  [[nodiscard]] Budget budget(int games = 1, std::uint64_t most = kMaxVisits) const {
    return {limits, static_cast<std::uint64_t>(games), stop, start, most};
  }
};

/// The shares of a search's trees. They split the limits exactly. If there are fewer iterations
/// than trees, there are fewer shares.
std::vector<TreePart> parts_of(const Ensemble& ensemble, const Limits& limits, const StreamKey& key,
                               const std::stop_token& stop, Clock::time_point start);

/// Merges the trees' results, and counts how evenly the workers worked.
SearchResult result_of(const Ensemble& ensemble, const std::vector<SearchResult>& trees,
                       const std::vector<IterationCounts>& workers, Clock::time_point start);

/// The groups of workers of a search, one per tree. They never move: their workers point at them.
template <class Team>
using Teams = std::vector<std::unique_ptr<Team>>;

/// Splits the limits among the trees, runs all groups of workers and merges their results:
///
///   make_team(part)          makes the workers of one tree, as long as there is time
///   run(teams, ends)     runs them to the end; `ends` stops all if one of them throws
///   team.result(workers) its tree's result; appends its workers' counts, or nothing
///
/// A strategy only provides its tree and its workers.
template <class Team, class MakeTeam, class Run>
SearchResult search_ensemble(const Ensemble& ensemble, const Limits& limits, const StreamKey& key,
                             const std::stop_token& stop, const MakeTeam& make_team,
                             const Run& run) {
  const auto start = Clock::now();
  CommonStop ends(stop);
  Teams<Team> teams;
  for (const TreePart& part : parts_of(ensemble, limits, key, ends.token(), start)) {
    if (begins_late(part.limits, static_cast<int>(part.tree), start)) break;
    teams.push_back(make_team(part));
  }
  run(teams, ends);
  std::vector<SearchResult> results;
  std::vector<IterationCounts> workers;
  for (const auto& team : teams) results.push_back(team->result(workers));
  return result_of(ensemble, results, workers, start);
}

/// Runs `workers` workers of each group in parallel: team.work(0) ... team.work(workers - 1).
template <class Team>
void work_together(Teams<Team>& teams, int workers, Executor& executor, CommonStop& ends) {
  ends.run(executor, static_cast<int>(teams.size()) * workers, [&](int worker) {
    teams[static_cast<std::size_t>(worker / workers)]->work(worker % workers);
  });
}

}  // namespace banyan
