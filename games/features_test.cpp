// The features that games show to networks.
#include "core/game/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"

namespace banyan {
namespace {

using Places = std::vector<std::uint16_t>;

Places sorted(Places places) {
  std::sort(places.begin(), places.end());
  return places;
}

Places mapped(Places places, const Places& map) {
  for (std::uint16_t& place : places) place = map[place];
  return sorted(places);
}

template <class G>
struct Start {
  static G position() { return G(); }
};
template <>
struct Start<Hex<11>> {
  static Hex<11> position() { return Hex<11>(7); }
};
struct HexOfManyColumns : Hex<11> {
  HexOfManyColumns() : Hex<11>(BoardSize{5, 4}) {}
};
template <>
struct Start<Go<9>> {
  static Go<9> position() { return Go<9>(5); }
};

template <class G>
class Features : public testing::Test {
 protected:
  using Move = typename G::Move;

  static G start() { return Start<G>::position(); }

  static std::optional<Move> move_at(const G& position, int index) {
    for (const Move move : position.legal_moves()) {
      if (position.move_index(move) == index) return move;
    }
    return std::nullopt;
  }

  /// Calls check(position) for the positions of a game by random moves.
  template <class Check>
  static void play_game(std::uint64_t seed, Check check) {
    Random random({seed, 0, 0, 0});
    G position = start();
    while (!position.over()) {
      check(position);
      const auto moves = position.legal_moves();
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
};
using FeatureGames = testing::Types<ConnectFour, Othello, Hex<11>, HexOfManyColumns, Go<9>>;
TYPED_TEST_SUITE(Features, FeatureGames);

TYPED_TEST(Features, EachHasOnePlaceWithinItsShape) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    this->play_game(seed, [](const TypeParam& position) {
      const Observation seen = observe(position);
      const Places ones = sorted(seen.ones);
      const Places moves = sorted(seen.indices);
      ASSERT_EQ(std::adjacent_find(ones.begin(), ones.end()), ones.end());
      ASSERT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end());
      if (!ones.empty()) {
        ASSERT_LT(ones.back(), position.feature_shape().size());
      }
      ASSERT_LT(moves.back(), position.move_shape().size());
      ASSERT_EQ(seen.indices.size(), position.legal_moves().size());
    });
  }
}

TYPED_TEST(Features, OfATurnedGameAreTurned) {
  const Observation first = observe(this->start());
  const auto features = turned(first.features, first.symmetry);
  const auto moves = turned(first.moves, first.symmetry);
  int ways = 0;
  for (std::size_t way = 1; way < std::min(features.size(), moves.size()); ++way) {
    if (mapped(first.ones, features[way]) != sorted(first.ones)) continue;  // as Othello's start
    ++ways;
    TypeParam other = this->start();
    Random random({way, 0, 0, 0});
    for (TypeParam position = this->start(); !position.over();) {
      const Observation seen = observe(position);
      ASSERT_EQ(mapped(seen.ones, features[way]), sorted(observe(other).ones));
      ASSERT_EQ(mapped(seen.indices, moves[way]), sorted(observe(other).indices));
      const auto legal = position.legal_moves();
      const auto move = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      const auto same =
          this->move_at(other, moves[way][static_cast<std::size_t>(position.move_index(move))]);
      ASSERT_TRUE(same.has_value());
      position.play(move);
      other.play(*same);
    }
    EXPECT_TRUE(other.over());
  }
  EXPECT_GE(ways, 1);
}

TEST(FeaturesOfHex, OfWhiteLieMirrored) {
  Hex<11> position(5);
  for (const char* move : {"b1", "c3", "d2", "e4"}) position.play(*position.parse(move));
  EXPECT_EQ(sorted(observe(position).ones), (Places{1, 8, 25 + 12, 25 + 19}));
  EXPECT_EQ(position.move_index(*position.parse("b5")), 21);
  position.play(*position.parse("a5"));
  EXPECT_EQ(sorted(observe(position).ones), (Places{12, 23, 25 + 4, 25 + 5, 25 + 16}));
  EXPECT_EQ(position.move_index(*position.parse("b5")), 9);
}

TEST(FeaturesOfGo, SayWhoIsToMoveAndWhetherTheLastMoveWasAPass) {
  Go<9> position(5);
  EXPECT_EQ(sorted(observe(position).ones).back(), 2 * 25 + 24);
  position.play(Go<9>::kPass);
  EXPECT_EQ(sorted(observe(position).ones).back(), 4 * 25 + 1);
  const Places ones = observe(position).ones;
  EXPECT_NE(std::find(ones.begin(), ones.end(), 4 * 25), ones.end());
  EXPECT_EQ(position.move_index(Go<9>::kPass), 25);
}

TEST(FeaturesAsPlanes, FillAPlaneEachIfTheyHaveNoCell) {
  const GridShape shape{2, 2, 3, 2};
  std::vector<float> planes(4 * 6, 7);
  write_planes(shape, Places{1, 6, 13}, planes);
  const std::vector<float> expected{0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(planes, expected);
}

}  // namespace
}  // namespace banyan
