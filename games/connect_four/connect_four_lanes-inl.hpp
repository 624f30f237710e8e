// Connect Four with one game per lane, for batches too small for bit-slicing. Compiled once per
// instruction set.
#if defined(BANYAN_GAMES_SIMD_CONNECT_FOUR_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef BANYAN_GAMES_SIMD_CONNECT_FOUR_LANES_INL_HPP
#undef BANYAN_GAMES_SIMD_CONNECT_FOUR_LANES_INL_HPP
#else
#define BANYAN_GAMES_SIMD_CONNECT_FOUR_LANES_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/game/game.hpp"
#include "games/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {

/// Games in progress, in rows. Every few moves, unfinished games move up into the places of
/// finished ones, so few lanes are idle.
class ConnectFourLanes {
 public:
  static constexpr int kCapacity = 512;

  HWY_INLINE explicit ConnectFourLanes(const simd::RowSeeds& seeds) {
    for (int v = 0; v < kVecsInRow; ++v) random_[v] = VecRandom(seeds, v * kVecLanes);
  }

  HWY_INLINE void add(std::uint64_t own, std::uint64_t occupied) {
    const bool second = std::popcount(occupied) % 2 == 1;
    own_[size_] = own | (second ? kTurn : 0);
    occupied_[size_] = occupied | kTurn;
    id_[size_] = static_cast<std::uint64_t>(size_);
    ++size_;
  }

  /// Plays all games out and writes their results in the order in which they were added.
  HWY_INLINE void play_out(Points* first) {
    const int games = size_;
    while (size_ > 0) {
      int end = size_;
      for (; end % simd::kRow != 0; ++end) {
        own_[end] = 0;
        occupied_[end] = kFull;
        id_[end] = kCapacity;
      }
      size_ = 0;
      int begin = 0;
      while (end - begin >= kTogether * simd::kRow) advance<kTogether>(begin);
      if (kTogether > 2 && end - begin >= 2 * simd::kRow) advance<2>(begin);
      if (end - begin >= simd::kRow) advance<1>(begin);
    }
    std::copy_n(first_, games, first);
  }

 private:
  static constexpr std::uint64_t kBottom = 0x0040810204081;
  static constexpr std::uint64_t kBoard = 0x3f * kBottom;
  // Set in the occupied cells; in own cells, if player 1 is to move. So each move changes it.
  static constexpr std::uint64_t kTurn = std::uint64_t{1} << 63;
  // The occupied cells of a finished game: with no room left, nothing changes any more.
  static constexpr std::uint64_t kWon = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kFull = kBoard | kTurn;
  // Rows processed together: four vectors hide each other's latency and fit the registers.
  static constexpr int kTogether = std::max(1, 4 / kVecsInRow);
  static constexpr int kMoves = 12;  // between two checks for finished games; at most 21

  template <int Step>
  static HWY_INLINE Vec fours(Vec stones) {
    const Vec pairs = stones & hn::ShiftRight<Step>(stones);
    return pairs & hn::ShiftRight<2 * Step>(pairs);
  }

  /// Makes kMoves moves in Rows rows from `begin` on and advances `begin`. Unfinished games move up
  /// to the front.
  template <int Rows>
  HWY_INLINE void advance(int& begin) {
    constexpr int kVecs = Rows * kVecsInRow;
    Vec own[kVecs];
    Vec occupied[kVecs];
    Vec random[kVecs];
    for (int v = 0; v < kVecs; ++v) {
      own[v] = hn::Load(kLanes, own_ + begin + v * kVecLanes);
      occupied[v] = hn::Load(kLanes, occupied_ + begin + v * kVecLanes);
      random[v] = random_[v % kVecsInRow].next();
    }
    for (int move = 0; move < kMoves; ++move) {
      for (int v = 0; v < kVecs; ++v) {
        // Draws one of eight columns; a full column, and the eighth, give no stone.
        const Vec draw = random[v] & all(7);
        random[v] = hn::ShiftRight<3>(random[v]);
        const Vec column = hn::Shl(all(0x3f), hn::ShiftLeft<3>(draw) - draw);
        const Vec stone = (occupied[v] + all(kBottom)) & all(kBoard) & column;
        const Vec mine = own[v] | stone;
        own[v] = hn::IfThenElse(stone == zeros(), own[v], own[v] ^ occupied[v]);
        const Vec four = hn::Or3(fours<1>(mine) | fours<6>(mine), fours<7>(mine), fours<8>(mine));
        occupied[v] = hn::IfThenElse(four == zeros(), occupied[v] | stone, all(kFull | kWon));
      }
    }
    for (int v = 0; v < kVecs; ++v) {
      const Vec id = hn::Load(kLanes, id_ + begin + v * kVecLanes);
      write_results(own[v], occupied[v], id);
      const auto goes_on = hn::AndNot(occupied[v], all(kBoard)) != zeros();
      hn::StoreU(hn::Compress(own[v], goes_on), kLanes, own_ + size_);
      hn::StoreU(hn::Compress(occupied[v], goes_on), kLanes, occupied_ + size_);
      hn::StoreU(hn::Compress(id, goes_on), kLanes, id_ + size_);
      size_ += static_cast<int>(hn::CountTrue(kLanes, goes_on));
    }
    begin += Rows * simd::kRow;
  }

  /// Writes all games; unfinished ones are written again when they end.
  HWY_INLINE void write_results(Vec own, Vec occupied, Vec id) {
    const Vec won = hn::ShiftRight<62>(occupied) & all(1);
    const Vec second_to_move = hn::ShiftRight<63>(own);
    const Vec points = hn::IfThenElse(won == zeros(), all(kDraw), second_to_move + second_to_move);
    alignas(64) std::uint64_t ids[kVecLanes];
    alignas(64) std::uint64_t results[kVecLanes];
    hn::Store(id, kLanes, ids);
    hn::Store(points, kLanes, results);
    for (int l = 0; l < kVecLanes; ++l) first_[ids[l]] = static_cast<Points>(results[l]);
  }

  static constexpr int kPadded = kCapacity + simd::kRow;
  alignas(64) std::uint64_t own_[kPadded];
  alignas(64) std::uint64_t occupied_[kPadded];
  alignas(64) std::uint64_t id_[kPadded];
  Points first_[kCapacity + 1];  // one more for lanes without a game
  int size_ = 0;
  VecRandom random_[kVecsInRow];
};

}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
