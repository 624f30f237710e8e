// Items that several threads make, and that are taken in order.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace banyan {

/// Gives out the numbers of items to make. Takes the items in the order of their numbers, in
/// whatever order they come, so that the outcome does not depend on which thread was faster.
template <class Item>
class InOrder {
 public:
  /// Numbers go from `first` to below `end`. take(item) says whether to go on.
  InOrder(std::uint64_t first, std::uint64_t end, std::function<bool(const Item&)> take)
      : next_to_take_(first), end_(end), take_(std::move(take)), next_to_make_(first) {}

  /// The next number, for any thread; nothing if only `leave` are left, or no more are needed.
  std::optional<std::uint64_t> next(std::uint64_t leave = 0) {
    if (ended_ || closed_ || next_to_make_ + leave >= end_) return std::nullopt;
    const std::uint64_t number = next_to_make_.fetch_add(1, std::memory_order_relaxed);
    return number < end_ ? std::optional(number) : std::nullopt;
  }

  /// Gives out no more numbers.
  void close() { closed_ = true; }

  /// Adds an item, and takes those that are next. By one thread at a time.
  void add(std::uint64_t number, Item item) {
    waiting_.emplace(number, std::move(item));
    for (auto next = waiting_.find(next_to_take_); next != waiting_.end() && !ended_;
         next = waiting_.find(next_to_take_)) {
      const Item taken = std::move(next->second);
      waiting_.erase(next);
      ++next_to_take_;
      ended_ = !take_(taken);
    }
  }

  /// Takes no more: the rest does not matter.
  void end() { ended_ = true; }
  /// Whether an item that was taken was the last one needed.
  [[nodiscard]] bool ended() const { return ended_; }
  /// The items behind one that never came.
  [[nodiscard]] const std::map<std::uint64_t, Item>& waiting() const { return waiting_; }

 private:
  std::uint64_t next_to_take_;
  std::uint64_t end_;
  std::function<bool(const Item&)> take_;
  std::map<std::uint64_t, Item> waiting_;
  std::atomic<std::uint64_t> next_to_make_;
  std::atomic<bool> closed_ = false;
  std::atomic<bool> ended_ = false;
};

}  // namespace banyan
