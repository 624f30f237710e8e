// How a tree is shared: the parameter of Tree that says who may access its numbers, and how.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "core/base/stat.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// What Tree (core/tree/tree.hpp) requires of a sharing policy. For one thread: Exclusive (here).
/// For many: PackedLoss and CountedDescents (parallel/trees/), the classic ways.
///
///   Cell<T>              a number: load(), follow(), publish(), replace(), see Exclusive
///   Lock                 each node has one: an empty class if no node is ever locked
///   kShared              whether several threads may work on one node
///   kCountsDescents      whether blocks count the descents in flight below each child. If not,
///                        enter(stat) and leave(stat, games, points) are called; else
///                        enter(in_flight, is_leaf) and leave(stat, in_flight, games, points)
///   lock(lock)           returns a guard with unlock(), which holds it: from choice to enter(), in
///                        leave() and in expand()
///   add(cell, more)      adds to a number; returns its value before
///   total(N, O)          the visits of siblings with N of them and O descents in flight
///   value(stat, o, e)    the selection rule for one of them, e = Ucb1::exploration(total)
template <class S>
concept TreeSharing = std::copy_constructible<S> &&
    requires(S sharing, typename S::template Cell<Stat>& cell, typename S::Lock& lock,
             std::uint32_t number, Stat stat, float exploration) {
  { S::kShared } -> std::convertible_to<bool>;
  { S::kCountsDescents } -> std::convertible_to<bool>;
  { cell.load() } -> std::same_as<Stat>;
  { cell.follow() } -> std::same_as<Stat>;
  { cell.publish(stat) } -> std::same_as<Stat>;
  { cell.replace(stat, stat) } -> std::same_as<bool>;
  { sharing.add(cell, stat) } -> std::same_as<Stat>;
  sharing.lock(lock).unlock();
  { sharing.total(number, number) } -> std::same_as<std::uint32_t>;
  { sharing.value(stat, number, exploration) } -> std::same_as<float>;
};

struct NoLocks {
  struct Lock {};
  static NotLocked lock(Lock& /*lock*/) { return {}; }
};

/// One thread owns the tree, so its numbers are plain.
struct Exclusive : NoLocks {
  template <class T>
  class Cell {
   public:
    Cell() = default;
    [[nodiscard]] T load() const { return value_; }
    /// Reads a value that leads to other data; pairs with publish().
    [[nodiscard]] T follow() const { return value_; }
    /// Sets a value that is still 0; returns its value before.
    T publish(T value) {
      value_ = value;
      return 0;
    }
    /// Sets the value if it equals `expected`.
    bool replace(T expected, T value) {
      if (value_ != expected) return false;
      value_ = value;
      return true;
    }
    T add(T value) {
      const T before = value_;
      value_ += value;
      return before;
    }

   private:
    T value_{};
  };

  static constexpr bool kShared = false;
  static constexpr bool kCountsDescents = false;

  template <class T>
  static T add(Cell<T>& cell, T more) {
    return cell.add(more);
  }

  /// A descent goes through a child; returns the child's visits so far.
  static std::uint32_t enter(const Cell<Stat>& stat) { return visits_of(stat.load()); }
  /// Adds the result of that descent.
  static void leave(Cell<Stat>& stat, std::uint32_t games, std::uint32_t points) {
    stat.add(make_stat(games, points));
  }

  static std::uint32_t total(std::uint32_t visits, std::uint32_t /*in_flight*/) { return visits; }
  static float value(Stat stat, std::uint32_t /*in_flight*/, float exploration) {
    return Ucb1::value(stat, exploration);
  }
};

}  // namespace banyan
