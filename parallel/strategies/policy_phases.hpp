// Any search policy as a schedule sees it that runs the phases of an iteration one by one.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/result/graph_inspect.hpp"
#include "core/result/inspect.hpp"
#include "core/search/policy_iteration.hpp"
#include "parallel/strategies/plain_phases.hpp"

namespace banyan {

/// PlainPhases by the policies of `options.policy`, on a tree without locks, for iterations that
/// take them: PolicyIteration, or GeneralIteration (core/search/general_iteration.hpp). AMAF
/// results and what playouts learn would reach the tree with the evaluation, not with the backup,
/// and proofs would not end the search. So the policy may have none of these.
template <class IterationType>
class PhasesBy {
 public:
  using G = typename IterationType::G;
  using Tree = typename IterationType::TreeType;
  using Result = decltype(std::declval<IterationType&>().evaluate(1));

  template <class Options>
  static Tree make_tree(const Options& options, std::size_t memory, ClassicLock /*lock*/) {
    assert(!options.policy.uses_amaf() && !options.policy.learns() && !options.policy.solver);
    return Tree(memory, options.policy, options.exploration, options.shown, options.expand_after,
                true);
  }
  template <class Options>
  static void start(Tree& tree, const Options& options, const G& position, Random& random,
                    const RootPlan& plan) {
    tree.start(position, random, PriorsOf<G>(options.policy.game_priors), plan);
  }

  static bool is_sound(const Tree& tree) { return !find_defect(tree); }

  template <class Options>
  PhasesBy(const Tree& tree, const Options& options, const G& position, Random random,
           const Budget& budget, int leaves)
      : policy_(options.policy),
        tree_(tree),
        iteration_(tree_, position, policy_, random, budget, proven_, nullptr, leaves) {}
  PhasesBy(const PhasesBy&) = delete;
  PhasesBy& operator=(const PhasesBy&) = delete;

  [[nodiscard]] auto& iteration() { return iteration_; }
  [[nodiscard]] const auto& iteration() const { return iteration_; }

  Result evaluate(std::uint32_t games) { return iteration_.evaluate(games); }

  [[nodiscard]] bool is_trial(const StepBy& step) const {
    return !policy_.all_children && tree_.visits(step.node, step.slot) == 0 &&
           tree_.in_flight(step.node, step.slot) == 1;
  }
  void check(ChoiceCounts& choices) const {
    AmafOfAncestors<G> unused;
    for (const StepBy& step : iteration_.path().steps()) {
      if (step.mover == kChance || is_trial(step)) continue;
      ++choices.checked;
      if (tree_.best_alone(step.node, step.mover, unused) != step.slot) ++choices.differing;
    }
  }

  void add_counters(SearchResult& /*result*/) const {}

 private:
  PolicyOptions policy_;
  std::atomic<bool> proven_ = false;  // never, since nothing is proven
  Tree tree_;
  IterationType iteration_;
};

template <Game G>
using PolicyPhases = PhasesBy<PolicyIteration<G>>;

}  // namespace banyan
