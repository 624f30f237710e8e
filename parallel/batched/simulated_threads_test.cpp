// Tests of the threads of a batched search in virtual time: simulated_threads.hpp.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/base/saturating.hpp"
#include "core/evaluation/playouts.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/pig/pig.hpp"
#include "games/sailing/sailing.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/batched/batched.hpp"
#include "parallel/batched/options_test.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;

Limits limited(std::uint64_t n) { return {n, 0, {}}; }
constexpr StreamKey kSeedSeven{7, 0, 0, 0};

BatchedOptions simulated(int batch, int threads = 1, int streams = 1) {
  BatchedOptions options = batched_options(threads, batch, streams);
  options.simulated = SimulatedTimes{DeviceCost::line(1ms, 10us), 5us, 0ns};
  return options;
}

template <Game G>
SearchResult found_by(const BatchedOptions& options, const Limits& limits) {
  BatchedSearch<G, PlayoutEvaluator<G>> search(options, PlayoutEvaluator<G>());
  SearchResult result = search.search(G{}, limits, kSeedSeven);
  for (int i = 0; i < options.trees; ++i) {
    EXPECT_EQ(find_defect(search.tree(i)), std::nullopt);
  }
  return result;
}

TEST(SimulatedThreads, OneOfThemIsOneRealThreadVisitForVisit) {
  for (const int batch : {1, 3, 16}) {
    for (const Collision collision :
         {Collision::kElsewhere, Collision::kSend, Collision::kMultiply}) {
      BatchedOptions real = batched_options(1, batch);
      BatchedOptions virtual_time = simulated(batch);
      real.collision = virtual_time.collision = collision;
      const SearchResult a = found_by<ConnectFour>(real, limited(3000));
      const SearchResult b = found_by<ConnectFour>(virtual_time, limited(3000));
      EXPECT_TRUE(same_children(a, b)) << batch;
      for (const char* const same : {"collisions", "evaluator_calls", "in_flight_max", "descents",
                                     "choices_checked", "choices_differing"}) {
        EXPECT_EQ(a.counters.at(same), b.counters.at(same)) << same;
      }
    }
  }
}

TEST(SimulatedThreads, OneLeafAtATimeTakesADescentAndACallEach) {
  const SearchResult result = found_by<ConnectFour>(simulated(1), limited(100));
  ASSERT_EQ(result.finished, 0U);
  EXPECT_EQ(result.counters.at("virtual_ns"), 100 * (5'000 + 1'010'000U));
  EXPECT_EQ(result.counters.at("virtual_busy_ns"), 100 * 1'010'000U);
  EXPECT_EQ(result.counters.at("evaluator_us"), 100 * 1010U);
  EXPECT_EQ(result.counters.at("threads_us"), result.counters.at("threads_evaluating_us") + 500);
  EXPECT_EQ(result.counters.at("choices_differing"), 0U);
  EXPECT_GT(result.counters.at("choices_checked"), 0U);
}

TEST(SimulatedThreads, TwoOfThemKeepTheDeviceBusyWithTwoStreams) {
  // A thread collects a batch while the device is at work on the other's.
  const SearchResult one = found_by<ConnectFour>(simulated(8), limited(2000));
  const SearchResult two = found_by<ConnectFour>(simulated(8, 2, 2), limited(2000));
  const auto idle = [](const SearchResult& result) {
    return result.counters.at("virtual_ns") - result.counters.at("virtual_busy_ns");
  };
  const std::uint64_t calls = one.counters.at("evaluator_calls");
  EXPECT_GE(idle(one), (calls - 1) * 8 * 5'000 / 2);
  EXPECT_LT(idle(two), idle(one) / 10);
}

TEST(SimulatedThreads, DescentsInFlightMakeChoicesThatASequentialSearchWouldNot) {
  const SearchResult few = found_by<ConnectFour>(simulated(2), limited(4000));
  const SearchResult many = found_by<ConnectFour>(simulated(64), limited(4000));
  const auto share = [](const SearchResult& result) {
    return static_cast<double>(result.counters.at("choices_differing")) /
           static_cast<double>(result.counters.at("choices_checked"));
  };
  EXPECT_GT(share(few), 0);
  EXPECT_GT(share(many), 2 * share(few));
}

TEST(SimulatedThreads, BeginNoDescentAfterTheLimit) {
  BatchedOptions options = simulated(8, 2, 2);
  options.simulated->limit = 20ms;
  const SearchResult result = found_by<ConnectFour>(options, {});
  const std::uint64_t longest = 2 * 1'080'000;  // the call under way, and one that waits for it
  EXPECT_GE(result.counters.at("virtual_ns"), 20'000'000U);
  EXPECT_LE(result.counters.at("virtual_ns"), 20'000'000U + longest);
  EXPECT_GE(result.iterations, 17 * 6U);
  EXPECT_LE(result.iterations, 21 * 8U);
}

TEST(SimulatedThreads, MakeExactlyAsManyIterationsAndTheSameEachTime) {
  for (const int threads : {1, 3, 64}) {
    for (const int trees : {1, 2}) {
      BatchedOptions options = simulated(5, threads, 2);
      options.trees = trees;
      const SearchResult once = found_by<TicTacToe>(options, limited(1001));
      const SearchResult again = found_by<TicTacToe>(options, limited(1001));
      EXPECT_EQ(once.iterations, 1001U);
      EXPECT_TRUE(same_children(once, again));
      EXPECT_EQ(once.counters, again.counters);
    }
  }
}

TEST(SimulatedThreads, TreesShareTheDevice) {
  BatchedOptions options = simulated(1);
  options.trees = 2;
  const SearchResult result = found_by<ConnectFour>(options, limited(100));
  ASSERT_EQ(result.finished, 0U);
  EXPECT_EQ(result.counters.at("virtual_busy_ns"), 100 * 1'010'000U);
  EXPECT_EQ(result.counters.at("virtual_ns"), 5'000 + 100 * 1'010'000U);
}

TEST(SimulatedThreads, PlayGamesOfChance) {
  BatchedSearch<Pig, PlayoutEvaluator<Pig>> search(simulated(4, 2, 2), PlayoutEvaluator<Pig>());
  EXPECT_EQ(search.search(Pig{}, limited(500), kSeedSeven).iterations, 500U);
}

/// Calls of one server, which need a thread each.
BatchedOptions with_server(const ServerTimes& server, int streams, int batch = 1) {
  BatchedOptions options = simulated(batch, 1 + streams, streams);
  options.simulated->server = server;
  return options;
}
double seconds(const SearchResult& result) {
  return 1e-9 * static_cast<double>(result.counters.at("virtual_ns"));
}

TEST(SimulatedThreads, CallsOfAServerGoOnSideBySideUpToItsLimit) {
  ServerTimes server{.latency = Latency::constant(1s)};
  const SearchResult free = found_by<ConnectFour>(with_server(server, 4), limited(100));
  ASSERT_EQ(free.finished, 0U);
  EXPECT_NEAR(seconds(free), 25, 1.1);  // a collision may cost a second
  EXPECT_EQ(free.counters.at("virtual_busy_ns"), 100'000'000'000U);
  EXPECT_NEAR(static_cast<double>(free.counters.at("virtual_alone_ns")), 1e11, 1e7);
  EXPECT_EQ(free.counters.at("virtual_capacity_ns"), 4 * free.counters.at("virtual_ns"));
  server.concurrent = 2;
  EXPECT_NEAR(seconds(found_by<ConnectFour>(with_server(server, 4), limited(100))), 50, 1.1);
}

TEST(SimulatedThreads, ACallOfSeveralLeavesWaitsForItsSlowest) {
  const ServerTimes server{.latency = Latency::exponential(1s)};
  const SearchResult any_order = found_by<ConnectFour>(with_server(server, 8), limited(2000));
  const SearchResult rounds = found_by<ConnectFour>(with_server(server, 1, 8), limited(2000));
  // The longest of 8 exponential durations is 1 + 1/2 + ... + 1/8 = 2.72 means long in the mean.
  // Rounds in which descents collide have fewer, so there are more of them.
  EXPECT_NEAR(seconds(rounds) / seconds(any_order), 2.72, 0.5);
}

TEST(SimulatedThreads, OneCallOfAServerAtATimeIsOneOfADeviceVisitForVisit) {
  BatchedOptions device = simulated(1, 2);
  const BatchedOptions server = with_server({.latency = Latency::pareto(1s, 1.1), .fail = 0.2}, 1);
  const SearchResult a = found_by<ConnectFour>(device, limited(2000));
  EXPECT_TRUE(same_children(a, found_by<ConnectFour>(server, limited(2000))));
}

TEST(SimulatedThreads, CallsOfAServerThatAreNotBackInTimeAreLeftBehind) {
  BatchedOptions options = with_server({.latency = Latency::pareto(1s, 1.1)}, 16);
  options.simulated->limit = 20s;
  const SearchResult result = found_by<ConnectFour>(options, {});
  EXPECT_EQ(seconds(result), 20);
  EXPECT_GT(result.iterations, 16U);
  EXPECT_LT(result.iterations, 16 * 20U);  // no call takes less than a second
  EXPECT_EQ(result.counters.at("evaluated_leaves"), result.iterations + 1);  // and the root
  BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(options,
                                                                   PlayoutEvaluator<ConnectFour>());
  search.search(ConnectFour{}, {}, kSeedSeven);
  EXPECT_EQ(descents_in_flight(search.tree()), 0U);
}

TEST(SimulatedThreads, WaitForTheFirstAnswerOfAServerHoweverLongItTakes) {
  BatchedOptions options = with_server({.latency = Latency::constant(1s)}, 4);
  options.simulated->limit = 1ms;
  const SearchResult result = found_by<ConnectFour>(options, {});
  EXPECT_GE(result.iterations, 1U);
  EXPECT_NEAR(seconds(result), 1, 0.001);
}

TEST(SimulatedThreads, CallAServerInGamesOfChanceAndOfRewards) {
  const BatchedOptions options = with_server({.latency = Latency::exponential(1s)}, 8);
  BatchedSearch<Pig, PlayoutEvaluator<Pig>> pig(options, PlayoutEvaluator<Pig>());
  EXPECT_NEAR(seconds(pig.search(Pig{}, limited(4000), kSeedSeven)), 500, 50);
  BatchedSearch<Sailing, PlayoutEvaluator<Sailing>> sailing(options, PlayoutEvaluator<Sailing>());
  EXPECT_NEAR(seconds(sailing.search(Sailing{}, limited(4000), kSeedSeven)), 500, 50);
}

TEST(SimulatedThreads, WithAServerFindTheSameEachTime) {
  const BatchedOptions options =
      with_server({.latency = Latency::lognormal(1s, 1), .concurrent = 5, .fail = 0.1}, 8);
  const SearchResult once = found_by<TicTacToe>(options, limited(1001));
  const SearchResult again = found_by<TicTacToe>(options, limited(1001));
  EXPECT_EQ(once.iterations, 1001U);
  EXPECT_TRUE(same_children(once, again));
  EXPECT_EQ(once.counters, again.counters);
}

TEST(SimulatedThreads, StopAtTheUsersRequest) {
  std::stop_source source;
  source.request_stop();
  BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(simulated(4),
                                                                   PlayoutEvaluator<ConnectFour>());
  EXPECT_EQ(search.search(ConnectFour{}, {}, kSeedSeven, source.get_token()).iterations, 1U);
}

TEST(SimulatedThreads, TimesThatCannotBeCountedStopAtTheGreatest) {
  BatchedOptions options = simulated(1);
  options.simulated->device = DeviceCost::line(std::chrono::hours(24 * 365 * 100), 0ns);
  const SearchResult result = found_by<TicTacToe>(options, limited(200));
  EXPECT_EQ(result.iterations, 200U);
  EXPECT_EQ(result.counters.at("virtual_ns"), kSaturated);
  EXPECT_EQ(result.counters.at("virtual_alone_ns"), kSaturated);
}

}  // namespace
}  // namespace banyan
