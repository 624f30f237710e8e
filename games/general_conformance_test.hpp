// What every game of chance, of rewards or of many players must satisfy. A game's test adds these
// tests with its facts, here perft for depths 1, 2 and 3:
//
//   const auto kPig = check_general_game("Pig", [] { return Pig(30); }, {1, 6, 11});
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

#include "core/game/game_text.hpp"
#include "core/game/perft.hpp"
#include "core/playout/general_playout.hpp"
#include "games/checks_test.hpp"

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

namespace general {

template <class G>
void a_copy_of_the_bytes_plays_on_alike(const Facts<G>& facts) {
  for_lines(facts.start(), 2, [&facts](const G& position) {
    G copy = facts.start();
    std::memcpy(static_cast<void*>(&copy), static_cast<const void*>(&position), sizeof(G));
    ASSERT_EQ(copy, position);
    Random random({3});
    Random again({3});
    ASSERT_EQ(random_line(copy, random, 20), random_line(position, again, 20));
  });
}

template <class G>
void legal_moves_are_distinct_and_read_back_from_their_texts(const Facts<G>& facts) {
  for_lines(facts.start(), 5, [](const G& position) {
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
  EXPECT_EQ(facts.start().parse(""), std::nullopt);
}

template <class G>
void whoever_moves_is_a_player_or_chance(const Facts<G>& facts) {
  for_lines(facts.start(), 5, [](const G& position) {
    ASSERT_LE(players_of(position), max_players<G>());
    if (position.over() || at_chance(position)) return;
    ASSERT_GE(position.to_move(), 0);
    ASSERT_LT(position.to_move(), players_of(position));
    ASSERT_FALSE(position.board().empty());
  });
}

template <class G>
void chance_is_drawn_by_its_probabilities(const Facts<G>& facts) {
  if constexpr (ChanceGame<G>) {
    constexpr int kDraws = 20'000;
    Random random({4});
    int checked = 0;
    for (const G& position : random_line(facts.start(), random)) {
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

template <class G>
void playouts_end_and_add_up_what_was_earned(const Facts<G>& facts) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Random random({seed});
    Random again({seed});
    Returns<G> sum{};
    ASSERT_EQ(add_playout(facts.start(), random, {}, sum), PlayoutEnd::kOver);
    Returns<G> expected{};
    for (G position = facts.start(); !position.over();) {
      position.play(at_chance(position) ? draw_outcome(position, again)
                                        : playout_move(position, again));
      for (Player player = 0; player < players_of(position); ++player) {
        expected[static_cast<std::size_t>(player)] += reward_of(position, player);
      }
    }
    EXPECT_EQ(sum, expected);
  }
}

template <class G>
void who_wins_decides_what_all_others_get(const Facts<G>& facts) {
  if constexpr (!RewardGame<G>) {
    std::map<Player, std::vector<Points>> results;
    Random random({5});
    for (int game = 0; game < 200; ++game) {
      const G end = random_line(facts.start(), random).back();
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

}  // namespace general

/// Adds all of these as tests of a game; see the top of this file.
template <class Start>
std::size_t check_general_game(const std::string& name, Start start,
                               std::vector<std::uint64_t> perft) {
  using G = std::invoke_result_t<Start>;
  return add_checks<Facts<G>>(
      name + "/GeneralConformance", {start, std::move(perft)},
      {{"PerftFindsTheKnownNumbers", perft_finds_the_known_numbers},
       {"ACopyOfTheBytesPlaysOnAlike", general::a_copy_of_the_bytes_plays_on_alike},
       {"LegalMovesAreDistinctAndReadBackFromTheirTexts",
        general::legal_moves_are_distinct_and_read_back_from_their_texts},
       {"WhoeverMovesIsAPlayerOrChance", general::whoever_moves_is_a_player_or_chance},
       {"ChanceIsDrawnByItsProbabilities", general::chance_is_drawn_by_its_probabilities},
       {"PlayoutsEndAndAddUpWhatWasEarned", general::playouts_end_and_add_up_what_was_earned},
       {"WhoWinsDecidesWhatAllOthersGet", general::who_wins_decides_what_all_others_get}});
}

}  // namespace banyan::conformance
