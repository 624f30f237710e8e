// The SIMD part of Gomoku: its results against the games that it drew, and how those are finished.
#include <algorithm>
#include <vector>

#include "games/conformance_test.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/gomoku/gomoku_block.hpp"

namespace banyan::conformance {
namespace {

using simd::GomokuBlock;
using simd::GomokuVerdicts;
using simd::kGomokuBlock;

template <class G>
GomokuBlock block_of(const std::vector<G>& leaves) {
  GomokuBlock block{};
  block.columns = leaves[0].size().columns;
  block.rows = leaves[0].size().rows;
  block.stride = G::kStride;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (int row = 0; row < block.rows; ++row) {
      for (int column = 0; column < block.columns; ++column) {
        const int cell = row * G::kStride + column;
        const Player owner = leaves[i].owner(cell);
        const std::uint64_t bit = std::uint64_t{1} << cell % 64;
        if (owner == kNobody) {
          ++block.empty_cells[i];
        } else if (owner == leaves[i].to_move()) {
          block.mine[i][cell / 64] |= bit;
          ++block.my_stones[i];
        } else {
          block.theirs[i][cell / 64] |= bit;
          ++block.their_stones[i];
        }
      }
    }
  }
  return block;
}

/// Plays the drawn numbers of a game with one random order of equal times.
template <class G>
std::int16_t played_in_order(const G& leaf, const GomokuVerdicts& drawn, int game, Random& random) {
  std::vector<std::pair<std::uint64_t, int>> stones[2];
  for (const int cell : leaf.legal_moves()) {
    const std::int16_t number = drawn.number(game, cell);
    const auto time = static_cast<std::uint64_t>(std::min(number & 0x7fff, 0x7ffe));
    stones[number < 0 ? 0 : 1].emplace_back(time << 32 | random.below(1U << 31), cell);
  }
  for (auto& side : stones) std::sort(side.begin(), side.end());
  G position = leaf;
  for (std::size_t ply = 0; !position.over(); ++ply) {
    if (ply / 2 == stones[ply % 2].size()) return simd::kUndecided;
    position.play(static_cast<typename G::Move>(stones[ply % 2][ply / 2].second));
  }
  if (position.result(0) == kDraw) return simd::kUndecided;
  return position.result(leaf.to_move()) == kWin ? simd::kIWin : simd::kTheyWin;
}

template <class G>
class GomokuVerdictsOf : public testing::Test {};
using GomokuStorages = testing::Types<Gomoku<15>, Gomoku<19>>;
TYPED_TEST_SUITE(GomokuVerdictsOf, GomokuStorages);

TYPED_TEST(GomokuVerdictsOf, AreThoseOfTheGamesDrawn) {
  Random random({1});
  simd::RowSeeds state(random);
  GomokuVerdicts verdicts;
  int decided[3] = {0, 0, 0};
  int could_be_decided = 0;
  const int most = TypeParam::kMaxSize;
  for (const BoardSize size : {BoardSize(5), BoardSize(9), BoardSize(13), BoardSize(most),
                               BoardSize(most, 7), BoardSize(3, 14), BoardSize(9, 8)}) {
    for (int i = 0; i < scaled(40); ++i) {
      std::vector<TypeParam> leaves;
      while (leaves.size() < kGomokuBlock) {
        const auto game = random_game(TypeParam(size), random);
        leaves.push_back(game[random.below(static_cast<std::uint32_t>(game.size() - 1))]);
      }
      const int count = i % 3 == 0 ? kGomokuBlock : 1 + static_cast<int>(random.below(64));
      simd::gomoku_verdicts(block_of(leaves), count, state, verdicts);
      for (int game = 0; game < count; ++game) {
        const auto& leaf = leaves[static_cast<std::size_t>(game)];
        const std::int16_t verdict = verdicts.of_game[game];
        ++decided[verdict];
        for (int order = 0; order < 3; ++order) {
          const std::int16_t played = played_in_order(leaf, verdicts, game, random);
          if (verdict != simd::kUndecided) {
            ASSERT_EQ(played, verdict) << leaf.board();
          } else if (order == 0) {
            could_be_decided += played != simd::kUndecided;
          }
        }
      }
    }
  }
  for (const int games : decided) EXPECT_GT(games, 100);
  EXPECT_LT(could_be_decided, decided[simd::kUndecided] / 10 + 10);  // for equal times alone
}

/// However few different times there are.
TEST(GomokuFinish, PlaysUniformlyWhateverTheTimes) {
  Random random({2});
  GomokuVerdicts drawn;
  const Gomoku<15> start(3, 3);
  for (const std::uint64_t times : {0x7fff, 3, 0}) {
    Tally games;
    for (int i = 0; i < kSample; ++i) {
      for (const auto cell : start.legal_moves()) {
        drawn.numbers[0][cell][1] = (random.next() & (0x8000U | times)) << 16;
      }
      games.add({start.finish(drawn, 5, random), 0});
    }
    expect_rates(games, {121 / 420.0, 8 / 63.0, 737 / 1260.0});
  }
}

}  // namespace
}  // namespace banyan::conformance
