// Hex: conformance, winners against a plain flood fill, uniform fills, playout rates, symmetry.
#include "games/hex/hex.hpp"

#include "games/hex/textbook.hpp"
#include "games/textbook_test.hpp"

namespace banyan::conformance {
namespace {

/// Perft with the pie rule on so many cells: each first stone has one more answer, after which it
/// lies elsewhere and equally many cells are empty.
std::vector<std::uint64_t> pie_perft(std::uint64_t n) {
  return {n, n * n, n * (n - 1) * (n - 2) + n * (n - 1)};
}

// Playouts fill the board, so they count other plies.
[[maybe_unused]] const auto kHexChecks =
    check_game(
        "PieHex5", [] { return Hex<11>(5, true); }, pie_perft(25), false) +
    check_game(
        "PieHex3In14", [] { return Hex<14>(3, true); }, pie_perft(9), false) +
    check_game(
        "Hex5", [] { return Hex<11>(5); }, {25, 600, 13800, 303600}, false) +
    check_game(
        "Hex11", [] { return Hex<11>(11); }, {121, 14520, 1727880}, false) +
    check_game(
        "Hex7In14", [] { return Hex<14>(7); }, {49, 2352, 110544}, false);

using Grid = std::vector<std::vector<char>>;

/// Whether cells marked `stone` join the first row to the last, by flood fill.
bool plain_joins(const Grid& grid, char stone) {
  const int rows = static_cast<int>(grid.size());
  const int columns = static_cast<int>(grid.front().size());
  const auto at = [&](auto& cells, int row, int column) -> auto& {
    return cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  Grid seen(grid.size(), std::vector<char>(grid.front().size(), 0));
  std::vector<std::pair<int, int>> open;
  const auto reach = [&](int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    if (at(grid, row, column) != stone || at(seen, row, column)) return;
    at(seen, row, column) = 1;
    open.emplace_back(row, column);
  };
  for (int column = 0; column < columns; ++column) reach(0, column);
  while (!open.empty()) {
    const auto [row, column] = open.back();
    open.pop_back();
    if (row == rows - 1) return true;
    reach(row, column - 1);
    reach(row, column + 1);
    reach(row - 1, column);
    reach(row - 1, column + 1);
    reach(row + 1, column - 1);
    reach(row + 1, column);
  }
  return false;
}

Grid transposed(const Grid& grid) {
  Grid result(grid.front().size(), std::vector<char>(grid.size()));
  for (std::size_t row = 0; row < grid.size(); ++row) {
    for (std::size_t column = 0; column < grid.front().size(); ++column) {
      result[column][row] = grid[row][column];
    }
  }
  return result;
}

Grid empty_grid(BoardSize size) {
  return Grid(static_cast<std::size_t>(size.rows),
              std::vector<char>(static_cast<std::size_t>(size.columns)));
}

/// A mark for every cell, X with a probability of `percent` / 100.
Grid random_grid(BoardSize size, std::uint32_t percent, Random& random) {
  Grid grid = empty_grid(size);
  for (auto& row : grid) {
    for (char& cell : row) cell = random.below(100) < percent ? 'X' : 'O';
  }
  return grid;
}

template <class H>
typename H::Cells cells_of(const Grid& grid, char stone) {
  typename H::Cells cells;
  int cell = 0;
  for (const auto& row : grid) {
    for (const char mark : row) {
      if (mark == stone) cells.insert(cell);
      ++cell;
    }
  }
  return cells;
}

template <class H>
H random_position(int size, int plies, Random& random) {
  H position(size);
  for (int i = 0; i < plies && !position.over(); ++i) play_random_move(position, random);
  return position;
}

TEST(Hex, ByThePieRuleTheFirstStoneMayBecomeWhites) {
  Hex<11> position(5, true);
  EXPECT_FALSE(position.may_swap());
  position.play(*position.parse("a2"));
  ASSERT_TRUE(position.may_swap());
  EXPECT_EQ(position.legal_moves().size(), 25U);
  EXPECT_EQ(position.to_text(position.legal_moves()[24]), "swap-pieces");
  Hex<11> kept = position;
  kept.play(*kept.parse("c3"));
  EXPECT_FALSE(kept.may_swap());
  position.play(*position.parse("Swap-Pieces"));
  EXPECT_FALSE(position.may_swap());
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_EQ(position.owner(*position.parse("a2")), kNobody);
  EXPECT_EQ(position.owner(*position.parse("b1")), 1);
  EXPECT_EQ(position.legal_moves().size(), 24U);
  EXPECT_EQ(Hex<11>(5).parse("swap-pieces"), std::nullopt);
}

TEST(Hex, TheTextbookPlaysTheSameGameByThePieRule) {
  Random random({8});
  int swaps = 0;
  for (int game = 0; game < scaled(2000); ++game) {
    Hex<11> position(3, true);
    textbook::Hex plain(position);
    while (!position.over()) {
      ASSERT_FALSE(plain.over());
      const auto moves = position.legal_moves();
      ASSERT_EQ(plain.moves(), std::vector(moves.begin(), moves.end()));
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      swaps += move == position.swap() ? 1 : 0;
      position.play(move);
      plain.play(move);
      ASSERT_EQ(plain.to_move(), position.to_move());
    }
    ASSERT_TRUE(plain.over());
    for (const Player player : {0, 1}) ASSERT_EQ(plain.result(player), position.result(player));
  }
  EXPECT_GT(swaps, 0);
}

template <class H>
class HexStorage : public testing::Test {};
using HexStorages = testing::Types<Hex<11>, Hex<14>>;
TYPED_TEST_SUITE(HexStorage, HexStorages);

TYPED_TEST(HexStorage, TheReductionAgreesWithAFloodFillOnAllSizes) {
  Random random({1});
  for (int size = TypeParam::kMinSize; size <= TypeParam::kMaxSize; ++size) {
    const TypeParam position(size);
    int joined = 0;
    for (const std::uint32_t percent : {20U, 40U, 50U, 60U, 80U}) {
      for (int i = 0; i < kSample / 50; ++i) {
        const Grid grid = random_grid(size, percent, random);
        const bool joins = plain_joins(transposed(grid), 'X');
        ASSERT_EQ(position.joins_left_and_right(cells_of<TypeParam>(grid, 'X')), joins) << size;
        joined += joins;
      }
    }
    EXPECT_GT(joined, kSample / 50);
    EXPECT_LT(joined, 4 * kSample / 50);
  }
}

/// All rectangles of a storage that are not square.
template <class H>
std::vector<BoardSize> rectangles() {
  std::vector<BoardSize> sizes;
  for (int columns = H::kMinSize; columns <= H::kMaxSize; ++columns) {
    for (int rows = H::kMinSize; rows <= H::kMaxSize; ++rows) {
      if (columns != rows) sizes.emplace_back(columns, rows);
    }
  }
  return sizes;
}

/// Shares of stones with which a rectangle is sometimes joined, however long it is.
TYPED_TEST(HexStorage, TheReductionAgreesWithAFloodFillOnAllRectangles) {
  Random random({10});
  for (const BoardSize size : rectangles<TypeParam>()) {
    const TypeParam position(size);
    int joined = 0;
    for (const std::uint32_t percent : {20U, 40U, 60U, 80U, 90U}) {
      for (int i = 0; i < kSample / 1000; ++i) {
        const Grid grid = random_grid(size, percent, random);
        const bool joins = plain_joins(transposed(grid), 'X');
        ASSERT_EQ(position.joins_left_and_right(cells_of<TypeParam>(grid, 'X')), joins)
            << size_text(size);
        // The other player's stones are the rest, and one of the two has joined.
        ASSERT_NE(plain_joins(grid, 'O'), joins) << size_text(size);
        joined += joins;
      }
    }
    EXPECT_GT(joined, 0) << size_text(size);
    EXPECT_LT(joined, 5 * kSample / 1000) << size_text(size);
  }
}

TYPED_TEST(HexStorage, TheTextbookPlaysTheSameGamesOnRectangles) {
  for (const BoardSize size : rectangles<TypeParam>()) {
    SCOPED_TRACE(size_text(size));
    expect_as_in_the_textbook<textbook::Hex>(TypeParam(size), scaled(4), 1);
  }
}

TYPED_TEST(HexStorage, ARectangleIsTheTurnedBoardOfTheOtherPlayer) {
  // The side with the shorter way has it on the turned board too: rows and columns change places,
  // and so do the players. X begins on one board, O on the other.
  Random random({11});
  for (const BoardSize size : {BoardSize(5, 3), BoardSize(4, 7), BoardSize(11, 6)}) {
    const TypeParam turned_start(BoardSize(size.rows, size.columns));
    for (int game = 0; game < scaled(50); ++game) {
      TypeParam position(size);
      BoardSetup second = turned_start.setup();
      second.to_move = 1;
      TypeParam turned = turned_start.set_up(second);
      while (!position.over()) {
        ASSERT_FALSE(turned.over());
        const auto moves = position.legal_moves();
        ASSERT_EQ(moves.size(), turned.legal_moves().size());
        const int move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        position.play(static_cast<typename TypeParam::Move>(move));
        turned.play(static_cast<typename TypeParam::Move>(move % size.columns * size.rows +
                                                          move / size.columns));
      }
      ASSERT_TRUE(turned.over());
      ASSERT_EQ(position.result(0), turned.result(1));
    }
    EXPECT_EQ(perft(TypeParam(size), 3), perft(turned_start, 3));
  }
}

TYPED_TEST(HexStorage, TheGameEndsWithTheFirstChain) {
  Random random({2});
  for (int size = TypeParam::kMinSize; size <= TypeParam::kMaxSize; ++size) {
    for (int game = 0; game < kSample / 1000; ++game) {
      TypeParam position(size);
      Grid grid = empty_grid(size);
      while (!position.over()) {
        const auto moves = position.legal_moves();
        const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        grid[static_cast<std::size_t>(move / size)][static_cast<std::size_t>(move % size)] =
            mark(position.to_move());
        position.play(move);
        const bool black = plain_joins(grid, 'X');
        const bool white = plain_joins(transposed(grid), 'O');
        ASSERT_EQ(position.over(), black || white) << size;
        if (position.over()) {
          ASSERT_EQ(position.result(0), black ? kWin : kLoss);
          ASSERT_EQ(position.result(1), white ? kWin : kLoss);
        }
      }
    }
  }
}

TYPED_TEST(HexStorage, AFullBoardHasOneWinnerAndSwapsItWithTheColours) {
  Random random({3});
  for (int size = TypeParam::kMinSize; size <= TypeParam::kMaxSize; ++size) {
    const TypeParam position(size);
    for (int i = 0; i < kSample / 100; ++i) {
      const Grid grid = random_grid(size, 50, random);
      ASSERT_NE(position.joins_left_and_right(cells_of<TypeParam>(grid, 'X')),
                position.joins_left_and_right(cells_of<TypeParam>(transposed(grid), 'O')));
    }
  }
}

TYPED_TEST(HexStorage, AFillGivesWhiteItsShareOfTheEmptyCells) {
  Random random({4});
  for (int size = TypeParam::kMinSize; size <= TypeParam::kMaxSize; ++size) {
    for (int i = 0; i < kSample / 100; ++i) {
      const int plies = static_cast<int>(random.below(static_cast<std::uint32_t>(size * size)));
      const auto position = random_position<TypeParam>(size, plies, random);
      typename TypeParam::Cells empty;
      for (const auto move : position.legal_moves()) empty.insert(move);
      const auto share = position.random_share(random);
      ASSERT_EQ(share & empty, share);
      ASSERT_EQ(share.size(), (empty.size() + (position.to_move() == 1 ? 1 : 0)) / 2);
    }
  }
}

TYPED_TEST(HexStorage, EverySubsetOfTheRightSizeIsEquallyLikely) {
  Random random({5});
  for (const int size : {3, TypeParam::kMaxSize}) {
    for (const int empties : {9, 8, 7, 6}) {
      TypeParam position(size);  // played on past its end if necessary: a fill ignores it
      while (static_cast<int>(position.legal_moves().size()) > empties) {
        play_random_move(position, random);
      }
      std::map<std::vector<int>, int> counts;
      for (int i = 0; i < kSample; ++i) {
        std::vector<int> subset;
        position.random_share(random).for_each([&](int cell) { subset.push_back(cell); });
        ++counts[subset];
      }
      const std::map<int, std::size_t> halves = {{9, 126}, {8, 70}, {7, 35}, {6, 20}};
      ASSERT_EQ(counts.size(), halves.at(empties));
      std::vector<int> values;
      for (const auto& [subset, count] : counts) values.push_back(count);
      EXPECT_LT(std::abs(uniform_sigmas(values, kSample)), kSigmas) << empties;
    }
  }
}

TYPED_TEST(HexStorage, CellsAndPairsAreWhiteAsOftenAsTheyShould) {
  Random random({6});
  const int size = TypeParam::kMaxSize;
  for (const int plies : {0, 1, 30, 31}) {
    const auto position = random_position<TypeParam>(size, plies, random);
    const auto moves = position.legal_moves();
    const auto n = static_cast<double>(moves.size());
    std::vector<double> cells(moves.size());
    std::vector<double> pairs(moves.size());  // with the next empty cell
    double share_size = 0;
    for (int i = 0; i < kSample; ++i) {
      const auto share = position.random_share(random);
      share_size = share.size();
      bool before = share.contains(moves[moves.size() - 1]);
      for (std::size_t k = 0; k < moves.size(); ++k) {
        const bool white = share.contains(moves[k]);
        cells[k] += white;
        pairs[k] += white && before;
        before = white;
      }
    }
    const double cell_rate = share_size / n;
    const double pair_rate = cell_rate * (share_size - 1) / (n - 1);
    const auto error = [](double p) { return std::sqrt(p * (1 - p) / kSample); };
    for (std::size_t k = 0; k < moves.size(); ++k) {
      EXPECT_NEAR(cells[k] / kSample, cell_rate, kSigmas * error(cell_rate));
      EXPECT_NEAR(pairs[k] / kSample, pair_rate, kSigmas * error(pair_rate));
    }
  }
}

TEST(Hex, BothStoragesPlayTheSameGame) {
  for (int size = Hex<11>::kMinSize; size <= Hex<11>::kMaxSize; ++size) {
    Random random({7});
    Hex<11> small(size);
    Hex<14> large(size);
    while (!small.over()) {
      ASSERT_FALSE(large.over());
      ASSERT_EQ(small.board(), large.board());
      const auto moves = small.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      small.play(move);
      large.play(move);
    }
    ASSERT_TRUE(large.over());
    ASSERT_EQ(small.result(0), large.result(0));
  }
}

TEST(Hex, RandomPlayOn11x11HasThePublishedRate) {
  expect_rates(tally(Hex<11>(11), 10 * kSample, 1, kFast), {.4770, 0, .5230}, 4, .00005);
}

TEST(Hex, ARectangleTurnedUpsideDownIsTheSameGame) {
  for (const BoardSize size : {BoardSize(5, 3), BoardSize(3, 6)}) {
    expect_symmetric(Hex<11>(size), 20, [size](Hex<11>::Move cell) {
      return static_cast<Hex<11>::Move>(size.cells() - 1 - cell);
    });
  }
}

TEST(Hex, ABoardTurnedUpsideDownIsTheSameGame) {
  for (const int size : {3, 4, 7}) {
    expect_symmetric(Hex<11>(size), 20, [size](Hex<11>::Move cell) {
      return static_cast<Hex<11>::Move>(size * size - 1 - cell);
    });
  }
}

TEST(Hex, TheBoardLeansAndNamesItsCells) {
  Hex<11> position(3);
  position.play(*position.parse("b1"));
  position.play(*position.parse("c3"));
  EXPECT_EQ(position.board(),
            "   a b c\n"
            " 1 . X . 1\n"
            "  2 . . . 2\n"
            "   3 . . O 3\n"
            "       a b c\n"
            "X to move\n");
  EXPECT_EQ(Hex<11>(BoardSize(4, 3)).board(),
            "   a b c d\n"
            " 1 . . . . 1\n"
            "  2 . . . . 2\n"
            "   3 . . . . 3\n"
            "       a b c d\n"
            "X to move\n");
}

TEST(Hex, ParseKnowsTheBoardsSize) {
  const Hex<11> position(5);
  EXPECT_EQ(position.parse("e5"), 24);
  EXPECT_EQ(position.parse("f5"), std::nullopt);
  EXPECT_EQ(position.parse("e6"), std::nullopt);
  EXPECT_EQ(position.parse("a0"), std::nullopt);
  EXPECT_EQ(position.parse("a01"), std::nullopt);
  EXPECT_EQ(position.parse("a+1"), std::nullopt);
  const Hex<11> wide(BoardSize(9, 4));
  EXPECT_EQ(wide.parse("i4"), 35);
  EXPECT_EQ(wide.to_text(35), "i4");
  EXPECT_EQ(wide.parse("a5"), std::nullopt);
  EXPECT_EQ(wide.parse("j1"), std::nullopt);
}

}  // namespace
}  // namespace banyan::conformance
