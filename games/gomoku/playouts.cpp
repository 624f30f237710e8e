// Gomoku: many games judged at once, by the best instruction set of the processor.
#include "games/gomoku/gomoku_block.hpp"

#include <cstdint>

#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/gomoku/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/simd/bit_planes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

using simd::GomokuBlock;
using simd::GomokuVerdicts;
using simd::kGomokuBlock;
using simd::kGomokuRow;

using Times = hn::CappedTag<std::int16_t, kGomokuRow>;
constexpr Times kTimes;
using TimeVec = hn::Vec<Times>;
constexpr int kVecGames = static_cast<int>(hn::MaxLanes(kTimes));

static_assert(kVecGames == 1 || kVecGames % 8 == 0);

constexpr std::int16_t kLaid = -1;
constexpr std::int16_t kNever = 32767;

/// Whose stones lie where: one bit per game, by cell.
struct Planes {
  explicit Planes(const std::uint64_t (&boards)[kGomokuBlock][simd::kRow]) {
    for (int first = 0; first < simd::kRow; first += kVecLanes) {
      Vec words[kGomokuBlock];
      for (int i = 0; i < kGomokuBlock; ++i) words[i] = hn::Load(kLanes, boards[i] + first);
      transpose(words, 64);
      for (int i = 0; i < 64; ++i) hn::Store(words[i], kLanes, of_bit[i] + first);
    }
  }

  /// The games from `game` on that have a stone on a cell.
  [[nodiscard]] HWY_INLINE hn::Mask<Times> at(int cell, int game) const {
    const std::uint64_t& games = of_bit[cell % 64][cell / 64];
    if constexpr (kVecGames == 1) {  // a target without vectors
      return hn::Set(kTimes, static_cast<std::int16_t>(games >> game & 1)) != hn::Zero(kTimes);
    } else {
      return hn::LoadMaskBits(kTimes, reinterpret_cast<const std::uint8_t*>(&games) + game / 8);
    }
  }

  alignas(64) std::uint64_t of_bit[64][simd::kRow];
};

/// When each of one side's stones is laid, in kVecGames games, on rows of `stride` cells.
class SideTimes {
 public:
  HWY_INLINE void set(int cell, TimeVec time) { times_[cell] = time; }

  /// Finds the first five in a row. `laid`: the number of stones that lie already.
  HWY_INLINE void find_first_five(const GomokuBlock& board, TimeVec laid) {
    const int columns = board.columns;
    const int rows = board.rows;
    const int stride = board.stride;
    const auto shorter = [](int a, int b) { return a < b ? a : b; };
    five_ = hn::Set(kTimes, kNever);
    for (int column = 0; column < columns; ++column) {
      along(column, stride, rows);
      along(column, stride + 1, shorter(rows, columns - column));
      along(column, stride - 1, shorter(rows, column + 1));
    }
    for (int row = 0; row < rows; ++row) {
      along(row * stride, 1, columns);
      if (row == 0) continue;
      along(row * stride, stride + 1, shorter(rows - row, columns));
      along(row * stride + columns - 1, stride - 1, shorter(rows - row, columns));
    }
    TimeVec before = hn::Zero(kTimes);
    TimeVec until = hn::Zero(kTimes);
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const TimeVec time = times_[row * stride + column];
        before = before - hn::VecFromMask(kTimes, time < five_);
        until = until - hn::VecFromMask(kTimes, hn::Or(time < five_, time == five_));
      }
    }
    const TimeVec none = hn::Set(kTimes, kNoFive);
    const auto has_five = five_ < hn::Set(kTimes, kNever);
    at_least_ = hn::IfThenElse(has_five, before + hn::Set(kTimes, 1) - laid, none);
    at_most_ = hn::IfThenElse(has_five, until - laid, none);
  }

  /// The number of stones needed, at least and at most, depending on the order of equal times;
  /// kNoFive if there are never five in a row.
  [[nodiscard]] HWY_INLINE TimeVec at_least() const { return at_least_; }
  [[nodiscard]] HWY_INLINE TimeVec at_most() const { return at_most_; }

  static constexpr std::int16_t kNoFive = 1000;

 private:
  /// The latest of each five times along a line of `length` cells.
  HWY_INLINE void along(int first, int step, int length) {
    if (length < 5) return;
    const TimeVec* time = times_ + first;
    TimeVec pair0 = hn::Max(time[0], time[step]);
    TimeVec pair1 = hn::Max(time[step], time[2 * step]);
    TimeVec pair2 = hn::Max(time[2 * step], time[3 * step]);
    for (int i = 4; i < length; ++i) {
      const TimeVec last = time[i * step];
      five_ = hn::Min(five_, hn::Max(hn::Max(pair0, pair2), last));
      pair0 = pair1;
      pair1 = pair2;
      pair2 = hn::Max(time[(i - 1) * step], last);
    }
  }

  TimeVec times_[GomokuVerdicts::kCells];
  TimeVec five_;
  TimeVec at_least_;
  TimeVec at_most_;
};

/// Draws numbers for the lanes from `lane` on of a row.
void draw(const GomokuBlock& block, VecRandom& random, int lane,
          std::uint64_t (&numbers)[GomokuVerdicts::kCells][simd::kRow]) {
  for (int row = 0; row < block.rows; ++row) {
    for (int column = 0; column < block.columns; ++column) {
      hn::Store(random.next(), kLanes, numbers[row * block.stride + column] + lane);
    }
  }
}

/// Judges kVecGames games from `game` on.
void judge(const GomokuBlock& block, const Planes& mine, const Planes& theirs, int game,
           GomokuVerdicts& verdicts) {
  const TimeVec laid = hn::Set(kTimes, kLaid);
  const TimeVec never = hn::Set(kTimes, kNever);
  const TimeVec last = hn::Set(kTimes, kNever - 1);
  SideTimes my_times;
  SideTimes their_times;
  TimeVec my_cells = hn::Zero(kTimes);
  const auto& numbers = verdicts.numbers[game / kGomokuRow];
  for (int row = 0; row < block.rows; ++row) {
    for (int column = 0; column < block.columns; ++column) {
      const int cell = row * block.stride + column;
      const auto* row_numbers = reinterpret_cast<const std::int16_t*>(numbers[cell]);
      const TimeVec number = hn::Load(kTimes, row_numbers + game % kGomokuRow);
      const TimeVec time = hn::Min(number & never, last);
      const auto my_stone = mine.at(cell, game);
      const auto their_stone = theirs.at(cell, game);
      const auto my_cell = number < hn::Zero(kTimes);
      // Without the masks' Or, on which clang 19 never terminates for AVX2.
      const TimeVec not_mine = hn::IfThenElse(my_stone, never, time);
      const TimeVec free = hn::IfThenElse(their_stone, never, not_mine);
      const TimeVec my_time = hn::IfThenElse(my_cell, free, never);
      const TimeVec their_time = hn::IfThenElse(my_cell, never, free);
      my_cells = my_cells - hn::VecFromMask(kTimes, my_time < never);
      my_times.set(cell, hn::IfThenElse(my_stone, laid, my_time));
      their_times.set(cell, hn::IfThenElse(their_stone, laid, their_time));
    }
  }
  my_times.find_first_five(block, hn::Load(kTimes, block.my_stones + game));
  their_times.find_first_five(block, hn::Load(kTimes, block.their_stones + game));
  const TimeVec their_cells = hn::Load(kTimes, block.empty_cells + game) - my_cells;
  const TimeVec one = hn::Set(kTimes, 1);
  // My nth stone comes right before their nth.
  const auto i_win = hn::And(my_times.at_most() < their_times.at_least() + one,
                             my_times.at_most() < their_cells + one + one);
  const auto they_win =
      hn::And(their_times.at_most() < my_times.at_least(), their_times.at_most() < my_cells + one);
  const TimeVec verdict = hn::IfThenElse(
      i_win, hn::Set(kTimes, simd::kIWin),
      hn::IfThenElse(they_win, hn::Set(kTimes, simd::kTheyWin), hn::Set(kTimes, simd::kUndecided)));
  hn::Store(verdict, kTimes, verdicts.of_game + game);
}

void verdicts_of(const GomokuBlock& block, int count, simd::RowSeeds& state,
                 GomokuVerdicts& verdicts) {
  const Planes mine(block.mine);
  const Planes theirs(block.theirs);
  for (int v = 0; v < kVecsInRow; ++v) {
    VecRandom random(state, v * kVecLanes);
    for (int row = 0; kGomokuRow * row < count; ++row) {
      draw(block, random, v * kVecLanes, verdicts.numbers[row]);
    }
    random.save(state, v * kVecLanes);
  }
  for (int game = 0; game < count; game += kVecGames) judge(block, mine, theirs, game, verdicts);
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan {

HWY_EXPORT(verdicts_of);

void simd::gomoku_verdicts(const GomokuBlock& block, int count, RowSeeds& state,
                           GomokuVerdicts& verdicts) {
  HWY_DYNAMIC_DISPATCH(verdicts_of)(block, count, state, verdicts);
}

}  // namespace banyan
#endif
