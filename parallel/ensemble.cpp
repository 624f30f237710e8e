// Splits a search among its trees and merges their results.
#include "parallel/ensemble.hpp"

#include <chrono>
#include <optional>

namespace banyan {

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

SearchResult result_of(const Ensemble& ensemble, const std::vector<SearchResult>& trees,
                       const std::vector<IterationCounts>& workers, Clock::time_point start) {
  SearchResult result = merge_results(trees, ensemble.merge, ensemble.final_move);
  if (!workers.empty()) count_workers(workers, result);
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace banyan
