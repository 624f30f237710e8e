// What every game must satisfy. A game's test adds these tests with its facts, here perft for
// depths 1, 2 and 3:
//
//   const auto kChess = check_game("Chess", [] { return Chess(); }, {20, 400, 8902});
//
// With `false` behind these, its playout need not count the plies of the rules.
// A game with a text form ends its board() with a line of turn_text() (core/game/game_text.hpp).
// If its playouts choose among other moves than the rules allow, the game has playout_moves().
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "core/game/game_text.hpp"
#include "core/game/perft.hpp"
#include "core/playout/playout.hpp"
#include "core/search/scale_test.hpp"
#include "games/checks_test.hpp"

namespace banyan::conformance {

/// The games of one sample.
inline constexpr int kSample = scaled(40'000);

/// How many standard errors a mean may be off. Seeds are fixed, so a test that passes once always
/// passes. A wrong distribution is much further off at these sample sizes.
inline constexpr double kSigmas = 4.5;

template <class G>
void play_random_move(G& position, Random& random) {
  const auto moves = position.legal_moves();
  position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
}

/// A game as its playouts play it: same rules, but fewer moves.
template <class G>
struct AsPlayedOut {
  using Move = typename G::Move;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;

  G game;

  [[nodiscard]] Player to_move() const { return game.to_move(); }
  [[nodiscard]] MovesOf<AsPlayedOut> legal_moves() const { return game.playout_moves(); }
  void play(Move move) { game.play(move); }
  [[nodiscard]] bool over() const { return game.over(); }
  [[nodiscard]] Points result(Player player) const { return game.result(player); }
  friend bool operator==(const AsPlayedOut&, const AsPlayedOut&) = default;
};

/// The game from whose moves the playouts of a position choose.
template <class G>
auto as_played_out(const G& position) {
  if constexpr (requires { position.playout_moves(); }) {
    return AsPlayedOut<G>{position};
  } else {
    return position;
  }
}

/// All positions of one random game, the last one over.
template <class G>
std::vector<G> random_game(G position, Random& random) {
  std::vector<G> positions{position};
  while (!position.over()) {
    play_random_move(position, random);
    positions.push_back(position);
  }
  return positions;
}

/// All positions of a random game that avoids its end as long as possible, none over.
template <class G>
std::vector<G> long_game(const G& start, Random& random) {
  std::vector<G> positions{start};
  for (;;) {
    std::vector<G> open;
    for (const auto move : positions.back().legal_moves()) {
      G next = positions.back();
      next.play(move);
      if (!next.over()) open.push_back(next);
    }
    if (open.empty()) return positions;
    positions.push_back(open[random.below(static_cast<std::uint32_t>(open.size()))]);
  }
}

/// Calls visit(position) for all positions of some seeded random games.
template <class G, class Visit>
void for_random_positions(const G& start, int games, Visit visit) {
  Random random({1});
  for (int game = 0; game < games; ++game) {
    for (const G& position : random_game(start, random)) visit(position);
  }
}

/// How often a playout ended in a loss, a draw and a win for player 0, and its plies.
struct Tally {
  std::array<double, 3> results{};
  double plies = 0;
  double plies_squared = 0;
  double games = 0;

  void add(const Playout& playout) {
    results[static_cast<std::size_t>(playout.first)] += 1;
    plies += playout.plies;
    plies_squared += static_cast<double>(playout.plies) * playout.plies;
    games += 1;
  }
  [[nodiscard]] double rate(int points) const {
    return results[static_cast<std::size_t>(points)] / games;
  }
  [[nodiscard]] double mean_plies() const { return plies / games; }
  [[nodiscard]] double plies_error() const {
    const double variance = plies_squared / games - mean_plies() * mean_plies();
    return std::sqrt(std::max(variance, 0.0) / games);
  }
};

template <class G, class PlayOut>
Tally tally(const G& position, int games, std::uint64_t seed, PlayOut play_out) {
  Random random({seed});
  Tally result;
  for (int game = 0; game < games; ++game) result.add(play_out(position, random));
  return result;
}

inline constexpr auto kFast = [](const auto& position, Random& random) {
  return uniform_playout(position, random);
};
inline constexpr auto kStepwise = [](const auto& position, Random& random) {
  return stepwise_playout(position, random);
};

/// Expects results at the rates {loss, draw, win}, known up to `rounding`.
inline void expect_rates(const Tally& tally, const std::array<double, 3>& rates,
                         double sigmas = kSigmas, double rounding = 1e-12) {
  for (const int points : {kLoss, kDraw, kWin}) {
    const double rate = rates[static_cast<std::size_t>(points)];
    // A rate summed over many lines can exceed 1 by rounding.
    const double error = std::sqrt(std::max(0.0, rate * (1 - rate)) / tally.games);
    EXPECT_NEAR(tally.rate(points), rate, sigmas * error + rounding) << points << " points";
  }
}

/// The probabilities of a loss, a draw and a win for player 0 if both sides move at random, by
/// playing out every line. Nothing if that takes more than `budget` positions.
template <class G>
std::optional<std::array<double, 3>> exact_rates(const G& position, int& budget) {
  if (--budget < 0) return std::nullopt;
  std::array<double, 3> rates{};
  if (position.over()) {
    rates[static_cast<std::size_t>(position.result(0))] = 1;
    return rates;
  }
  const auto moves = position.legal_moves();
  for (const auto move : moves) {
    G next = position;
    next.play(move);
    const auto after = exact_rates(next, budget);
    if (!after) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) {
      rates[i] += (*after)[i] / static_cast<double>(moves.size());
    }
  }
  return rates;
}

/// How many standard deviations a chi-square statistic lies above its mean (Wilson and Hilferty
/// 1931).
inline double chi_square_sigmas(double chi_square, double degrees) {
  const double spread = 2 / (9 * degrees);
  return (std::cbrt(chi_square / degrees) - (1 - spread)) / std::sqrt(spread);
}

/// Pearson's statistic for counts of equally likely cases.
template <class Counts>
double uniform_sigmas(const Counts& counts, double total) {
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const auto& count : counts) {
    const double off = static_cast<double>(count) - expected;
    chi_square += off * off / expected;
  }
  return chi_square_sigmas(chi_square, static_cast<double>(counts.size()) - 1);
}

/// The same for how often `games` games began with each pair of moves, if all moves are equally
/// likely. Infinite if an illegal move was made.
template <class G>
double opening_sigmas(const G& start, const std::map<std::array<typename G::Move, 2>, int>& counts,
                      double games) {
  double chi_square = 0;
  double cases = 0;
  double seen = 0;
  const auto firsts = start.legal_moves();
  for (const auto first : firsts) {
    G next = start;
    next.play(first);
    const auto seconds = next.legal_moves();
    for (const auto second : seconds) {
      const double expected =
          games / static_cast<double>(firsts.size()) / static_cast<double>(seconds.size());
      const auto found = counts.find({first, second});
      const double count = found == counts.end() ? 0 : found->second;
      chi_square += (count - expected) * (count - expected) / expected;
      seen += count;
      ++cases;
    }
  }
  if (seen != games) return std::numeric_limits<double>::infinity();
  return chi_square_sigmas(chi_square, cases - 1);
}

/// A game that ends after two moves and records them, to show what a playout chose.
template <class G>
struct TwoPlies {
  using Move = typename G::Move;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;

  G game;
  std::array<Move, 2>* chosen;
  std::size_t plies = 0;

  [[nodiscard]] Player to_move() const { return game.to_move(); }
  [[nodiscard]] MovesOf<TwoPlies> legal_moves() const {
    MovesOf<TwoPlies> moves;
    for (const Move move : game.legal_moves()) moves.push_back(move);
    return moves;
  }
  void play(Move move) {
    (*chosen)[plies++] = move;
    game.play(move);
  }
  [[nodiscard]] bool over() const { return plies == 2; }
  [[nodiscard]] Points result(Player /*player*/) const { return kDraw; }
  friend bool operator==(const TwoPlies&, const TwoPlies&) = default;
};

/// Expects games from both positions to have equal results and lengths, one at a time and many at
/// once.
template <class G>
void expect_same_statistics(const G& a, const G& b) {
  constexpr int kGames = kSample / 5;
  const Tally of_a = tally(a, kGames, 1, kFast);
  const Tally of_b = tally(b, kGames, 2, kFast);
  for (const Points points : {kLoss, kDraw, kWin}) {
    const double rate = (of_a.rate(points) + of_b.rate(points)) / 2;
    EXPECT_NEAR(of_a.rate(points), of_b.rate(points),
                kSigmas * std::sqrt(2 * rate * (1 - rate) / kGames));
  }
  EXPECT_NEAR(of_a.mean_plies(), of_b.mean_plies(),
              kSigmas * std::hypot(of_a.plies_error(), of_b.plies_error()));
  Random random({3});
  const auto mean_of = [&random](const G& start) {
    std::uint32_t sum = 0;
    EXPECT_EQ(add_playouts(start, kGames, random, sum), static_cast<std::uint32_t>(kGames));
    return static_cast<double>(sum) / kGames;
  };
  // No game's points deviate from their mean by more than one.
  EXPECT_NEAR(mean_of(a), mean_of(b), kSigmas * std::sqrt(2.0 / kGames));
}

/// Plays random games on two boards, each move on one and its image on the other. Expects the same
/// game, perft and statistics. `image` maps moves and is a bijection.
template <class G, class Image>
void expect_symmetric(const G& start, int games, Image image) {
  Random random({2});
  for (int game = 0; game < games; ++game) {
    G position = start;
    G other = start;
    for (int plies = 0; !position.over(); ++plies) {
      ASSERT_FALSE(other.over());
      if (game == 0 && plies == 4) expect_same_statistics(position, other);
      std::set<typename G::Move> images;
      for (const auto move : position.legal_moves()) images.insert(image(move));
      const auto moves = other.legal_moves();
      ASSERT_EQ(images, std::set(moves.begin(), moves.end()));
      ASSERT_EQ(perft(position, 2), perft(other, 2));
      const auto choices = position.legal_moves();
      const auto move = choices[random.below(static_cast<std::uint32_t>(choices.size()))];
      position.play(move);
      other.play(image(move));
    }
    ASSERT_TRUE(other.over());
    ASSERT_EQ(position.result(0), other.result(0));
    ASSERT_EQ(position.result(1), other.result(1));
  }
}

template <class G>
void a_copy_of_the_bytes_plays_on_alike(const Facts<G>& facts) {
  for_random_positions(facts.start(), 20, [&facts](const G& position) {
    G copy = facts.start();
    std::memcpy(static_cast<void*>(&copy), static_cast<const void*>(&position), sizeof(G));
    ASSERT_EQ(copy, position);
    Random random({3});
    Random again({3});
    ASSERT_EQ(random_game(copy, random), random_game(position, again));
  });
}

template <class G>
void a_move_changes_the_position(const Facts<G>& facts) {
  for_random_positions(facts.start(), 20, [](const auto& position) {
    if (position.over()) return;
    for (const auto move : position.legal_moves()) {
      auto next = position;
      next.play(move);
      ASSERT_NE(next, position);
    }
  });
}

template <class G>
void legal_moves_are_distinct_and_no_more_than_promised(const Facts<G>& facts) {
  for_random_positions(facts.start(), 50, [](const G& position) {
    if (position.over()) return;
    const auto moves = position.legal_moves();
    ASSERT_FALSE(moves.empty());
    ASSERT_LE(moves.size(), G::kMaxMoves);
    ASSERT_EQ(std::set(moves.begin(), moves.end()).size(), moves.size());
  });
}

template <class G>
void players_alternate_where_that_is_promised(const Facts<G>& facts) {
  if constexpr (!AlternatingGame<G>) GTEST_SKIP() << "promises nothing";
  Random random({4});
  for (int game = 0; game < 50; ++game) {
    auto position = facts.start();
    for (Player player = position.to_move(); !position.over(); player = 1 - player) {
      ASSERT_EQ(position.to_move(), player);
      play_random_move(position, random);
    }
  }
}

template <class G>
void results_of_a_finished_game_add_up_to_a_win(const Facts<G>& facts) {
  for_random_positions(facts.start(), 200, [](const auto& position) {
    if (!position.over()) return;
    ASSERT_TRUE(position.result(0) == kLoss || position.result(0) == kDraw ||
                position.result(0) == kWin);
    ASSERT_EQ(position.result(1), opposite(position.result(0)));
  });
}

template <class G>
void every_legal_move_is_read_back_from_its_text(const Facts<G>& facts) {
  if constexpr (TextGame<G>) {
    for_random_positions(facts.start(), 20, [](const G& position) {
      if (position.over()) return;
      for (const auto move : position.legal_moves()) {
        std::string text = position.to_text(move);
        ASSERT_EQ(position.parse(text), move) << text;
        for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        ASSERT_EQ(position.parse(text), move) << text;
        ASSERT_EQ(position.parse(text + " "), std::nullopt) << text;
        ASSERT_EQ(position.parse(" " + text), std::nullopt) << text;
      }
    });
  } else {
    GTEST_SKIP() << "has no text form";
  }
}

template <class G>
void whatever_parses_is_written_as_it_was_read(const Facts<G>& facts) {
  if constexpr (TextGame<G>) {
    static constexpr std::string_view kLikely = "abcdefghijklmnoABCO0123456789-+ pasPAS";
    const G position = facts.start();
    EXPECT_EQ(position.parse(""), std::nullopt);
    Random random({5});
    for (int i = 0; i < 200'000; ++i) {
      std::string text;
      for (std::uint32_t length = random.below(6); length > 0; --length) {
        text += random.below(8) == 0 ? static_cast<char>(random.below(256))
                                     : kLikely[random.below(kLikely.size())];
      }
      const auto move = position.parse(text);
      if (!move) continue;
      for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      ASSERT_EQ(position.to_text(*move), text);
    }
  } else {
    GTEST_SKIP() << "has no text form";
  }
}

template <class G>
void the_board_says_whose_turn_it_is_or_who_has_won(const Facts<G>& facts) {
  if constexpr (TextGame<G>) {
    for_random_positions(facts.start(), 5, [](const G& position) {
      ASSERT_TRUE(position.board().ends_with('\n' + turn_text(position) + '\n'));
    });
  } else {
    GTEST_SKIP() << "has no text form";
  }
}

template <class G>
void one_seed_gives_one_playout(const Facts<G>& facts) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random({seed});
    Random again({seed});
    const Playout first = uniform_playout(facts.start(), random);
    const Playout second = uniform_playout(facts.start(), again);
    EXPECT_EQ(first.first, second.first);
    EXPECT_EQ(first.plies, second.plies);
    EXPECT_EQ(random.next(), again.next());
  }
}

template <class G>
void stepwise_playouts_choose_uniformly(const Facts<G>& facts) {
  using Choice = std::array<typename G::Move, 2>;
  Choice chosen{};
  const TwoPlies<G> start{facts.start(), &chosen};
  constexpr int kGames = 4 * kSample;
  std::map<Choice, int> counts;
  Random random({6});
  for (int game = 0; game < kGames; ++game) {
    stepwise_playout(start, random);
    ++counts[chosen];
  }
  EXPECT_LT(std::abs(opening_sigmas(facts.start(), counts, kGames)), kSigmas);
}

template <class G>
void fast_playouts_agree_with_stepwise_ones(const Facts<G>& facts) {
  if constexpr (FastPlayout<G>) {
    constexpr int kGames = G::kMaxMoves <= 128 ? kSample : kSample / 4;  // long ones: fewer
    Random random({7});
    for (std::uint64_t i = 0; i < 3; ++i) {
      const auto game = random_game(facts.start(), random);
      const G position = game[random.below(static_cast<std::uint32_t>(game.size() - 1))];
      const Tally fast = tally(position, kGames, 10 + i, kFast);
      const Tally stepwise = tally(as_played_out(position), kGames, 20 + i, kStepwise);
      for (const int points : {kLoss, kDraw, kWin}) {
        const double rate = (fast.rate(points) + stepwise.rate(points)) / 2;
        EXPECT_NEAR(fast.rate(points), stepwise.rate(points),
                    kSigmas * std::sqrt(2 * rate * (1 - rate) / kGames));
      }
      if (facts.plays_to_the_end) {
        EXPECT_NEAR(fast.mean_plies(), stepwise.mean_plies(),
                    kSigmas * std::hypot(fast.plies_error(), stepwise.plies_error()));
      }
    }
  } else {
    GTEST_SKIP() << "has no fast playout";
  }
}

template <class G>
void playouts_near_the_end_hit_the_exact_rates(const Facts<G>& facts) {
  Random random({8});
  int found = 0;
  for (int i = 0; i < 300 && found < 10; ++i) {
    const auto game = random_game(facts.start(), random);
    // The longest ending of this game that is short enough for a full enumeration.
    std::optional<std::array<double, 3>> rates;
    std::size_t begin = game.size() - 1;
    for (;;) {
      int budget = 20'000;
      const auto exact = exact_rates(as_played_out(game[begin - 1]), budget);
      if (!exact) break;
      rates = exact;
      if (--begin == 0) break;
    }
    if (!rates) continue;
    ++found;
    expect_rates(tally(game[begin], kSample, static_cast<std::uint64_t>(i), kFast), *rates);
  }
  if (found == 0) GTEST_SKIP() << "no end of a game is short enough";
}

/// Adds all of these as tests of a game; see the top of this file.
template <class Start>
std::size_t check_game(const std::string& name, Start start, std::vector<std::uint64_t> perft,
                       bool plays_to_the_end = true) {
  using G = std::invoke_result_t<Start>;
  static_assert(Game<G>);
  return add_checks<Facts<G>>(
      name + "/GameConformance", {start, std::move(perft), plays_to_the_end},
      {{"PerftFindsTheKnownNumbers", perft_finds_the_known_numbers},
       {"ACopyOfTheBytesPlaysOnAlike", a_copy_of_the_bytes_plays_on_alike},
       {"AMoveChangesThePosition", a_move_changes_the_position},
       {"LegalMovesAreDistinctAndNoMoreThanPromised",
        legal_moves_are_distinct_and_no_more_than_promised},
       {"PlayersAlternateWhereThatIsPromised", players_alternate_where_that_is_promised},
       {"ResultsOfAFinishedGameAddUpToAWin", results_of_a_finished_game_add_up_to_a_win},
       {"EveryLegalMoveIsReadBackFromItsText", every_legal_move_is_read_back_from_its_text},
       {"WhateverParsesIsWrittenAsItWasRead", whatever_parses_is_written_as_it_was_read},
       {"TheBoardSaysWhoseTurnItIsOrWhoHasWon", the_board_says_whose_turn_it_is_or_who_has_won},
       {"OneSeedGivesOnePlayout", one_seed_gives_one_playout},
       {"StepwisePlayoutsChooseUniformly", stepwise_playouts_choose_uniformly},
       {"FastPlayoutsAgreeWithStepwiseOnes", fast_playouts_agree_with_stepwise_ones},
       {"PlayoutsNearTheEndHitTheExactRates", playouts_near_the_end_hit_the_exact_rates}});
}

}  // namespace banyan::conformance
