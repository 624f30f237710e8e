// Tests of alpha_beta.hpp: solved games, and plain minimax over games of many shapes.
#include "games/oracle/alpha_beta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <stop_token>
#include <string>

#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::oracle {
namespace {

/// The definition of a value, without bounds, move order or table.
template <Game G>
Points plain_value(const G& position, Player player) {
  if (position.over()) return position.result(player);
  const bool own = position.to_move() == player;
  Points best = own ? kLoss : kWin;
  for (const auto move : position.legal_moves()) {
    G next = position;
    next.play(move);
    const Points value = plain_value(next, player);
    best = own ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

/// A game whose only rules are a hash of the path to a position: how many moves there are, who
/// moves next, even twice in a row, and who wins. No two paths meet.
class RandomGame {
 public:
  using Move = std::uint32_t;
  static constexpr std::size_t kMaxMoves = 4;

  explicit RandomGame(std::uint64_t seed) : path_(scramble(seed)) {}

  [[nodiscard]] Player to_move() const { return static_cast<Player>(path_ >> 60 & 1); }
  [[nodiscard]] MovesOf<RandomGame> legal_moves() const {
    MovesOf<RandomGame> moves;
    for (Move i = 0; i < (path_ >> 50 & 3) + 1; ++i) moves.push_back(i * 1'000'000'007U);
    return moves;
  }
  void play(Move move) {
    path_ = scramble(path_ + move + 1);
    ++plies_;
  }
  [[nodiscard]] bool over() const { return plies_ == 8 || path_ % 13 == 0; }
  [[nodiscard]] Points result(Player player) const {
    const auto first = static_cast<Points>((path_ >> 20) % 3);
    return player == 0 ? first : opposite(first);
  }
  friend bool operator==(const RandomGame&, const RandomGame&) = default;

 private:
  std::uint64_t path_;
  int plies_ = 0;
};
static_assert(Game<RandomGame>);

template <Game G>
Points value_of(const G& position, std::size_t memory = std::size_t{1} << 20) {
  Patience patience;
  return AlphaBeta<G>(memory).value(position, patience);
}

/// Every reachable position, each once, none over.
template <Game G, class Visit>
void for_each_position(const G& position, Visit visit) {
  if (position.over()) return;
  visit(position);
  for (const auto move : position.legal_moves()) {
    G next = position;
    next.play(move);
    for_each_position(next, visit);
  }
}

TEST(AlphaBeta, KnowsThatTicTacToeIsADraw) { EXPECT_EQ(value_of(TicTacToe()), kDraw); }

TEST(AlphaBeta, AgreesWithPlainMinimaxOnTicTacToeAfterTwoPlies) {
  AlphaBeta<TicTacToe> solver(std::size_t{1} << 16);
  Patience patience;
  std::set<Points> values;
  for (const auto first : TicTacToe().legal_moves()) {
    TicTacToe opened;
    opened.play(first);
    for (const auto second : opened.legal_moves()) {
      TicTacToe position = opened;
      position.play(second);
      const Points value = solver.value(position, patience);
      EXPECT_EQ(value, plain_value(position, 0)) << position.board();
      values.insert(value);
    }
  }
  EXPECT_EQ(values, (std::set<Points>{kDraw, kWin}));
}

TEST(AlphaBeta, AgreesWithPlainMinimaxOnGamesWithDrawsAndTurnsInARow) {
  std::set<Points> values;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const RandomGame game(seed);
    if (game.over()) continue;
    // A table with a single pair of entries and a large one must give equal results.
    const Points value = plain_value(game, game.to_move());
    EXPECT_EQ(value_of(game), value) << seed;
    EXPECT_EQ(value_of(game, 0), value) << seed;
    values.insert(value);
  }
  EXPECT_EQ(values.size(), 3U);
}

TEST(AlphaBeta, PlaysAMoveThatKeepsTheValue) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomGame game(seed);
    AlphaBeta<RandomGame> solver(std::size_t{1} << 16);
    Patience patience;
    for_each_position(game, [&](const RandomGame& position) {
      const Player mover = position.to_move();
      const Points value = solver.value(position, patience);
      RandomGame next = position;
      next.play(solver.best_move(position, value, patience));
      EXPECT_EQ(plain_value(next, mover), value) << seed;
    });
  }
}

/// The cells with which the first player wins, as one row of marks per row of the board. Only one
/// half is solved: a half turn exchanges the edges of each player.
std::string openings_that_win(int size) {
  AlphaBeta<Hex<11>> solver;
  Patience patience;
  std::string marks;
  for (int cell = 0; cell < (size * size + 1) / 2; ++cell) {
    Hex<11> opened(size);
    opened.play(static_cast<Hex<11>::Move>(cell));
    marks += solver.value(opened, patience) == kLoss ? 'B' : 'W';
  }
  for (int cell = size * size / 2; cell-- > 0;) marks += marks[static_cast<std::size_t>(cell)];
  std::string map;
  for (int row = 0; row < size; ++row) {
    map +=
        marks.substr(static_cast<std::size_t>(row * size), static_cast<std::size_t>(size)) + '\n';
  }
  return map;
}

TEST(AlphaBeta, FindsTheWinningOpeningsOfSmallHex) {
  EXPECT_EQ(openings_that_win(3),
            "WWB\n"
            "BBB\n"
            "BWW\n");
  EXPECT_EQ(openings_that_win(4),
            "WWWB\n"
            "WWBW\n"
            "WBWW\n"
            "BWWW\n");
}

TEST(AlphaBeta, SolvesConnectFourNearTheEnd) {
  // Test_L3_R1 of Pons's sets: the first three are lost, won and drawn.
  const auto after = [](const std::string& columns) {
    ConnectFour position;
    for (const char column : columns) position.play(static_cast<ConnectFour::Move>(column - '1'));
    return position;
  };
  EXPECT_EQ(value_of(after("2252576253462244111563365343671351441")), kLoss);
  EXPECT_EQ(value_of(after("7422341735647741166133573473242566")), kWin);
  EXPECT_EQ(value_of(after("23163416124767223154467471272416755633")), kDraw);
}

TEST(AlphaBeta, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  Patience patience(source.get_token());
  AlphaBeta<Hex<11>> solver;
  EXPECT_THROW(solver.value(Hex<11>(5), patience), Interrupted);
  EXPECT_LT(patience.positions(), 100'000U);
}

}  // namespace
}  // namespace banyan::oracle
