// Root parallelism whose trees exchange their tops while they grow: the "slow tree".
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search.hpp"
#include "parallel/merge.hpp"
#include "parallel/options.hpp"

namespace banyan {

/// The top that several trees of one position have in common, and what each was told by the others.
/// What a tree found out *itself* is what it holds less what it received; an exchange gives every
/// tree the difference between what all others have found themselves and what it was told before.
/// So nothing counts twice, however often they meet.
///
/// Shared are the root and the positions with at least a twentieth of all visits of the root, at
/// most kDeepest moves below it (Gelly et al. 2008; Bourki et al. 2010, "slow tree"). A tree takes
/// part in a position once it has made a choice there, that is visited a child twice; since it does
/// so from the root down, a position's visits never fall behind its children's.
template <class Tree>
class SharedTop {
 public:
  static constexpr int kDeepest = 3;
  static constexpr std::uint64_t kLeastPart = 20;  // of the root's visits, 5 %

  /// The trees hold different memory and the same position.
  explicit SharedTop(std::vector<Tree*> trees) : trees_(std::move(trees)) {
    root_ = std::make_unique<Position>(trees_.size());
    for (std::size_t i = 0; i < trees_.size(); ++i) root_->views[i].node = trees_[i]->root();
  }

  /// Tells every tree what is new in the others. No worker may be running.
  void exchange() {
    exchange(*root_, 0, 0);
    ++exchanges_;
  }

  /// What a tree was told of the root's children, in order of move; empty if it was told nothing.
  [[nodiscard]] const std::vector<Stat>& received(std::size_t tree) const {
    return root_->views[tree].received;
  }

  [[nodiscard]] std::uint64_t exchanges() const { return exchanges_; }
  /// Positions that were ever shared.
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  /// A shared position as one tree sees it. Children stand in another order in every tree.
  struct View {
    Node node = kNoNode;
    std::vector<Slot> slots;     // in order of move; empty until the tree takes part
    std::vector<Stat> received;  // in the same order
  };
  struct Position {
    explicit Position(std::size_t trees) : views(trees) {}
    std::vector<View> views;                       // a tree each
    std::vector<std::unique_ptr<Position>> below;  // in order of move; null until shared
  };

  /// Whether the tree takes part in a position, from now on if not before.
  bool takes_part(const Tree& tree, View& view) const {
    if (!view.slots.empty()) return true;
    if (view.node == kNoNode) return false;
    std::uint64_t visits = 0;
    const std::uint32_t size = tree.size(view.node);
    for (Slot slot = 0; slot < size; ++slot) visits += visits_of(tree.stat(view.node, slot));
    if (visits <= tree.tried(view.node)) return false;
    for (Slot slot = 0; slot < size; ++slot) view.slots.push_back(slot);
    std::sort(view.slots.begin(), view.slots.end(),
              [&](Slot a, Slot b) { return tree.move(view.node, a) < tree.move(view.node, b); });
    view.received.resize(size);
    return true;
  }

  /// `least` are the visits from which a child is shared too; the root says how many.
  void exchange(Position& position, int depth, std::uint64_t least) {
    std::vector<std::size_t> part;  // the trees that take part
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      if (takes_part(*trees_[i], position.views[i])) part.push_back(i);
    }
    if (part.empty()) return;
    const std::size_t moves = position.views[part.front()].slots.size();
    if (position.below.empty()) {
      position.below.resize(moves);
      ++positions_;
    }
    const std::vector<Stat> found = spread(position, part, moves);
    if (depth == 0) least = least_visits(found);
    if (depth == kDeepest) return;
    for (std::size_t move = 0; move < moves; ++move) {
      if (visits_of(found[move]) < least) continue;
      std::unique_ptr<Position>& below = position.below[move];
      if (!below) below = std::make_unique<Position>(trees_.size());
      for (const std::size_t i : part) {
        const View& view = position.views[i];
        if (below->views[i].slots.empty()) {  // until then it may be replaced
          below->views[i].node = trees_[i]->child(view.node, view.slots[move]);
        }
      }
      exchange(*below, depth + 1, least);
    }
  }

  /// Spreads what is new of a position's children; returns what all trees together have found.
  std::vector<Stat> spread(Position& position, const std::vector<std::size_t>& part,
                           std::size_t moves) {
    std::vector<Stat> found(moves, 0);
    for (const std::size_t i : part) {
      for (std::size_t move = 0; move < moves; ++move) found[move] += own(position, i, move);
    }
    for (const std::size_t i : part) {
      View& view = position.views[i];
      for (std::size_t move = 0; move < moves; ++move) {
        const Stat others = found[move] - own(position, i, move);
        const Stat news = others - view.received[move];
        view.received[move] = others;
        trees_[i]->record(view.node, view.slots[move], visits_of(news), points_of(news));
      }
      trees_[i]->refresh(view.node);
    }
    return found;
  }

  [[nodiscard]] Stat own(const Position& position, std::size_t tree, std::size_t move) const {
    const View& view = position.views[tree];
    return trees_[tree]->stat(view.node, view.slots[move]) - view.received[move];
  }

  static std::uint64_t least_visits(const std::vector<Stat>& found) {
    std::uint64_t visits = 0;
    for (const Stat stat : found) visits += visits_of(stat);
    return std::max<std::uint64_t>(1, (visits + kLeastPart - 1) / kLeastPart);
  }

  std::vector<Tree*> trees_;
  std::unique_ptr<Position> root_;
  std::uint64_t exchanges_ = 0;
  std::uint64_t positions_ = 0;
};

/// RootSearch (parallel/root.hpp) in rounds: all trees grow for a while, then they exchange their
/// tops. Between rounds everybody waits for the slowest, as in the literature's collective
/// operations. The result counts what each tree found itself, so that the root's visits are the
/// playouts. Exact for budgets of iterations; deterministic where rounds are counted in iterations,
/// unless time ends the search.
template <Game G>
class SlowTreeSearch {
 public:
  struct Options : ParallelOptions {
    Merge merge = Merge::kSum;
    std::uint64_t share_iterations = 0;  ///< of each tree between exchanges; 0: no such limit
    Clock::duration share_time{0};       ///< between exchanges; 0: no such limit
  };

  explicit SlowTreeSearch(const Options& options)
      : options_(options), executor_(make_executor(options.executor, options.threads)) {
    const std::size_t memory = options.memory / static_cast<std::size_t>(options.threads);
    for (int i = 0; i < options.threads; ++i) {
      trees_.emplace_back(memory, Ucb1(options.exploration), options.expand_after);
      trees_.back().arena().use_huge_pages(options.huge_pages);
    }
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      const std::stop_token& stop = {}) {
    const auto start = Clock::now();
    CommonStop ends(stop);
    std::deque<Worker> workers;
    std::vector<OwnedTree<G>*> trees;
    for (int i = 0; i < options_.threads; ++i) {
      const std::optional<Limits> part = share_of(limits, i, options_.threads);
      if (!part) break;  // fewer iterations than trees
      OwnedTree<G>& tree = trees_[static_cast<std::size_t>(i)];
      Random random(worker_key(key, i));
      tree.start(position, random);
      workers.emplace_back(tree, position, random, iterations_of(*part));
      trees.push_back(&tree);
    }
    SharedTop<OwnedTree<G>> top(std::move(trees));
    for (int round = 1;; ++round) {
      const Limits until = limits_of(round, limits);
      ends.run(*executor_, static_cast<int>(workers.size()), [&](int worker) {
        workers[static_cast<std::size_t>(worker)].run(until, ends.token(), start);
      });
      const bool late = limits.time.count() > 0 && Clock::now() >= start + limits.time;
      const bool done = std::all_of(workers.begin(), workers.end(),
                                    [](const Worker& worker) { return worker.done(); });
      if (late || done || stop.stop_requested()) break;
      top.exchange();
    }
    SearchResult result = merged(workers, top);
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const OwnedTree<G>& tree(int worker) const {
    return trees_[static_cast<std::size_t>(worker)];
  }

 private:
  /// The iterations of one tree, from round to round.
  class Worker {
   public:
    Worker(OwnedTree<G>& tree, const G& position, Random random, std::uint64_t iterations)
        : iteration_(tree, position, random), left_(iterations) {}

    /// One round.
    void run(const Limits& round, const std::stop_token& stop, Clock::time_point start) {
      if (done()) return;
      const std::uint64_t before = iteration_.counts().iterations;
      Limits own = round;
      own.iterations = round.iterations == 0 ? left_ : std::min(left_, round.iterations);
      Budget budget(own, 1, stop, start);
      run_worker(iteration_, budget, 1);
      left_ -= iteration_.counts().iterations - before;
    }

    [[nodiscard]] bool done() const { return left_ == 0; }
    [[nodiscard]] IterationCounts counts() const { return iteration_.counts(); }

   private:
    Iteration<OwnedTree<G>> iteration_;
    std::uint64_t left_;
  };

  /// What ends a tree's search, but for time. All trees together stay within a Stat.
  [[nodiscard]] std::uint64_t iterations_of(const Limits& part) const {
    std::uint64_t most = kMaxVisits / static_cast<std::uint64_t>(options_.threads);
    if (part.iterations > 0) most = std::min(most, part.iterations);
    if (part.playouts > 0) most = std::min(most, part.playouts);
    return most;
  }

  /// What ends a round, the first being round 1.
  [[nodiscard]] Limits limits_of(int round, const Limits& search) const {
    Limits limits{options_.share_iterations, 0, search.time};
    if (options_.share_time.count() > 0) {
      const Clock::duration end = options_.share_time * round;
      limits.time = search.time.count() > 0 ? std::min(end, search.time) : end;
    }
    return limits;
  }

  SearchResult merged(const std::deque<Worker>& workers, const SharedTop<OwnedTree<G>>& top) const {
    std::vector<SearchResult> results;
    for (std::size_t i = 0; i < workers.size(); ++i) {
      assert(!find_defect(trees_[i], false));
      results.push_back(make_result(trees_[i], workers[i].counts(), options_.final_move));
      const std::vector<Stat>& received = top.received(i);
      for (std::size_t move = 0; move < received.size(); ++move) {
        results[i].children[move].visits -= visits_of(received[move]);
        results[i].children[move].points -= points_of(received[move]);
      }
    }
    SearchResult result = merge_results(results, options_.merge, options_.final_move);
    std::vector<IterationCounts> counts(static_cast<std::size_t>(options_.threads));
    for (std::size_t i = 0; i < workers.size(); ++i) counts[i] = workers[i].counts();
    count_workers(counts, result);
    result.counters["exchanges"] = top.exchanges();
    result.counters["shared_positions"] = top.positions();
    return result;
  }

  Options options_;
  std::unique_ptr<Executor> executor_;
  std::deque<OwnedTree<G>> trees_;
};

}  // namespace banyan
