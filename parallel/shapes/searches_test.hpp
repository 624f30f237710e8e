// Runs every search on a minimal game and checks that the result is sound.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/search.hpp"
#include "parallel/cluster/cluster_search.hpp"
#include "parallel/shapes/shape_game_test.hpp"
#include "parallel/simulation/virtual_leases.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/strategies/general_search.hpp"
#include "parallel/strategies/hidden_search.hpp"
#include "parallel/strategies/leaf.hpp"
#include "parallel/strategies/leased.hpp"
#include "parallel/strategies/pipeline.hpp"
#include "parallel/strategies/policy_search.hpp"
#include "parallel/strategies/root.hpp"
#include "parallel/strategies/slow_tree.hpp"
#include "parallel/strategies/tree.hpp"

namespace banyan {

/// Enough to try every move several times if there are few, and twice if there are thousands.
template <class G>
constexpr std::uint64_t kEnough = 1500 + 2 * G::kMaxMoves;

inline void expect_shape(const SearchResult& result, const std::vector<std::uint32_t>& legal,
                         std::uint64_t iterations, const char* search, double least) {
  SCOPED_TRACE(search);
  EXPECT_EQ(result.iterations, iterations);
  EXPECT_EQ(result.root_visits(), result.visits());
  std::vector<std::uint32_t> moves;
  for (const RootChild& child : result.children) {
    moves.push_back(child.move);
    EXPECT_LE(child.points, 2 * child.visits);
  }
  EXPECT_EQ(moves, legal);
  EXPECT_TRUE(std::binary_search(legal.begin(), legal.end(), result.best_move));
  EXPECT_TRUE(result.value >= least && result.value <= least + 4) << result.value;
}

/// The start of a game, and the searches' results there.
template <class G>
struct Shape {
  G position{};
  std::vector<std::uint32_t> legal = [this] {
    std::vector<std::uint32_t> all;
    for (const auto move : position.legal_moves()) all.push_back(move);
    std::sort(all.begin(), all.end());
    return all;
  }();

  template <class Search>
  void run(Search& search, const char* name, std::uint64_t count = kEnough<G>) const {
    double least = 0;
    if constexpr (HiddenGame<G>) least = position.stakes().low;
    expect_shape(search.search(position, iterations(count), seeded(3)), legal, count, name, least);
  }
  template <class Search>
  void find_no_defect(const Search& search, int trees, const char* name) const {
    for (int i = 0; i < trees; ++i)
      EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt) << name;
  }
};

inline constexpr std::size_t kLittleMemory = std::size_t{64} << 20U;

template <class Search>
typename Search::Options little() {
  typename Search::Options options;
  options.memory = kLittleMemory;
  return options;
}

/// One thread, and root, leaf and tree parallel.
template <class G, class Check = Shape<G>>
void expect_plain_searches(const Check& shape = {}) {
  SearchOptions one;
  one.memory = kLittleMemory;
  one.prunes = false;  // a node that grew again would be expanded late
  for (const std::uint32_t batch : {0U, 16U}) {
    one.batch = batch;
    SequentialSearch<G> sequential(one);
    shape.run(sequential, "SequentialSearch");
    EXPECT_EQ(find_defect(sequential.tree(), batch == 0), std::nullopt);
  }
  LeafSearch<G> leaf(little<LeafSearch<G>>());
  shape.run(leaf, "LeafSearch");
  EXPECT_EQ(find_defect(leaf.tree(), false), std::nullopt);
  RootSearch<G> root(little<RootSearch<G>>());
  shape.run(root, "RootSearch");
  shape.find_no_defect(root, 2, "RootSearch");
  auto rounds = little<SlowTreeSearch<G>>();
  rounds.share_iterations = 100;
  SlowTreeSearch<G> slow(rounds);
  shape.run(slow, "SlowTreeSearch");
  shape.find_no_defect(slow, 2, "SlowTreeSearch");
}

/// Threads and simulated workers on shared trees.
template <class G, class Check = Shape<G>>
void expect_shared_searches(const Check& shape = {}) {
  using Packed = TreeSearch<G, PackedLoss>;
  Packed packed(little<Packed>());
  shape.run(packed, "TreeSearch of PackedLoss");
  shape.find_no_defect(packed, 1, "TreeSearch of PackedLoss");
  auto hybrid = little<TreeSearch<G, CountedDescents>>();
  hybrid.trees = 2;
  hybrid.playouts = 2;
  for (const ClassicLock lock : {ClassicLock::kFree, ClassicLock::kNode, ClassicLock::kGlobal}) {
    hybrid.sharing = CountedDescents(lock);
    TreeSearch<G, CountedDescents> counted(hybrid);
    shape.run(counted, "TreeSearch of CountedDescents");
    shape.find_no_defect(counted, 2, "TreeSearch of CountedDescents");
  }
  auto leased = little<LeasedSearch<G>>();
  for (const std::uint32_t batch : {0U, 16U}) {
    leased.batch = batch;
    LeasedSearch<G> leases(leased);
    shape.run(leases, "LeasedSearch");
    shape.find_no_defect(leases, 1, "LeasedSearch");
  }
  PipelineSearch<G> pipeline(little<PipelineSearch<G>>());
  shape.run(pipeline, "PipelineSearch");
}

template <class G, class Check = Shape<G>>
void expect_simulated_searches(const Check& shape = {}) {
  VirtualOptions simulated;
  simulated.memory = kLittleMemory;
  simulated.workers = 4;
  for (const VirtualScheme scheme :
       {VirtualScheme::kTree, VirtualScheme::kRoot, VirtualScheme::kLeaf}) {
    simulated.scheme = scheme;
    VirtualSearch<G> workers(simulated);
    shape.run(workers, "VirtualSearch");
  }
  VirtualLeases<G> leases(simulated);
  shape.run(leases, "VirtualLeases");
  EXPECT_EQ(find_defect(leases.tree(), false), std::nullopt);
  ClusterOptions cluster;
  cluster.memory = kLittleMemory;
  cluster.simulated = true;
  cluster.check = true;
  for (const ClusterScheme scheme :
       {ClusterScheme::kRoot, ClusterScheme::kTds, ClusterScheme::kDepthFirst}) {
    cluster.scheme = scheme;
    ClusterSearch<G> ranks(cluster);
    shape.run(ranks, "ClusterSearch");
  }
}

/// Searches by policies, with only what the game supports.
template <class Search, class G, class Check = Shape<G>>
void expect_policies(const char* name, bool alike, const Check& shape = {}) {
  auto options = little<Search>();
  const auto search = [&](const char* what) {
    SCOPED_TRACE(what);
    Search engine(options);
    shape.run(engine, name);
    EXPECT_EQ(find_defect(engine.tree(0)), std::nullopt) << name;
  };
  search("UCT");
  options.threads = 1;
  options.policy.all_children = true;
  options.policy.select = SelectionRule::kPuct;
  options.policy.game_priors = HeuristicGame<G>;
  search("PUCT");
  options.policy = {};
  if (NumberedMoves<G> && !RewardGame<G>) {
    options.policy.rave = 100;
    search("RAVE");
    options.policy = {};
  }
  if (KeyedGame<G>) {
    options.policy.transpositions = Transpositions::kUct1;
    Search engine(options);
    shape.run(engine, "transpositions");
    options.policy = {};
  }
  if (alike) {
    options.policy.playout = PlayoutRule::kDecisive;
    options.policy.epsilon = 0.5;
    search("decisive");
    if (NumberedMoves<G>) {
      for (const auto rule : {PlayoutRule::kMast, PlayoutRule::kNst, PlayoutRule::kLgrf}) {
        options.policy.playout = rule;
        search("playouts that learn");
      }
    }
  }
}

template <class G, class Check = Shape<G>>
void expect_all_searches(const Check& shape = {}) {
  expect_plain_searches<G>(shape);
  expect_shared_searches<G>(shape);
  expect_simulated_searches<G>(shape);
  expect_policies<PolicySearch<G>, G>("PolicySearch", G::kMaxMoves < 100, shape);
  expect_policies<GeneralSearch<G>, G>("GeneralSearch", false, shape);
}

}  // namespace banyan
