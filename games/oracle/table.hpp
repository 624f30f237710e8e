// A solver's table: a value for each of many positions, in fixed memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace banyan::oracle {

/// Pairs of entries: the first one keeps the position that cost most work, the second takes every
/// new one (Breuker, Uiterwijk and van den Herik 1994, "two-deep"). Positions are compared whole,
/// so hash collisions do no harm.
template <class Position, class Value>
class Table {
 public:
  /// The largest power of two of entries that fits `bytes`, but at least a pair.
  explicit Table(std::size_t bytes)
      : entries_(std::bit_floor(std::max<std::size_t>(2, bytes / sizeof(Entry)))) {}

  [[nodiscard]] std::size_t bytes() const { return entries_ * sizeof(Entry); }

  [[nodiscard]] std::optional<Value> find(const Position& position, std::uint64_t hash) const {
    if (table_.empty()) return std::nullopt;
    const std::size_t first = pair_of(hash);
    for (const std::size_t i : {first, first + 1}) {
      if (table_[i].effort != 0 && table_[i].position == position) return table_[i].value;
    }
    return std::nullopt;
  }

  /// `work` >= 1: the number of positions that the result took.
  void store(const Position& position, std::uint64_t hash, const Value& value, std::uint64_t work) {
    const Entry entry{position, value, static_cast<std::uint8_t>(std::bit_width(work))};
    // Positions need no default: the first one fills the table, with effort 0.
    if (table_.empty()) table_.assign(entries_, {position, value, 0});
    Entry* const pair = &table_[pair_of(hash)];
    const bool same = pair[0].position == position;
    if (pair[0].effort > entry.effort && !same) {
      pair[1] = entry;
      return;
    }
    if (pair[0].effort != 0 && !same) pair[1] = pair[0];
    pair[0] = entry;
  }

 private:
  struct Entry {
    Position position;
    Value value;
    std::uint8_t effort;  ///< bit width of the work; 0 in an empty entry
  };

  [[nodiscard]] std::size_t pair_of(std::uint64_t hash) const {
    return hash & (entries_ - 1) & ~std::size_t{1};
  }

  std::size_t entries_;
  std::vector<Entry> table_;  // empty until needed
};

}  // namespace banyan::oracle
