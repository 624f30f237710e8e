// Sets of points: their operations on words, against sets that hold every place once.
#include "games/go/go_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/random.hpp"

namespace banyan::go {
namespace {

constexpr int kStride = 10;
constexpr int kPlaces = 90;

/// A set of points of a 9x9 board, where each point is a member with probability 1 / `rarity`.
std::vector<int> random_points(Random& random, std::uint32_t rarity) {
  std::vector<int> points;
  for (int place = 0; place < kPlaces; ++place) {
    if (place % kStride != kStride - 1 && random.below(rarity) == 0) points.push_back(place);
  }
  return points;
}

BitSet<2> bits_of(const std::vector<int>& points) {
  BitSet<2> bits;
  for (const int point : points) bits.insert(point);
  return bits;
}
PairSet set_of(const std::vector<int>& points) { return to_points(bits_of(points)); }

TEST(GoPoints, AreTheSameInBothForms) {
  Random random({1});
  for (int i = 0; i < 100; ++i) {
    const auto points = random_points(random, 3);
    EXPECT_EQ(to_bits(set_of(points)), bits_of(points));
    EXPECT_EQ(size_at_home(once(set_of(points))), static_cast<int>(points.size()));
  }
}

TEST(GoPoints, MoveByAShift) {
  Random random({2});
  for (int i = 0; i < 100; ++i) {
    const auto points = random_points(random, 4);
    const auto moved = [&](std::initializer_list<int> shifts) {
      BitSet<2> bits;
      for (const int point : points) {
        for (const int shift : shifts) {
          if (point + shift >= 0 && point + shift < kPlaces) bits.insert(point + shift);
        }
      }
      return bits;
    };
    const PairSet set = set_of(points);
    const BitSet<2> board = bits_of(random_points(random, 1));
    const auto on_points = [&](const PairSet& places) { return to_bits(places) & board; };
    EXPECT_EQ(on_points(neighbours<kStride>(set)), moved({-1, 1, -kStride, kStride}) & board);
    EXPECT_EQ(on_points(shifted<kStride + 1>(set)), moved({kStride + 1}) & board);
    EXPECT_EQ(on_points(shifted<-kStride - 1>(set)), moved({-kStride - 1}) & board);
    EXPECT_EQ(on_points(shifted<kStride - 1>(set)), moved({kStride - 1}) & board);
    EXPECT_EQ(on_points(shifted<1 - kStride>(set)), moved({1 - kStride}) & board);
  }
}

TEST(GoPoints, AreFewUpToOne) {
  const PairSet any = set_of({0, 44, 88});
  const PairSet none{};
  for (int a = 0; a < kPlaces - 1; ++a) {
    const PairSet one = once(set_of({a}));
    EXPECT_EQ(if_few(any, one), any);
    for (int b = a + 1; b < kPlaces; ++b) {
      const PairSet two = once(set_of({a, b}));
      EXPECT_EQ(if_few(any, two), none) << a << ' ' << b;
      EXPECT_EQ(if_few(one, one, two, two), one);
      EXPECT_EQ(if_few(two, two, one, one), one);
    }
  }
  EXPECT_EQ(if_few(any, none), any);
  EXPECT_EQ(if_few(any, once(set_of({0, 1, 45, 88}))), none);
}

TEST(GoPoints, OfTwoBoardsStayApart) {
  Random random({3});
  for (int i = 0; i < 50; ++i) {
    const PairSet a = set_of(random_points(random, 40));
    const PairSet b = set_of(random_points(random, 40));
    const PairSets both = side_by_side(a, b);
    EXPECT_EQ(on_board<0>(both), a);
    EXPECT_EQ(on_board<1>(both), b);
    const PairSets of = side_by_side(once(a), once(b));
    EXPECT_EQ(on_board<0>(if_few(both, of)), if_few(a, once(a)));
    EXPECT_EQ(on_board<1>(if_few(both, of)), if_few(b, once(b)));
    EXPECT_EQ(on_board<0>(if_same(both, both, side_by_side(a, ~b))), a);
    EXPECT_EQ(on_board<1>(if_same(both, both, side_by_side(a, ~b))), PairSet{});
  }
}

TEST(GoPoints, AreFoundByRank) {
  Random random({4});
  for (int i = 0; i < 50; ++i) {
    const auto points = random_points(random, 3);
    const PairSet set = once(set_of(points));
    for (std::uint32_t n = 0; n < points.size(); ++n) EXPECT_EQ(nth_at_home(set, n), points[n]);
  }
}

TEST(GoPoints, GetANumberAndNoOthersDo) {
  Random random({5});
  alignas(32) std::array<std::uint8_t, 96> numbers{};
  auto expected = numbers;
  for (std::uint8_t number = 1; number < 60; ++number) {
    const auto points = random_points(random, 8);
    put_number(numbers.data(), set_of(points), number);
    for (const int point : points) expected[static_cast<unsigned>(point)] = number;
    EXPECT_EQ(numbers, expected);
  }
}

}  // namespace
}  // namespace banyan::go
