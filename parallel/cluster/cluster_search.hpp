// One search by workers that share only messages: threads, machines, or simulated workers.
#pragma once

#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/saturating.hpp"
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
      : options_(options),
        here_(ranks ? options.threads : options.workers()),
        ranks_(std::move(ranks)) {
    assert(Tree::kPlain || options.scheme == ClusterScheme::kTds);
    if (!options.simulated) team_.emplace(here_);
    const std::size_t memory = options.memory / static_cast<std::size_t>(here_);
    trees_.reserve(static_cast<std::size_t>(here_));
    parts_.reserve(static_cast<std::size_t>(here_));
    for (int i = 0; i < here_; ++i) {
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
    const auto worker_at = [&](Port& port) -> std::unique_ptr<ClusterWorker> {
      const auto own = static_cast<std::size_t>(port.worker() % here_);
      if (options_.scheme == ClusterScheme::kRoot) {
        return std::make_unique<RootWorker<G>>(options_, trees_[own], port, position, limits, key,
                                               ends.token(), start);
      }
      return std::make_unique<SpreadWorker<G, Tree>>(options_, parts_[own], port, position, limits,
                                                     key, ends.token(), start);
    };
    SearchResult result;
    const auto take = [&](const ClusterWorker& first) {
      result = first.result();
      nodes_ = first.nodes();
    };
    if (options_.simulated) {
      const ClusterTime time = run_simulated(options_, worker_at, take);
      // See VirtualReport.
      result.count("virtual_ns", time.passed);
      result.count("virtual_alone_ns", time.busy);
      result.count("virtual_busy_ns", time.busy);
      result.count(
          "virtual_capacity_ns",
          saturating_multiply(time.passed, static_cast<std::uint64_t>(options_.workers())));
    } else {
      const auto ranks = ranks_ ? ranks_ : std::make_shared<Ranks>(here_);
      run_by_threads(options_, *team_, *ranks, worker_at, take);
    }
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  /// The nodes of the last search's spread tree, by worker, if they were to be checked.
  [[nodiscard]] const std::vector<std::vector<SpreadNode>>& nodes() const { return nodes_; }

 private:
  Options options_;
  int here_;  // workers of each process
  std::shared_ptr<Ranks> ranks_;
  std::optional<JthreadExecutor> team_;     // unless simulated
  std::vector<OwnedTree<G>> trees_;         // for kRoot, one per worker of this process
  std::vector<SpreadPart<G, Tree>> parts_;  // for the other schemes
  std::vector<std::vector<SpreadNode>> nodes_;
};

}  // namespace banyan
