// The engine of tree parallelism.
#pragma once

#include <memory>

#include "bench/engines/hybrid.hpp"
#include "bench/engines/keys/general_keys.hpp"
#include "bench/engines/keys/keys.hpp"
#include "bench/engines/keys/policy_keys.hpp"
#include "bench/registry/engine_of.hpp"
#include "parallel/strategies/leased.hpp"

namespace banyan::bench {

struct TreeEngine {
  /// What leased trees alone are told.
  struct Leased {
    std::uint32_t top = 0;
    bool deterministic = false;
  };

  static constexpr EngineKind kKind = EngineKind::kTree;

  static EngineEntry entry() {
    const Key lock = word_key<TreeLock>(
        "lock", "leased",
        "how threads synchronise on the shared tree: subtrees leased to one thread at a time; or, "
        "the classic ways, atomics everywhere (packed: descents in flight are losses in one word "
        "with the results; free: they are counted apart, as with the locks), a lock in every node, "
        "or one lock for all but playouts",
        {{"leased", TreeLock::kLeased},
         {"packed", TreeLock::kPacked},
         {"free", TreeLock::kFree},
         {"node", TreeLock::kNode},
         {"global", TreeLock::kGlobal}},
        [](EngineSettings& e, TreeLock value) {
          e.lock = value;
          e.virtual_loss = e.lock == TreeLock::kLeased ? 0 : 1;
        });
    // After lock=.
    const Key virtual_loss{
        {"vl", "", "mean, wu, or 0 to 1000",
         "what a descent in flight shows to other threads: a visit at the child's mean (leased "
         "trees' default; for classic ones the rule of WU-UCT, so mean and wu are one), or so many "
         "losses (by default 1 in classic trees; fractions, like mean, not with lock=packed)"},
        [](const Settings& s, EngineSettings& e) {
          if (e.lock != TreeLock::kLeased) return apply_virtual_loss(s, e);
          if (s.text("vl") == "wu") {
            throw UsageError(
                "vl=wu needs a classic tree: give lock=free, lock=node or lock=global.");
          }
          if (s.text("vl") != "mean") {
            e.virtual_loss = static_cast<double>(s.integer("vl", 0, 1000));
          }
        }};
    const Key top =
        number_key("top", "64", 8, 1'000'000,
                   "leased trees: visits from which a node may be shared", &Leased::top);
    // After trees=.
    const Key grain{
        {"grain", "0", "0 to 1000000000",
         "iterations of a task, of which the executor schedules as many as it takes, for one tree; "
         "0: a task for each thread, to the end"},
        [](const Settings& s, EngineSettings& e) {
          e.grain = s.count("grain", 0, 1'000'000'000);
          if (e.grain > 0 && e.trees > 1) {
            throw UsageError(
                "engine tree: grain= is for one tree: give trees=1, or leave grain= out.");
          }
        }};
    // After lock= and grain=.
    const Key deterministic{
        {"deterministic", "off", "on or off",
         "leased trees: the same result whenever a search of so many iterations and threads is "
         "repeated with its seed, on any machine, as long as its memory lasts: threads share out "
         "and collect their visits in a fixed order, and wait for one another in between"},
        [](const Settings& s, EngineSettings& e) {
          e.own<Leased>().deterministic = s.flag("deterministic");
          if (!e.own<Leased>().deterministic) return;
          if (e.lock != TreeLock::kLeased) {
            throw UsageError(
                "engine tree: deterministic=on is for leased trees, which neither another lock= "
                "nor search policies but solver= and reuse= have: leave one of them out.");
          }
          if (e.grain > 0) {
            throw UsageError(
                "engine tree: tasks of grain= come in any order: leave it or deterministic= out.");
          }
        }};
    return with_policies(
               {kKind, "tree", "tree parallel: one tree shared by all threads, or several of them",
                joined({{threads_key(),
                         trees_key("1",
                                   "so many such trees, each with threads of its own, merged at "
                                   "the end"),
                         merge_key(), lock, virtual_loss},
                        batch_keys(),
                        {top.only(kPlain | kFast), executor_key(), pin_key(),
                         grain.only(kPlain | kFast), deterministic.only(kPlain | kFast)},
                        search_keys(),
                        {full_key().only(kPlain | kFast), stop_key()},
                        budget_keys()})})
        .add(general_keys());
  }

  template <class Game>
  static std::unique_ptr<AnyEngine> make(const Game& position, const EngineSettings& s) {
    using G = typename Game::Rules;
    if (s.lock != TreeLock::kLeased) return HybridEngine::make(position, s);
    return std::make_unique<EngineOf<G, LeasedSearch<G>>>(leased_options(s));
  }

  static LeasedOptions leased_options(const EngineSettings& s) {
    const auto own = s.own<Leased>();
    return {tree_options(s), own.top, s.virtual_loss > 0, s.trees,
            s.merge,         s.grain, own.deterministic};
  }
};

}  // namespace banyan::bench
