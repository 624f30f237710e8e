// Locks of classic shared trees, and how long threads wait for them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>

#include "core/base/clock.hpp"

namespace banyan {

/// How long one thread waited for locks that were not free at once.
struct LockWaits {
  std::uint64_t times = 0;
  std::uint64_t nanoseconds = 0;

  LockWaits& operator+=(const LockWaits& other) {
    times += other.times;
    nanoseconds += other.nanoseconds;
    return *this;
  }
};

/// A lock of four bytes, small enough for every node. It yields after a short spin, since there may
/// be more threads than cores.
class SpinLock {
 public:
  /// Acquire pairs with the release in unlock(), so that the last owner's writes are seen.
  bool try_lock() { return taken_.exchange(1, std::memory_order_acquire) == 0; }
  void lock() {
    for (int spins = 1; !try_lock(); ++spins) {
      while (taken_.load(std::memory_order_relaxed) != 0) {
        if (spins++ > kSpins) std::this_thread::yield();
      }
    }
  }
  void unlock() { taken_.store(0, std::memory_order_release); }

 private:
  static constexpr int kSpins = 100;
  std::atomic<std::uint32_t> taken_{0};
};

/// Takes a lock. Reads the clock only if it is not free at once.
template <class Lock>
void acquire(Lock& lock, LockWaits& waits) {
  if (lock.try_lock()) return;
  const Clock::time_point start = Clock::now();
  lock.lock();
  ++waits.times;
  waits.nanoseconds += static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
}

/// The same, held during the guard's lifetime.
template <class Lock>
std::unique_lock<Lock> acquired(Lock& lock, LockWaits& waits) {
  acquire(lock, waits);
  return std::unique_lock<Lock>(lock, std::adopt_lock);
}

}  // namespace banyan
