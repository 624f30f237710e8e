// Tests of the keys of simulated workers, and of what the program says of them.
#include "bench/engines/virtual.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "bench/program_test.hpp"
#include "bench/registry/games.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

VirtualOptions options_of(const std::string& spec) {
  return VirtualEngine::options(parse_engine(spec));
}

TEST(VirtualEngine, TakesItsKeysToTheSearch) {
  const VirtualOptions plain = options_of("virtual");
  EXPECT_EQ(plain.workers, 64);
  EXPECT_EQ(plain.scheme, VirtualScheme::kTree);
  EXPECT_EQ(plain.shown.weight(), 1);
  EXPECT_EQ(plain.times.evaluation, Latency::constant(1ms));
  EXPECT_EQ(plain.times.descent, 10us);
  EXPECT_EQ(plain.times.transfer, 0ns);
  EXPECT_EQ(plain.times.limit, 0ns);

  const VirtualOptions given = options_of(
      "virtual:scheme=leaf,workers=4096,vl=wu,eval=lognormal,mean=2ms,sigma=0.5,descent=1us,"
      "transfer=50ns,clock=3s");
  EXPECT_EQ(given.workers, 4096);
  EXPECT_EQ(given.scheme, VirtualScheme::kLeaf);
  EXPECT_EQ(given.shown.loss(), 0);
  EXPECT_EQ(given.times.evaluation, Latency::lognormal_of_mean(2ms, 0.5));
  EXPECT_EQ(given.times.descent, 1us);
  EXPECT_EQ(given.times.transfer, 50ns);
  EXPECT_EQ(given.times.limit, 3s);

  const VirtualOptions root = options_of("virtual:scheme=root,merge=majority");
  EXPECT_EQ(root.scheme, VirtualScheme::kRoot);
  EXPECT_EQ(root.merge, Merge::kMajority);
}

/// The moves of the root and their visits.
Json visits_by(const std::string& engine, const std::string& game) {
  const GameChoice choice = parse_game(game);
  const auto found = choice.start->make_engine(parse_engine(engine))
                         ->search(*choice.start, {.iterations = 1000}, {3, 0, 0, 0}, {});
  Json visits = Json::object();
  for (const RootChild& child : found.children) {
    visits[choice.start->to_text(child.move)] = child.visits;
  }
  return visits;
}

TEST(VirtualEngine, MakesTheSearchesOfThreadsThatItsPageSaysItMakes) {
  for (const auto& [game, few_moves] : {std::pair("tic_tac_toe", true),
                                        {"connect_four", true},
                                        {"p_game", true},
                                        {"ultimate_tic_tac_toe", false},
                                        {"othello", false},
                                        {"breakthrough", false},
                                        {"hex:size=7", false},
                                        {"hex:size=12", false},  // by its table
                                        {"gomoku:size=9", false},
                                        {"go:size=5", false},
                                        {"dots_and_boxes", false}}) {
    SCOPED_TRACE(game);
    const Json one = visits_by("virtual:workers=1", game);
    for (const char* lock : {"global", "node", "packed", "free"}) {
      EXPECT_EQ(one, visits_by(std::string("tree:threads=1,lock=") + lock, game)) << lock;
    }
    EXPECT_EQ(visits_by("virtual:workers=1,scheme=leased", game),
              visits_by("tree:threads=1", game));
    EXPECT_EQ(visits_by("virtual:workers=2,scheme=leaf", game),
              visits_by("leaf:threads=2,playouts=2", game));
    EXPECT_EQ(one == visits_by("seq", game), few_moves);
    EXPECT_EQ(visits_by("virtual:workers=2,scheme=root", game) == visits_by("root:threads=2", game),
              few_moves);
  }
}

TEST(VirtualEngine, ItsClockIsABudgetOfItsOwn) {
  EXPECT_FALSE(parse_engine("virtual").limits);
  EXPECT_EQ(parse_engine("virtual:clock=1s").limits->iterations, kMaxVisits);
  EXPECT_EQ(parse_engine("virtual:clock=1s,iterations=7").limits->iterations, 7U);
}

TEST(VirtualEngine, TakesALatencyOfAnyShape) {
  EXPECT_EQ(options_of("virtual:latency='pareto:mean=3ms,shape=1.5'").times.evaluation,
            Latency::pareto_of_mean(3ms, 1.5));
  // A mean of 3 ms, by so many draws that its error is some hundredth.
  const Json found = run_json({"search", "--game", "othello", "--engine",
                               "virtual:workers=1,latency='pareto:mean=3ms,shape=4',descent=1ns",
                               "--iterations", "2000", "--seed", "1"});
  EXPECT_NEAR(found["counters"]["virtual_ns"].get<double>() / 2000, 3e6, 1e5);
}

TEST(VirtualEngine, RefusesWhatMeansNothingInOneSentence) {
  for (const auto& [keys, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"workers=0", "workers=0 is out of range: give 1 to 4096."},
           {"workers=4097", "give 1 to 4096."},
           {"eval=gauss", "give constant, exponential or lognormal."},
           {"latency=file:/no/such", "'/no/such' cannot be read: give a file of"},
           {"latency='exponential:mean=1s',mean=1s", "leave eval= and mean= out."},
           {"latency='exponential:mean=1s,fail=0.1'", "give batched with device="},
           {"sigma=2", "sigma= is for eval=lognormal alone"},
           {"merge=max", "key 'merge' is for scheme=root alone"},
           {"select=puct,scheme=leased", "leased subtrees select by plain UCB1"},
           {"select=ments", "give ucb1, tuned, polynomial, puct or regularized."},
           {"select=puct,children=one", "leave children= out or give children=all."},
           {"scheme=star", "scheme=star is unknown: give tree, root, leaf or leased."},
           {"scheme=root,workers=4096,memory=1M", "too little for 4096 trees"}}) {
    EXPECT_THAT(engine_refusal(std::string("virtual:") + keys), HasSubstr(why));
  }
}

TEST(VirtualEngine, SaysWhatHappenedInVirtualTime) {
  const Outcome tree = run_banyan({"search", "--game", "connect_four", "--engine",
                                   "virtual:workers=8", "--iterations", "800", "--seed", "1"});
  ASSERT_EQ(tree.status, 0) << tree.text();
  // 100 rounds of 1.01 ms, but for games that are over.
  EXPECT_THAT(tree.out, HasSubstr("virtual    101 ms by simulated workers, 8.0 times as fast as "
                                  "one alone, 100.0 % busy"));
  EXPECT_THAT(tree.out, HasSubstr("in flight  8.0 iterations at a time; "));
}

TEST(VirtualEngine, SelectsByAnyRuleWithWorkersInFlight) {
  const Json one = run_json({"search", "--game", "connect_four", "--engine",
                             "virtual:workers=1,select=puct,priors=game", "--iterations", "2000",
                             "--seed", "1"});
  const Json many = run_json({"search", "--game", "connect_four", "--engine",
                              "virtual:workers=32,select=puct,priors=game,vl=wu", "--iterations",
                              "2000", "--seed", "1"});
  const Json alone =
      run_json({"search", "--game", "connect_four", "--engine", "seq:select=puct,priors=game",
                "--iterations", "2000", "--seed", "1"});
  EXPECT_EQ(one["root"], alone["root"]);
  EXPECT_NE(many["root"], alone["root"]);
  EXPECT_GT(many["counters"]["choices_differing"], 0);
}

TEST(VirtualEngine, SaysThatItsTimeIsTooLongToBeCounted) {
  const Arguments search{"search",       "--game", "connect_four", "--engine", "virtual:mean=1000h",
                         "--iterations", "10k"};
  const Outcome outcome = run_banyan(search);
  EXPECT_EQ(outcome.status, 0) << outcome.text();
  EXPECT_THAT(outcome.out,
              HasSubstr("virtual    more than 2^64 ns (584 years) of one worker's work"));
  const Json found = run_json(search);
  EXPECT_EQ(found["iterations"], 10'000);
  EXPECT_EQ(found["counters"]["virtual_alone_ns"], ~std::uint64_t{0});
}

}  // namespace
}  // namespace banyan::bench
