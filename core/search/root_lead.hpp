// How an early stop sees a tree's root during the search.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/budget/budget.hpp"
#include "core/result/result.hpp"
#include "core/search/options.hpp"
#include "core/tree/tree_view.hpp"

namespace banyan {

/// In a shared tree, a thread reads other threads' visits as it sees them.
template <class Tree>
RootVisits root_visits(const Tree& tree) {
  RootVisits root;
  const Node node = tree.root();
  const std::uint32_t size = tree.size(node);
  root.only_child = size == 1;
  for (Slot slot = 0; slot < size; ++slot) {
    const std::uint64_t visits = visits_at(tree, node, slot);
    root.sum += visits;
    root.second = std::max(root.second, std::min(root.most, visits));
    root.most = std::max(root.most, visits);
  }
  return root;
}

/// Lets a search of this tree end early, if its options say so; the tree must have its root.
template <class Tree>
void stop_early(const SearchOptions& options, const Tree& tree, Budget& budget) {
  if (options.stop_early) budget.stop_early([&tree] { return root_visits(tree); });
}

/// Counts the iterations that early stopping saved; under a time limit this is an estimate.
inline void count_saved(const SearchOptions& options, const Budget& budget, SearchResult& result) {
  if (options.stop_early) result.count("iterations_saved", budget.saved());
}

}  // namespace banyan
