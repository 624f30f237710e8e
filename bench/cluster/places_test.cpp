// Tests of how the ranks of a run share the cores of its nodes.
#include "bench/cluster/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace banyan::bench {
namespace {

Place place(const std::string& node, std::vector<int> cores) {
  return {node, "a CPU", std::move(cores)};
}

/// Sites as text: "rank.lane:core,core ..." in order.
std::string sites_of(const std::vector<Place>& places, int width, int at_most = 1000) {
  std::string text;
  for (const GameSite& site : plan_games(
           places, [&](int cores) { return std::max(1, cores / width); }, at_most)) {
    text += (text.empty() ? "" : " ") + std::to_string(site.rank) + "." + std::to_string(site.lane);
    for (const int core : site.cores) {
      text += (core == site.cores.front() ? ":" : ",") + std::to_string(core);
    }
  }
  return text;
}

TEST(Places, ARankAloneHasAGameACore) {
  EXPECT_EQ(sites_of({place("a", {0, 2, 4, 6})}, 1), "0.0:0 0.1:2 0.2:4 0.3:6");
  EXPECT_EQ(sites_of({place("a", {0, 2, 4, 6})}, 2), "0.0:0,2 0.1:4,6");
  EXPECT_EQ(sites_of({place("a", {0, 2, 4, 6})}, 8), "0.0:0,2,4,6");
}

TEST(Places, RanksThatAreBoundUseWhatTheyHave) {
  EXPECT_EQ(sites_of({place("a", {0, 1}), place("a", {2, 3})}, 1), "0.0:0 1.0:2 0.1:1 1.1:3");
}

TEST(Places, RanksOfANodeThatMayUseTheSameCoresDealThemOut) {
  const std::vector<Place> four(4, place("a", {0, 1}));
  EXPECT_EQ(sites_of(four, 1), "0.0:0 2.0:1");
  EXPECT_EQ(sites_of(four, 2), "0.0:0,1");
  EXPECT_EQ(sites_of({2, place("a", {0, 1, 2})}, 1), "0.0:0 1.0:2 0.1:1");
}

TEST(Places, CoresOfOtherNodesAreOthersWhateverTheirNumbers) {
  EXPECT_EQ(sites_of({place("a", {0}), place("b", {0})}, 1), "0.0:0 1.0:0");
}

TEST(Places, FewGamesAreSpreadOverRanks) {
  EXPECT_EQ(sites_of({place("a", {0, 1}), place("b", {0, 1})}, 1, 2), "0.0:0 1.0:0");
}

TEST(Places, AGameKnowsHowManyItsNodePlays) {
  const std::vector<Place> places{place("a", {0}), place("a", {1}), place("b", {0})};
  for (const GameSite& site : plan_games(
           places, [](int) { return 1; }, 9)) {
    EXPECT_EQ(site.on_node, site.rank == 2 ? 1 : 2);
  }
}

TEST(Places, OtherRanksAreAskedAheadButNotForTheLastOrders) {
  const std::vector<Place> places{place("a", {0, 1}), place("b", {0}), place("c", {0})};
  const std::vector<GameSite> sites = plan_games(
      places, [](int cores) { return cores; }, 9);
  std::map<int, std::vector<std::size_t>> left;  // by rank
  for (const RequestStream& stream : request_streams(sites))
    left[stream.site.rank].push_back(stream.leave);
  EXPECT_EQ(left[0], (std::vector<std::size_t>{0, 0}));
  for (const int other : {1, 2}) EXPECT_EQ(left[other], (std::vector<std::size_t>{0, 4, 8, 12}));
}

TEST(Places, ProvenanceHasAnObjectANode) {
  const Json nodes = nodes_json({place("a", {0, 1}), place("b", {0}), place("a", {2, 1})});
  EXPECT_EQ(nodes.dump(), R"([{"name":"a","cpu_model":"a CPU","cores":3,"ranks":[0,2]},)"
                          R"({"name":"b","cpu_model":"a CPU","cores":1,"ranks":[1]}])");
}

TEST(Places, ArriveAsTheyWereSent) {
  const Place there = read_place(place_json(place("node7", {3, 1})));
  EXPECT_EQ(there.node, "node7");
  EXPECT_EQ(there.cores, (std::vector<int>{3, 1}));
}

}  // namespace
}  // namespace banyan::bench
