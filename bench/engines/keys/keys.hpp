// The keys that several engines have: what each is called and sets stands here once.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "bench/registry/engine_entry.hpp"
#include "core/selection/virtual_visits.hpp"
#include "parallel/options.hpp"

namespace banyan::bench {

/// Threads of an engine as a whole, and trees.
inline constexpr int kMaxThreads = 1024;
inline constexpr int kMaxTrees = 32;

// ---- the search --------------------------------------------------------------------------------

Key exploration_key(std::string by_default = "1.414",
                    std::string help = "exploration constant of UCB1: mean + c sqrt(ln N / n)");
/// The same, whose constant may be auto.
Key ucb1_constant_key();
Key expand_key();
Key final_key();
Key memory_key();
/// Of engines whose trees can prune.
Key full_key();
/// Of all these, what every search in a tree has.
std::vector<Key> search_keys();

// ---- the work ----------------------------------------------------------------------------------

Key threads_key(std::string by_default = "2", int most = kMaxThreads,
                std::string help = "worker threads");
/// Behind threads_key(), whose threads are those of one tree.
Key trees_key(std::string by_default, std::string help);
/// After all that says how many threads there are.
Key executor_key();
Key pin_key();
/// Playouts from each leaf.
Key playouts_key(std::string by_default, std::string help);
/// How several trees or searches agree on a move.
Key merge_key(std::string by_default = "sum", std::string help = "how the trees agree on a move");
/// How often trees exchange their tops.
Key share_key();
/// What a descent under way shows in a classic tree. Behind lock=, if there is one.
Key virtual_loss_key();
/// What it sets.
void apply_virtual_loss(const Settings& s, EngineSettings& e);

/// Whether playouts are drawn ahead. Behind batch= or share=.
Key ahead_key();
/// Of what goes down a tree in batches: of `seq` and of leased trees.
std::vector<Key> batch_keys();

// ---- the budget --------------------------------------------------------------------------------

/// Whether a search may end before its budget: of searches in one tree.
Key stop_key();
Key own_time_key();
/// An engine's own budget: of one whose iterations are not playouts, both cannot be told apart, and
/// `playouts` are not among them.
std::vector<Key> budget_keys(bool playouts = true);

// Of virtual time; `place` says where the engine keeps it.
using DurationPlace = std::function<std::chrono::nanoseconds&(EngineSettings&)>;
/// What a descent takes.
Key descent_key(DurationPlace place);
/// A budget of virtual time, behind the keys of its own budget; `playouts` are those of an
/// iteration.
Key clock_key(const DurationPlace& place, std::function<int(const EngineSettings&)> playouts);

/// All of these, in this order.
std::vector<Key> joined(std::initializer_list<std::vector<Key>> parts);

// ---- what they come to -------------------------------------------------------------------------

inline ParallelOptions parallel_options(const EngineSettings& s) {
  return {s.search, s.threads, {s.executor, cpus_for(s.pin)}};
}
/// The same with the threads of one tree.
inline ParallelOptions tree_options(const EngineSettings& s) {
  ParallelOptions options = parallel_options(s);
  options.threads /= s.trees;
  return options;
}
/// What a descent under way shows in a classic tree.
inline VirtualVisits shown(const EngineSettings& s) {
  return s.virtual_mean ? VirtualVisits::mean() : VirtualVisits::losses(s.virtual_loss);
}

}  // namespace banyan::bench
