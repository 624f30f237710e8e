// The driver of all strategies: one search by one tree or several, each with a crew of workers.
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
  int streams = 1;  ///< random streams that the crew of a tree takes, at least 1
  Merge merge = Merge::kSum;
  FinalMove final_move = FinalMove::kRobust;
};

/// One tree's part of a search.
struct TreePart {
  std::size_t tree;  ///< its number
  StreamKey key;     ///< of its first random stream
  Limits limits;     ///< its share of the search's
  std::stop_token stop;
  Clock::time_point start;  ///< of the search, from which its time counts

  /// What its workers claim; `games` and `most` as in Budget.
  [[nodiscard]] Budget budget(int games = 1, std::uint64_t most = kMaxVisits) const {
    return {limits, static_cast<std::uint64_t>(games), stop, start, most};
  }
};

/// The parts of a search's trees: the limits are split exactly among them, and there are fewer
/// where there are fewer iterations than trees.
std::vector<TreePart> parts_of(const Forest& forest, const Limits& limits, const StreamKey& key,
                               const std::stop_token& stop, Clock::time_point start);

/// What the trees found, merged, and how evenly the workers worked.
SearchResult result_of(const Forest& forest, const std::vector<SearchResult>& trees,
                       const std::vector<IterationCounts>& workers, Clock::time_point start);

/// The crews of a search, one a tree. They stay where they are, since their workers point at them.
template <class Crew>
using Crews = std::vector<std::unique_ptr<Crew>>;

/// Splits the limits among the trees, lets all crews work and merges what they found:
///
///   plant(part)          makes the crew of one tree, as long as there is time
///   run(crews, ends)     lets them work to the end; `ends` stops all if one of them throws
///   crew.result(workers) its tree's result; appends what each of its workers did, or nothing
///
/// A strategy is what it does differently: its tree and its crew.
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

/// Lets so many workers of each crew work at once: crew.work(0) ... crew.work(workers - 1).
template <class Crew>
void work_together(Crews<Crew>& crews, int workers, Executor& executor, CommonStop& ends) {
  ends.run(executor, static_cast<int>(crews.size()) * workers, [&](int worker) {
    crews[static_cast<std::size_t>(worker / workers)]->work(worker % workers);
  });
}

}  // namespace banyan
