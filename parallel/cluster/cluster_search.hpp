// One search by workers that share only messages: threads, machines, or simulated workers.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "parallel/cluster/ranks.hpp"
#include "parallel/cluster/root_worker.hpp"
#include "parallel/cluster/run_workers.hpp"
#include "parallel/cluster/spread_worker.hpp"

namespace banyan {

/// A search on many machines. Every process with workers of it, the first `ranks` of a run, makes
/// the same calls with the same arguments (except stop requests). It calls only after the first
/// process has finished the call before. The first process gets the result; the others' are empty.
/// The budget is exact. With kRoot, and with all schemes on simulated workers, the result depends
/// only on the arguments, unless time ends the search.
///
/// Each worker is a thread with its own tree, or its own part of one. The workers of a process
/// share `memory` equally.
///
/// `Tree` is that of kTds and kDepthFirst: PlainSpreadTree, or for kTds PolicySpreadTree
/// (parallel/cluster/policy_spread_tree.hpp).
template <TwoPlayerGame G, class Tree = PlainSpreadTree<G>>
class ClusterSearch {
 public:
  using Options = ClusterOptions;

  /// Without `ranks` all workers are here. If a search fails in one process, the others keep
  /// waiting: the caller that catches the exception must end them.
  explicit ClusterSearch(const Options& options, std::shared_ptr<Ranks> ranks = nullptr)
      : group_(options, std::move(ranks)) {
    assert(Tree::kPlain || options.scheme == ClusterScheme::kTds);
    const int here = group_.here();
    const std::size_t memory = options.memory / static_cast<std::size_t>(here);
    trees_.reserve(static_cast<std::size_t>(here));
    parts_.reserve(static_cast<std::size_t>(here));
    for (int i = 0; i < here; ++i) {
      if (options.scheme == ClusterScheme::kRoot) {
        trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after);
        trees_.back().arena().use_huge_pages(options.huge_pages);
      } else {
        parts_.emplace_back(options, memory);
      }
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    CommonStop ends(stop);
    const ClusterOptions& options = group_.options();
    const auto worker_at = [&](Port& port) -> std::unique_ptr<ClusterWorker> {
      const auto own = static_cast<std::size_t>(port.worker() % group_.here());
      if (options.scheme == ClusterScheme::kRoot) {
        return std::make_unique<RootWorker<G>>(options, trees_[own], port, position, limits, key,
                                               ends.token(), start);
      }
      return std::make_unique<SpreadWorker<G, Tree>>(options, parts_[own], port, position, limits,
                                                     key, ends.token(), start);
    };
    return group_.run(
        worker_at, [&](const ClusterWorker& first) { nodes_ = first.nodes(); }, start);
  }

  /// The nodes of the last search's spread tree, by worker, if they were to be checked.
  [[nodiscard]] const std::vector<std::vector<SpreadNode>>& nodes() const { return nodes_; }

 private:
  WorkerGroup group_;
  std::vector<OwnedTree<G>> trees_;         // for kRoot, one per worker of this process
  std::vector<SpreadPart<G, Tree>> parts_;  // for the other schemes
  std::vector<std::vector<SpreadNode>> nodes_;
};

}  // namespace banyan
