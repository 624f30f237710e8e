#include "bench/match/together/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> written(const std::string& a, const std::string& b) {
  std::vector<std::string> pairs;
  for (const SweptPair& pair : parse_sweep(a, b).pairs) pairs.push_back(pair.a + " / " + pair.b);
  return pairs;
}

TEST(Sweep, HasAMatchForEachCombination) {
  EXPECT_THAT(written("virtual:workers={2|4},vl={1|mean}", "root:threads={same}"),
              ElementsAre("virtual:workers=2,vl=1 / root:threads=2",
                          "virtual:workers=2,vl=mean / root:threads=2",
                          "virtual:workers=4,vl=1 / root:threads=4",
                          "virtual:workers=4,vl=mean / root:threads=4"));
  const Sweep sweep = parse_sweep("virtual:workers={2|4},vl={1|mean}", "root:threads={same}");
  EXPECT_THAT(sweep.keys, ElementsAre("workers", "vl"));
  EXPECT_EQ(sweep.name_of(3), "workers=4,vl=mean");
}

TEST(Sweep, NamesAListByItsKey) {
  EXPECT_THAT(written("tree:threads=2,c={0.5|1},vl={1|2}", "seq:c={c},expand={vl}"),
              ElementsAre("tree:threads=2,c=0.5,vl=1 / seq:c=0.5,expand=1",
                          "tree:threads=2,c=0.5,vl=2 / seq:c=0.5,expand=2",
                          "tree:threads=2,c=1,vl=1 / seq:c=1,expand=1",
                          "tree:threads=2,c=1,vl=2 / seq:c=1,expand=2"));
}

TEST(Sweep, TakesListsOfTheSecondEngineAndOfWholeEngines) {
  EXPECT_THAT(written("{seq|root:threads=2}", "random"),
              ElementsAre("seq / random", "root:threads=2 / random"));
  EXPECT_EQ(parse_sweep("{seq|root:threads=2}", "random").name_of(1), "engine='root:threads=2'");
  const Sweep sweep = parse_sweep("seq:c={0.5|1}", "seq:c={1|2}");
  EXPECT_THAT(sweep.keys, ElementsAre("c", "c of B"));
  EXPECT_EQ(sweep.pairs.size(), 4U);
}

TEST(Sweep, LeavesBracesInQuotesAlone) {
  EXPECT_FALSE(has_list("gtp:command='player {a|b}'"));
  EXPECT_TRUE(has_list("seq:c={1|2}"));
  EXPECT_THAT(written("gtp:command='player {a|b}',time={1s|2s}", "seq"),
              ElementsAre("gtp:command='player {a|b}',time=1s / seq",
                          "gtp:command='player {a|b}',time=2s / seq"));
}

TEST(Sweep, IsRefusedInASentence) {
  const auto refusal = [](const std::string& a, const std::string& b) {
    return banyan::bench::refusal([&] { parse_sweep(a, b); });
  };
  EXPECT_THAT(refusal("seq:c={1|2", "seq"), HasSubstr("a list has no end"));
  EXPECT_THAT(refusal("seq:c={1}", "seq"), HasSubstr("the list {1} has one value"));
  EXPECT_THAT(refusal("seq:c={1|2}", "seq:c={d}"),
              HasSubstr("{d} is no list of --a: give {same}, {c}"));
  EXPECT_THAT(refusal("seq:c={1|1}", "seq"), HasSubstr("seq:c=1 against seq is there twice"));
  EXPECT_THAT(refusal("seq:c={1|2|3|4|5|6|7|8|9|10|11}", "seq:c={1|2|3|4|5|6|7|8|9|10}"),
              HasSubstr("more than 100 matches"));
}

}  // namespace
}  // namespace banyan::bench
