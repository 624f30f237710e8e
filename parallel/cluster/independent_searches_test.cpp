// Tests of independent searches on many machines, against root parallelism in one place.
#include "parallel/cluster/independent_searches.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/search/checks_test.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/policy_search.hpp"
#include "parallel/strategies/root.hpp"

namespace banyan {
namespace {

constexpr std::size_t kForAll = std::size_t{48} << 20U;

ClusterOptions workers(int ranks, bool simulated) {
  ClusterOptions options;
  options.scheme = ClusterScheme::kRoot;
  options.ranks = ranks;
  options.simulated = simulated;
  return options;
}

/// A search of the start of G by several workers, each by a search with these options.
template <class Search, class Options, class G>
SearchResult found(const ClusterOptions& options, const Options& each, const G& position,
                   const Limits& limits) {
  IndependentSearches searches(options);
  std::vector<std::unique_ptr<Search>> own;
  for (int i = 0; i < searches.here(); ++i) own.push_back(std::make_unique<Search>(each));
  return searches.search(
      [&](int here, const Limits& share, const StreamKey& key, const std::stop_token& stop) {
        return own[static_cast<std::size_t>(here)]->search(position, share, key, stop);
      },
      limits, seeded(7));
}

TEST(IndependentSearches, AreRootParallelism) {
  for (const int ranks : {1, 3}) {
    RootSearch<Hex<11>>::Options threads;
    threads.threads = ranks;
    threads.memory = kForAll;
    RootSearch<Hex<11>> root(threads);
    SearchOptions each;
    each.memory = kForAll / static_cast<std::size_t>(ranks);
    for (const std::uint64_t count : {2U, 3001U}) {
      const SearchResult plain = root.search(Hex<11>{}, iterations(count), seeded(7));
      for (const bool simulated : {false, true}) {
        const SearchResult result = found<SequentialSearch<Hex<11>>>(
            workers(ranks, simulated), each, Hex<11>{}, iterations(count));
        expect_sound(result);
        EXPECT_TRUE(same_children(result, plain));
        EXPECT_EQ(result.iterations, count);
        EXPECT_EQ(result.tree.nodes, plain.tree.nodes);
        EXPECT_EQ(result.principal_variation, plain.principal_variation);
        EXPECT_EQ(result.counters.at("workers"), static_cast<std::uint64_t>(ranks));
        EXPECT_EQ(result.counters.at("messages"), 0U);
        EXPECT_EQ(result.counters.at("messages_received"), 0U);
      }
    }
  }
}

TEST(IndependentSearches, CarryProofs) {
  PolicySearchOptions each;
  each.threads = 1;
  each.memory = kForAll / 3;
  each.policy.solver = true;
  const SearchResult result =
      found<PolicySearch<TicTacToe>>(workers(3, true), each, TicTacToe{}, iterations(1'000'000));
  EXPECT_EQ(result.proven, kDraw);
  EXPECT_LT(result.iterations, 1'000'000U);
}

TEST(IndependentSearches, CarryAllThatAResultHas) {
  SearchResult whole;
  whole.iterations = 10;
  whole.playouts = 7;
  whole.finished = 3;
  whole.best_move = 5;
  whole.value = 0.75;
  whole.values = {0.75, 0.25};
  whole.principal_variation = {5, 4, 3};
  whole.children = {{4, 2, 1, 0.5, kLoss, kWin}, {5, 8, 12, 0.75, kDraw, kWin}};
  whole.tree = {11, 4096, 2.5, 3};
  whole.count("kept_visits", 6);
  IndependentSearches searches(workers(2, true));
  const SearchResult result =
      searches.search([&](int here, const Limits&, const StreamKey&,
                          const std::stop_token&) { return here == 1 ? whole : SearchResult(); },
                      iterations(20), seeded(1));
  EXPECT_EQ(result.iterations, 10U);
  EXPECT_EQ(result.playouts, 7U);
  EXPECT_EQ(result.finished, 3U);
  EXPECT_EQ(result.best_move, 5U);
  EXPECT_EQ(result.value, 0.75);
  EXPECT_EQ(result.values, whole.values);
  EXPECT_EQ(result.principal_variation, whole.principal_variation);
  EXPECT_TRUE(same_children(result, whole));
  EXPECT_EQ(result.children[1].value, 0.75);
  EXPECT_EQ(result.children[1].lowest, kDraw);
  EXPECT_EQ(result.tree.nodes, 11U);
  EXPECT_EQ(result.tree.bytes, 4096U);
  EXPECT_EQ(result.tree.mean_depth, 2.5);
  EXPECT_EQ(result.tree.max_depth, 3U);
  EXPECT_EQ(result.counters.at("kept_visits"), 6U);
}

}  // namespace
}  // namespace banyan
