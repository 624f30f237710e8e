// Ends a search whose move cannot change any more.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace banyan {

/// The visits of a root's children, at some moment of a search.
struct RootVisits {
  std::uint64_t sum = 0;
  std::uint64_t most = 0;
  std::uint64_t second = 0;
  bool only_child = false;
};

/// Tells when no other child of the root can get more visits than the leader within the rest of a
/// search. This is the rule STOP of Baier and Winands (2016, "Time Management for Monte Carlo Tree
/// Search"), as in Pachi (Baudis and Gailly 2011), without their estimates. It says nothing more
/// once statistics were halved (core/tree/halving.hpp). Thread-safe.
class EarlyStop {
 public:
  /// `look` reads the root. The constructor calls it, and later any thread does between two
  /// portions of its work.
  explicit EarlyStop(std::function<RootVisits()> look)
      : look_(std::move(look)), kept_(look_().sum) {}

  /// Whether the search is over after all workers together claimed `claimed` iterations of `games`
  /// visits each; `left()` is how many more there may be.
  bool over(std::uint64_t claimed, std::uint64_t games, const std::function<std::uint64_t()>& left);

  /// Whether over() has returned true.
  [[nodiscard]] bool said() const { return said_.load(std::memory_order_relaxed); }
  /// The iterations left at that moment; 0 before.
  [[nodiscard]] std::uint64_t saved() const { return saved_.load(std::memory_order_relaxed); }

 private:
  std::function<RootVisits()> look_;
  std::uint64_t kept_;                       // visits of earlier searches
  std::atomic<std::uint64_t> next_look_{1};  // when this many iterations are claimed
  std::atomic<std::uint64_t> saved_{0};
  std::atomic<bool> said_{false};
};

}  // namespace banyan
