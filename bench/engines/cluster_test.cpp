// Tests of the keys of one search on many machines, and of what the program says of it.
#include "bench/engines/cluster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "bench/program_test.hpp"
#include "bench/registry/refusal_test.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

ClusterOptions cluster_of(const std::string& spec) { return cluster_options(parse_engine(spec)); }

TEST(ClusterEngine, TakesItsKeysToTheSearch) {
  const ClusterOptions plain = cluster_of("cluster");
  EXPECT_EQ(plain.scheme, ClusterScheme::kTds);
  EXPECT_EQ(plain.workers(), 4);
  EXPECT_FALSE(plain.simulated);
  const ClusterOptions given = cluster_of(
      "cluster:scheme=df,ranks=512,threads=8,jobs=20,simulated=on,playout=3ms,step=1us,"
      "latency=2us,bandwidth=100M,vl=wu,check=on");
  EXPECT_EQ(given.scheme, ClusterScheme::kDepthFirst);
  EXPECT_EQ(given.workers(), 4096);
  EXPECT_EQ(given.jobs, 20U);
  EXPECT_EQ(given.times.playout, 3ms);
  EXPECT_EQ(given.times.step, 1us);
  EXPECT_EQ(given.times.latency, 2us);
  EXPECT_EQ(given.times.bandwidth, 1e8);
  EXPECT_EQ(given.shown.loss(), 0);
  EXPECT_TRUE(given.check);

  const ClusterOptions root = cluster_of("cluster:scheme=root,share=10k,merge=majority");
  EXPECT_EQ(root.share_iterations, 10'000U);
  EXPECT_EQ(root.merge, Merge::kMajority);
}

TEST(ClusterEngine, HasSixteenIterationsUnderWayAWorkerAndASixteenthOfTheBudgetAtMost) {
  const Limits timed{0, 0, 1s};
  EXPECT_EQ(cluster_of("cluster:ranks=8").jobs_in(timed), 128U);
  EXPECT_EQ(cluster_of("cluster:ranks=8").jobs_in({100'000, 0, 0s}), 128U);
  EXPECT_EQ(cluster_of("cluster:ranks=8,threads=8").jobs_in({4000, 0, 0s}), 250U);
  EXPECT_EQ(cluster_of("cluster:ranks=64").jobs_in({0, 500, 0s}), 64U);
  EXPECT_EQ(cluster_of("cluster:ranks=64,jobs=20").jobs_in({500, 0, 0s}), 1280U);
  EXPECT_EQ(cluster_of("cluster:ranks=1").jobs_in(timed), 1U);
}

TEST(ClusterEngine, AsksForThreadsOfItsWorkersUnlessTheyAreSimulated) {
  EXPECT_EQ(parse_engine("cluster:ranks=3,threads=2").threads, 6);
  EXPECT_EQ(parse_engine("cluster:ranks=3,threads=2,simulated=on").threads, 1);
}

TEST(ClusterEngine, RefusesWhatMeansNothingInOneSentence) {
  for (const auto& [keys, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"scheme=leaf", "give tds, df or root."},
           {"ranks=0", "ranks=0 is out of range: give 1 to 4096."},
           {"ranks=64,threads=17", "are 1088 workers: give at most 1024."},
           {"ranks=4096,threads=2,simulated=on", "are 8192 workers: give at most 4096."},
           {"share=1k", "key 'share' is for scheme=root alone: leave it out here."},
           {"scheme=df,select=puct", "plain UCB1: give scheme=tds or scheme=root."},
           {"noise=0.25", "noise= is for a tree of each worker's own"},
           {"select=ments", "select=ments is for a tree of each worker's own"},
           {"scheme=root,select=puct,share=1k", "exchange nothing: leave share= out."},
           {"eval=net,batch=8", "key 'batch' is for scheme=root alone: leave it out here."},
           {"scheme=root,batch=8", "batch= is for eval=game and eval=net"},
           {"widen_chance=1", "unknown key 'widen_chance'"},
           {"scheme=root,jobs=2", "key 'jobs' is for scheme=tds and scheme=df alone"},
           {"latency=1us", "key 'latency' is for simulated=on alone"}}) {
    EXPECT_THAT(engine_refusal(std::string("cluster:") + keys), HasSubstr(why));
  }
}

TEST(ClusterEngine, SearchesInTheProgram) {
  for (const char* const scheme : {"tds", "df", "root"}) {
    const Json found =
        run_json({"search", "--game", "connect_four", "--engine",
                  fmt::format("cluster:scheme={},ranks=3", scheme), "--iterations", "2000"});
    EXPECT_EQ(found["iterations"], 2000);
    EXPECT_EQ(found["counters"]["messages"], found["counters"]["messages_received"]);
  }
}

TEST(ClusterEngine, SaysWhatItsRanksToldOneAnother) {
  for (const std::string engine : {"cluster:ranks=3", "cluster:ranks=3,simulated=on",
                                   "cluster:scheme=root,ranks=3,share=10,simulated=on"}) {
    const Arguments search{"search", "--game",       "connect_four", "--engine",
                           engine,   "--iterations", "300"};
    const Outcome outcome = run_banyan(search);
    EXPECT_EQ(outcome.status, 0) << outcome.text();
    EXPECT_THAT(outcome.out, HasSubstr(" of them to the root's worker\n"));
    EXPECT_THAT(outcome.out, HasSubstr(" of the time of 3 workers\n"));
    const bool simulated = engine.ends_with("simulated=on");
    EXPECT_EQ(outcome.out.find("by simulated workers") != std::string::npos, simulated);
    const Json counters = run_json(search)["counters"];
    EXPECT_EQ(counters["workers"], 3);
    EXPECT_LE(counters["messages_received_root"], counters["messages_received"]);
  }
}

TEST(ClusterEngine, OneRankIsTheSequentialEngine) {
  const auto root_of = [](const char* engine) {
    return root_without_lines(
        run_json({"search", "--game", "connect_four", "--engine", engine, "--iterations", "3000"}));
  };
  EXPECT_EQ(root_of("cluster:ranks=1"), root_of("seq"));
}

TEST(ClusterEngine, TreesApartChooseByAnyPolicyAsRootParallelismDoes) {
  for (const char* const policy :
       {"select=puct,priors=game,noise=0.25", "rave=500,solver=on", "select=ments", "eval=net"}) {
    const auto root_of = [&](const char* engine) {
      return root_without_lines(
          run_json({"search", "--game", "connect_four", "--engine",
                    fmt::format("{},{}", engine, policy), "--iterations", "301"}));
    };
    const Json root = root_of("root:threads=3");
    EXPECT_EQ(root_of("cluster:scheme=root,ranks=3"), root) << policy;
    EXPECT_EQ(root_of("cluster:scheme=root,ranks=3,simulated=on"), root) << policy;
  }
}

TEST(ClusterEngine, WorkersApartEvaluateLeavesInBatches) {
  const auto search = [](const char* engine) {
    return run_json(
        {"search", "--game", "connect_four", "--engine", engine, "--iterations", "400"});
  };
  const Json one = search("cluster:scheme=root,ranks=1,eval=net,batch=16");
  EXPECT_EQ(root_without_lines(one), root_without_lines(search("batched:eval=net,batch=16")));
  const Json two = search("cluster:scheme=root,ranks=2,eval=net,batch=16");
  EXPECT_LT(two["counters"]["evaluator_calls"], two["counters"]["evaluated_leaves"].get<int>() / 8);
}

TEST(ClusterEngine, TreesApartAreLateByTheTimeOfTheWholeSearchNotBySums) {
  const Json found = run_json({"search", "--game", "connect_four", "--engine",
                               "cluster:scheme=root,ranks=3,select=puct", "--time", "20ms"});
  EXPECT_NEAR(found["counters"]["nanoseconds_late"].get<double>(),
              std::max(0.0, 1e9 * (found["seconds"].get<double>() - 0.02)), 1000);
}

TEST(ClusterEngine, SaysWhatHappenedInVirtualTime) {
  const Outcome one = run_banyan({"search", "--game", "hex:size=5", "--engine",
                                  "cluster:ranks=1,simulated=on", "--iterations", "500"});
  ASSERT_EQ(one.status, 0) << one.text();
  EXPECT_THAT(one.out, HasSubstr("by simulated workers, 1.0 times as fast as one alone, 100.0 % "
                                 "busy"));
  const Json found = run_json({"search", "--game", "hex:size=5", "--engine",
                               "cluster:ranks=8,simulated=on", "--iterations", "2000"});
  const Json& counters = found["counters"];
  EXPECT_EQ(counters["virtual_capacity_ns"], 8 * counters["virtual_ns"].get<std::uint64_t>());
  EXPECT_LT(counters["virtual_busy_ns"], counters["virtual_capacity_ns"]);
  EXPECT_GT(counters["virtual_busy_ns"], 2000LL * 1'000'000 / 2);  // most were played out
}

TEST(ClusterEngine, ValidatesTheWholeTreeIfAsked) {
  const Json found = run_json({"search", "--game", "othello", "--engine",
                               "cluster:ranks=200,simulated=on,check=on", "--iterations", "5000"});
  EXPECT_EQ(found["counters"]["defects"], 0);
  EXPECT_GT(found["counters"]["virtual_ns"], 5000LL * 1'000'000 / 200);
}

TEST(ClusterEngine, SearchesWithThousandsOfRanksInTheMemoryOfTheirTrees) {
  for (const std::string scheme : {"tds", "df", "root"}) {
    const std::string engine =
        "cluster:ranks=4096,simulated=on,memory=600M,scheme=" + scheme + " --iterations 5000";
    const Outcome outcome = run({"sh", "-c",
                                 "ulimit -v 1800000 && exec " + kProgram +
                                     " search --game connect_four --engine " + engine});
    EXPECT_EQ(outcome.status, 0) << outcome.text();
  }
}

TEST(ClusterEngine, RefusesLessMemoryThanItsSimulatedRanksNeed) {
  EXPECT_THAT(engine_refusal("cluster:ranks=4096,simulated=on,memory=1M"),
              HasSubstr("too little for 4096 trees: give memory=524288k."));
}

}  // namespace
}  // namespace banyan::bench
