// Ultimate tic-tac-toe: conformance, the textbook version, the next board, ends, symmetry.
#include "games/ultimate_tic_tac_toe/ultimate_tic_tac_toe.hpp"

#include "games/conformance_test.hpp"
#include "games/ultimate_tic_tac_toe/textbook.hpp"

namespace banyan::conformance {
namespace {

using Ultimate = UltimateTicTacToe;

[[maybe_unused]] const auto kUltimateChecks =
    check_game("UltimateTicTacToe", [] { return Ultimate(); },
               {81, 720, 6336, 55080, 473256, 4020960}) +
    check_game("UltimateTicTacToeOfMostBoards", [] { return Ultimate(true); },
               {81, 720, 6336, 55080, 473256, 4020960});

Ultimate ultimate_after(std::initializer_list<std::string_view> moves) {
  Ultimate position;
  for (const auto text : moves) {
    const auto move = *position.parse(text);
    EXPECT_TRUE(position.legal_set().contains(move)) << text;
    position.play(move);
  }
  return position;
}

std::set<std::string> ultimate_texts(const Ultimate& position) {
  std::set<std::string> texts;
  for (const auto move : position.legal_moves()) texts.insert(position.to_text(move));
  return texts;
}

std::uint64_t textbook_perft(const textbook::UltimateTicTacToe& position, int depth) {
  if (depth == 0) return 1;
  if (position.over()) return 0;
  std::uint64_t lines = 0;
  for (const auto move : position.moves()) {
    textbook::UltimateTicTacToe next = position;
    next.play(move);
    lines += textbook_perft(next, depth - 1);
  }
  return lines;
}

TEST(UltimateTicTacToe, TheTextbookFindsTheSameNumberOfLines) {
  const textbook::UltimateTicTacToe plain{Ultimate()};
  const std::uint64_t lines[] = {1, 81, 720, 6336, 55080};
  for (int depth = 0; depth <= 4; ++depth) EXPECT_EQ(textbook_perft(plain, depth), lines[depth]);
}

TEST(UltimateTicTacToe, TheTextbookPlaysTheSameGameFromAnyPosition) {
  Random random({1});
  int ended[3] = {};
  for (int game = 0; game < scaled(2000); ++game) {
    Ultimate position;
    for (auto plies = random.below(30); plies > 0 && !position.over(); --plies) {
      play_random_move(position, random);
    }
    textbook::UltimateTicTacToe plain(position);
    while (!position.over()) {
      ASSERT_FALSE(plain.over());
      ASSERT_EQ(plain.to_move(), position.to_move());
      const auto moves = position.legal_moves();
      ASSERT_EQ(plain.moves(), std::vector(moves.begin(), moves.end()));
      ASSERT_EQ(position.legal_set().size(), static_cast<int>(moves.size()));
      for (const auto move : moves) ASSERT_TRUE(position.legal_set().contains(move));
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(move);
      plain.play(move);
    }
    ASSERT_TRUE(plain.over());
    for (const Player player : {0, 1}) ASSERT_EQ(plain.result(player), position.result(player));
    ++ended[position.result(0)];
  }
  for (const int count : ended) EXPECT_GT(count, 0);
}

TEST(UltimateTicTacToe, MostBoardsWinIfTheyAreToWhereNobodyHasThreeInARow) {
  // Counted separately from the grid's texts, move by move.
  Random random({2});
  int without_line = 0;
  int changed = 0;
  for (int game = 0; game < scaled(2000); ++game) {
    Ultimate usual;
    Ultimate most(true);
    while (!most.over()) {
      ASSERT_FALSE(usual.over());
      const auto moves = most.legal_moves();
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      usual.play(move);
      most.play(move);
    }
    ASSERT_TRUE(usual.over());
    if (usual.result(0) != kDraw) {
      ASSERT_EQ(most.result(0), usual.result(0));
      continue;
    }
    ++without_line;
    const std::string text = most.board();
    const std::string won = text.substr(text.find("boards won:"), 48);  // the grid alone
    const auto of = [&](char mark) { return std::count(won.begin(), won.end(), mark); };
    const auto lead = of('X') - of('O');
    ASSERT_EQ(most.result(0), lead > 0 ? kWin : lead < 0 ? kLoss : kDraw) << text;
    ASSERT_EQ(most.result(1), opposite(most.result(0)));
    ASSERT_EQ(textbook::UltimateTicTacToe(most).result(0), most.result(0));
    changed += lead != 0 ? 1 : 0;
  }
  EXPECT_GT(without_line, 0);
  EXPECT_GT(changed, 0);
}

TEST(UltimateTicTacToe, AMoveSendsTheOpponentToTheBoardOfItsPlace) {
  // b1 is the top middle cell of the top left board: on to the top middle board.
  const Ultimate position = ultimate_after({"b1"});
  EXPECT_EQ(position.next_board(), 1);
  EXPECT_EQ(ultimate_texts(position),
            (std::set<std::string>{"d1", "e1", "f1", "d2", "e2", "f2", "d3", "e3", "f3"}));
  // i9 is the bottom right cell of the bottom right board and leads to that board itself.
  EXPECT_EQ(ultimate_texts(ultimate_after({"i9"})).size(), 8U);
}

TEST(UltimateTicTacToe, WhoIsSentToADecidedBoardPlaysAnywhereElse) {
  // X takes the top row of the top left board with c1, and O sends X back to it with a4.
  const Ultimate position =
      ultimate_after({"a1", "b2", "e4", "d1", "b1", "e1", "f1", "g1", "c1", "h1", "d2", "a4"});
  EXPECT_EQ(position.next_board(), Ultimate::kAnyBoard);
  const std::set<std::string> texts = ultimate_texts(position);
  for (const std::string& text : texts) EXPECT_FALSE(text[0] <= 'c' && text[1] <= '3') << text;
  // Twelve stones lie on the grid, and five cells of the decided board are empty.
  EXPECT_EQ(texts.size(), 81U - 12U - 5U);
}

/// Where a move goes when the whole grid is mirrored or turned; maps cells of the grid.
template <class Map>
auto on_grid(Map map) {
  return [map](Ultimate::Move move) {
    const int column = 3 * (move / 9 % 3) + move % 3;
    const int row = 3 * (move / 27) + move % 9 / 3;
    const Cell to = map(Cell{column, row});
    return static_cast<Ultimate::Move>(9 * (3 * (to.row / 3) + to.column / 3) + 3 * (to.row % 3) +
                                       to.column % 3);
  };
}

TEST(UltimateTicTacToe, AMirroredOrTurnedGridIsTheSameGame) {
  expect_symmetric(Ultimate(), 50, on_grid([](Cell at) { return Cell{8 - at.column, at.row}; }));
  expect_symmetric(Ultimate(), 50, on_grid([](Cell at) { return Cell{at.row, at.column}; }));
  expect_symmetric(Ultimate(), 50, on_grid([](Cell at) { return Cell{8 - at.row, at.column}; }));
}

TEST(UltimateTicTacToe, AFinishedGameHasThreeBoardsInARowOrNoneToPlayOn) {
  Random random({3});
  for (int game = 0; game < scaled(5000); ++game) {
    const Ultimate end = random_game(Ultimate(), random).back();
    if (end.result(0) == kDraw) {
      ASSERT_EQ(textbook::UltimateTicTacToe(end).moves().size(), 0U);
    } else {
      ASSERT_EQ(end.result(end.to_move()), kLoss) << "only who moved last can have won";
    }
  }
}

TEST(UltimateTicTacToe, TextNamesColumnsAToIAndRows1To9) {
  const Ultimate position;
  EXPECT_EQ(position.parse("e5"), 9 * 4 + 4);
  EXPECT_EQ(position.parse("a4"), 9 * 3);
  EXPECT_EQ(position.parse("i9"), 80);
  EXPECT_EQ(position.parse("j1"), std::nullopt);
  EXPECT_EQ(position.parse("a10"), std::nullopt);
  EXPECT_EQ(position.to_text(9 * 1 + 3), "d2");
}

TEST(UltimateTicTacToe, TheBoardShowsTheGridTheBoardsWonAndTheNextOne) {
  EXPECT_EQ(ultimate_after({"e5", "d4"}).board(),
            "   a b c   d e f   g h i\n"
            " 1 . . . | . . . | . . .\n"
            " 2 . . . | . . . | . . .\n"
            " 3 . . . | . . . | . . .\n"
            "   ------+-------+------\n"
            " 4 . . . | O . . | . . .\n"
            " 5 . . . | . X . | . . .\n"
            " 6 . . . | . . . | . . .\n"
            "   ------+-------+------\n"
            " 7 . . . | . . . | . . .\n"
            " 8 . . . | . . . | . . .\n"
            " 9 . . . | . . . | . . .\n"
            "boards won:\n"
            "   a b c\n"
            " 1 . . .\n"
            " 2 . . .\n"
            " 3 . . .\n"
            "next board: a1\n"
            "X to move\n");
}

}  // namespace
}  // namespace banyan::conformance
