// Merges root statistics: sums, and four ways to choose a move.
#include "parallel/merge.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace banyan {
namespace {

using Results = std::vector<const SearchResult*>;  // pointers: a thousand trees are not copied

/// Whether a tree was searched enough to vote. One whose thread started after the time was over was
/// not.
bool has_a_vote(const SearchResult& result, std::uint64_t most) {
  constexpr std::uint64_t kLeastShare = 10;
  return result.iterations >= most / kLeastShare;
}

/// A score for every move of the sum; the highest wins, and ties go to more visits.
std::vector<double> scores(const Results& results, const SearchResult& sum, Merge merge) {
  // A move that no tree chose must not beat a chosen one, even if values are negative.
  double lowest = 0;
  for (const SearchResult* result : results) lowest = std::min(lowest, result->value);
  std::vector<double> score(sum.children.size(), merge == Merge::kMax ? lowest : 0);
  for (const SearchResult* result : results) {
    for (std::size_t i = 0; i < result->children.size(); ++i) {
      const bool chosen = result->children[i].move == result->best_move;
      if (merge == Merge::kAverage) score[i] += result->children[i].mean();
      if (merge == Merge::kMajority && chosen) score[i] += 1;
      if (merge == Merge::kMax && chosen) score[i] = std::max(score[i], result->value);
    }
  }
  return score;
}

std::size_t index_of_best(const SearchResult& result) {
  const auto best =
      std::find_if(result.children.begin(), result.children.end(),
                   [&](const RootChild& child) { return child.move == result.best_move; });
  return static_cast<std::size_t>(best - result.children.begin());
}

std::size_t decide(const Results& results, const SearchResult& sum, Merge merge, FinalMove rule) {
  if (results.size() == 1) return index_of_best(*results.front());
  const std::size_t by_sum = choose_final(sum.children, rule);
  if (merge == Merge::kSum || sum.proven) return by_sum;
  std::uint64_t most = 0;
  for (const SearchResult* result : results) most = std::max(most, result->iterations);
  Results voters;
  std::copy_if(results.begin(), results.end(), std::back_inserter(voters),
               [most](const SearchResult* result) { return has_a_vote(*result, most); });
  const std::vector<double> score = scores(voters, sum, merge);
  std::size_t best = 0;
  for (std::size_t i = 1; i < score.size(); ++i) {
    const bool equal_but_visited =
        score[i] == score[best] && sum.children[i].visits > sum.children[best].visits;
    if (score[i] > score[best] || equal_but_visited) best = i;
  }
  return is_dominated(sum.children, best) ? by_sum : best;
}

void add(SearchResult& sum, const SearchResult& part) {
  const auto iterations = static_cast<double>(part.iterations);
  sum.tree.mean_depth += part.tree.mean_depth * iterations;  // divided by the caller
  sum.tree.max_depth = std::max(sum.tree.max_depth, part.tree.max_depth);
  sum.tree.nodes += part.tree.nodes;
  sum.tree.bytes += part.tree.bytes;
  sum.iterations += part.iterations;
  sum.playouts += part.playouts;
  sum.finished += part.finished;
  for (const auto& [name, count] : part.counters) sum.counters[name] += count;
  for (std::size_t i = 0; i < part.children.size(); ++i) {
    sum.children[i] += part.children[i];
  }
}

}  // namespace

SearchResult merge_results(const std::vector<SearchResult>& results, Merge merge, FinalMove rule) {
  Results used;
  for (const SearchResult& result : results) {
    if (result.root_visits() > 0) used.push_back(&result);
  }
  if (used.empty()) {
    const auto stopped =
        std::find_if(results.begin(), results.end(),
                     [](const SearchResult& result) { return !result.children.empty(); });
    if (stopped != results.end()) return *stopped;
    throw std::invalid_argument("merge_results: none of the " + std::to_string(results.size()) +
                                " results has iterations: give at least one that has.");
  }
  SearchResult sum;
  for (const RootChild& child : used.front()->children) sum.children.push_back({child.move, 0, 0});
  for (const SearchResult* result : used) add(sum, *result);
  if (sum.iterations > 0) sum.tree.mean_depth /= static_cast<double>(sum.iterations);

  sum.proven = proven_value(sum.children);
  const RootChild& best = sum.children[decide(used, sum, merge, rule)];
  sum.best_move = best.move;
  sum.value = sum.proven ? static_cast<double>(*sum.proven) / kWin : best.mean();
  const auto agrees = std::find_if(used.begin(), used.end(), [&](const SearchResult* result) {
    return result->best_move == best.move;
  });
  if (agrees != used.end()) {
    sum.principal_variation = (*agrees)->principal_variation;
    sum.values = (*agrees)->values;
  } else {
    sum.principal_variation = {best.move};
  }
  return sum;
}

}  // namespace banyan
