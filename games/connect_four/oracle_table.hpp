// The table of the Connect Four solver: bounds on the scores of positions, in fixed memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace banyan::oracle {

/// A table of bounds, in buckets of 16 bytes with two entries. One keeps the position that cost
/// most work; the other takes every new one (Breuker, Uiterwijk and van den Herik 1994,
/// "two-deep"). It never confuses positions: index and tag together are the whole key.
class ConnectFourTable {
 public:
  static constexpr int kKeyBits = 49;
  static constexpr int kLargestScore = 21;

  /// lower <= score <= upper
  struct Bounds {
    int lower = -kLargestScore;
    int upper = kLargestScore;
  };

  /// Takes the largest power of two of buckets that fits `bytes`, from 2^20 (16 MiB) to 2^28.
  explicit ConnectFourTable(std::size_t bytes)
      : index_bits_(bits_for(bytes)), buckets_(std::size_t{1} << index_bits_) {}

  [[nodiscard]] std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

  [[nodiscard]] std::optional<Bounds> find(std::uint64_t key) const {
    const Place at = place(key);
    const Bucket& bucket = buckets_[at.index];
    for (const std::uint64_t entry : {bucket.costly, bucket.recent}) {
      if (entry != 0 && tag(entry) == at.tag) return bounds(entry);
    }
    return std::nullopt;
  }

  /// `work`: the number of positions that the result took.
  void store(std::uint64_t key, Bounds bounds, std::uint64_t work) {
    const Place at = place(key);
    Bucket& bucket = buckets_[at.index];
    const std::uint64_t entry = pack(at.tag, bounds, static_cast<unsigned>(std::bit_width(work)));
    if (bucket.costly == 0 || tag(bucket.costly) == at.tag ||
        effort(entry) >= effort(bucket.costly)) {
      if (bucket.costly != 0 && tag(bucket.costly) != at.tag) bucket.recent = bucket.costly;
      bucket.costly = entry;
    } else {
      bucket.recent = entry;
    }
  }

 private:
  // An entry; 0 is none, since effort is at least 1:
  //   bits 0-5 lower + 21, bits 6-11 upper + 21, bits 12-17 effort, bits 18-46 tag
  struct Bucket {
    std::uint64_t costly = 0;
    std::uint64_t recent = 0;
  };
  static_assert(sizeof(Bucket) == 16);

  struct Place {
    std::size_t index;
    std::uint64_t tag;
  };

  static constexpr int kLeastIndexBits = 20;  // leaves a tag of 29 bits

  static int bits_for(std::size_t bytes) {
    int bits = kLeastIndexBits;
    while (bits < 28 && (sizeof(Bucket) << (bits + 1)) <= bytes) ++bits;
    return bits;
  }

  /// Multiplying by an odd number permutes the keys, and its high bits depend on the whole key.
  [[nodiscard]] Place place(std::uint64_t key) const {
    constexpr std::uint64_t kAll = (std::uint64_t{1} << kKeyBits) - 1;
    const std::uint64_t mixed = key * 0x9e3779b97f4a7c15ULL & kAll;
    const int tag_bits = kKeyBits - index_bits_;
    return {mixed >> tag_bits, mixed & ((std::uint64_t{1} << tag_bits) - 1)};
  }

  static std::uint64_t pack(std::uint64_t tag, Bounds bounds, unsigned effort) {
    return static_cast<std::uint64_t>(bounds.lower + kLargestScore) |
           static_cast<std::uint64_t>(bounds.upper + kLargestScore) << 6 |
           std::uint64_t{effort} << 12 | tag << 18;
  }
  static std::uint64_t tag(std::uint64_t entry) { return entry >> 18; }
  static unsigned effort(std::uint64_t entry) { return entry >> 12 & 63; }
  static Bounds bounds(std::uint64_t entry) {
    return {static_cast<int>(entry & 63) - kLargestScore,
            static_cast<int>(entry >> 6 & 63) - kLargestScore};
  }

  int index_bits_;
  std::vector<Bucket> buckets_;
};

}  // namespace banyan::oracle
