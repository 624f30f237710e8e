// Tests of schedules that run the phases of policy searches one by one, against sequential ones.
#include "parallel/strategies/policy_phases.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/cluster/cluster_search.hpp"
#include "parallel/cluster/policy_spread_tree.hpp"
#include "parallel/simulation/virtual_search.hpp"
#include "parallel/strategies/pipeline.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

constexpr std::size_t kPhaseMemory = std::size_t{64} << 20U;
const StreamKey kPhaseKey{1, 2, 3, 4};

struct NamedPolicy {
  std::string name;
  PolicyOptions policy;
};

/// Rules of selection that every schedule can have.
std::vector<NamedPolicy> rules_of_schedules() {
  std::vector<NamedPolicy> all(5);
  all[0].name = "tuned";
  all[0].policy.select = SelectionRule::kTuned;
  all[1].name = "first_play";
  all[1].policy.all_children = true;
  all[1].policy.first_play = 0.6;
  all[2].name = "puct";
  all[2].policy.select = SelectionRule::kPuct;
  all[2].policy.all_children = true;
  all[3].name = "regularized";
  all[3].policy.select = SelectionRule::kRegularized;
  all[3].policy.all_children = true;
  all[4].name = "widening";
  all[4].policy.widening.factor = 1;
  return all;
}

template <class Options>
Options phased_options(const PolicyOptions& policy) {
  Options options;
  options.memory = kPhaseMemory;
  options.policy = policy;
  return options;
}

template <Game G>
SearchResult by_one_thread(const PolicyOptions& policy, std::uint64_t count) {
  auto options = phased_options<PolicySearchOptions>(policy);
  options.threads = 1;
  return PolicySearch<G>(options).search(G{}, iterations(count), kPhaseKey);
}

template <class Search>
SearchResult found_by(Search& search, std::uint64_t count) {
  SearchResult result =
      search.search(typename Search::Tree::GameType{}, iterations(count), kPhaseKey);
  EXPECT_EQ(result.iterations, count);
  EXPECT_EQ(result.root_visits(), count);
  expect_sound(result);
  return result;
}

template <Game G>
using Simulated = VirtualSearch<G, PolicyPhases<G>>;
template <Game G>
using Pipelined = PipelineSearch<G, PolicyPhases<G>>;

TEST(PolicyPhases, WithOneWorkerAreASequentialSearchByEveryRule) {
  for (const auto& [name, policy] : rules_of_schedules()) {
    SCOPED_TRACE(name);
    const SearchResult sequential = by_one_thread<TicTacToe>(policy, 3000);
    auto virtual_options = phased_options<VirtualOptions>(policy);
    virtual_options.workers = 1;
    Simulated<TicTacToe> simulated(virtual_options);
    const SearchResult one = found_by(simulated, 3000);
    EXPECT_TRUE(same_children(one, sequential));
    EXPECT_EQ(one.tree.nodes, sequential.tree.nodes);
    EXPECT_EQ(one.counters.at("choices_differing"), 0U);
    auto pipeline_options = phased_options<Pipelined<TicTacToe>::Options>(policy);
    pipeline_options.tokens = 1;
    Pipelined<TicTacToe> pipeline(pipeline_options);
    EXPECT_TRUE(same_children(found_by(pipeline, 3000), sequential));
  }
}

TEST(PolicyPhases, OfASpreadTreeWithOneJobAreASequentialSearchByEveryRule) {
  for (const auto& [name, policy] : rules_of_schedules()) {
    SCOPED_TRACE(name);
    auto options = phased_options<ClusterOptions>(policy);
    options.ranks = 1;
    options.check = true;
    ClusterSearch<TicTacToe, PolicySpreadTree<TicTacToe>> search(options);
    const SearchResult result = search.search(TicTacToe{}, iterations(3000), kPhaseKey);
    const SearchResult sequential = by_one_thread<TicTacToe>(policy, 3000);
    EXPECT_TRUE(same_children(result, sequential));
    EXPECT_EQ(result.tree.nodes, sequential.tree.nodes);
    EXPECT_EQ(result.counters.at("defects"), 0U);
  }
}

TEST(PolicyPhases, LeaveNothingInFlightHoweverManyWorkers) {
  const auto count = static_cast<std::uint64_t>(scaled(4000));
  for (const auto& [name, policy] : rules_of_schedules()) {
    SCOPED_TRACE(name);
    for (const VirtualScheme scheme :
         {VirtualScheme::kTree, VirtualScheme::kRoot, VirtualScheme::kLeaf}) {
      auto options = phased_options<VirtualOptions>(policy);
      options.workers = 16;
      options.scheme = scheme;
      Simulated<Hex<11>> search(options);
      const SearchResult result = search.search(Hex<11>{}, playouts(count + 1), kPhaseKey);
      EXPECT_EQ(result.root_visits(), count + 1);
      EXPECT_EQ(find_defect(search.tree(0)), std::nullopt);
    }
    auto options = phased_options<Pipelined<Hex<11>>::Options>(policy);
    options.threads = 4;
    options.tokens = 16;
    Pipelined<Hex<11>> pipeline(options);
    found_by(pipeline, count);
    EXPECT_EQ(find_defect(pipeline.tree()), std::nullopt);
    auto spread = phased_options<ClusterOptions>(policy);
    spread.ranks = 5;
    spread.check = true;
    ClusterSearch<Hex<11>, PolicySpreadTree<Hex<11>>> ranks(spread);
    const SearchResult result = ranks.search(Hex<11>{}, iterations(count), kPhaseKey);
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(find_spread_defect(ranks.nodes(), result.visits()), std::nullopt);
  }
}

TEST(PolicyPhases, ManyWorkersChooseWhatASequentialSearchWouldNot) {
  const auto share = [](int workers) {
    auto options = phased_options<VirtualOptions>(rules_of_schedules()[2].policy);
    options.workers = workers;
    Simulated<Hex<11>> search(options);
    const SearchResult result = found_by(search, 10'000);
    return static_cast<double>(result.counters.at("choices_differing")) /
           static_cast<double>(result.counters.at("choices_checked"));
  };
  const double few = share(2);
  EXPECT_GT(few, 0);
  EXPECT_GT(share(128), 2 * few);
}

TEST(PolicyPhases, AGumbelSearchOfManyWorkersPlaysItsOwnMove) {
  PolicyOptions policy = rules_of_schedules()[2].policy;
  policy.gumbel = 4;
  policy.gumbel_scale = 0;
  auto options = phased_options<VirtualOptions>(policy);
  options.workers = 4;
  Simulated<Hex<11>> search(options);
  const SearchResult result = found_by(search, 400);
  std::uint64_t tried = 0;
  for (const RootChild& child : result.children) tried += child.visits > 0 ? 1 : 0;
  EXPECT_EQ(tried, 4U);
}

}  // namespace
}  // namespace banyan
