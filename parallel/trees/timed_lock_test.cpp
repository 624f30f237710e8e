#include "parallel/trees/timed_lock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/clock_test.hpp"
#include "core/search/scale_test.hpp"

namespace banyan {
namespace {

TEST(TimedLock, CountsNoWaitForAFreeLock) {
  SpinLock lock;
  LockWaits waits;
  for (int i = 0; i < 100; ++i) {
    acquire(lock, waits);
    lock.unlock();
  }
  EXPECT_EQ(waits.times, 0U);
  EXPECT_EQ(waits.nanoseconds, 0U);
}

/// A lock that another thread holds for 20 ms of the test's clock.
struct BusyLock {
  static bool try_lock() { return false; }
  static void lock() { TestClock::advance(std::chrono::milliseconds(20)); }
};

TEST(TimedLock, CountsEveryWaitAndItsTime) {
  const TestClock clock;
  BusyLock lock;
  LockWaits waits;
  acquire(lock, waits);
  acquire(lock, waits);
  EXPECT_EQ(waits.times, 2U);
  EXPECT_EQ(waits.nanoseconds, 40'000'000U);
}

template <class Lock>
void expect_to_be_waited_for() {
  Lock lock;
  lock.lock();
  bool unlocked = false;  // plain memory: a race here is a finding of ThreadSanitizer
  std::jthread other([&] {
    LockWaits waits;
    acquire(lock, waits);
    EXPECT_TRUE(unlocked);
    lock.unlock();
  });
  unlocked = true;
  lock.unlock();
}

TEST(TimedLock, IsWaitedFor) {
  for (int i = 0; i < scaled(100); ++i) {
    expect_to_be_waited_for<SpinLock>();
    expect_to_be_waited_for<std::mutex>();
  }
}

TEST(SpinLock, LetsOneThreadInAtATime) {
  SpinLock lock;
  std::uint64_t count = 0;  // plain memory: a race here is a finding of ThreadSanitizer
  constexpr std::uint64_t kTimes = scaled(20'000U);
  {
    std::vector<std::jthread> team;
    for (int i = 0; i < 4; ++i) {
      team.emplace_back([&] {
        LockWaits waits;
        for (std::uint64_t j = 0; j < kTimes; ++j) {
          acquire(lock, waits);
          ++count;
          lock.unlock();
        }
      });
    }
  }
  EXPECT_EQ(count, 4 * kTimes);
}

TEST(SpinLock, IsNotTakenTwice) {
  SpinLock lock;
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
}

}  // namespace
}  // namespace banyan
