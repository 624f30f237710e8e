// Tests of connect_four.hpp against public test sets, against plain negamax over the game, and
// against itself.
#include "games/connect_four/oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "games/connect_four/oracle_table.hpp"
#include "games/oracle/data_test.hpp"

namespace banyan::oracle {
namespace {

struct Scored {
  std::string moves;
  int score = 0;
};

std::vector<Scored> read_positions(const std::string& name) {
  std::vector<Scored> positions;
  for (const std::string& line : data_lines(name)) {
    std::istringstream words(line);
    Scored scored;
    words >> scored.moves >> scored.score;
    EXPECT_TRUE(words) << name << ": " << line;
    positions.push_back(scored);
  }
  EXPECT_EQ(positions.size(), 1000U) << name;
  return positions;
}

ConnectFour after(const std::string& moves) {
  ConnectFour position;
  for (const char column : moves) position.play(static_cast<ConnectFour::Move>(column - '1'));
  return position;
}

int score_of(const ConnectFour& position) {
  static ConnectFourSolver solver;
  Patience patience;
  return solver.score(position, patience);
}

void expect_all_exact(const std::string& name) {
  for (const auto& [moves, score] : read_positions(name)) {
    EXPECT_EQ(score_of(after(moves)), score) << moves;
  }
}

/// The definition of a score, without bitboards.
int plain_negamax(const ConnectFour& position, int stones) {
  if (position.over()) {
    return position.result(0) == kDraw ? 0 : -(22 - (stones + 1) / 2);
  }
  int best = -22;
  for (const auto move : position.legal_moves()) {
    ConnectFour next = position;
    next.play(move);
    best = std::max(best, -plain_negamax(next, stones + 1));
  }
  return best;
}

TEST(ConnectFourSolver, ScoresTheLateSetExactly) { expect_all_exact("connect_four/data/late.txt"); }

TEST(ConnectFourSolver, ScoresTheMiddleSetExactly) {
  expect_all_exact("connect_four/data/middle.txt");
}

TEST(ConnectFourSolver, ScoresTheEarlySetExactly) {
  expect_all_exact("connect_four/data/early.txt");
}

TEST(ConnectFourSolver, AgreesWithPlainNegamaxNearTheEnd) {
  int compared = 0;
  int last_cells = 0;
  for (std::uint64_t seed = 0; last_cells < 10; ++seed) {
    Random random({seed, 0, 0, 0});
    ConnectFour position;
    for (int stones = 0; !position.over(); ++stones) {
      if (stones >= 33) {
        ASSERT_EQ(score_of(position), plain_negamax(position, stones)) << position.board();
        ++compared;
      }
      if (stones == 41) ++last_cells;
      const auto moves = position.legal_moves();
      position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(ConnectFourSolver, GivesMirrorImagesTheSameScore) {
  std::vector<Scored> positions = read_positions("connect_four/data/middle.txt");
  positions.resize(10);  // a few suffice: fresh tables take time
  for (auto& [moves, score] : positions) {
    for (char& column : moves) column = static_cast<char>('1' + '7' - column);
    ConnectFourSolver fresh(0);
    Patience patience;
    EXPECT_EQ(fresh.score(after(moves), patience), score) << moves;
  }
}

TEST(ConnectFourSolver, FindsAWinInOne) {
  EXPECT_EQ(score_of(after("121212")), 22 - 4);
  EXPECT_EQ(score_of(after("1213747")), 22 - 4);  // for the second player, who has 2, 3 and 4
  Patience patience;
  EXPECT_EQ(ConnectFourSolver().best_move(after("121212"), 18, patience), 0);
}

/// Both sides play best moves: the game must end as and when the score says.
TEST(ConnectFourSolver, PlaysToTheEndThatItPredicts) {
  ConnectFourSolver solver;
  for (const char* name : {"connect_four/data/late.txt", "connect_four/data/middle.txt"}) {
    const std::vector<Scored> positions = read_positions(name);
    for (std::size_t i = 0; i < positions.size(); i += 20) {
      const auto& [moves, score] = positions[i];
      ConnectFour position = after(moves);
      const Player player = position.to_move();
      Patience patience;
      int stones = static_cast<int>(moves.size());
      int expected = score;
      while (!position.over()) {
        EXPECT_EQ(solver.score(position, patience), expected) << moves;
        position.play(solver.best_move(position, expected, patience));
        expected = -expected;
        ++stones;
      }
      EXPECT_EQ(position.result(player), score > 0 ? kWin : score < 0 ? kLoss : kDraw) << moves;
      if (score != 0) {
        EXPECT_EQ(22 - (stones + 1) / 2, std::abs(score)) << moves;
      }
    }
  }
}

TEST(ConnectFourSolver, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  Patience patience(source.get_token());
  ConnectFourSolver solver;
  EXPECT_THROW(solver.score(ConnectFour(), patience), Interrupted);
  EXPECT_LT(patience.positions(), 100'000U);
  Patience again;  // what it has found so far is true
  EXPECT_EQ(solver.score(after("2252576253462244111563365343671351441"), again), -1);
}

TEST(ConnectFourSolver, KeepsItsMemory) {
  EXPECT_EQ(ConnectFourSolver().bytes(), ConnectFourSolver::kDefaultMemory);
  EXPECT_EQ(ConnectFourSolver(std::size_t{100} << 20).bytes(), std::size_t{64} << 20);
  EXPECT_EQ(ConnectFourSolver(0).bytes(), std::size_t{16} << 20);
}

TEST(ConnectFourTable, RemembersBoundsAndTellsKeysApart) {
  ConnectFourTable table(0);
  EXPECT_FALSE(table.find(5));
  table.store(5, {-21, 21}, 1);
  table.store(6, {-3, 4}, 1);
  ASSERT_TRUE(table.find(5) && table.find(6));
  EXPECT_EQ(table.find(5)->lower, -21);
  EXPECT_EQ(table.find(5)->upper, 21);
  EXPECT_EQ(table.find(6)->lower, -3);
  EXPECT_EQ(table.find(6)->upper, 4);
  EXPECT_FALSE(table.find(7));
}

TEST(ConnectFourTable, NeverAnswersForAKeyThatWasNotStored) {
  ConnectFourTable table(0);
  constexpr std::uint64_t kStep = 0x1234567;  // of keys over all of their 49 bits
  const auto key = [](std::uint64_t i) { return i * kStep % (std::uint64_t{1} << 49); };
  for (std::uint64_t i = 0; i < 4'000'000; ++i) table.store(key(2 * i), {}, i % 100 + 1);
  std::uint64_t found = 0;
  for (std::uint64_t i = 0; i < 4'000'000; ++i) {
    found += table.find(key(2 * i)) ? 1 : 0;
    ASSERT_FALSE(table.find(key(2 * i + 1)));
  }
  EXPECT_GT(found, 1'000'000U);  // of the two million entries that fit
}

TEST(ConnectFourTable, KeepsTheCostlierOfTwoAndTheNewest) {
  ConnectFourTable table(0);
  table.store(1, {1, 1}, 1'000'000);
  constexpr std::uint64_t kLast = 20'000'000;  // enough to pass through every bucket many times
  for (std::uint64_t key = 2; key <= kLast; ++key) table.store(key, {0, 0}, 1);
  ASSERT_TRUE(table.find(1));  // outlives all cheaper entries
  EXPECT_EQ(table.find(1)->lower, 1);
  EXPECT_TRUE(table.find(kLast));
}

}  // namespace
}  // namespace banyan::oracle
