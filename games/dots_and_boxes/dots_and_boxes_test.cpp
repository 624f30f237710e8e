// Dots and Boxes: conformance, the textbook's rules, extra moves, the values of small boards.
#include "games/dots_and_boxes/dots_and_boxes.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "games/dots_and_boxes/textbook.hpp"
#include "games/textbook_test.hpp"

namespace banyan::conformance {
namespace {

// Any order of the lines is a game, whatever the turns: n (n - 1) (n - 2) ...
[[maybe_unused]] const auto kDotsAndBoxesChecks =
    check_game("DotsAndBoxes", [] { return DotsAndBoxes(3, 3); },
               {24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21}) +
    check_game("DotsAndBoxes2x1", [] { return DotsAndBoxes(2, 1); },
               {7, 42, 210, 840, 2520, 5040, 5040}) +
    check_game("DotsAndBoxes5x4", [] { return DotsAndBoxes(5, 4); }, {49, 49 * 48});

TEST(DotsAndBoxes, AgreesWithTheTextbookOnEveryBoard) {
  for (int width = 1; width <= DotsAndBoxes::kMaxSize; ++width) {
    for (int height = 1; height <= DotsAndBoxes::kMaxSize; ++height) {
      const DotsAndBoxes start(width, height);
      expect_as_in_the_textbook<textbook::DotsAndBoxes>(start, scaled(100), 5);
      expect_set_of_legal_moves(start, 5);
    }
  }
}

TEST(DotsAndBoxes, NoTextButAMovesOwnNamesIt) {
  expect_parse_to_survive_any_text(DotsAndBoxes(3, 2));
}

void play(DotsAndBoxes& position, std::initializer_list<std::string_view> moves) {
  for (const auto move : moves) position.play(*position.parse(move));
}

TEST(DotsAndBoxes, WhoCompletesABoxDrawsOn) {
  DotsAndBoxes position(2, 1);
  play(position, {"a1b1", "a1a2", "a2b2", "b1c1", "b2c2"});
  EXPECT_EQ(position.to_move(), 1);
  play(position, {"c1c2"});
  EXPECT_EQ(position.to_move(), 0);
  play(position, {"b1b2"});  // both boxes at once
  EXPECT_TRUE(position.over());
  EXPECT_EQ(position.boxes(0), 2);
  EXPECT_EQ(position.result(0), kWin);

  DotsAndBoxes one(2, 1);
  play(one, {"a1b1", "a1a2", "a2b2", "b1b2"});
  EXPECT_EQ(one.boxes(1), 1);
  EXPECT_EQ(one.to_move(), 1);
}

TEST(DotsAndBoxes, TheBoardShowsLinesAndFillsBoxes) {
  DotsAndBoxes position(2, 1);
  play(position, {"a1b1", "a1a2", "a2b2", "b1b2"});
  EXPECT_EQ(position.board(),
            "   a b c\n"
            " 1 +-+ +\n"
            "   |#|  \n"
            " 2 +-+ +\n"
            "X 0, O 1\n"
            "O to move\n");
}

/// The side to move's lead in boxes still open, in the textbook's game: by all orders of lines,
/// with each set of remaining lines searched once.
int lead(const textbook::DotsAndBoxes& position,
         std::map<std::vector<DotsAndBoxes::Move>, int>& known) {
  const auto moves = position.moves();
  if (moves.empty()) return 0;
  const auto [found, is_new] = known.try_emplace(moves, 0);
  if (!is_new) return found->second;
  int best = -100;
  for (const auto move : moves) {
    textbook::DotsAndBoxes next = position;
    const int before = next.complete_boxes();
    next.play(move);
    const int won = next.complete_boxes() - before;
    best = std::max(best, won > 0 ? won + lead(next, known) : -lead(next, known));
  }
  return known[moves] = best;
}

int lead(int width, int height) {
  std::map<std::vector<DotsAndBoxes::Move>, int> known;
  return lead(textbook::DotsAndBoxes(DotsAndBoxes(width, height)), known);
}

TEST(DotsAndBoxes, SmallBoardsHaveTheValuesOfExhaustiveSearch) {
  // Found by two independent programs; no publication was available for comparison.
  EXPECT_EQ(lead(1, 1), -1);  // the fourth line is the second player's
  EXPECT_EQ(lead(1, 2), 0);
  EXPECT_EQ(lead(3, 1), -1);
  EXPECT_EQ(lead(2, 2), 2);
}

}  // namespace
}  // namespace banyan::conformance
