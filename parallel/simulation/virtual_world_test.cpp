// Tests of virtual time, against values worked out by hand.
#include "parallel/simulation/virtual_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/saturating.hpp"
#include "core/search/checks_test.hpp"

namespace banyan {
namespace {

using namespace std::chrono_literals;
using enum VirtualScheme;

/// Evaluations of 100 ns, descents of 10.
VirtualTimes times() {
  VirtualTimes times;
  times.evaluation = Latency::constant(100ns);
  times.descent = 10ns;
  return times;
}

/// Reports `descents` descents with one evaluation each.
VirtualReport run(VirtualScheme scheme, const VirtualTimes& times, int workers, int descents) {
  VirtualWorld world(scheme, times, workers, seeded(1));
  const std::uint32_t evaluations = scheme == kLeaf ? static_cast<std::uint32_t>(workers) : 1;
  const auto descend = [&](int worker) {
    if (descents-- > 0) world.descend(worker, evaluations);
  };
  for (int worker = 0; worker < world.descenders(); ++worker) descend(worker);
  while (const auto worker = world.next()) {
    if (!world.over()) descend(*worker);
  }
  return world.report();
}

TEST(VirtualWorld, OneWorkerTakesTheSumOfAllDurations) {
  const VirtualReport report = run(kTree, times(), 1, 5);
  EXPECT_EQ(report.time, 5 * 110U);
  EXPECT_EQ(report.alone, report.time);
  EXPECT_EQ(report.busy, report.time);
  EXPECT_EQ(report.capacity, report.time);
  EXPECT_EQ(report.in_flight, 5U);
}

TEST(VirtualWorld, WorkersWorkSideBySide) {
  const VirtualReport report = run(kTree, times(), 4, 10);  // rounds of 4, 4 and 2
  EXPECT_EQ(report.time, 3 * 110U);
  EXPECT_EQ(report.alone, 10 * 110U);
  EXPECT_EQ(report.busy, 10 * 110U);
  EXPECT_EQ(report.capacity, 4 * 330U);
  EXPECT_EQ(report.in_flight_max, 4U);
}

TEST(VirtualWorld, ALeafWaitsForTheSlowestOfItsPlayouts) {
  EXPECT_EQ(run(kLeaf, times(), 4, 3).time, 3 * 110U);
  EXPECT_EQ(run(kLeaf, times(), 4, 3).alone, 3 * 410U);
  VirtualTimes spread = times();
  spread.evaluation = Latency::exponential(1'000'000ns);
  // The longest of n exponential durations is 1 + 1/2 + ... + 1/n means long on average.
  const auto rounds = static_cast<double>(run(kLeaf, spread, 4, 20'000).time) / (20'000 * 1e6);
  EXPECT_NEAR(rounds, 1 + 1 / 2. + 1 / 3. + 1 / 4., 0.04);
}

TEST(VirtualWorld, GamesThatAreOverNeedNoEvaluation) {
  VirtualWorld world(kTree, times(), 2, seeded(1));
  world.descend(0, 0);
  world.descend(1, 1);
  EXPECT_EQ(world.next(), 0);
  EXPECT_EQ(world.report().time, 10U);
  EXPECT_EQ(world.next(), 1);
  EXPECT_EQ(world.report().time, 110U);
  EXPECT_EQ(world.next(), std::nullopt);
}

TEST(VirtualWorld, WorkersWaitForCacheLinesBeforeTheyWork) {
  VirtualWorld world(kTree, times(), 2, seeded(1));
  world.descend(0, 1, 40);
  world.work(1, 2, 1000);
  EXPECT_EQ(world.next(), 0);
  EXPECT_EQ(world.now(), 40 + 110U);
  EXPECT_EQ(world.next(), 1);
  EXPECT_EQ(world.now(), 1000 + 2 * 110U);
  EXPECT_EQ(world.report().alone, 3 * 110U);
  EXPECT_EQ(world.report().busy, 3 * 110U);
}

TEST(VirtualWorld, WhatHappensAtOnceHappensInOrderOfTheWorkers) {
  VirtualWorld world(kTree, times(), 3, seeded(1));
  for (const int worker : {2, 0, 1}) world.descend(worker, 1);
  for (const int worker : {0, 1, 2}) EXPECT_EQ(world.next(), worker);
}

TEST(VirtualWorld, TimeGoesOnEvenWhereNothingTakesAny) {
  VirtualTimes none = times();
  none.descent = 0ns;
  none.limit = 50ns;
  VirtualWorld world(kTree, none, 1, seeded(1));
  int descents = 0;
  do {
    ++descents;
    world.descend(0, 0);
    ASSERT_EQ(world.next(), 0);
  } while (!world.over());
  EXPECT_EQ(descents, 50);
}

TEST(VirtualWorld, ItsLimitEndsDescentsNotWhatIsUnderWay) {
  VirtualTimes limited = times();
  limited.limit = 220ns;
  EXPECT_EQ(run(kTree, limited, 3, 100).descents, 6U);
  limited.limit = 221ns;
  EXPECT_EQ(run(kTree, limited, 3, 100).descents, 9U);
  EXPECT_EQ(run(kTree, limited, 3, 100).time, 330U);
}

/// How often two idle workers look for work, and when for the last time, while a third one works.
/// Either each look is an event, or they rest.
struct Looks {
  std::array<std::uint64_t, 2> count{};
  std::array<std::uint64_t, 2> last{};
  bool operator==(const Looks&) const = default;
};
Looks looks_of_idle_workers(const VirtualTimes& times, bool rest) {
  VirtualWorld world(kLeased, times, 3, seeded(1));
  const auto look = [&](int worker) {
    if (rest) return world.rest(worker);
    world.work(worker, 0);
  };
  world.work(0, 2);
  look(1);
  look(2);
  bool working = true;
  Looks looks;
  while (const auto worker = world.next()) {
    if (*worker == 0) {
      working = false;
      world.wake();
      continue;
    }
    const auto i = static_cast<std::size_t>(*worker - 1);
    looks.count[i] += world.looks() + 1;
    looks.last[i] = world.report().time;
    if (working && !world.over()) look(*worker);
  }
  return looks;
}

TEST(VirtualWorld, WorkersAtRestComeBackWhenTheyWouldHaveLookedAnyway) {
  for (const auto descent : {1ns, 7ns, 20ns, 100ns, 300ns}) {
    VirtualTimes given = times();
    given.descent = descent;
    const Looks each = looks_of_idle_workers(given, false);
    EXPECT_EQ(looks_of_idle_workers(given, true), each) << descent.count();
    EXPECT_EQ(each.count[0], (2 * (100 + descent.count()) - 1) / descent.count() + 1);
  }
}

TEST(VirtualWorld, WorkersAtRestLookNoMoreOnceTheirTimeIsOver) {
  for (const auto descent : {1ns, 7ns, 20ns, 100ns, 300ns}) {
    for (const auto limit : {1ns, 99ns, 140ns, 220ns, 1000ns}) {
      VirtualTimes given = times();
      given.descent = descent;
      given.limit = limit;
      EXPECT_EQ(looks_of_idle_workers(given, true).count, looks_of_idle_workers(given, false).count)
          << descent.count() << ' ' << limit.count();
    }
  }
}

TEST(VirtualWorld, WakesAllWhereAllAreAtRest) {
  VirtualWorld world(kLeased, times(), 2, seeded(1));
  world.rest(0);
  world.rest(1);
  EXPECT_EQ(world.next(), 0);
  EXPECT_EQ(world.next(), 1);
  EXPECT_EQ(world.next(), std::nullopt);
  EXPECT_EQ(world.report().time, 10U);
}

TEST(VirtualWorld, TimesThatCannotBeCountedStopAtTheGreatest) {
  VirtualTimes long_times = times();
  long_times.evaluation = Latency::constant(1000h);
  long_times.descent = 1000h;
  for (const VirtualScheme scheme : {kTree, kRoot, kLeaf}) {
    const VirtualReport report = run(scheme, long_times, 64, 20'000);
    EXPECT_EQ(report.alone, kSaturated);
    EXPECT_EQ(report.busy, kSaturated);
    EXPECT_EQ(report.capacity, kSaturated);
    EXPECT_EQ(report.descents, 20'000U);
    EXPECT_GE(report.time, kSaturated / 100);
  }
  VirtualWorld leased(kLeased, long_times, 2, seeded(1));
  leased.work(0, 10'000);
  leased.work(1, 10'000);
  EXPECT_EQ(leased.next(), 0);
  EXPECT_EQ(leased.report().time, kSaturated);
  EXPECT_EQ(leased.next(), 1);
}

}  // namespace
}  // namespace banyan
