// Plain UCT as a schedule sees it that runs the phases of an iteration one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/playout/playout.hpp"
#include "core/search/search.hpp"
#include "core/selection/root/gumbel.hpp"
#include "parallel/options.hpp"
#include "parallel/trees/counted_descents.hpp"

namespace banyan {

/// Moves that a descent chose, and those of them that a sequential search would not choose with the
/// same visits and nothing in flight.
struct ChoiceCounts {
  std::uint64_t checked = 0;
  std::uint64_t differing = 0;
};

/// One worker's iterations by plain UCT on the classic tree. PolicyPhases
/// (parallel/strategies/policy_phases.hpp) are the same by any policy; a schedule takes either.
/// Options are those of a search, with `shown`: what descents in flight count as.
template <Game G>
class PlainPhases {
 public:
  using Tree = ClassicTree<G>;
  using Result = Evaluation;

  template <class Options>
  static Tree make_tree(const Options& options, std::size_t memory, ClassicLock lock) {
    return Tree(memory, Ucb1(options.exploration), options.expand_after,
                CountedDescents(lock, options.shown));
  }
  /// Starts the tree.
  template <class Options>
  static void start(Tree& tree, const Options& /*options*/, const G& position, Random& random,
                    const RootPlan& /*plan*/) {
    tree.start(position, random);
  }

  /// Whether a tree at rest is one that a search can leave.
  static bool is_sound(const Tree& tree) {
    return !find_defect(tree, false) && descents_in_flight(tree) == 0;
  }

  /// `leaves` is how many leaves all workers play out from at a time.
  template <class Options>
  PlainPhases(const Tree& tree, const Options& options, const G& position, Random random,
              const Budget& budget, int /*leaves*/)
      : tree_(tree),
        rule_(options.exploration),
        iteration_(tree_, position, random),
        budget_(&budget) {}
  PlainPhases(const PlainPhases&) = delete;
  PlainPhases& operator=(const PlainPhases&) = delete;

  /// From now on each playout from a leaf is by another worker, with a stream of its own.
  void play_out_by(int workers, const StreamKey& key) {
    for (int i = 0; i < workers; ++i) streams_.emplace_back(worker_key(key, i + 1));
  }

  [[nodiscard]] auto& iteration() { return iteration_; }
  [[nodiscard]] const auto& iteration() const { return iteration_; }

  /// The result of `games` playouts, fewer if time is up; of none if the first was stopped.
  Result evaluate(std::uint32_t games) {
    return iteration_.evaluate(
        [&](const G& leaf, Random& random) {
          Evaluation found{0, 0};
          found.games = play(leaf, games, random, found.first);
          return found;
        },
        games);
  }

  /// Whether a step of a descent in flight tried its child without comparing it.
  [[nodiscard]] bool is_trial(Step step) const {
    return visits_of(tree_.stat(step.node, step.slot)) == 0 &&
           tree_.in_flight(step.node, step.slot) == 1;
  }
  /// Checks the moves that the descent chose. Trials are no choices.
  void check(ChoiceCounts& choices) const {
    for (const Step step : iteration_.path().steps()) {
      if (is_trial(step)) continue;
      ++choices.checked;
      if (!prefers(step)) ++choices.differing;
    }
  }

  /// Adds the counters that only this tree has, over several workers.
  void add_counters(SearchResult& result) const {
    result.counters["duplicate_leaves"] += tree_.sharing().counts().duplicate_leaves;
  }

 private:
  std::uint32_t play(const G& leaf, std::uint32_t games, Random& random, std::uint32_t& sum) {
    const AsksBudget stop{budget_};
    if (streams_.empty()) return add_playouts(leaf, games, random, sum, stop);
    std::uint32_t done = 0;
    while (add_playouts(leaf, 1, streams_[done], sum, stop) == 1) {
      if (++done == games || watch_.late(*budget_)) break;
    }
    return done;
  }

  /// Whether sequential UCT would choose this move too. Children without results come first.
  [[nodiscard]] bool prefers(Step step) const {
    const std::uint32_t k = tree_.size(step.node);
    std::uint32_t visits = 0;
    for (Slot slot = 0; slot < k; ++slot) {
      const std::uint32_t n = visits_of(tree_.stat(step.node, slot));
      if (n == 0) return visits_of(tree_.stat(step.node, step.slot)) == 0;
      visits += n;
    }
    const float exploration = rule_.exploration(visits);
    const float chosen = Ucb1::value(tree_.stat(step.node, step.slot), exploration);
    for (Slot slot = 0; slot < k; ++slot) {
      if (Ucb1::value(tree_.stat(step.node, slot), exploration) > chosen) return false;
    }
    return true;
  }

  Tree tree_;  // its own copy, which holds its counts
  Ucb1 rule_;
  UctIteration<Tree> iteration_;
  const Budget* budget_;
  std::vector<Random> streams_;
  Watch watch_;
};

}  // namespace banyan
