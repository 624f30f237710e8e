// Go: conformance, the textbook version over random games, ko and superko, scores, symmetry, text.
#include "games/go/go.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "games/conformance_test.hpp"
#include "games/go/textbook.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kGoChecks =
    check_game("Go4x3",
               [] {
                 return Go<9>({4, 3}, 1);
               },
               {13, 157, 1740, 17620}) +
    check_game("Go5", [] { return Go<9>(5, 1); }, {26, 651, 15650, 361041}) +
    check_game("Go9", [] { return Go<9>(9); }, {82, 6643, 531522});

template <class G>
bool is_legal(const G& position, std::string_view text) {
  const auto move = position.parse(text);
  return move && position.legal_set().contains(*move);
}

/// The position after moves that are all legal.
Go<9> after(Go<9> position, std::initializer_list<std::string_view> moves) {
  for (const auto text : moves) {
    EXPECT_TRUE(is_legal(position, text)) << text << '\n' << position.board();
    position.play(*position.parse(text));
  }
  return position;
}

template <class Moves>
auto pick(const Moves& moves, Random& random) {
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

/// What occurred in random games.
struct Met {
  int superko = 0;  // moves that only superko forbids
  int longest = 0;  // games that ended by their length
};

/// Expects the textbook to find the same moves and results in random games. Every second game is
/// played like a playout; in the others passes are rare.
template <class G>
Met expect_same_games(const G& start, int games, Random& random) {
  Met met;
  for (int i = 0; i < games; ++i) {
    G position = start;
    textbook::Go<G> plain(position);
    while (!position.over()) {
      EXPECT_FALSE(plain.over());
      EXPECT_EQ(plain.to_move(), position.to_move());
      const auto moves = position.legal_moves();
      EXPECT_EQ(plain.moves(), std::vector(moves.begin(), moves.end())) << position.board();
      EXPECT_EQ(position.legal_set().size(), static_cast<int>(moves.size()));
      const auto playout_moves = position.playout_moves();
      EXPECT_EQ(plain.playout_moves(), std::vector(playout_moves.begin(), playout_moves.end()))
          << position.board();
      if (testing::Test::HasFailure()) return met;
      met.superko += position.stones().legal().size() + 1 - position.legal_set().size();
      auto move = i % 2 == 0 ? pick(playout_moves, random) : pick(moves, random);
      if (move == G::kPass && i % 2 == 1 && random.below(20) > 0) move = pick(moves, random);
      position.play(move);
      plain.play(move);
      // Also in the middle of a game, where large regions are empty.
      const int lead = 2 * (plain.area(0) - plain.area(1)) - position.twice_komi();
      EXPECT_EQ(position.twice_lead(), lead) << position.board();
      EXPECT_EQ(position.result(0), lead == 0 ? kDraw : lead > 0 ? kWin : kLoss);
      EXPECT_EQ(position.result(1), lead == 0 ? kDraw : lead < 0 ? kWin : kLoss);
      if (random.below(30) == 0) plain = textbook::Go<G>(position);  // made from any position
    }
    EXPECT_TRUE(plain.over());
    for (const Player player : {0, 1}) EXPECT_EQ(plain.result(player), position.result(player));
    met.longest += position.passes() < 2;
  }
  return met;
}

TEST(Go, TheTextbookPlaysTheSameGamesOnSmallBoards) {
  Random random({1});
  for (const int size : {2, 3, 4, 5}) {
    const Met small = expect_same_games(Go<9>(size, 3), scaled(200), random);
    const Met large = expect_same_games(Go<19>(size, 3), scaled(100), random);
    EXPECT_GT(small.superko + large.superko, 0) << size;
    if (size < 5) {
      EXPECT_GT(small.longest + large.longest, 0) << size;
    }
  }
}

TEST(Go, TheTextbookPlaysTheSameGamesOnRectangles) {
  Random random({9});
  for (const BoardSize size : {BoardSize(3, 2), BoardSize(2, 3), BoardSize(2, 5), BoardSize(4, 3),
                               BoardSize(3, 5), BoardSize(6, 2)}) {
    SCOPED_TRACE(size_text(size));
    const Met small = expect_same_games(Go<9>(size, 3), 100, random);
    const Met large = expect_same_games(Go<19>(size, 3), 50, random);
    EXPECT_GT(small.superko + large.superko, 0);
  }
  for (const BoardSize size :
       {BoardSize(9, 7), BoardSize(8, 9), BoardSize(9, 2), BoardSize(2, 9), BoardSize(8)}) {
    expect_same_games(Go<9>(size), scaled(6), random);
  }
  for (const BoardSize size :
       {BoardSize(19, 2), BoardSize(2, 19), BoardSize(13, 5), BoardSize(7, 11), BoardSize(10)}) {
    expect_same_games(Go<19>(size), scaled(2), random);
  }
  expect_same_games(Go<19>(BoardSize(18, 19)), 1, random);
}

/// Positions after a number of moves, by the textbook.
template <class Textbook>
std::uint64_t textbook_perft(const Textbook& position, int depth) {
  if (depth == 0) return 1;
  if (position.over()) return 0;
  std::uint64_t lines = 0;
  for (const auto move : position.moves()) {
    Textbook next = position;
    next.play(move);
    lines += textbook_perft(next, depth - 1);
  }
  return lines;
}

TEST(Go, ARectangleHasThePerftOfTheTextbookAndOfTheTurnedBoard) {
  for (const auto& [columns, rows, depth] :
       {std::tuple{3, 2, 7}, {4, 2, 5}, {4, 3, 4}, {5, 4, 3}, {9, 2, 3}, {9, 7, 2}}) {
    const Go<9> board(BoardSize(columns, rows));
    const Go<9> turned(BoardSize(rows, columns));
    SCOPED_TRACE(size_text(board.size()));
    for (int plies = 1; plies <= depth; ++plies) {
      const std::uint64_t lines = perft(board, plies);
      EXPECT_EQ(lines, perft(turned, plies));
      EXPECT_EQ(lines, perft(Go<19>(board.size()), plies));
      EXPECT_EQ(lines, textbook_perft(textbook::Go<Go<9>>(board), plies));
    }
  }
}

/// Counted by a separate program, in Python.
TEST(Go, ARectangleHasThePerftOfAnotherProgram) {
  const std::vector<std::uint64_t> of_3x2{7, 43, 222, 934, 3242, 8666, 20760};
  for (int plies = 1; plies <= 7; ++plies) {
    EXPECT_EQ(perft(Go<9>(BoardSize(3, 2)), plies), of_3x2[static_cast<unsigned>(plies - 1)]);
  }
  EXPECT_EQ(perft(Go<9>(BoardSize(5, 2)), 5), 59870U);
  EXPECT_EQ(perft(Go<19>(BoardSize(2, 5)), 4), 8226U);
}

/// Numbers of legal positions by Tromp and Farnebäck (2007), Combinatorics of Go: all colourings of
/// the points in which each chain has a liberty.
TEST(Go, ARectangleHasAsManyPositionsAsPublished) {
  for (const auto& [columns, rows, published] : {std::tuple{2, 2, 57},
                                                 {3, 2, 489},
                                                 {2, 3, 489},
                                                 {4, 2, 4125},
                                                 {5, 2, 35117},
                                                 {2, 5, 35117},
                                                 {3, 3, 12675}}) {
    const Go<9> board(BoardSize(columns, rows));
    BoardSetup setup = board.setup();
    int legal = 0;
    for (;;) {
      try {
        static_cast<void>(board.set_up(setup));
        ++legal;
      } catch (const std::invalid_argument&) {
      }
      std::size_t i = 0;
      while (i < setup.owners.size() && setup.owners[i] == 1) setup.owners[i++] = kNobody;
      if (i == setup.owners.size()) break;
      ++setup.owners[i];
    }
    EXPECT_EQ(legal, published) << size_text(board.size());
  }
}

TEST(Go, TheTextbookPlaysTheSameGamesOnLargeBoards) {
  Random random({2});
  for (const int size : {7, 9}) expect_same_games(Go<9>(size), scaled(8), random);
  for (const int size : {9, 13}) expect_same_games(Go<19>(size), scaled(2), random);
  expect_same_games(Go<19>(19), 1, random);
}

TEST(Go, BothStoragesPlayTheSameGame) {
  Random random({3});
  for (int size = 2; size <= 9; ++size) {
    Go<9> small(size);
    Go<19> large(size);
    while (!small.over()) {
      ASSERT_FALSE(large.over());
      ASSERT_EQ(small.board(), large.board());
      const auto move = pick(small.legal_moves(), random);
      small.play(move);
      large.play(*large.parse(Go<9>(size).to_text(move)));
    }
    ASSERT_TRUE(large.over());
    ASSERT_EQ(small.twice_lead(), large.twice_lead());
  }
  EXPECT_EQ(perft(Go<19>(5), 3), 15650U);
}

TEST(Go, BothStoragesMakeTheSamePlayouts) {
  for (const BoardSize size :
       {BoardSize(2), BoardSize(3), BoardSize(4), BoardSize(5), BoardSize(6), BoardSize(7),
        BoardSize(8), BoardSize(9), BoardSize(9, 2), BoardSize(2, 9), BoardSize(5, 8)}) {
    Random random({4});
    Random again({4});
    for (int game = 0; game < scaled(300); ++game) {
      const Playout small = uniform_playout(Go<9>(size), random);
      const Playout large = uniform_playout(Go<19>(size), again);
      ASSERT_EQ(small.first, large.first);
      ASSERT_EQ(small.plies, large.plies);
    }
  }
}

TEST(Go, LeavesThatBatchesMakeArePositions) {
  Random random({7});
  const auto played_out = [&](std::size_t leaves, const auto& make) {
    std::vector<Points> first(leaves);
    Random same({8});
    Go<9>::play_out(leaves, make, first, same);
    return first;
  };
  for (int i = 0; i < 20; ++i) {
    Go<9> position(5);
    while (!position.over()) {
      std::vector<Go<9>> children;
      std::vector<Go<9>::Move> moves;
      for (const auto move : position.legal_moves()) {
        Go<9> child = position;
        child.play(move);
        EXPECT_EQ(position.over_after(move), child.over());
        if (child.over()) continue;
        children.push_back(child);
        moves.push_back(move);
      }
      if (children.empty()) break;
      const auto by_move = [&](std::size_t k, Go<9>::Leaf& leaf) {
        leaf = position;
        leaf.play(moves[k]);
      };
      const auto by_child = [&](std::size_t k, Go<9>::Leaf& leaf) { leaf = children[k]; };
      EXPECT_EQ(played_out(moves.size(), by_move), played_out(moves.size(), by_child));
      position.play(pick(position.legal_moves(), random));
    }
  }
}

TEST(Go, PlayoutsOn9x9HaveThePublishedLength) {
  Random random({4});
  constexpr int kGames = kSample / 5;
  Tally stones;
  double passes = 0;
  for (int game = 0; game < kGames; ++game) {
    Go<9> position(9);
    int played = 0;
    while (!position.over()) {
      const auto move = pick(position.playout_moves(), random);
      played += move != Go<9>::kPass;
      position.play(move);
    }
    stones.add({position.result(0), played});
    passes += position.plies() - played;
  }
  EXPECT_NEAR(stones.mean_plies(), 107.4, 4 * stones.plies_error() + .05);
  const Tally fast = tally(Go<9>(9), 5 * kGames, 5, kFast);
  EXPECT_NEAR(fast.mean_plies(), stones.mean_plies() + passes / kGames, 5 * stones.plies_error());
}

TEST(Go, AKoMayNotBeTakenBackAtOnceButLater) {
  const Go<9> ko = after(Go<9>(5), {"b3", "d4", "c4", "d2", "c2", "e3", "a1", "c3", "d3"});
  EXPECT_EQ(ko.owner(*ko.parse("c3")), kNobody) << "taken";
  EXPECT_FALSE(is_legal(ko, "c3"));
  const Go<9> later = after(ko, {"a5", "e1"});
  EXPECT_TRUE(is_legal(later, "c3"));
  EXPECT_FALSE(is_legal(after(ko, {"pass", "pass"}), "c3")) << "passes bring nothing back";
}

TEST(Go, PlayoutsRespectTheLastKoAlone) {
  Go<9> ko = after(Go<9>(5), {"b3", "d4", "c4", "d2", "c2", "e3", "a1", "c3", "d3"});
  const auto takes_back = [](const Go<9>& position) {
    const auto moves = position.playout_moves();
    return std::find(moves.begin(), moves.end(), *position.parse("c3")) != moves.end();
  };
  EXPECT_FALSE(takes_back(ko));
  ko.play(Go<9>::kPass);
  ko.play(Go<9>::kPass);
  EXPECT_TRUE(takes_back(ko));
}

TEST(Go, SuicideIsNotAllowedAndAnEyeIsFilledInTheTreeAlone) {
  const Go<9> black = after(Go<9>(5), {"e5", "a2", "e4", "b1"});
  EXPECT_FALSE(is_legal(black, "a1"));
  const Go<9> white = after(black, {"e3"});
  EXPECT_TRUE(is_legal(white, "a1"));
  const auto moves = white.playout_moves();
  EXPECT_EQ(std::count(moves.begin(), moves.end(), *white.parse("a1")), 0);
  // Black on the corner's only diagonal makes the eye a false one.
  const Go<9> false_eye = after(white, {"e1", "b2"});
  const auto more = false_eye.playout_moves();
  EXPECT_EQ(std::count(more.begin(), more.end(), *false_eye.parse("a1")), 1);
}

TEST(Go, AStoneThatTakesIsNoSuicide) {
  // White's corner stone and the one beside it have their last liberty at a2.
  const Go<9> position = after(Go<9>(5), {"c1", "a1", "b2", "b1", "a3", "e5", "a2"});
  EXPECT_EQ(position.owner(*position.parse("a1")), kNobody);
  EXPECT_EQ(position.owner(*position.parse("b1")), kNobody);
  EXPECT_EQ(position.owner(*position.parse("a2")), 0);
}

TEST(Go, TwoPassesEndTheGameAndWhiteGetsTheKomi) {
  EXPECT_FALSE(after(Go<9>(5), {"pass"}).over());
  EXPECT_FALSE(after(Go<9>(5), {"pass", "c3", "pass", "c4"}).over());
  const Go<9> empty = after(Go<9>(5, 1), {"pass", "pass"});
  EXPECT_TRUE(empty.over());
  EXPECT_EQ(empty.result(0), kLoss);
  EXPECT_EQ(after(Go<9>(5, 0), {"pass", "pass"}).result(0), kDraw);
  EXPECT_EQ(after(Go<9>(5, -1), {"pass", "pass"}).result(0), kWin);
}

/// A random move, a pass if there is no other.
template <class G>
typename G::Move random_move(const G& position, Random& random) {
  auto moves = position.legal_set();
  if (moves.size() > 1) moves.erase(G::kPass);
  const auto count = static_cast<std::uint32_t>(moves.size());
  return static_cast<typename G::Move>(moves.take_nth(random.below(count)));
}

TEST(Go, EndsAfterThreeMovesPerPointUnlessToldOtherwise) {
  Random random({11});
  for (const int longest : {0, 1, 30, 243}) {
    Go<9> position(5, 15, longest);
    int plies = 0;
    for (; !position.over(); ++plies) position.play(random_move(position, random));
    EXPECT_EQ(plies, longest == 0 ? 75 : longest);
    EXPECT_LT(position.passes(), 2);
  }
}

TEST(Go, GoesOnBeyondItsGreatestLengthWhereThatIsPutOff) {
  Go<9> position(5, 15, 2);
  position.play(*position.parse("c3"));
  position.play(Go<9>::kPass);
  EXPECT_TRUE(position.over());
  Go<9> longer = position;
  longer.lengthen();
  EXPECT_FALSE(longer.over());
  EXPECT_GE(longer.longest() - longer.plies(), 25);
  position.resume();
  EXPECT_EQ(position, longer);
  const Go<9> before = longer;
  longer.lengthen();  // there is room
  EXPECT_EQ(longer, before);
}

TEST(Go, HasSuperkoInAGameOfAnyLength) {
  Random random({12});
  Go<9> position(4, 0);
  const auto stones = [](const Go<9>& of) { return of.setup().owners; };
  std::vector<std::vector<Player>> boards{stones(position)};
  int forbidden = 0;
  while (position.passes() < 2 && boards.size() < 1000) {
    const auto legal = position.legal_set();
    ASSERT_EQ(textbook::Go<Go<9>>(position).moves().size(), static_cast<std::size_t>(legal.size()));
    const auto recent = boards.end() - std::min<std::ptrdiff_t>(std::ssize(boards), 121);
    position.stones().legal().for_each([&](int point) {
      Go<9> next = position;
      next.play(static_cast<Go<9>::Move>(point));
      const auto seen = std::find(boards.begin(), boards.end(), stones(next));
      if (seen == boards.end()) {
        EXPECT_TRUE(legal.contains(point));
      } else if (std::find(recent, boards.end(), stones(next)) != boards.end()) {
        EXPECT_FALSE(legal.contains(point));
        ++forbidden;
      }
    });
    position.play(random_move(position, random));
    boards.push_back(stones(position));
    position.lengthen();
    ASSERT_EQ(position.over(), position.passes() >= 2);
  }
  EXPECT_GT(boards.size(), 250U);
  EXPECT_GT(forbidden, 0);
}

TEST(Go, APointBelongsToWhoAloneReachesIt) {
  // One stone owns the whole board; two of different colours own only themselves.
  EXPECT_EQ(after(Go<9>(5, 49), {"a1", "pass", "pass"}).result(0), kWin);
  EXPECT_EQ(after(Go<9>(5, 50), {"a1", "pass", "pass"}).result(0), kDraw);
  EXPECT_EQ(after(Go<9>(5, 51), {"a1", "pass", "pass"}).result(0), kLoss);
  EXPECT_EQ(after(Go<9>(5, 0), {"a1", "e5", "pass", "pass"}).twice_lead(), 0);
  // A wall down the middle: two columns and the wall against the stone to its right.
  const Go<9> wall = after(
      Go<9>(5, 0), {"c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "pass", "pass"});
  EXPECT_EQ(wall.twice_lead(), 2 * (15 - 10));
}

TEST(Go, ARectangleIsCountedByArea) {
  EXPECT_EQ(after(Go<9>({4, 2}, 0), {"b1", "pass", "pass"}).twice_lead(), 2 * 8);
  EXPECT_EQ(after(Go<9>({4, 2}, 0), {"a1", "d2", "pass", "pass"}).twice_lead(), 0);
  // A wall in the third of seven columns, and one beside it: 3 times 2 against 4 times 2.
  const Go<9> wall = after(Go<9>({7, 2}, 0), {"c1", "d1", "c2", "d2", "pass", "pass"});
  EXPECT_EQ(wall.twice_lead(), 2 * (6 - 8));
  // The same along the rows of the turned board.
  const Go<9> turned = after(Go<9>({2, 7}, 0), {"a5", "a4", "b5", "b4", "pass", "pass"});
  EXPECT_EQ(turned.twice_lead(), 2 * (6 - 8));
  // On two columns of 19 rows, Black's first wall owns what is above it.
  const Go<19> tall = [] {
    Go<19> position({2, 19}, 0);
    for (const char* move : {"a10", "a9", "b10", "b9", "pass", "pass"}) {
      position.play(*position.parse(move));
    }
    return position;
  }();
  EXPECT_TRUE(tall.over());
  EXPECT_EQ(tall.twice_lead(), 2 * (20 - 18));
  EXPECT_EQ(tall.longest(), 3 * 38);
}

TEST(Go, ACornerOfARectangleIsTakenByTwoStones) {
  const Go<9> position = after(Go<9>(BoardSize(3, 2)), {"a1", "b1", "c2", "a2"});
  EXPECT_EQ(position.owner(*position.parse("a1")), kNobody);
  EXPECT_FALSE(is_legal(position, "a1"));  // suicide
}

TEST(Go, AMirroredOrTurnedBoardIsTheSameGame) {
  const auto on_board = [](auto map) {
    return [map](Go<9>::Move move) {
      if (move == Go<9>::kPass) return move;
      const Cell to = map(Cell{move % 10, move / 10});
      return static_cast<Go<9>::Move>(Go<9>::place(to.row, to.column));
    };
  };
  expect_symmetric(Go<9>(5), 5, on_board([](Cell at) { return Cell{4 - at.column, at.row}; }));
  expect_symmetric(Go<9>(5), 5, on_board([](Cell at) { return Cell{at.row, at.column}; }));
  expect_symmetric(Go<9>(5), 5, on_board([](Cell at) { return Cell{at.column, 4 - at.row}; }));
  expect_symmetric(Go<9>(BoardSize(4, 3)), 5, on_board([](Cell at) {
                     return Cell{3 - at.column, at.row};
                   }));
  expect_symmetric(Go<9>(BoardSize(3, 4)), 5, on_board([](Cell at) {
                     return Cell{at.column, 3 - at.row};
                   }));
}

TEST(Go, TextNamesColumnsWithoutIAndRowsFromTheBottom) {
  const Go<9> position(9);
  EXPECT_EQ(position.to_text(0), "a9");
  EXPECT_EQ(position.parse("j1"), Go<9>::place(8, 8));
  EXPECT_EQ(position.parse("h9"), Go<9>::place(0, 7));
  EXPECT_EQ(position.parse("PasS"), Go<9>::kPass);
  for (const auto* text : {"i1", "k1", "a10", "a0", "pas", "passs", "p1ss"}) {
    EXPECT_EQ(position.parse(text), std::nullopt) << text;
  }
  EXPECT_EQ(Go<9>(5).parse("f1"), std::nullopt);
  EXPECT_EQ(Go<9>(7).parse("h1"), std::nullopt);
  EXPECT_EQ(Go<19>(19).parse("t19"), Go<19>::place(0, 18));
  EXPECT_EQ(Go<19>(19).parse("u19"), std::nullopt);
  const Go<9> wide(BoardSize(9, 4));
  EXPECT_EQ(wide.to_text(0), "a4");
  EXPECT_EQ(wide.parse("j1"), Go<9>::place(3, 8));
  EXPECT_EQ(wide.parse("a5"), std::nullopt);
  EXPECT_EQ(Go<9>(BoardSize(4, 9)).parse("e1"), std::nullopt);
  EXPECT_EQ(Go<9>(BoardSize(4, 9)).parse("d9"), Go<9>::place(0, 3));
}

TEST(Go, TheBoardShowsCoordinatesOnAllSidesAndThePass) {
  EXPECT_EQ(after(Go<9>(5), {"a1", "e5", "pass"}).board(),
            "   a b c d e\n"
            " 5 . . . . O 5\n"
            " 4 . . . . . 4\n"
            " 3 . . . . . 3\n"
            " 2 . . . . . 2\n"
            " 1 X . . . . 1\n"
            "   a b c d e\n"
            "one pass\n"
            "O to move\n");
  EXPECT_EQ(after(Go<9>(BoardSize(4, 2)), {"d2"}).board(),
            "   a b c d\n"
            " 2 . . . X 2\n"
            " 1 . . . . 1\n"
            "   a b c d\n"
            "O to move\n");
}

}  // namespace
}  // namespace banyan::conformance
