// What shared trees must equal with one thread.
#pragma once

#include "core/search/checks_test.hpp"
#include "core/search/search.hpp"

namespace banyan {

/// One thread on a plain tree of its own.
template <Game G>
SearchResult sequential(std::uint64_t count, const StreamKey& key, std::uint32_t expand_after) {
  Tree<G> tree(std::size_t{256} << 20U, Ucb1(SearchOptions{}.exploration), expand_after);
  Random random(key);
  tree.start(G{}, random);
  UctIteration<Tree<G>> iteration(tree, G{}, random);
  Budget budget(iterations(count), 1);
  run_worker(iteration, budget, 1);
  return make_result(tree, iteration.counts(), FinalMove::kRobust);
}

}  // namespace banyan
