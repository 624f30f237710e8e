// Simulated workers on a tree of leased subtrees: the cost of leases to many workers.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/result/inspect.hpp"
#include "parallel/ensemble.hpp"
#include "parallel/simulation/shared_lines.hpp"
#include "parallel/simulation/traced_tree.hpp"
#include "parallel/simulation/virtual_lessee.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/simulation/virtual_world.hpp"

namespace banyan {

/// LeasedSearch (parallel/strategies/leased.hpp) as thousands of threads would run it, in virtual
/// time on one thread. It uses its tree and its workers. Each worker goes down, makes its visits in
/// the subtrees that it leased, and comes back when their time is over. Until then others find
/// these leased. A worker that found all leased looks again after the time of a descent. With
/// thousands, only looks after a change are simulated. One worker makes the root's first visits, as
/// with real threads if these take less than 200 µs together. A visit in a leased subtree always
/// takes the same time, even if the game is over. With one worker it is LeasedSearch with one
/// thread, visit for visit. Deterministic unless real time ends it.
///
/// If transfers of cache lines take time, each access to a top node is charged as SharedLines says.
/// Then looks in vain delay others, so all of them are simulated. Lines of leased subtrees, too,
/// move from worker to worker, which is not charged.
///
/// Counters besides those of LeasedSearch and of SharedLines: idle_rounds, in which a worker found
/// all leased.
template <Game G>
class VirtualLeases {
 public:
  explicit VirtualLeases(const VirtualOptions& options)
      : workers_(options.workers),
        times_(options.times),
        tree_(options.memory, Ucb1(options.exploration), options.expand_after) {
    static_cast<SearchOptions&>(options_) = options;
    options_.threads = options.workers;
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    VirtualWorld world(VirtualScheme::kLeased, times_, workers_, worker_key(key, workers_ + 1));
    SharedLines lines(times_.transfer);
    const auto start = Clock::now();
    Budget budget(limits, 1, stop, start);
    Random random(key);
    tree_.start(position, random);
    Worker first(tree_, options_, position, random);
    const auto root =
        first.grow_root(budget, options_.top, Clock::duration::max(), SinglePlayout{&budget});
    if (root == Worker::Root::kAlone) first.run_alone(budget);
    world.work(0, first.counts().iterations.iterations);
    world.next();
    LeasedCounts sum = first.counts();
    if (root == Worker::Root::kShared) {
      tree_.trace(lines.cost() ? &lines : nullptr);
      sum += simulate(position, budget, key, world, lines);
      tree_.trace(nullptr);
    }
    assert(!find_defect(tree_, false));
    SearchResult result = make_result(tree_, sum.iterations, options_.final_move);
    add_counters(sum, result);
    add_counters(world.report(), result);
    add_counters(lines, result);
    result.count("idle_rounds", idle_);
    result.seconds = budget.seconds();
    return result;
  }

  [[nodiscard]] const LeasedTree<G>& tree() const { return tree_; }

 private:
  using Worker = VirtualLessee<G>;

  LeasedCounts simulate(const G& position, Budget& budget, const StreamKey& key,
                        VirtualWorld& world, SharedLines& lines) {
    std::vector<std::unique_ptr<Worker>> workers;
    std::uint64_t most = kMaxVisits;
    idle_ = 0;
    using Bookings = std::vector<typename Worker::Booking>;
    // If the worker found everything leased, returns its virtual visits, all that others see.
    const auto go_down = [&](int worker) -> std::optional<Bookings> {
      auto& own = *workers[static_cast<std::size_t>(worker)];
      if (!own.go_down(budget, most)) return std::nullopt;
      if (lines.cost() || !own.found_nothing()) {
        world.work(worker, own.in_flight(), lines.end());
        return std::nullopt;
      }
      world.rest(worker);
      return own.bookings();
    };
    for (int i = 0; i < workers_ && !budget.expired(Clock::now()); ++i) {
      workers.push_back(
          std::make_unique<Worker>(tree_, options_, position, Random(worker_key(key, i + 1))));
      lines.begin(i, world.now());
      if (const auto booked = go_down(i); !booked || !booked->empty()) world.wake();
    }
    while (const auto worker = world.next()) {
      auto& own = *workers[static_cast<std::size_t>(*worker)];
      lines.begin(*worker, world.now());
      own.repeat(world.looks());
      idle_ += world.looks();
      std::optional<Bookings> before;
      if (!lines.cost() && own.found_nothing()) before = own.bookings();
      if (own.come_back() == 0) ++idle_;
      const auto now = world.over() ? std::nullopt : go_down(*worker);
      if (!before || now != before) world.wake();
    }
    LeasedCounts sum;
    for (const auto& worker : workers) sum += worker->counts();
    return sum;
  }

  LeasedOptions options_;
  int workers_;
  VirtualTimes times_;
  TracedTree<G> tree_;
  std::uint64_t idle_ = 0;
};

}  // namespace banyan
