// When a random game completes a line, for all cells at once, without playing the game.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/bits.hpp"
#include "core/base/random.hpp"

namespace banyan {

/// When each of one side's stones is laid in a random game, on `rows` rows of Stride cells. The
/// last cell of a row is never used and so ends all lines.
///
/// The side lays its stones in the order of random times, one per stone: if all are distinct, each
/// order is equally likely. A line is complete at the latest of its times, and the side's first
/// line at the earliest of these. Only the order counts, so times of sixteen bits suffice, if equal
/// times are put in a random order wherever it matters.
template <int Words, int Stride>
class LineTimes {
 public:
  using Cells = BitSet<Words>;
  static constexpr int kNumbers = 64 * Words;
  static constexpr int kNoLine = kNumbers;  // more than there are stones

  /// `stones` lie already, `coming` will be laid; `numbers` are random, one per cell.
  LineTimes(const Cells& stones, const Cells& coming, const std::int16_t (&numbers)[kNumbers],
            int rows)
      : laid_(stones.size()), rows_(rows) {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto first = hn::Set(kLanes, kLaid + 1);
    const auto last = hn::Set(kLanes, kNever - 1);
    const auto never = hn::Set(kLanes, kNever);
    const auto laid = hn::Set(kLanes, kLaid);
    int cell = 0;
    for (; cell < rows * Stride; cell += kVector) {
      const auto time = hn::Min(hn::Max(hn::LoadU(kLanes, numbers + cell), first), last);
      const auto any = hn::IfThenElse(in(coming, cell), time, never);
      hn::StoreU(hn::IfThenElse(in(stones, cell), laid, any), kLanes, times_ + cell);
    }
    for (; cell < kPadded; cell += kVector) hn::StoreU(never, kLanes, times_ + cell);
  }

  /// How many of the coming stones complete `line` in a row, which no stones are yet; kNoLine if
  /// none do.
  int stones_until_line(int line, Random& random) {
    namespace hn = hwy::HWY_NAMESPACE;
    const std::int16_t complete = first_complete(line);
    if (complete == kNever) return kNoLine;
    const auto time = hn::Set(kLanes, complete);
    std::size_t before = 0;
    std::size_t together = 0;
    for (int cell = 0; cell < rows_ * Stride; cell += kVector) {
      const auto times = hn::LoadU(kLanes, times_ + cell);
      before += hn::CountTrue(kLanes, hn::Lt(times, time));
      together += hn::CountTrue(kLanes, hn::Eq(times, time));
    }
    int stones = static_cast<int>(before) + 1 - laid_;
    if (together > 1) [[unlikely]]
      stones += rank_among_equals(complete, line, random);
    return stones;
  }

 private:
  using Lanes = hwy::HWY_NAMESPACE::CappedTag<std::int16_t, 32>;
  static constexpr Lanes kLanes{};
  static constexpr int kVector = static_cast<int>(hwy::HWY_NAMESPACE::MaxLanes(kLanes));
  static_assert(kVector == 1 || kVector % 8 == 0);
  static constexpr std::int16_t kLaid = -32768;
  static constexpr std::int16_t kNever = 32767;
  // A line that begins in the last vector ends here.
  static constexpr int kPadded = kNumbers + 32 * ((32 + 2 * Stride + 31) / 32);

  /// Which of the cells from `cell` on are in the set. Always inlined: files compiled for other
  /// vectors have a function of the same name.
  [[gnu::always_inline]] static auto in(const Cells& cells, int cell) {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (kVector == 1) {  // a processor without vectors
      return hn::Ne(hn::Set(kLanes, cells.contains(cell) ? 1 : 0), hn::Zero(kLanes));
    } else {
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(cells.words.data());
      return hn::LoadMaskBits(kLanes, bytes + cell / 8);
    }
  }

  /// The earliest time at which a line is complete.
  [[nodiscard]] std::int16_t first_complete(int line) const {
    return line == 5 ? first_complete_of<5>(line) : first_complete_of<0>(line);
  }

  /// Line is 0 or the same as `line`.
  template <int Line>
  [[nodiscard]] std::int16_t first_complete_of(int line) const {
    namespace hn = hwy::HWY_NAMESPACE;
    auto first = hn::Set(kLanes, kNever);
    for (const auto& [step, rows] :
         {std::pair{1, rows_}, std::pair{Stride - 1, rows_ - line + 1},
          std::pair{Stride, rows_ - line + 1}, std::pair{Stride + 1, rows_ - line + 1}}) {
      for (int cell = 0; cell < rows * Stride; cell += kVector) {
        auto complete = hn::LoadU(kLanes, times_ + cell);
        for (int i = 1; i < (Line == 0 ? line : Line); ++i) {
          complete = hn::Max(complete, hn::LoadU(kLanes, times_ + cell + i * step));
        }
        first = hn::Min(first, complete);
      }
    }
    alignas(64) std::int16_t lanes[kVector];
    hn::Store(first, kLanes, lanes);
    for (int half = kVector / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) lanes[i] = std::min(lanes[i], lanes[i + half]);
    }
    return lanes[0];
  }

  /// Several stones are laid at the time when the first line is complete. Puts them in a random
  /// order and returns how many come before the one that completes a line.
  int rank_among_equals(std::int16_t complete, int line, Random& random) {
    std::int16_t equals = 0;
    std::int16_t cells[kNumbers];
    for (int cell = 0; cell < rows_ * Stride; ++cell) {
      std::int16_t& time = times_[cell];
      if (time == complete) cells[equals++] = static_cast<std::int16_t>(cell);
      time = time < complete ? kLaid : kNever;
    }
    for (std::int16_t rank = 0; rank < equals; ++rank) {
      const auto left = static_cast<std::uint32_t>(equals - rank);
      std::swap(cells[rank], cells[rank + static_cast<int>(random.below(left))]);
      times_[cells[rank]] = rank;
    }
    return first_complete(line);
  }

  alignas(64) std::int16_t times_[kPadded];
  int laid_;
  int rows_;
};

}  // namespace banyan
