// Tests of candidates.hpp: the lists, and what speeds rule out.
#include "bench/advise/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/engines/batched.hpp"
#include "bench/registry/engines.hpp"
#include "parallel/batched/batched_options.hpp"

namespace banyan::bench {
namespace {

std::vector<std::string> engines_of(const std::vector<Candidate>& list) {
  std::vector<std::string> engines;
  for (const Candidate& each : list) engines.push_back(each.engine);
  return engines;
}

const std::vector<Constants> kConstants{{}, {"c=0.5", ""}};

TEST(Candidates, AreEnginesOfAtMostSoManyThreadsEachOnce) {
  for (const Constants& constants : kConstants) {
    for (const int threads : {1, 2, 3, 6, 16}) {
      const std::vector<std::string> engines = engines_of(candidates(threads, constants));
      EXPECT_EQ(std::set<std::string>(engines.begin(), engines.end()).size(), engines.size());
      for (const std::string& engine : engines) EXPECT_LE(parse_engine(engine).threads, threads);
    }
  }
}

TEST(Candidates, NameAsRivalsOnlyWhatIsMeasuredToo) {
  for (const Constants& constants : kConstants) {
    for (const int threads : {1, 2, 3, 6, 16}) {
      const std::vector<Candidate> list = candidates(threads, constants);
      std::vector<std::string> engines = engines_of(list);
      engines.push_back(baseline(constants));
      for (const Candidate& each : list) {
        for (const std::string& other : {each.coarser_than, each.slower_than, each.control}) {
          EXPECT_TRUE(other.empty() || std::count(engines.begin(), engines.end(), other) == 1)
              << each.engine << " " << other;
        }
      }
    }
  }
}

TEST(Candidates, HaveNoConstantThatTheControlBeforeThemLacks) {
  const auto constant = [](const std::string& engine) {
    for (const auto& [key, value] : parse_engine(engine).given.keys) {
      if (key == "c") return value;
    }
    return std::string();
  };
  for (const Constants& of : kConstants) {
    for (const int threads : {1, 2, 16}) {
      std::vector<std::string> before{baseline(of)};
      std::set<std::string> constants;
      for (const Candidate& each : candidates(threads, of)) {
        if (!each.control.empty()) {
          EXPECT_EQ(std::count(before.begin(), before.end(), each.control), 1) << each.engine;
          EXPECT_TRUE(each.control.starts_with("seq")) << each.control;
          EXPECT_EQ(constant(each.control), constant(each.engine));
        }
        before.push_back(each.engine);
        constants.insert(constant(each.engine));
      }
      EXPECT_EQ(constants, (std::set<std::string>{"", of.best.empty() ? "0.7" : "0.5"}));
    }
  }
}

TEST(Candidates, HaveAllFamiliesAndFewerThreads) {
  const std::vector<std::string> engines = engines_of(candidates(4));
  for (const char* engine : {"tree:threads=4", "tree:threads=2", "tree:threads=1",
                             "tree:threads=4,batch=512", "tree:threads=4,lock=packed",
                             "root:threads=4", "leaf:threads=4,playouts=4", "seq:batch=512"}) {
    EXPECT_EQ(std::count(engines.begin(), engines.end(), engine), 1) << engine;
  }
}

/// An engine that makes so many iterations a second, of so many playouts each.
ThroughputRow speed(const char* engine, double rate, double playouts = 1) {
  ThroughputRow found;
  found.engine = engine;
  for (const double noise : {0.99, 1.0, 1.01}) {
    found.iterations_per_second.push_back(rate * noise);
    found.playouts_per_second.push_back(rate * playouts * noise);
  }
  return found;
}

TEST(Candidates, AreRuledOutBySimulatingFewerGamesThanTheBaseline) {
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, {speed("seq", 100), speed("a", 80)}),
            "slower than seq");
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, {speed("seq", 100), speed("a", 104)}),
            "no faster than seq");
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, {speed("seq", 100), speed("a", 120)}), "");
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, {speed("seq", 100), speed("a", 80, 2)}), "");
}

TEST(Candidates, AreComparedWithTheControlThatHasTheirConstants) {
  const std::vector<ThroughputRow> speeds{speed("seq", 100), speed("seq:c=0.7", 60),
                                          speed("a", 90)};
  EXPECT_EQ(why_not_raced({"a", "", "", "seq:c=0.7"}, speeds), "");
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, speeds), "slower than seq");
  EXPECT_EQ(why_not_raced({"seq:c=0.7", "", "", ""}, speeds), "");
}

TEST(Candidates, ThatAreCoarserMustBeFasterForIt) {
  const std::vector<ThroughputRow> speeds{speed("seq", 100), speed("a", 205), speed("b", 200),
                                          speed("c", 300)};
  EXPECT_EQ(why_not_raced({"a", "b", ""}, speeds), "no faster than exact");
  EXPECT_EQ(why_not_raced({"c", "b", ""}, speeds), "");
}

TEST(Candidates, AreRuledOutByWhatDoesTheSameMuchFaster) {
  const std::vector<ThroughputRow> speeds{speed("seq", 100), speed("a", 120), speed("b", 200),
                                          speed("c", 190)};
  EXPECT_EQ(why_not_raced({"a", "", "b"}, speeds), "another is faster");
  EXPECT_EQ(why_not_raced({"c", "", "b"}, speeds), "");
}

TEST(Candidates, AreNotRuledOutByOneSearchAlone) {
  ThroughputRow base = speed("seq", 100);
  ThroughputRow slow = speed("a", 50);
  for (ThroughputRow* row : {&base, &slow}) {
    row->iterations_per_second.resize(1);
    row->playouts_per_second.resize(1);
  }
  EXPECT_EQ(why_not_raced({"a", "", "", "seq"}, {base, slow}), "");
}

TEST(DeviceCandidates, AreBatchedSearchesEachOnceWithTheEvaluationAskedFor) {
  for (const int threads : {1, 2, 16}) {
    std::vector<std::string> engines = engines_of(device_candidates(threads, ",eval=net"));
    engines.push_back(device_baseline(",eval=net"));
    EXPECT_EQ(std::set<std::string>(engines.begin(), engines.end()).size(), engines.size());
    for (const std::string& engine : engines) {
      EXPECT_TRUE(engine.starts_with("batched:") && engine.ends_with(",eval=net")) << engine;
      EXPECT_LE(parse_engine(engine).threads, threads);
    }
  }
}

TEST(DeviceCandidates, AreNotRacedWithLessThanAQuarterOfAnothersLeaves) {
  const std::vector<Candidate> list = device_candidates(2, "");
  std::vector<ThroughputRow> speeds(1);
  speeds[0].engine = device_baseline("");
  speeds[0].iterations_per_second = {100, 100};
  for (const Candidate& each : list) {
    speeds.push_back(speeds[0]);
    speeds.back().engine = each.engine;
  }
  for (const Candidate& each : list) EXPECT_EQ(why_not_raced_on_device(each, speeds), "");
  speeds[1].iterations_per_second = {24, 24};
  EXPECT_EQ(why_not_raced_on_device(list[0], speeds), "too few leaves");
  EXPECT_EQ(why_not_raced_on_device(list[1], speeds), "");
}

TEST(ServerCandidates, AreEachOnceWithAtMostSoManyCallsInFlight) {
  for (const int calls : {1, 2, 5, 32, 1024}) {
    std::vector<std::string> engines = engines_of(server_candidates(calls, ",eval=net"));
    engines.push_back(server_baseline(calls, ",eval=net"));
    EXPECT_EQ(std::set<std::string>(engines.begin(), engines.end()).size(), engines.size());
    for (const std::string& engine : engines) {
      EXPECT_LE(batched_options(parse_engine(engine)).most_in_flight(), calls) << engine;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
