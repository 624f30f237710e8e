// Games of chance, rewards, other numbers of players and hidden information.
#include <gtest/gtest.h>

#include <cstdint>

#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

template <class G>
void expect_hidden_searches() {
  const Shape<G> start;
  Shape<G> dealt;
  dealt.position.play(1);  // the first player's secret
  dealt.legal.clear();
  for (const auto move : dealt.position.legal_moves()) dealt.legal.push_back(move);
  auto options = little<HiddenSearch<G>>();
  for (const HiddenEngine engine : {HiddenEngine::kPimc, HiddenEngine::kSoIsmcts,
                                    HiddenEngine::kMoIsmcts, HiddenEngine::kCheat}) {
    options.engine = engine;
    for (const bool together : {false, true}) {
      options.together = together && engine != HiddenEngine::kPimc;
      options.apart = together;
      HiddenSearch<G> search(options);
      dealt.run(search, "HiddenSearch");
    }
  }
}

template <class G>
void expect_general_searches() {
  expect_policies<GeneralSearch<G>, G>("GeneralSearch", false);
}

TEST(OtherShapes, OnePlayerWithRewardsAndDiceIsSearched) {
  expect_general_searches<ShapeGame<std::uint32_t, 40, kDice | kPaying, 1>>();
}

TEST(OtherShapes, TwoPlayersWithDiceAreSearched) {
  expect_general_searches<ShapeGame<std::uint8_t, 2, kDice | kSet | kKnowing>>();
}

TEST(OtherShapes, ThreePlayersWithThousandsOfMovesAreSearched) {
  expect_general_searches<ShapeGame<std::uint16_t, 5000, kPlain, 3>>();
}

TEST(OtherShapes, SixPlayersWithRewardsAreSearched) {
  expect_general_searches<ShapeGame<std::uint8_t, 17, kTurns | kNumbered | kPaying, 6>>();
}

TEST(OtherShapes, HiddenGamesOfTwoThreeAndSixPlayersAreSearched) {
  expect_hidden_searches<HiddenShapeGame<std::uint8_t, 2, 2>>();
  expect_hidden_searches<HiddenShapeGame<std::uint16_t, 17, 3>>();
  expect_hidden_searches<HiddenShapeGame<std::uint32_t, 64, 6>>();
}

}  // namespace
}  // namespace banyan
