// Tests of knockout whist and of its deals.
#include "games/knockout_whist/knockout_whist.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "games/hidden_test.hpp"
#include "games/uniform_deal.hpp"

namespace banyan {
namespace {

std::uint64_t cards(const std::vector<std::string_view>& texts) {
  std::uint64_t mask = 0;
  for (const std::string_view text : texts) mask |= std::uint64_t{1} << parse_card(text).value();
  return mask;
}

/// Deals a whole hand by name, to the players in order.
KnockoutWhist dealt(KnockoutWhist game, const std::vector<std::string_view>& texts) {
  for (const std::string_view text : texts) {
    EXPECT_EQ(game.to_move(), kChance);
    game.play(game.parse(text).value());
  }
  return game;
}

KnockoutWhist played(KnockoutWhist game, const std::vector<std::string_view>& texts) {
  for (const std::string_view text : texts) {
    const auto move = game.parse(text);
    EXPECT_TRUE(move && (game.legal_mask() >> *move & 1)) << text;
    if (move) game.play(*move);
  }
  return game;
}

const std::vector<std::string_view> kTwoHands{"As", "Ks", "2h", "3h", "4h", "2c", "3c",
                                              "Qs", "5h", "6h", "7h", "8h", "4c", "2d"};

TEST(KnockoutWhist, CutsForTheFirstTrumpsAfterTheDeal) {
  const KnockoutWhist game = dealt(KnockoutWhist(2), kTwoHands);
  EXPECT_EQ(game.to_move(), kChance);
  EXPECT_EQ(game.legal_moves().size(), 4U);
  const KnockoutWhist begun = played(game, {"diamonds"});
  EXPECT_EQ(begun.to_move(), 0);
  EXPECT_EQ(begun.legal_moves().size(), 7U);
}

TEST(KnockoutWhist, MakesPlayersFollowSuit) {
  const KnockoutWhist game = played(dealt(KnockoutWhist(2), kTwoHands), {"diamonds", "2h"});
  EXPECT_EQ(game.legal_mask(), cards({"5h", "6h", "7h", "8h"}));
  const KnockoutWhist clubs = played(dealt(KnockoutWhist(2), kTwoHands), {"diamonds", "As"});
  EXPECT_EQ(clubs.legal_mask(), cards({"Qs"}));
}

TEST(KnockoutWhist, GivesTheTrickToTheHighestTrumpElseTheHighestOfTheSuitLed) {
  const KnockoutWhist game = dealt(KnockoutWhist(2), kTwoHands);
  EXPECT_EQ(played(game, {"clubs", "As", "Qs"}).to_move(), 0);
  EXPECT_EQ(played(game, {"clubs", "2h", "5h"}).to_move(), 1);
  // Out of spades after the first trick, player 1 may trump or throw away.
  EXPECT_EQ(played(game, {"diamonds", "As", "Qs", "Ks", "2d"}).to_move(), 1);
  EXPECT_EQ(played(game, {"diamonds", "As", "Qs", "Ks", "8h"}).to_move(), 0);
  // Only a higher trump beats a trump that was led.
  EXPECT_EQ(played(game, {"hearts", "4h", "8h"}).to_move(), 1);
}

TEST(KnockoutWhist, EndsWhenOneTakesAllTricks) {
  const std::vector<std::string_view> hands{"As", "Ks", "Qs", "Js", "10s", "9s", "8s",
                                            "7s", "6s", "5s", "4s", "3s",  "2s", "2d"};
  const KnockoutWhist end =
      played(dealt(KnockoutWhist(2), hands), {"spades", "As", "7s", "Ks", "6s", "Qs", "5s", "Js",
                                              "4s", "10s", "3s", "9s", "2s", "8s", "2d"});
  EXPECT_TRUE(end.over());
  EXPECT_EQ(end.result(0), kWin);
  EXPECT_EQ(end.score(1), 0);
}

TEST(KnockoutWhist, GoesOnWithOneCardFewerChosenTrumpsAndWithoutTheLosers) {
  Random random({1, 2, 3, 4});
  int knocked_out = 0;
  for (int i = 0; i < 30; ++i) {
    KnockoutWhist game(3);
    int hand = 7;
    while (!game.over()) {
      const bool choice = game.to_move() != kChance && game.legal_mask() == 0b1111;
      if (choice) {  // all cards of the next hand are dealt
        --hand;
        const std::string text = game.board();
        EXPECT_NE(text.find("hand of " + std::to_string(hand)), std::string::npos) << text;
        EXPECT_NE(text.find(std::to_string(game.to_move()) + " to move"), std::string::npos);
        if (text.find("out") != std::string::npos) ++knocked_out;
      }
      for (const auto move : game.legal_moves()) {
        EXPECT_EQ(game.parse(game.to_text(move)), move);
      }
      game.play(game.draw(random));
    }
    int sum = 0;
    for (Player player = 0; player < 3; ++player) sum += game.score(player);
    EXPECT_EQ(sum, 12);
  }
  EXPECT_GT(knocked_out, 0);
}

TEST(KnockoutWhist, SharesTheWinWhereHandsAreLimited) {
  Random random({4, 3, 2, 1});
  std::map<int, int> scores;
  for (int i = 0; i < 500; ++i) {
    KnockoutWhist game(4, 1);
    game.finish(random);
    EXPECT_EQ(game.score(0) + game.score(1) + game.score(2) + game.score(3), 12);
    ++scores[game.score(0)];
  }
  EXPECT_GT(scores[12], 0);
  EXPECT_GT(scores[6], 0);
  EXPECT_EQ(scores[5], 0);
}

TEST(KnockoutWhist, FinishesLikeRandomMoves) {
  Random random({6, 6, 6, 6});
  std::map<int, double> fast;
  std::map<int, double> slow;
  constexpr int kGames = 4000;
  for (int i = 0; i < kGames; ++i) {
    KnockoutWhist a(3);
    a.finish(random);
    KnockoutWhist b(3);
    finish(b, random);
    ++fast[a.result(0) * 3 + a.result(1)];
    ++slow[b.result(0) * 3 + b.result(1)];
  }
  for (const auto& [kind, count] : slow) {
    EXPECT_NEAR(fast[kind], count, 5 * std::sqrt(2 * count)) << kind;
  }
}

/// All ways to deal hands of these sizes from `hidden`, without cards of void suits.
void enumerate(std::uint64_t hidden, const std::vector<HandToDeal>& hands, std::size_t i,
               std::vector<std::uint64_t>& now,
               std::map<std::vector<std::uint64_t>, std::uint64_t>& all) {
  if (i == hands.size()) {
    all[now] = 0;
    return;
  }
  const std::uint64_t open = hidden & ~UniformDeal::suits_mask(hands[i].voids);
  for (std::uint64_t hand = open;; hand = (hand - 1) & open) {  // all subsets
    if (std::popcount(hand) == hands[i].size) {
      now.push_back(hand);
      enumerate(hidden ^ hand, hands, i + 1, now, all);
      now.pop_back();
    }
    if (hand == 0) return;
  }
}

void expect_uniform_deal(std::uint64_t hidden, const std::vector<HandToDeal>& hands) {
  std::map<std::vector<std::uint64_t>, std::uint64_t> counts;
  std::vector<std::uint64_t> now;
  enumerate(hidden, hands, 0, now, counts);
  ASSERT_FALSE(counts.empty());
  Random random({7, 7, 7, 7});
  for (std::size_t draw = 0; draw < 30 * counts.size(); ++draw) {
    UniformDeal deal(hidden);
    for (const HandToDeal& hand : hands) deal.add(hand.size, hand.voids);
    const auto& dealt_hands = deal.deal(random);
    std::vector<std::uint64_t> key;
    for (std::size_t i = 0; i < hands.size(); ++i) key.push_back(dealt_hands[i].cards);
    const auto found = counts.find(key);
    ASSERT_NE(found, counts.end()) << "an impossible deal";
    ++found->second;
  }
  std::vector<std::uint64_t> cells;
  for (const auto& [key, count] : counts) cells.push_back(count);
  if (cells.size() > 1) expect_equally_likely(cells);
}

TEST(UniformDeal, IsUniformWithoutVoids) {
  expect_uniform_deal(cards({"2c", "3c", "4d", "5h", "6h", "7s", "8s"}), {{2, 0}, {3, 0}});
}
TEST(UniformDeal, IsUniformWithOneHandOfVoids) {
  expect_uniform_deal(cards({"2c", "3c", "4d", "5h", "6h", "7s", "8s"}), {{2, 0}, {2, 0b1001}});
}
TEST(UniformDeal, IsUniformWithTwoHandsOfVoids) {
  const std::uint64_t hidden = cards({"2c", "3c", "4c", "4d", "5d", "5h", "6h", "7s", "8s"});
  expect_uniform_deal(hidden, {{2, 0b0001}, {3, 0b0110}});
  expect_uniform_deal(hidden, {{2, 0b1000}, {1, 0}, {3, 0b0001}});
}
TEST(UniformDeal, IsUniformWithThreeHandsOfVoids) {
  const std::uint64_t hidden = cards({"2c", "3c", "4d", "5d", "5h", "6h", "7s"});
  expect_uniform_deal(hidden, {{2, 0b0001}, {2, 0b0010}, {2, 0b0100}});
  expect_uniform_deal(hidden, {{2, 0b0011}, {1, 0b0110}, {2, 0b1100}});
}
TEST(UniformDeal, FindsTheOnlyDealThatIsLeft) {
  expect_uniform_deal(cards({"2c", "4d", "5h"}), {{1, 0b0110}, {1, 0b0101}, {1, 0b0011}});
}

/// A random position of the first hand, several tricks in, where a player is to play a card.
Line<KnockoutWhist> in_play(int players, int plays, Random& random) {
  return random_line(KnockoutWhist(players), 7 * players + 1 + plays, random);
}

/// The public information about the others, from the moves alone: the suits they did not follow.
std::array<std::uint64_t, 4> lacking(const Line<KnockoutWhist>& line) {
  std::array<std::uint64_t, 4> suits{};
  KnockoutWhist position = line.start;
  const std::size_t before = 7U * static_cast<unsigned>(line.start.players()) + 1;
  const auto players = static_cast<std::size_t>(line.start.players());
  int led = 0;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    if (i >= before && (i - before) % players == 0) led = suit_of(line.moves[i]);
    if (i >= before && suit_of(line.moves[i]) != led) {
      suits[static_cast<std::size_t>(position.to_move())] |= cards_of_suit(led);
    }
    position.play(line.moves[i]);
  }
  return suits;
}

/// The cards that a player holds, from the moves alone.
std::array<std::uint64_t, 4> holding(const Line<KnockoutWhist>& line) {
  std::array<std::uint64_t, 4> hands{};
  KnockoutWhist position = line.start;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const std::uint64_t card = std::uint64_t{1} << line.moves[i];
    const auto receiver = i / 7;
    if (receiver < static_cast<std::size_t>(line.start.players())) {
      hands[receiver] |= card;
    } else if (position.to_move() != kChance) {
      hands[static_cast<std::size_t>(position.to_move())] ^= card;
    }
    position.play(line.moves[i]);
  }
  return hands;
}

/// A player's hand in a position, as their view shows it.
std::uint64_t hand_of(const KnockoutWhist& position, Player player) {
  const std::string text = position.view(player);
  const std::string mark = "player" + std::to_string(player) + ": ";
  const std::size_t start = text.find("tricks, ", text.find(mark)) + 8;
  std::uint64_t mask = 0;
  std::string word;
  for (const char c : text.substr(start, text.find('\n', start) - start) + ' ') {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      mask |= std::uint64_t{1} << parse_card(word).value();
      word.clear();
    }
  }
  return mask;
}

TEST(KnockoutWhist, DealsOthersOnlyWhatTheyMayHold) {
  Random random({8, 8, 8, 8});
  for (int i = 0; i < 200; ++i) {
    const int players = 2 + i % 3;
    const auto line = in_play(players, static_cast<int>(random.below(6U * players)), random);
    const KnockoutWhist truth = line.end();
    const auto observer = static_cast<Player>(random.below(static_cast<std::uint32_t>(players)));
    const auto hands = holding(line);
    const auto lack = lacking(line);
    const KnockoutWhist world = truth.determinize(observer, random);
    std::uint64_t all = 0;
    for (Player player = 0; player < players; ++player) {
      const auto p = static_cast<std::size_t>(player);
      const std::uint64_t hand = hand_of(world, player);
      EXPECT_EQ(std::popcount(hand), std::popcount(hands[p]));
      EXPECT_EQ(hand & lack[p], 0U);
      EXPECT_EQ(hand & all, 0U);
      all |= hand;
      if (player == observer) {
        EXPECT_EQ(hand, hands[p]);
      }
    }
    EXPECT_EQ(world.information(observer), truth.information(observer));
  }
}

TEST(KnockoutWhist, DealsTwoHiddenCardsUniformlyAfterManyTricks) {
  Random random({3, 3, 3, 3});
  for (int i = 0; i < 4; ++i) {
    const auto line = in_play(2, 10, random);  // five tricks, two cards left each
    const KnockoutWhist truth = line.end();
    if (truth.to_move() == kChance) continue;
    const Player observer = truth.to_move();
    std::uint64_t hidden = kDeck & ~holding(line)[static_cast<std::size_t>(observer)] &
                           ~lacking(line)[static_cast<std::size_t>(1 - observer)];
    for (std::size_t k = 15; k < line.moves.size(); ++k) {
      hidden &= ~(std::uint64_t{1} << line.moves[k]);
    }
    std::map<std::uint64_t, std::uint64_t> counts;
    for (std::uint64_t a = hidden; a != 0; a &= a - 1) {
      for (std::uint64_t b = a & (a - 1); b != 0; b &= b - 1) counts[(a & -a) | (b & -b)] = 0;
    }
    for (std::size_t draw = 0; draw < 20 * counts.size(); ++draw) {
      const std::uint64_t hand = hand_of(truth.determinize(observer, random), 1 - observer);
      ASSERT_TRUE(counts.contains(hand)) << cards_text(hand);
      ++counts[hand];
    }
    std::vector<std::uint64_t> cells;
    for (const auto& [hand, count] : counts) cells.push_back(count);
    expect_equally_likely(cells);
  }
}

TEST(KnockoutWhist, DrawsTheSameWorldWhateverTheOthersHold) {
  Random random({2, 2, 2, 2});
  for (int i = 0; i < 100; ++i) {
    const auto line = in_play(2 + i % 3, 2 * i / 10, random);
    const KnockoutWhist truth = line.end();
    const Player observer = i % 2;
    const KnockoutWhist other = truth.determinize(observer, random);
    Random one({5, static_cast<std::uint64_t>(i), 0, 0});
    Random same = one;
    EXPECT_EQ(truth.determinize(observer, one), other.determinize(observer, same));
    EXPECT_EQ(truth.information(observer), other.information(observer));
    if (truth.to_move() == observer) {
      EXPECT_EQ(truth.legal_mask(), other.legal_mask());
    }
  }
}

}  // namespace
}  // namespace banyan
