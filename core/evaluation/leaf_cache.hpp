// A cache of evaluations, for positions that are reached again by other moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/game/position_key.hpp"

namespace banyan {

/// The latest evaluations, by the keys of their positions. A new one replaces the one with the same
/// place in the table. The table's memory grows as places are used. Thread-safe.
template <KeyedGame G>
class LeafCache {
 public:
  /// At most `entries` entries, at least 1.
  explicit LeafCache(std::size_t entries) : entries_(entries) {}

  /// Writes the leaf's cached value; false if there is none, or without the priors wanted.
  bool find(const Leaf<G>& leaf, LeafValue<G>& value) {
    const std::uint64_t key = leaf.position->position_key();
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    const auto found = part.entries.find(key % entries_);
    if (found == part.entries.end()) return false;
    const Entry& entry = found->second;
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
    Part& part = part_of(key);
    const std::scoped_lock lock(part.mutex);
    Entry& entry = part.entries[key % entries_];
    entry.key = key;
    entry.values = value.values;
    entry.moves.assign(leaf.moves.begin(), leaf.moves.end());
    entry.priors.assign(value.priors.begin(), value.priors.end());
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Returns<G> values{};
    std::vector<typename G::Move> moves;
    std::vector<float> priors;
  };
  /// A part of the table with its own lock, so that threads seldom wait.
  struct Part {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, Entry> entries;  // by place
  };

  Part& part_of(std::uint64_t key) { return parts_[key % entries_ % parts_.size()]; }

  std::size_t entries_;
  std::array<Part, 64> parts_;
};

}  // namespace banyan
