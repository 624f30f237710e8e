// A number that threads share.
#pragma once

#include <atomic>

namespace banyan {

/// Relaxed, since each number stands by itself; exceptions say what they pair with.
template <class T>
class AtomicCell {
 public:
  AtomicCell() = default;
  AtomicCell(const AtomicCell&) = delete;
  AtomicCell& operator=(const AtomicCell&) = delete;

  [[nodiscard]] T load() const { return value_.load(std::memory_order_relaxed); }
  /// Acquire pairs with the release in publish(), so that the data that the value leads to is seen
  /// whole.
  [[nodiscard]] T follow() const { return value_.load(std::memory_order_acquire); }
  /// Sets a value that is still 0 and returns 0; otherwise returns the value that came first.
  /// Release pairs with follow(); acquire on failure, since the caller follows the other's value.
  T publish(T value) {
    T expected = 0;
    value_.compare_exchange_strong(expected, value, std::memory_order_release,
                                   std::memory_order_acquire);
    return expected;
  }
  /// Sets the value if it equals `expected`.
  bool replace(T expected, T value) {
    return value_.compare_exchange_strong(expected, value, std::memory_order_relaxed);
  }
  /// Adds; returns the value before.
  T add(T value, std::memory_order order = std::memory_order_relaxed) {
    return value_.fetch_add(value, order);
  }
  /// The same for its only writer, which needs no atomic addition.
  T add_alone(T value) {
    const T before = load();
    value_.store(before + value, std::memory_order_relaxed);
    return before;
  }

 private:
  std::atomic<T> value_{};
};

}  // namespace banyan
