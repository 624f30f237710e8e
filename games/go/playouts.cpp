// Go: random games many at once, by the best instruction set of the processor.
#include "games/go/go_many.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "games/go/playouts.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h:
#include "games/go/go_slice-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace banyan::HWY_NAMESPACE {
namespace {

template <int MaxSize>
void play_many(BoardSize size, std::span<const go::Start<MaxSize>> games,
               std::span<int> twice_leads, Random& random) {
  using Slice = GoSlice<MaxSize>;
  constexpr int kSliceGames = 64 * simd::kRow;
  constexpr int kRoom = kSliceGames + simd::kRow;  // one more row for unused lanes of a vector
  const simd::RowSeeds seeds(random);
  const auto count = static_cast<int>(games.size());
  const int lanes = (count + 63) / 64;
  std::vector<std::uint64_t> words(4 * Slice::kWords * kRoom);
  std::vector<std::uint64_t> clocks(kRoom);
  const auto at = [&](int set, int word) {
    return words.data() + (set * Slice::kWords + word) * kRoom;
  };
  for (int i = 0; i < count; ++i) {
    const go::Start<MaxSize>& game = games[static_cast<std::size_t>(i)];
    for (int w = 0; w < Slice::kWords; ++w) {
      const auto word = static_cast<std::size_t>(w);
      at(0, w)[i] = game.own.words[word];
      at(1, w)[i] = game.other.words[word];
      at(2, w)[i] = game.atari.words[word];
      at(3, w)[i] = game.ko.words[word];
    }
    clocks[static_cast<std::size_t>(i)] =
        static_cast<std::uint64_t>(game.clock.longest - game.clock.plies) |
        static_cast<std::uint64_t>(game.clock.passes) << 63;
  }
  for (int lane = 0; lane < lanes; lane += kVecLanes) {
    const auto slice = std::make_unique<Slice>(size, VecRandom(seeds, lane));
    slice->load(Slice::kOwn, at(0, 0) + lane, lanes, kRoom);
    slice->load(Slice::kOther, at(1, 0) + lane, lanes, kRoom);
    slice->load(Slice::kAtari, at(2, 0) + lane, lanes, kRoom);
    slice->load(Slice::kTaken, at(3, 0) + lane, lanes, kRoom);
    slice->load_clocks(clocks.data() + lane, lanes);
    slice->play_out();
    slice->store_points(clocks.data() + lane, lanes);
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    const int lead = static_cast<int>(clocks[i] & 0xffffffff) - static_cast<int>(clocks[i] >> 32);
    twice_leads[i] = 2 * (games[i].clock.plies % 2 == 0 ? lead : -lead) - games[i].twice_komi;
  }
}

void play_many_9(BoardSize size, std::span<const go::Start<9>> games, std::span<int> twice_leads,
                 Random& random) {
  play_many<9>(size, games, twice_leads, random);
}
void play_many_19(BoardSize size, std::span<const go::Start<19>> games, std::span<int> twice_leads,
                  Random& random) {
  play_many<19>(size, games, twice_leads, random);
}

}  // namespace
}  // namespace banyan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace banyan::go {

HWY_EXPORT(play_many_9);
HWY_EXPORT(play_many_19);

void play_many(BoardSize size, std::span<const Start<9>> games, std::span<int> twice_leads,
               Random& random) {
  HWY_DYNAMIC_DISPATCH(play_many_9)(size, games, twice_leads, random);
}
void play_many(BoardSize size, std::span<const Start<19>> games, std::span<int> twice_leads,
               Random& random) {
  HWY_DYNAMIC_DISPATCH(play_many_19)(size, games, twice_leads, random);
}

}  // namespace banyan::go
#endif
