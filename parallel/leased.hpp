// Tree parallelism that scales: one tree, whose subtrees are leased to one thread at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/iteration.hpp"
#include "core/level_batch.hpp"
#include "core/search.hpp"
#include "parallel/leased_tree.hpp"
#include "parallel/options.hpp"

namespace banyan {

struct LeasedOptions : ParallelOptions {
  std::uint32_t top = 64;    ///< least visits of a shared node, at least 1
  std::uint32_t grain = 16;  ///< a child gets at most its visits / grain at once, at least 1
  bool loses = false;        ///< visits under way count as losses, not at the child's mean
};

/// One worker of a leased tree. A descent carries many visits. At a top node it shares them out
/// over the children by UCB1 as a level batch does (core/level_batch.hpp), books what it sends into
/// another top node there until the results are in, and so writes a cache line the more rarely the
/// higher it stands. At a bottom subtree it takes the lease and works sequentially, without atomics.
/// Children that others have leased are passed over. Bookings cancel exactly: nothing is lost.
template <Game G>
class LeasedWorker {
 public:
  LeasedWorker(LeasedTree<G>& tree, const LeasedOptions& options, const G& root, Random random)
      : tree_(&tree),
        options_(&options),
        rule_(options.exploration),
        root_(root),
        random_(random),
        bottom_(tree.bottom()),
        iteration_(bottom_, root, random_),
        batches_(bottom_, rule_, root, random_, options.simd),
        lane_(tree.arena()) {}

  /// Grows the root until it can be shared. One worker does so, before all others start.
  bool start(Budget& budget) {
    const Node root = tree_->root();
    const std::uint32_t enough = std::max(options_->top, bottom_.size(root));
    for (std::uint32_t visits = 0; visits < enough; ++visits) {
      if (budget.claim(1) == 0) return false;
      iteration_.run(SinglePlayout{});
    }
    return tree_->share_root(lane_);
  }

  /// Runs exactly so many iterations, unless `budget` is expired while all subtrees are leased.
  void run(std::uint64_t visits, std::uint64_t done_before) {
    promote_from_ = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(done_before / 256, options_->top, 16 * options_->top));
    const std::uint64_t largest = std::clamp<std::uint64_t>(done_before / 64, 1, largest_batch());
    while (visits > 0) {
      const auto batch = static_cast<std::uint32_t>(std::min(visits, largest));
      const std::uint32_t done = options_->batch > 0 ? run_batch(batch) : run_one_by_one(batch);
      visits -= done;
      if (done == 0) std::this_thread::yield();  // everything is leased
    }
  }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts sum = iteration_.counts();
    sum += batches_.counts();
    sum += own_;
    return sum;
  }
  [[nodiscard]] std::uint64_t conflicts() const { return conflicts_; }
  [[nodiscard]] std::uint64_t leases() const { return leases_; }
  [[nodiscard]] std::uint64_t shared_writes() const { return shared_writes_; }
  [[nodiscard]] std::uint64_t promotions() const { return promotions_; }
