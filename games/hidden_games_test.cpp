// Tests of the games of hidden information: their rules, and what players can know.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/game/perft.hpp"
#include "games/goofspiel/goofspiel.hpp"
#include "games/hidden_test.hpp"
#include "games/kuhn/kuhn.hpp"
#include "games/leduc/leduc.hpp"
#include "games/phantom/phantom.hpp"

namespace banyan {
namespace {

template <class G>
G played(G position, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const auto move = position.parse(text);
    EXPECT_TRUE(move && (position.legal_mask() >> *move & 1)) << text;
    if (move) position.play(*move);
  }
  return position;
}

/// For random lines of at most `plies` plies, for both players.
template <class G>
void expect_knowledge_is_right(const G& start, int plies, int lines, bool uniform) {
  Random random({1, 2, 3, 4});
  for (int i = 0; i < lines; ++i) {
    const int length = static_cast<int>(random.below(static_cast<std::uint32_t>(plies) + 1));
    const Line<G> line = random_line(start, length, random);
    for (const Player observer : {0, 1}) {
      if (line.end().over()) continue;
      if (uniform) expect_uniform_worlds(line, observer, random);
      expect_hidden_is_hidden(line, observer, static_cast<std::uint64_t>(i));
    }
  }
}

/// For all lines: scores sum to zero, within the stakes; moves are parsed as written.
template <class G>
void expect_sound_lines(const G& start) {
  Random random({9, 9, 9, 9});
  const Stakes stakes = start.stakes();
  for (int i = 0; i < 200; ++i) {
    G position = start;
    while (!position.over()) {
      for (const auto move : position.legal_moves()) {
        EXPECT_EQ(position.parse(position.to_text(move)), move) << position.to_text(move);
      }
      position.play(static_cast<typename G::Move>(random_bit(position.legal_mask(), random)));
    }
    EXPECT_EQ(position.score(0) + position.score(1), stakes.low + stakes.high);
    EXPECT_GE(position.score(0), stakes.low);
    EXPECT_LE(position.score(0), stakes.high);
    EXPECT_EQ(position.result(0) + position.result(1), kWin);
  }
}

TEST(Kuhn, DealsEveryPairOfCardsOnce) {
  EXPECT_EQ(count_lines(Kuhn(), 1).whole, 3U);
  EXPECT_EQ(count_lines(Kuhn(), 2).whole, 6U);
  EXPECT_EQ(count_lines(Kuhn(), 4).whole, 6U * 4U);
  EXPECT_EQ(count_lines(Kuhn(), 5).whole + count_lines(Kuhn(), 5).ended, 6U * 5U);
}

TEST(Kuhn, PaysWhatTheBettingCameTo) {
  EXPECT_EQ(played(Kuhn(), {"J", "Q", "check", "check"}).score(0), -1);
  EXPECT_EQ(played(Kuhn(), {"K", "Q", "check", "check"}).score(0), 1);
  EXPECT_EQ(played(Kuhn(), {"J", "K", "bet", "fold"}).score(0), 1);
  EXPECT_EQ(played(Kuhn(), {"J", "K", "bet", "call"}).score(1), 2);
  EXPECT_EQ(played(Kuhn(), {"K", "J", "check", "bet", "fold"}).score(0), -1);
  EXPECT_EQ(played(Kuhn(), {"K", "J", "check", "bet", "call"}).score(0), 2);
  EXPECT_FALSE(played(Kuhn(), {"K", "J", "check", "bet"}).over());
}

TEST(Kuhn, HidesTheOthersCardAndNothingElse) { expect_knowledge_is_right(Kuhn(), 4, 40, true); }
TEST(Kuhn, HasSoundLines) { expect_sound_lines(Kuhn()); }

TEST(Leduc, DealsCardsWithoutPuttingThemBack) {
  EXPECT_EQ(count_lines(Leduc(), 2).whole, 30U);
  const Leduc bet = played(Leduc(), {"Jh", "Qs", "check", "check"});
  EXPECT_EQ(bet.to_move(), kChance);
  EXPECT_EQ(bet.legal_moves().size(), 4U);
  EXPECT_DOUBLE_EQ(bet.probability(1), 0.25);
}

TEST(Leduc, DealsEveryPairOfCardsEquallyOften) {
  Random random({3, 1, 4, 1});
  std::vector<std::uint64_t> counts(36, 0);
  for (int i = 0; i < 3000; ++i) {
    Leduc game;
    const auto first = game.draw(random);
    game.play(first);
    ++counts[6U * first + game.draw(random)];
  }
  for (std::size_t card = 0; card < 6; ++card) EXPECT_EQ(counts[7 * card], 0U);
  std::erase(counts, 0U);
  ASSERT_EQ(counts.size(), 30U);
  expect_equally_likely(counts);
}

TEST(Leduc, AllowsTwoRaisesARound) {
  const Leduc raised = played(Leduc(), {"Jh", "Qs", "bet", "raise"});
  EXPECT_EQ(raised.legal_moves().size(), 2U);  // fold and call
  const Leduc second = played(raised, {"call", "Kh"});
  EXPECT_EQ(second.to_move(), 0);
  EXPECT_EQ(second.legal_moves().size(), 2U);  // check and bet
}

TEST(Leduc, PaysThePairElseTheHigherCard) {
  const std::vector<std::string> bets{"bet", "raise", "call"};
  const auto ended = [&](const std::string& a, const std::string& b, const std::string& table) {
    Leduc game = played(Leduc(), {a, b});
    game = played(game, bets);
    game = played(game, {table});
    return played(game, bets);
  };
  EXPECT_EQ(ended("Jh", "Kh", "Js").score(0), 13);
  EXPECT_EQ(ended("Jh", "Kh", "Qs").score(0), -13);
  EXPECT_EQ(ended("Qh", "Qs", "Kh").score(0), 0);
  EXPECT_EQ(played(Leduc(), {"Jh", "Kh", "bet", "raise", "fold"}).score(0), -3);
  EXPECT_EQ(played(Leduc(), {"Jh", "Kh", "check", "bet", "fold"}).score(1), 1);
}

TEST(Leduc, HidesTheOthersCardAndNothingElse) { expect_knowledge_is_right(Leduc(), 9, 60, true); }
TEST(Leduc, HasSoundLines) { expect_sound_lines(Leduc()); }

TEST(Goofspiel, GivesThePrizeToTheHigherBid) {
  const Goofspiel game = played(Goofspiel(3), {"3", "2", "1", "2", "1", "3"});
  EXPECT_NE(game.board().find("first  won 3"), std::string::npos) << game.board();
  EXPECT_NE(game.board().find("second won 2"), std::string::npos) << game.board();
  EXPECT_EQ(played(game, {"1"}).to_move(), 0);
  EXPECT_EQ(played(Goofspiel(2), {"2", "2", "1", "1", "1", "2"}).result(0), kWin);
  EXPECT_EQ(played(Goofspiel(2), {"2", "1", "1", "1", "2", "2"}).result(0), kDraw);
}

TEST(Goofspiel, HidesTheFirstBidUntilTheSecond) {
  expect_knowledge_is_right(Goofspiel(5), 14, 40, true);
}
TEST(Goofspiel, HasSoundLines) { expect_sound_lines(Goofspiel(6)); }

TEST(Phantom, LetsWhoMeetsAStoneMoveAgain) {
  const Phantom met = played(Phantom(), {"b2", "b2"});
  EXPECT_EQ(met.to_move(), 1);
  EXPECT_FALSE(met.legal_mask() == Phantom().legal_mask());
  EXPECT_EQ(met.legal_moves().size(), 8U);
  EXPECT_EQ(played(met, {"a1"}).to_move(), 0);
  EXPECT_EQ(played(met, {"a1"}).legal_moves().size(), 8U);  // player 0 saw nothing of it
}

TEST(Phantom, IsWonByARowOfTheRightLength) {
  EXPECT_EQ(played(Phantom(), {"a1", "a2", "b1", "b2", "c1"}).result(0), kWin);
  EXPECT_EQ(played(Phantom(), {"a1", "a3", "b1", "b2", "a2", "c1"}).result(1), kWin);
  const Phantom wide(4, 3, 3);
  EXPECT_EQ(played(wide, {"d1", "a1", "c2", "a2", "b3"}).result(0), kWin);
  EXPECT_FALSE(played(wide, {"c1", "a3", "d1", "b3", "a2"}).over());  // no line around the edge
  EXPECT_FALSE(played(Phantom(4, 4, 4), {"a1", "a2", "b1", "b2", "c1"}).over());
  EXPECT_TRUE(played(Phantom(4, 4, 4), {"a1", "a2", "b1", "b2", "c1", "c2", "d1"}).over());
}

TEST(Phantom, HidesWhatWasNotMet) {
  expect_knowledge_is_right(Phantom(), 7, 25, true);
  expect_knowledge_is_right(Phantom(3, 2, 3), 8, 25, true);
}
TEST(Phantom, HasSoundLines) {
  expect_sound_lines(Phantom());
  expect_sound_lines(Phantom(4, 4, 4));
}

TEST(HiddenGames, AreTestedByAChiSquareThatSeesABias) {
  Random random({5, 5, 5, 5});
  std::vector<std::uint64_t> counts(20, 0);
  for (int i = 0; i < 20'000; ++i) ++counts[random.below(random.below(10) == 0 ? 10 : 20)];
  testing::TestPartResultArray failures;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&failures);
    expect_equally_likely(counts);
  }
  EXPECT_EQ(failures.size(), 1);
}

}  // namespace
}  // namespace banyan
