// What leaves were found to be worth, for when their positions come again by other moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/rules/position_key.hpp"

namespace banyan {

/// The latest evaluations, by the keys of their positions; a new one takes the place of another
/// that has the same place in the table. Thread-safe.
template <KeyedGame G>
class LeafCache {
 public:
  /// `entries` at most, at least 1.
  explicit LeafCache(std::size_t entries) : entries_(entries) {}

  /// Writes what is known of the leaf; false if nothing is, or not the priors that are wanted.
  bool find(const Leaf<G>& leaf, LeafValue<G>& value) {
    const std::uint64_t key = leaf.position->position_key();
    const std::scoped_lock lock(mutex_of(key));
    const Entry& entry = entry_of(key);
    if (entry.key != key || entry.priors.size() < leaf.moves.size()) return false;
    value.values = entry.values;
    for (std::size_t i = 0; i < leaf.moves.size(); ++i) {
      const auto at = std::find(entry.moves.begin(), entry.moves.end(), leaf.moves[i]);
      if (at == entry.moves.end()) return false;
      value.priors[i] = entry.priors[static_cast<std::size_t>(at - entry.moves.begin())];
    }
    return true;
  }

  void insert(const Leaf<G>& leaf, const LeafValue<G>& value) {
    const std::uint64_t key = leaf.position->position_key();
    const std::scoped_lock lock(mutex_of(key));
    Entry& entry = entry_of(key);
    entry.key = key;
    entry.values = value.values;
    entry.moves.assign(leaf.moves.begin(), leaf.moves.end());
    entry.priors.assign(value.priors.begin(), value.priors.end());
  }

 private:
  struct Entry {
    std::optional<std::uint64_t> key;
    Returns<G> values{};
    std::vector<typename G::Move> moves;
    std::vector<float> priors;
  };

  Entry& entry_of(std::uint64_t key) { return entries_[key % entries_.size()]; }
  /// Entries that share a place share a mutex.
  std::mutex& mutex_of(std::uint64_t key) { return mutexes_[key % entries_.size() % 64]; }

  std::vector<Entry> entries_;
  std::array<std::mutex, 64> mutexes_;
};

}  // namespace banyan
