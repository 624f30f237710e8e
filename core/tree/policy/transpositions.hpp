// The transposition table: which block of children a position has.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/arena.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// Makes a tree a graph (Childs, Brodeur, Kocsis 2008; Saffidine, Cazenave, Mehat 2012): a leaf to
/// be expanded takes the block that its position already has. All moves to a position share that
/// block, with everything about its moves: trials, statistics, AMAF results, priors, proofs and
/// descents in flight. Each move to it keeps its own visits and points, which results update only
/// along their path. With UCT2 its mean, but not its visits, is over all these moves. A move learns
/// the position's proof with the next descent through it that ends at something proven. Trees share
/// nothing.
///
/// The table maps keys of positions (core/game/position_key.hpp) to blocks of one tree. It has a
/// fixed size and forgets nothing during a search. If it has no room, a position is not entered and
/// gets another block when reached again.
///
/// A key selects a bucket of 8 entries, which are filled from the first one on:
///
///   bits 63..32  the search that made the entry, counted from 1
///   bits 31..0   Node; kNoNode while its key is being written
///   64 bits      key
///
/// Entries of earlier searches count as empty, so that starting a new search costs nothing.
/// Thread-safe except reset().
class TranspositionTable {
 public:
  /// Takes at most `bytes` bytes, or one bucket.
  explicit TranspositionTable(std::size_t bytes)
      : memory_(bytes, Arena::Content::kZeros),
        all_buckets_(
            std::max<std::uint64_t>(std::min(bytes, memory_.capacity()) / sizeof(Bucket), 1)),
        buckets_(all_buckets_) {
    memory_.use_huge_pages(false);  // sparse accesses would clear many huge pages at once
  }

  /// Forgets everything. At most `positions` are expected: few positions use few cache lines.
  void reset(std::uint64_t positions) {
    ++search_;
    buckets_ = std::clamp<std::uint64_t>(positions / 4, 1, all_buckets_);
  }

  /// The block of that key; kNoNode if there is none.
  [[nodiscard]] Node find(std::uint64_t key) const {
    for (const Entry& entry : bucket_of(key).entries) {
      // Acquire pairs with the release in insert(): the key, and the block, are seen whole.
      const std::uint64_t owner = entry.owner.load(std::memory_order_acquire);
      if (!is_current(owner)) break;
      if (holds(entry, owner, key)) return node_of(owner);
    }
    return kNoNode;
  }

  /// Enters a block; if the position already has one, that one stays.
  void insert(std::uint64_t key, Node node) {
    for (Entry& entry : bucket_of(key).entries) {
      std::uint64_t owner = entry.owner.load(std::memory_order_acquire);
      if (!is_current(owner) &&
          entry.owner.compare_exchange_strong(owner, search_ << 32U, std::memory_order_acquire)) {
        entry.key.store(key, std::memory_order_relaxed);
        entry.owner.store(search_ << 32U | node, std::memory_order_release);
        return;
      }
      if (holds(entry, owner, key)) return;
    }
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> owner;
    std::atomic<std::uint64_t> key;
  };
  struct Bucket {
    Entry entries[8];
  };
  static_assert(sizeof(Bucket) == 2 * Arena::kLine);

  [[nodiscard]] Bucket& bucket_of(std::uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<Bucket*>(memory_.at(0))[static_cast<Wide>(key) * buckets_ >> 64U];
  }
  [[nodiscard]] bool is_current(std::uint64_t owner) const { return owner >> 32U == search_; }
  static Node node_of(std::uint64_t owner) { return static_cast<Node>(owner); }
  static bool holds(const Entry& entry, std::uint64_t owner, std::uint64_t key) {
    return node_of(owner) != kNoNode && entry.key.load(std::memory_order_relaxed) == key;
  }

  Arena memory_;  // its zeros are entries of no search
  std::uint64_t all_buckets_;
  std::uint64_t buckets_;  // in use
  std::uint64_t search_ = 0;
};

}  // namespace banyan
