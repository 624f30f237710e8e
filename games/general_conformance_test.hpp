// What every game of chance, of rewards or of many players must satisfy. A game's test instantiates
// the suite in one line with its facts, as in games/conformance_test.hpp:
//
//   struct PigFacts {
//     static Pig start();                                       // where the game begins
//     static constexpr std::uint64_t kPerft[] = {1, 6, 11};     // for depths 1, 2, 3
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(Pig, GeneralConformance, PigFacts);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/rules/game_text.hpp"
#include "core/rules/perft.hpp"
#include "core/search/general_playout.hpp"

namespace banyan::conformance {

/// All positions of a random game, chance by its probabilities; at most `longest`.
template <class G>
std::vector<G> random_line(G position, Random& random, std::size_t longest = 500) {
  std::vector<G> positions{position};
  while (!position.over() && positions.size() < longest) {
    const auto moves = position.legal_moves();
    position.play(at_chance(position)
                      ? draw_outcome(position, random)
                      : moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    positions.push_back(position);
  }
  return positions;
}

template <class G, class Visit>
void for_lines(const G& start, int games, Visit visit) {
  Random random({1});
  for (int game = 0; game < games; ++game) {
    for (const G& position : random_line(start, random)) visit(position);
  }
}

template <class Facts>
class GeneralConformance : public testing::Test {
 protected:
  using GameType = std::remove_cvref_t<decltype(Facts::start())>;
};
TYPED_TEST_SUITE_P(GeneralConformance);

TYPED_TEST_P(GeneralConformance, PerftFindsTheKnownNumbers) {
  int depth = 0;
  for (const std::uint64_t lines : TypeParam::kPerft) {
    ++depth;
    EXPECT_EQ(perft(TypeParam::start(), depth), lines) << "depth " << depth;
  }
}

TYPED_TEST_P(GeneralConformance, ACopyOfTheBytesPlaysOnAlike) {
  using G = typename TestFixture::GameType;
  for_lines(TypeParam::start(), 2, [](const G& position) {
    G copy = TypeParam::start();
    std::memcpy(static_cast<void*>(&copy), static_cast<const void*>(&position), sizeof(G));
    ASSERT_EQ(copy, position);
    Random random({3});
    Random again({3});
    ASSERT_EQ(random_line(copy, random, 20), random_line(position, again, 20));
  });
}

TYPED_TEST_P(GeneralConformance, LegalMovesAreDistinctAndReadBackFromTheirTexts) {
  using G = typename TestFixture::GameType;
  for_lines(TypeParam::start(), 5, [](const G& position) {
    if (position.over()) return;
    const auto moves = position.legal_moves();
    ASSERT_FALSE(moves.empty());
    ASSERT_LE(moves.size(), G::kMaxMoves);
    ASSERT_EQ(std::set(moves.begin(), moves.end()).size(), moves.size());
    for (const auto move : moves) {
      std::string text = position.to_text(move);
      ASSERT_EQ(position.parse(text), move) << text;
      for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      ASSERT_EQ(position.parse(text), move) << text;
      ASSERT_EQ(position.parse(text + " "), std::nullopt) << text;
      ASSERT_EQ(position.parse(" " + text), std::nullopt) << text;
    }
  });
  EXPECT_EQ(TypeParam::start().parse(""), std::nullopt);
}

TYPED_TEST_P(GeneralConformance, WhoeverMovesIsAPlayerOrChance) {
  using G = typename TestFixture::GameType;
  for_lines(TypeParam::start(), 5, [](const G& position) {
    ASSERT_LE(players_of(position), max_players<G>());
    if (position.over() || at_chance(position)) return;
    ASSERT_GE(position.to_move(), 0);
    ASSERT_LT(position.to_move(), players_of(position));
    ASSERT_FALSE(position.board().empty());
  });
}

TYPED_TEST_P(GeneralConformance, ChanceIsDrawnByItsProbabilities) {
  using G = typename TestFixture::GameType;
  if constexpr (ChanceGame<G>) {
    constexpr int kDraws = 20'000;
    Random random({4});
    int checked = 0;
    for (const G& position : random_line(TypeParam::start(), random)) {
      if (position.over() || !at_chance(position) || ++checked > 8) continue;
      std::map<std::uint32_t, int> drawn;
      for (int i = 0; i < kDraws; ++i) ++drawn[position.draw(random)];
      double sum = 0;
      for (const auto move : position.legal_moves()) {
        const double p = position.probability(move);
        sum += p;
        // Seeded, so 4.5 standard errors are checked once and for all.
        EXPECT_NEAR(drawn[move], kDraws * p, 4.5 * std::sqrt(kDraws * p * (1 - p)) + 1e-9);
      }
      EXPECT_NEAR(sum, 1, 1e-12);
      EXPECT_LE(drawn.size(), position.legal_moves().size());
    }
    EXPECT_GT(checked, 0);
  } else {
    GTEST_SKIP() << "has no chance";
  }
}

TYPED_TEST_P(GeneralConformance, PlayoutsEndAndAddUpWhatWasEarned) {
  using G = typename TestFixture::GameType;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random({seed});
    Random again({seed});
    Returns<G> sum{};
    ASSERT_EQ(add_playout(TypeParam::start(), random, {}, sum), PlayoutEnd::kOver);
    Returns<G> expected{};
    for (G position = TypeParam::start(); !position.over();) {
      position.play(at_chance(position) ? draw_outcome(position, again)
                                        : playout_move(position, again));
      for (Player player = 0; player < players_of(position); ++player) {
        expected[static_cast<std::size_t>(player)] += reward_of(position, player);
      }
    }
    EXPECT_EQ(sum, expected);
  }
}

TYPED_TEST_P(GeneralConformance, WhoWinsDecidesWhatAllOthersGet) {
  using G = typename TestFixture::GameType;
  if constexpr (!RewardGame<G>) {
    std::map<Player, std::vector<Points>> results;
    Random random({5});
    for (int game = 0; game < 200; ++game) {
      const G end = random_line(TypeParam::start(), random).back();
      if (!end.over()) continue;
      std::vector<Points> result;
      Player winner = kNobody;
      for (Player player = 0; player < players_of(end); ++player) {
        result.push_back(end.result(player));
        if (result.back() != kWin) continue;
        EXPECT_EQ(winner, kNobody);
        winner = player;
      }
      if (winner == kNobody) continue;
      EXPECT_EQ(results.emplace(winner, result).first->second, result);
    }
    EXPECT_FALSE(results.empty());
  } else {
    GTEST_SKIP() << "has no winners";
  }
}

REGISTER_TYPED_TEST_SUITE_P(GeneralConformance, PerftFindsTheKnownNumbers,
                            ACopyOfTheBytesPlaysOnAlike,
                            LegalMovesAreDistinctAndReadBackFromTheirTexts,
                            WhoeverMovesIsAPlayerOrChance, ChanceIsDrawnByItsProbabilities,
                            PlayoutsEndAndAddUpWhatWasEarned, WhoWinsDecidesWhatAllOthersGet);

}  // namespace banyan::conformance
