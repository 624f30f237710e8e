// What the next trials at the nodes of a tree will bring, as far as it was drawn.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/huge_pages.hpp"
#include "core/game/game.hpp"

namespace banyan {

/// A move to try, and the points of player 0 at the end of the playout behind it.
class Trial {
 public:
  static constexpr int kMostMoves = (1 << 14) - 1;

  /// Of none.
  Trial() = default;
  /// One whose result is not known yet.
  explicit Trial(int move) : bits_(static_cast<std::uint16_t>(move << 2 | kUnknown)) {}

  [[nodiscard]] bool none() const { return bits_ == kNone; }
  [[nodiscard]] int move() const { return bits_ >> 2; }
  [[nodiscard]] bool known() const { return (bits_ & kUnknown) != kUnknown; }
  [[nodiscard]] Points first() const { return static_cast<Points>(bits_ & kUnknown); }
  void learn(Points first) { bits_ = static_cast<std::uint16_t>((bits_ & ~kUnknown) | first); }

  friend bool operator==(Trial, Trial) = default;

 private:
  static constexpr int kUnknown = 3;
  static constexpr std::uint16_t kNone = 0xffff;  // no move has this number

  std::uint16_t bits_ = kNone;
};

/// Those of one place in the tree, in order.
struct NextTrials {
  std::uint64_t place = 0;    ///< 0: of none
  std::uint32_t untried = 0;  ///< tells sets of untried moves apart
  std::array<Trial, 2> next;
};

/// The next trials of many places. A place is a random number other than 0. The table grows with
/// its use; at its largest, new entries take the room of others.
class NextTrialsTable {
 public:
  /// At most so many bytes, but at least some kilobytes.
  explicit NextTrialsTable(std::size_t bytes);

  void clear();

  /// A place's entry, or nullptr.
  [[nodiscard]] NextTrials* find(std::uint64_t place) {
    const std::size_t start = start_of(place);
    for (std::size_t i = 0; i < kProbes; ++i) {
      NextTrials& entry = entries_[(start + i) % entries_.size()];
      if (entry.place == place) return &entry;
    }
    return nullptr;
  }
  /// The same; a new one if there is none. No entry found before may be used after that.
  [[nodiscard]] NextTrials& at(std::uint64_t place) {
    if (2 * used_ > entries_.size() && entries_.size() < most_) [[unlikely]]
      grow();
    return entry_of(place);
  }

  void prefetch(std::uint64_t place) const {
    __builtin_prefetch(entries_.data() + start_of(place), 1);
  }
  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] std::size_t capacity() const { return entries_.size(); }

 private:
  static constexpr std::size_t kLine = 64 / sizeof(NextTrials);
  static constexpr std::size_t kProbes = 2 * kLine;
  static constexpr std::size_t kFewest = 1024;

  /// The first bits of a place are its line, so that doubling the table keeps the order.
  [[nodiscard]] std::size_t start_of(std::uint64_t place) const {
    return static_cast<std::size_t>(place >> shift_) * kLine;
  }
  [[nodiscard]] NextTrials& entry_of(std::uint64_t place) {
    const std::size_t start = start_of(place);
    for (std::size_t i = 0; i < kProbes; ++i) {
      NextTrials& entry = entries_[(start + i) % entries_.size()];
      if (entry.place == place) return entry;
      if (entry.place == 0) {
        ++used_;
        entry.place = place;
        return entry;
      }
    }
    NextTrials& other = entries_[start + place % kLine];
    other = {place, 0, {}};
    return other;
  }
  void resize(std::size_t size);
  void grow();

  using Entries = std::vector<NextTrials, HugePages<NextTrials>>;

  std::size_t most_;  // entries
  std::size_t used_ = 0;
  int shift_ = 0;
  Entries entries_;  // a power of two
  Entries spare_;    // its memory is for the next size
};

}  // namespace banyan
