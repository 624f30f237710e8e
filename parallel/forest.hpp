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
struct Forest {
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
std::vector<TreePart> parts_of(const Forest& forest, const Limits& limits, const StreamKey& key,
                               const std::stop_token& stop, Clock::time_point start);

/// Merges the trees' results, and counts how evenly the workers worked.
SearchResult result_of(const Forest& forest, const std::vector<SearchResult>& trees,
                       const std::vector<IterationCounts>& workers, Clock::time_point start);

/// The groups of workers of a search, one per tree. They never move: their workers point at them.
template <class Crew>
using Crews = std::vector<std::unique_ptr<Crew>>;

/// Splits the limits among the trees, runs all groups of workers and merges their results:
///
///   plant(part)          makes the workers of one tree, as long as there is time
///   run(crews, ends)     runs them to the end; `ends` stops all if one of them throws
///   crew.result(workers) its tree's result; appends its workers' counts, or nothing
///
/// A strategy only provides its tree and its workers.
template <class Crew, class Plant, class Run>
SearchResult search_forest(const Forest& forest, const Limits& limits, const StreamKey& key,
                           const std::stop_token& stop, const Plant& plant, const Run& run) {
  const auto start = Clock::now();
  CommonStop ends(stop);
  Crews<Crew> crews;
  for (const TreePart& part : parts_of(forest, limits, key, ends.token(), start)) {
    if (begins_late(part.limits, static_cast<int>(part.tree), start)) break;
    crews.push_back(plant(part));
  }
  run(crews, ends);
  std::vector<SearchResult> results;
  std::vector<IterationCounts> workers;
  for (const auto& crew : crews) results.push_back(crew->result(workers));
  return result_of(forest, results, workers, start);
}

/// Runs `workers` workers of each group in parallel: crew.work(0) ... crew.work(workers - 1).
template <class Crew>
void work_together(Crews<Crew>& crews, int workers, Executor& executor, CommonStop& ends) {
  ends.run(executor, static_cast<int>(crews.size()) * workers, [&](int worker) {
    crews[static_cast<std::size_t>(worker / workers)]->work(worker % workers);
  });
}

}  // namespace banyan
