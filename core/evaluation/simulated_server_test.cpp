// Tests of a server in virtual time, against ends worked out by hand: simulated_server.hpp.
#include "core/evaluation/simulated_server.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

namespace banyan {
namespace {

using namespace std::chrono_literals;

constexpr StreamKey kServerKey{11, 0, 0, 0};
constexpr std::array<std::size_t, 3> kThreeLeaves{1, 4, 2};

ServerTimes two_seconds() { return {.latency = Latency::constant(2s)}; }

TEST(SimulatedServer, AnswersAnyNumberOfRequestsAtATimeWithoutALimit) {
  SimulatedServer server(two_seconds(), kServerKey, 0s);
  EXPECT_EQ(server.end_of_call(0s, kThreeLeaves), 2s);
  EXPECT_EQ(server.end_of_call(1s, kThreeLeaves), 3s);
  EXPECT_EQ(server.places(), 6U);
  EXPECT_EQ(server.end_of_call(2s, kThreeLeaves), 4s);
  EXPECT_EQ(server.places(), 6U);  // three had become free
  EXPECT_EQ(server.busy(), 18s);
  EXPECT_EQ(server.alone(), 18s);
}

TEST(SimulatedServer, MakesRequestsBeyondItsLimitWait) {
  ServerTimes times = two_seconds();
  times.concurrent = 2;
  SimulatedServer server(times, kServerKey, 0s);
  EXPECT_EQ(server.end_of_call(0s, kThreeLeaves), 4s);                   // 2, 2, 4
  EXPECT_EQ(server.end_of_call(1s, std::array<std::size_t, 1>{1}), 4s);  // from 2 on
  EXPECT_EQ(server.end_of_call(1s, std::array<std::size_t, 1>{1}), 6s);
  EXPECT_EQ(server.busy(), 10s);
  EXPECT_EQ(server.places(), 2U);
}

TEST(SimulatedServer, TakesLongerForDeeperLeavesAndForSeveralInOneRequest) {
  ServerTimes times = two_seconds();
  times.per_move = 100ms;
  EXPECT_EQ(SimulatedServer(times, kServerKey, 0s).end_of_call(0s, kThreeLeaves), 2400ms);
  times.per_leaf = 10ms;
  times.concurrent = 1;
  SimulatedServer server(times, kServerKey, 0s);
  EXPECT_EQ(server.end_of_call(0s, kThreeLeaves), 2430ms);
  EXPECT_EQ(server.end_of_call(0s, kThreeLeaves), 4860ms);
}

TEST(SimulatedServer, CountsWorkUpToItsLimitOfTime) {
  SimulatedServer server(two_seconds(), kServerKey, 3s);
  EXPECT_EQ(server.end_of_call(0s, kThreeLeaves), 2s);
  EXPECT_EQ(server.end_of_call(2s, kThreeLeaves), 4s);
  EXPECT_EQ(server.end_of_call(4s, kThreeLeaves), 6s);
  EXPECT_EQ(server.busy(), 9s);
  EXPECT_EQ(server.alone(), 6s);
}

TEST(SimulatedServer, MakesFailedRequestsAgain) {
  ServerTimes times = two_seconds();
  times.fail = 0.75;
  SimulatedServer server(times, kServerKey, 0s);
  constexpr int kCalls = 20'000;
  int once = 0;
  for (int i = 0; i < kCalls; ++i) {
    if (server.end_of_call(0s, std::array<std::size_t, 1>{1}) == 2s) ++once;
  }
  // Attempts are geometric: 1 / (1 - 0.75) in the mean, of which the variance is 12.
  EXPECT_NEAR(static_cast<double>(server.busy() / 2s) / kCalls, 4, 0.1);
  EXPECT_NEAR(static_cast<double>(once) / kCalls, 0.25, 0.013);
}

TEST(SimulatedServer, WaitsForTheSlowestOfACall) {
  // The longest of n exponential durations is 1 + 1/2 + ... + 1/n means long in the mean.
  SimulatedServer server({.latency = Latency::exponential(1s)}, kServerKey, 0s);
  constexpr int kCalls = 20'000;
  double sum = 0;
  for (int i = 0; i < kCalls; ++i) {
    sum +=
        std::chrono::duration<double>(server.end_of_call(0s, std::vector<std::size_t>(4))).count();
  }
  EXPECT_NEAR(sum / kCalls, 1 + 1 / 2. + 1 / 3. + 1 / 4., 0.035);
}

}  // namespace
}  // namespace banyan
