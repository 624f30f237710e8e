#include "parallel/timed_lock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "core/scale_test.hpp"

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

template <class Lock>
void expect_wait_to_be_counted() {
  Lock lock;
  lock.lock();
  LockWaits waits;
  std::jthread other([&] {
    acquire(lock, waits);
    lock.unlock();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  lock.unlock();
  other.join();
  if (waits.times == 0) return;  // the thread started only after that
  EXPECT_EQ(waits.times, 1U);
  EXPECT_GT(waits.nanoseconds, 0U);
}

TEST(TimedLock, CountsAWaitAndItsTime) {
  expect_wait_to_be_counted<SpinLock>();
  expect_wait_to_be_counted<std::mutex>();
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
