// Positions set up from stones must continue like played ones, and by the reference rules.
#include "core/game/setup.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "games/connect_four/connect_four.hpp"
#include "games/connect_four/textbook.hpp"
#include "games/go/go.hpp"
#include "games/go/textbook.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/gomoku/textbook.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/textbook.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/textbook.hpp"
#include "games/textbook_test.hpp"
#include "games/tic_tac_toe/textbook.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::conformance {
namespace {

/// "X.O/... O": rows from the top, then the player to move.
BoardSetup drawn(const std::string& text) {
  BoardSetup setup{{}, text.back() == 'X' ? 0 : 1};
  for (const char c : text.substr(0, text.size() - 2)) {
    if (c != '/') setup.owners.push_back(c == 'X' ? 0 : c == 'O' ? 1 : kNobody);
  }
  return setup;
}

/// Random stones on `percent` of the board, with a random share for each player.
BoardSetup random_stones(BoardSetup setup, std::uint32_t percent, Random& random) {
  const std::uint32_t first = random.below(101);
  for (Player& owner : setup.owners) {
    owner = random.below(100) >= percent ? kNobody : random.below(100) < first ? 0 : 1;
  }
  setup.to_move = static_cast<Player>(random.below(2));
  return setup;
}

/// Impossible positions are drawn again.
template <class G>
G random_setup(const G& start, std::uint32_t percent, Random& random) {
  for (;;) {
    try {
      return start.set_up(random_stones(start.setup(), percent, random));
    } catch (const std::invalid_argument&) {
    }
  }
}

/// Random games from random stones are those of the reference.
template <class Textbook, class G>
void expect_textbook_from_any_stones(const G& start, int setups) {
  Random random({9});
  for (int i = 0; i < setups; ++i) {
    const G position = random_setup(start, 10 + random.below(80), random);
    expect_as_in_the_textbook<Textbook>(position, 2, 1);
  }
}

/// Few cells are empty, so that all lines of play can be counted. Playouts, one by one and many at
/// once, must have the same rates of wins, draws and losses.
template <class G>
void expect_exact_playouts(const G& start, std::uint32_t percent, int setups) {
  Random random({10});
  for (int i = 0; i < setups;) {
    const G position = random_setup(start, percent, random);
    int budget = 20'000;
    const auto rates = exact_rates(position, budget);
    if (position.over() || !rates) continue;
    ++i;
    expect_rates(tally(position, kSample / 4, 11, kFast), *rates);
    const double mean = kDraw * (*rates)[kDraw] + kWin * (*rates)[kWin];
    const double games = kSample / 4;
    EXPECT_NEAR(G::play_out_from(position, static_cast<std::uint32_t>(games), random) / games, mean,
                kSigmas / std::sqrt(games))
        << position.board();
  }
}

TEST(Setup, OfGoPlaysAsItsTextbook) {
  expect_textbook_from_any_stones<textbook::Go<Go<9>>>(Go<9>(5), 40);
  expect_textbook_from_any_stones<textbook::Go<Go<19>>>(Go<19>(5), 10);
  expect_textbook_from_any_stones<textbook::Go<Go<9>>>(Go<9>(BoardSize(5, 3)), 40);
  expect_textbook_from_any_stones<textbook::Go<Go<19>>>(Go<19>(BoardSize(2, 7)), 10);
}
TEST(Setup, OfHexPlaysAsItsTextbook) {
  expect_textbook_from_any_stones<textbook::Hex>(Hex<11>(4), 200);
  expect_textbook_from_any_stones<textbook::Hex>(Hex<11>(11), 20);
  expect_textbook_from_any_stones<textbook::Hex>(Hex<14>(14), 10);
  expect_textbook_from_any_stones<textbook::Hex>(Hex<11>(BoardSize(5, 3)), 200);
  expect_textbook_from_any_stones<textbook::Hex>(Hex<14>(BoardSize(3, 14)), 50);
}
TEST(Setup, OfOthelloPlaysAsItsTextbook) {
  expect_textbook_from_any_stones<textbook::Othello>(Othello(), 40);
}
TEST(Setup, OfGomokuPlaysAsItsTextbook) {
  expect_textbook_from_any_stones<textbook::Gomoku>(Gomoku<15>(9), 100);
  expect_textbook_from_any_stones<textbook::Gomoku>(Gomoku<19>(19), 20);
  expect_textbook_from_any_stones<textbook::Gomoku>(Gomoku<15>({9, 4}, 4), 50);
  expect_textbook_from_any_stones<textbook::Gomoku>(Gomoku<19>({4, 19}, 5), 20);
}

TEST(Setup, OfAPlayedPositionIsThatPosition) {
  for_random_positions(Hex<11>(5), 20, [](const Hex<11>& position) {
    ASSERT_EQ(Hex<11>(5).set_up(position.setup()), position);
  });
  for_random_positions(Gomoku<15>(9), 5, [](const Gomoku<15>& position) {
    ASSERT_EQ(Gomoku<15>(9).set_up(position.setup()), position);
  });
  for_random_positions(Hex<14>(BoardSize(13, 4)), 20, [](const Hex<14>& position) {
    ASSERT_EQ(Hex<14>(BoardSize(13, 4)).set_up(position.setup()), position);
  });
  for_random_positions(Gomoku<19>({17, 4}, 5), 5, [](const Gomoku<19>& position) {
    ASSERT_EQ(Gomoku<19>({17, 4}, 5).set_up(position.setup()), position);
  });
  for_random_positions(Othello(), 20, [](const Othello& position) {
    ASSERT_EQ(Othello().set_up(position.setup()), position);
  });
  for_random_positions(ConnectFour(), 20, [](const ConnectFour& position) {
    ASSERT_EQ(ConnectFour().set_up(position.setup()), position);
  });
  for_random_positions(Go<9>(5), 5, [](const Go<9>& position) {
    const Go<9> again = Go<9>(5).set_up(position.setup());
    ASSERT_EQ(again.setup(), position.setup());
    ASSERT_EQ(again.hash(), position.hash());
    ASSERT_EQ(again.twice_lead(), position.twice_lead());
  });
  for_random_positions(TicTacToe(true), 20, [](const TicTacToe& position) {
    ASSERT_EQ(TicTacToe(true).set_up(position.setup()), position);
  });
}

TEST(Setup, OfHexHasPlayoutsAsOftenWonAsThereAreLines) {
  expect_exact_playouts(Hex<11>(4), 65, 10);
  expect_exact_playouts(Hex<11>(5), 75, 10);
  expect_exact_playouts(Hex<11>(BoardSize(7, 3)), 70, 10);
  expect_exact_playouts(Hex<14>(BoardSize(3, 13)), 82, 10);
}
TEST(Setup, OfGomokuHasPlayoutsAsOftenWonAsThereAreLines) {
  expect_exact_playouts(Gomoku<15>(9, 9), 94, 10);
  expect_exact_playouts(Gomoku<15>({14, 3}, 9), 85, 10);
}

/// Playing many games at once needs an open board.
TEST(Setup, OfGomokuIsPlayedOutAtOnceAsOneByOne) {
  Random random({12});
  for (const std::uint32_t percent : {5U, 12U, 20U}) {
    const Gomoku<15> position = random_setup(Gomoku<15>(15), percent, random);
    constexpr int kGames = kSample / 8;
    const Tally one_by_one = tally(position, kGames, 13, kStepwise);
    const double mean = kDraw * one_by_one.rate(kDraw) + kWin * one_by_one.rate(kWin);
    const double at_once = Gomoku<15>::play_out_from(position, kGames, random);
    EXPECT_NEAR(at_once / kGames, mean, kSigmas * std::sqrt(2.0 / kGames)) << position.board();
  }
}

TEST(Setup, OfGoHasPlayoutsByItsRules) {
  Random random({14});
  for (const std::uint32_t percent : {10U, 40U}) {
    const Go<9> position = random_setup(Go<9>(5), percent, random);
    constexpr int kGames = kSample / 8;
    const Tally fast = tally(position, kGames, 15, kFast);
    const Tally stepwise = tally(as_played_out(position), kGames, 16, kStepwise);
    EXPECT_NEAR(fast.rate(kWin), stepwise.rate(kWin), kSigmas * std::sqrt(0.5 / kGames));
    EXPECT_NEAR(fast.mean_plies(), stepwise.mean_plies(),
                kSigmas * std::hypot(fast.plies_error(), stepwise.plies_error()));
  }
}

TEST(Setup, OfGoForgetsWhatWasThereBefore) {
  Go<9> position(5);
  for (const char* move : {"b3", "c3", "c4", "d4", "c2", "d2", "pass", "e3", "d3"}) {
    position.play(position.parse(move).value());  // Black takes c3
  }
  const auto back = position.parse("c3").value();
  EXPECT_FALSE(position.legal_set().contains(back));
  EXPECT_TRUE(position.set_up(position.setup()).legal_set().contains(back));
}

TEST(Setup, OfGoKeepsBoardAndKomiAndWhoseTurnItIs) {
  const Go<9> start(5, 3);
  const Go<9> position = start.set_up(drawn("...../.X.../...../...O./..... O"));
  EXPECT_EQ(position.size(), 5);
  EXPECT_EQ(position.twice_komi(), 3);
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_EQ(position.owner(Go<9>::place(1, 1)), 0);
  EXPECT_EQ(position.owner(Go<9>::place(3, 3)), 1);
  EXPECT_EQ(position.twice_lead(), -3);
  EXPECT_EQ(start.set_up(drawn("...../...../...../...../..... O")).to_move(), 1);
}

/// Says why there is no such position; empty if there is one.
template <class G>
std::string refused(const G& start, const std::string& stones) {
  try {
    static_cast<void>(start.set_up(drawn(stones)));
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Setup, OfGoRefusesAChainWithoutALiberty) {
  const char* const kWhy = "a chain has no liberty";
  const Go<9> start(5);
  EXPECT_EQ(refused(start, "XO.../O..../...../...../..... X"), kWhy);
  EXPECT_EQ(refused(start, "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX X"), kWhy);
  EXPECT_EQ(refused(start, "XO.../.O.../...../...../..... X"), "");
  EXPECT_EQ(refused(Go<9>(BoardSize(3, 2)), "XO./O.. X"), kWhy);
  EXPECT_EQ(refused(Go<9>(BoardSize(2, 3)), "XO/.O/.. X"), "");
}

TEST(Setup, OfConnectFourAndTicTacToeRefusesWhatNoMovesLeadTo) {
  const char* const kTurn = "the players' stones do not fit whose turn it is";
  const ConnectFour four;
  const std::string empty = "......./......./......./......./";
  EXPECT_EQ(refused(four, empty + "......./X...... O"), "");
  EXPECT_EQ(refused(four, empty + "X....../....... O"), "a stone has nothing under it");
  EXPECT_EQ(refused(four, empty + "......./X...... X"), kTurn);
  EXPECT_EQ(refused(four, empty + "OOO..../XXXX.O. X"),
            "the side to move has four in a row already");
  EXPECT_TRUE(four.set_up(drawn(empty + "OOO..../XXXX... O")).over());
  const TicTacToe three;
  EXPECT_EQ(refused(three, "XO./.../... X"), "");
  EXPECT_EQ(refused(three, "XO./.../... O"), kTurn);
  EXPECT_EQ(refused(three, "XXX/OO./O.. X"), "the side to move has three in a row already");
}

TEST(Setup, OfAWonGameIsOverWhoeverIsToMove) {
  for (const char* turn : {" X", " O"}) {
    const Hex<11> hex = Hex<11>(3).set_up(drawn(std::string(".X./.X./.X.") + turn));
    EXPECT_TRUE(hex.over());
    EXPECT_EQ(hex.result(0), kWin);
    std::string rows;
    for (int row = 0; row < 9; ++row) rows += row == 4 ? "OOOOO...." : ".........";
    const Gomoku<15> gomoku = Gomoku<15>(9).set_up(drawn(rows + turn));
    EXPECT_TRUE(gomoku.over());
    EXPECT_EQ(gomoku.result(1), kWin);
  }
}

TEST(Setup, OfTwoLinesOfGomokuIsRefused) {
  std::string rows;
  for (int row = 0; row < 9; ++row) {
    rows += row == 4 ? "OOOOO...." : row == 5 ? "XXXXX...." : ".........";
  }
  EXPECT_EQ(refused(Gomoku<15>(9), rows + " X"), "both sides have a line");
}

TEST(Go, GoesOnAfterTwoPasses) {
  Go<9> position(5);
  position.play(position.parse("c3").value());
  position.play(Go<9>::kPass);
  position.play(Go<9>::kPass);
  EXPECT_TRUE(position.over());
  Go<9> open = position;
  open.resume();
  EXPECT_FALSE(open.over());
  EXPECT_EQ(open.to_move(), 1);
  EXPECT_EQ(open.legal_moves().size(), 25U);  // 24 points and the pass
  position.play(position.parse("a1").value());
  open.play(open.parse("a1").value());
  EXPECT_FALSE(position.over());
  EXPECT_EQ(position, open);
  open.play(Go<9>::kPass);
  position = open;
  position.resume();
  EXPECT_EQ(position, open);  // one pass stays
}

}  // namespace
}  // namespace banyan::conformance
