// LineTimes: the first line of a given order, equal times, and random subsets.
#include "games/gomoku/line_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "games/conformance_test.hpp"
#include "games/random_subset.hpp"

namespace banyan::conformance {
namespace {

constexpr int kStride = 16;
using Times = LineTimes<4, kStride>;
using Cells = Times::Cells;

struct Numbers {
  alignas(64) std::int16_t of_cell[Times::kNumbers] = {};
};

/// The cells of a board of `size` rows.
std::vector<int> board(int size) {
  std::vector<int> cells;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) cells.push_back(row * kStride + column);
  }
  return cells;
}

bool has_line(const Cells& stones, int size, int line) {
  for (const int cell : board(size)) {
    for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      int length = 0;
      while (length < line) {
        const int column = cell % kStride + length * right;
        const int row = cell / kStride + length * down;
        if (column < 0 || column >= size || row >= size) break;
        if (!stones.contains(row * kStride + column)) break;
        ++length;
      }
      if (length == line) return true;
    }
  }
  return false;
}

void shuffle(std::vector<int>& cells, Random& random) {
  for (auto left = static_cast<std::uint32_t>(cells.size()); left > 1; --left) {
    std::swap(cells[left - 1], cells[random.below(left)]);
  }
}

TEST(LineTimes, FindTheFirstLineOfAnyOrder) {
  Random random({1});
  int none = 0;
  for (int game = 0; game < scaled(8000); ++game) {
    const int size = 3 + static_cast<int>(random.below(13));
    const int line = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(size - 2)));
    std::vector<int> cells = board(size);
    shuffle(cells, random);
    const std::size_t lie = random.below(static_cast<std::uint32_t>(size));
    const std::size_t all = lie + random.below(static_cast<std::uint32_t>(cells.size() - lie));
    Cells stones;
    for (std::size_t i = 0; i < lie; ++i) stones.insert(cells[i]);
    if (has_line(stones, size, line)) continue;
    Cells coming;
    Cells laid = stones;
    Numbers numbers;
    for (std::int16_t& number : numbers.of_cell) number = static_cast<std::int16_t>(random.next());
    int expected = Times::kNoLine;
    for (std::size_t i = lie; i < all; ++i) {
      coming.insert(cells[i]);
      laid.insert(cells[i]);
      // In this order, anywhere in the range.
      numbers.of_cell[cells[i]] = static_cast<std::int16_t>(-32000 + 280 * static_cast<int>(i));
      if (expected == Times::kNoLine && has_line(laid, size, line)) {
        expected = static_cast<int>(i - lie) + 1;
      }
    }
    none += expected == Times::kNoLine;
    ASSERT_EQ(Times(stones, coming, numbers.of_cell, size).stones_until_line(line, random),
              expected);
  }
  EXPECT_GT(none, scaled(8000) / 20);
  EXPECT_LT(none, scaled(8000) * 19 / 20);
}

/// The number of stones needed, over many games with these numbers, against games that draw the
/// order of equal numbers anew.
void expect_random_order_of_equals(const std::vector<int>& cells, const Numbers& numbers, int size,
                                   int line) {
  Cells coming;
  for (const int cell : cells) coming.insert(cell);
  std::map<int, double> found;
  std::map<int, double> expected;
  Random random({2});
  constexpr int kGames = kSample;
  for (int game = 0; game < kGames; ++game) {
    ++found[Times({}, coming, numbers.of_cell, size).stones_until_line(line, random)];
    std::vector<int> order = cells;
    shuffle(order, random);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return numbers.of_cell[a] < numbers.of_cell[b]; });
    Cells laid;
    int stones = 0;
    do {
      laid.insert(order[static_cast<std::size_t>(stones++)]);
    } while (!has_line(laid, size, line));
    ++expected[stones];
  }
  for (const auto& [stones, count] : expected) {
    EXPECT_NEAR(found[stones], count, kSigmas * std::sqrt(2 * count)) << stones;
  }
  EXPECT_EQ(found.size(), expected.size());
}

TEST(LineTimes, PutStonesOfOneTimeInARandomOrder) {
  Numbers numbers;  // all the same
  expect_random_order_of_equals(board(4), numbers, 4, 3);
  expect_random_order_of_equals(board(6), numbers, 6, 5);
}

TEST(LineTimes, PutStonesInARandomOrderWhereSomeTimesAreEqual) {
  Random random({3});
  Numbers numbers;
  for (std::int16_t& number : numbers.of_cell) {
    number = static_cast<std::int16_t>(random.below(4));
  }
  expect_random_order_of_equals(board(5), numbers, 5, 4);
}

TEST(RandomSubset, HasItsShareOfTheSetAndTakesEachAsOften) {
  Random random({4});
  BitSet<4> set;
  for (const int member : {0, 5, 63, 64, 127, 128, 255}) set.insert(member);
  for (const int share : {0, 1, 3, 4}) {
    std::map<std::vector<int>, int> counts;
    for (int i = 0; i < kSample; ++i) {
      std::vector<int> members;
      const auto subset = random_subset(set, 7, share, random);
      ASSERT_EQ(subset & set, subset);
      subset.for_each([&](int member) { members.push_back(member); });
      ASSERT_EQ(static_cast<int>(members.size()), share);
      ++counts[members];
    }
    const std::map<int, std::size_t> subsets = {{0, 1}, {1, 7}, {3, 35}, {4, 35}};
    ASSERT_EQ(counts.size(), subsets.at(share));
    if (counts.size() == 1) continue;
    std::vector<int> values;
    for (const auto& [members, count] : counts) values.push_back(count);
    EXPECT_LT(std::abs(uniform_sigmas(values, kSample)), kSigmas);
  }
}

}  // namespace
}  // namespace banyan::conformance
