// The driver of all strategies: a search by one or several trees, each with a group of workers.
#pragma once

#include <cstddef>
#include <functional>
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

/// The workers of one tree for one search. They never move, and may point at one another.
class TreeTeam {
 public:
  TreeTeam() = default;
  TreeTeam(const TreeTeam&) = delete;
  TreeTeam& operator=(const TreeTeam&) = delete;
  virtual ~TreeTeam() = default;

  /// One worker's iterations, for work_together().
  virtual void work(int /*worker*/) {}
  /// The tree's result. Appends its workers' counts, or nothing.
  [[nodiscard]] virtual SearchResult result(std::vector<IterationCounts>& workers) const = 0;
};

/// Of the trees of a search, in order.
using Teams = std::vector<std::unique_ptr<TreeTeam>>;

/// A team by its strategy's own type.
template <class Team>
Team& team_at(const Teams& teams, std::size_t tree) {
  return static_cast<Team&>(*teams[tree]);
}

/// Splits the limits exactly among the trees, runs all teams and merges their results. With fewer
/// iterations than trees, only as many trees are searched. A strategy only provides its tree and
/// its workers:
///
///   make_team(part)   makes the team of a tree, as long as there is time
///   run(teams, ends)  runs them to the end; `ends` stops all if one of them throws
SearchResult search_ensemble(
    const Ensemble& ensemble, const Limits& limits, const StreamKey& key,
    const std::stop_token& stop,
    const std::function<std::unique_ptr<TreeTeam>(const TreePart& part)>& make_team,
    const std::function<void(Teams& teams, CommonStop& ends)>& run);

/// Runs `workers` workers of each team in parallel: team.work(0) ... team.work(workers - 1).
void work_together(Teams& teams, int workers, Executor& executor, CommonStop& ends);

}  // namespace banyan
