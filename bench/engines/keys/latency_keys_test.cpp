// Tests of the texts of latencies: latency_keys.hpp.
#include "bench/engines/keys/latency_keys.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "bench/engines/batched.hpp"
#include "bench/program_test.hpp"
#include "bench/registry/engines.hpp"
#include "bench/registry/refusal_test.hpp"
#include "bench/text/files.hpp"
#include "parallel/batched/batched.hpp"

namespace banyan::bench {
namespace {

using namespace std::chrono_literals;

ServerTimes server_of(const std::string& text) { return parse_latency(text, "device"); }

TEST(LatencyKeys, SayADistributionAndWhatTheServerDoes) {
  EXPECT_EQ(server_of("constant:mean=2s").latency, Latency::constant(2s));
  EXPECT_EQ(server_of("exponential:mean=2s").latency, Latency::exponential(2s));
  EXPECT_EQ(server_of("lognormal:median=2s,p99=20s").latency, Latency::lognormal_of_p99(2s, 20s));
  EXPECT_EQ(server_of("lognormal:median=2s,sigma=0.5").latency, Latency::lognormal(2s, 0.5));
  EXPECT_EQ(server_of("lognormal:sigma=0.5,mean=2s").latency, Latency::lognormal_of_mean(2s, 0.5));
  EXPECT_EQ(server_of("pareto:median=2s,p99=20s").latency, Latency::pareto_of_p99(2s, 20s));
  EXPECT_EQ(server_of("pareto:median=2s,shape=1").latency, Latency::pareto_of_median(2s, 1));
  EXPECT_EQ(server_of("pareto:mean=2s,shape=1.5").latency, Latency::pareto_of_mean(2s, 1.5));
  EXPECT_EQ(server_of("constant:mean=2s,per_move=10ms,per_leaf=1ms,concurrent=32,fail=0.05"),
            (ServerTimes{.latency = Latency::constant(2s),
                         .per_move = 10ms,
                         .per_leaf = 1ms,
                         .concurrent = 32,
                         .fail = 0.05}));
}

TEST(LatencyKeys, ReadDurationsFromAFile) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "latencies.txt").string();
  write_file_whole(file, "2s\n1.5ms \n1000\n1k\n");
  const ServerTimes times = server_of("file:" + file + ",concurrent=3");
  EXPECT_EQ(times.concurrent, 3U);
  EXPECT_EQ(times.latency.median(), 1us);
  Random random({1, 0, 0, 0});
  std::chrono::nanoseconds longest{0};
  for (int i = 0; i < 100; ++i) longest = std::max(longest, times.latency.draw(random));
  EXPECT_EQ(longest, 2s);
}

std::string refused_latency(const std::string& text) {
  try {
    static_cast<void>(server_of(text));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(LatencyKeys, RefuseWhatSaysNoLatencyInOneSentence) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "soon").string();
  for (const auto& [text, why] : std::initializer_list<std::pair<std::string, const char*>>{
           {"lognorml:median=2s,p99=20s", "unknown latency 'lognorml': did you mean 'lognormal'?"},
           {"lognormal:median=2s",
            "lognormal: it has median=: give median= and p99=, or median= and sigma=, or mean= and "
            "sigma=."},
           {"lognormal:mean=2s,p99=20s", "it has p99= and mean=: give median= and p99=, or"},
           {"constant:concurrent=2", "constant: it has no durations: give mean=."},
           {"lognormal:median=2s,p99=2s", "p99=2s is out of range: give more than median=2s."},
           {"pareto:mean=2s,shape=1",
            "shape=1 is out of range: give 0.1 to 100, with mean= 1.01 or more."},
           {"exponential:mean=2", "mean=2"},
           {"exponential:mean=2s,fail=1", "fail=1 is out of range: give 0 to 0.99."},
           {"exponential:mean=2s,concurrent=0", "concurrent=0 is out of range: give 1 to 65536."},
           {"exponential:mean=2s,median=1s", "unknown key 'median'"},
           {"exponential:2s", "without '='"},
           {"file:/no/such", "'/no/such' cannot be read: give a file of durations"},
           {"file:" + file, "soon' cannot be read"}}) {
    EXPECT_NE(refused_latency(text).find(why), std::string::npos)
        << text << ": " << refused_latency(text);
  }
  write_file_whole(file, "1000\nsoon\n");
  EXPECT_NE(refused_latency("file:" + file).find("line 2"), std::string::npos);
  write_file_whole(file, "");
  EXPECT_NE(refused_latency("file:" + file).find("no durations"), std::string::npos);
}

TEST(LatencyKeys, AreTheDeviceOfBatchedInVirtualTime) {
  const EngineSettings settings =
      parse_engine("batched:simulated=on,device='exponential:mean=2s,concurrent=32',streams=32");
  const BatchedOptions options = batched_options(settings);
  EXPECT_EQ(options.simulated->server->latency, Latency::exponential(2s));
  EXPECT_EQ(options.threads, 33);
  EXPECT_EQ(settings.threads, 1);
  EXPECT_EQ(parse_engine(settings.canonical).canonical, settings.canonical);
  EXPECT_NE(engine_refusal("batched:device='exponential:mean=2s'").find("give simulated=on"),
            std::string::npos);
  EXPECT_NE(engine_refusal("batched:simulated=on,device=exponential").find("a latency such as"),
            std::string::npos);
}

TEST(LatencyKeys, SearchEveryGameWithoutHiddenInformation) {
  for (const char* game : {"connect_four", "pig", "sailing", "nim", "2048"}) {
    const Json found = run_json({"search", "--game", game, "--engine",
                                 "batched:simulated=on,batch=1,streams=16,device='lognormal:median="
                                 "2s,p99=20s,concurrent=8'",
                                 "--iterations", "200", "--seed", "1"});
    EXPECT_EQ(found["iterations"], 200) << game;
    EXPECT_GT(found["counters"]["virtual_ns"], 40'000'000'000U) << game;
  }
}

}  // namespace
}  // namespace banyan::bench
