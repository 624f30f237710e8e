// Playouts that learn, in games.
#include "core/playout/learned_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stop_token>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/playout/policy_playout.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/go/go.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan {
namespace {

constexpr std::array kRules{PlayoutRule::kMast, PlayoutRule::kNst, PlayoutRule::kLgrf};

PolicyOptions learning(PlayoutRule rule, double tau = 0) {
  PolicyOptions policy;
  policy.playout = rule;
  policy.tau = tau;
  return policy;
}

/// Records a game of alternating moves.
template <Game G>
void record(LearnedMoves<G>& learned, const std::vector<int>& moves) {
  learned.begin();
  Player player = 0;
  for (const int move : moves) {
    learned.add(static_cast<typename G::Move>(move), player);
    player = 1 - player;
  }
}

/// Each game starts from `start` and learns from itself alone, with every rule, its moves checked.
template <Game G>
void expect_fit_moves(const G& start) {
  for (const PlayoutRule rule : kRules) {
    for (const double tau : {0.0, 0.1}) {
      LearnedMoves<G> learned(learning(rule, tau));
      Random random(StreamKey{1, 0, 0, 0});
      int chosen = 0;
      for (int game = 0; game < 30; ++game) {
        learned.begin();
        G position = start;
        while (!position.over()) {
          const auto move = learned.choose(position, random);
          if (move) {
            ++chosen;
            bool fits = false;
            if constexpr (PlayoutPolicyGame<G>) {
              const auto fit = position.playout_moves();
              fits = std::find(fit.begin(), fit.end(), *move) != fit.end();
            } else {
              const auto fit = position.legal_moves();
              fits = std::find(fit.begin(), fit.end(), *move) != fit.end();
            }
            ASSERT_TRUE(fits) << int{*move};
          } else {
            ASSERT_EQ(rule, PlayoutRule::kLgrf);
          }
          const auto next = move ? *move : uniform_move(position, random);
          learned.add(next, position.to_move());
          position.play(next);
        }
        learned.learn(position.result(0));
      }
      EXPECT_GT(chosen, 0);
    }
  }
}

TEST(LearnedMoves, AreMovesThatPlayoutsMayMake) {
  expect_fit_moves(TicTacToe{});
  expect_fit_moves(ConnectFour{});
  expect_fit_moves(Hex<11>(5));
  expect_fit_moves(Othello{});
  expect_fit_moves(Breakthrough{});
  expect_fit_moves(Go<9>(5));
}

TEST(LearnedMoves, OfMastAreDrawnByTheGibbsDistributionOfTheLegalMoves) {
  constexpr double kTau = 0.4;
  LearnedMoves<TicTacToe> learned(learning(PlayoutRule::kMast, kTau));
  for (const auto& [move, first] : {std::pair{0, kLoss}, {1, kDraw}, {1, kLoss}, {2, kWin}}) {
    record(learned, {move});
    learned.learn(first);
  }
  TicTacToe position;
  for (const int move : {8, 7, 6, 5, 4, 2}) position.play(static_cast<TicTacToe::Move>(move));
  ASSERT_FALSE(position.over());
  // Legal are 0, 1 and 3, of which player 0 made 0 with mean 0, 1 with mean 0.25 and 3 never.
  const std::array<double, 4> weights{1, std::exp(0.25 / kTau), 0, std::exp(1 / kTau)};
  const double sum = weights[0] + weights[1] + weights[3];
  Random random(StreamKey{2, 0, 0, 0});
  constexpr int kDraws = 100'000;
  std::array<int, 9> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts[*learned.choose(position, random)];
  for (std::size_t move = 0; move < weights.size(); ++move) {
    const double probability = weights[move] / sum;
    const double error = std::sqrt(probability * (1 - probability) / kDraws);
    EXPECT_NEAR(counts[move] / double{kDraws}, probability, 4.5 * error + 1e-9) << move;
  }
}

TEST(LearnedMoves, OfNstDependOnTheMovesBefore) {
  LearnedMoves<TicTacToe> learned(learning(PlayoutRule::kNst));
  for (int i = 0; i < 10; ++i) {
    for (const int reply : {1, 2, 3, 5, 6, 7, 8}) {  // after 4 and 0 the reply 6 wins alone
      record(learned, {4, 0, reply});
      learned.learn(reply == 6 ? kWin : kLoss);
      record(learned, {0, 4, reply});
      learned.learn(reply == 2 ? kWin : kLoss);
    }
  }
  Random random(StreamKey{3, 0, 0, 0});
  const auto after = [&](int first, int second) {
    record(learned, {first, second});
    TicTacToe position;
    position.play(static_cast<TicTacToe::Move>(first));
    position.play(static_cast<TicTacToe::Move>(second));
    return int{*learned.choose(position, random)};
  };
  EXPECT_EQ(after(4, 0), 6);
  EXPECT_EQ(after(0, 4), 2);
}

TEST(LearnedMoves, OfLgrfAnswerTheLastTwoMoves) {
  LearnedMoves<ConnectFour> learned(learning(PlayoutRule::kLgrf));
  record(learned, {3, 2, 5});
  learned.learn(kWin);
  record(learned, {1, 2, 6});
  learned.learn(kWin);
  Random random(StreamKey{4, 0, 0, 0});
  const auto after = [&](const std::vector<int>& moves) {
    record(learned, moves);
    ConnectFour position;
    for (const int move : moves) position.play(static_cast<ConnectFour::Move>(move));
    return learned.choose(position, random);
  };
  EXPECT_EQ(after({3, 2}), 5);
  EXPECT_EQ(after({0, 2}), 6);
  EXPECT_EQ(after({2, 3}), std::nullopt);
  EXPECT_EQ(after({6, 6, 6, 6, 6, 6, 0, 2}), std::nullopt);  // column 6 is full
}

TEST(LearningPlayouts, LearnFromDrawsByTheirCap) {
  PolicyOptions policy = learning(PlayoutRule::kMast);
  policy.cap = 1;
  LearnedMoves<TicTacToe> learned(policy);
  PolicyPlayout<TicTacToe> playout(policy);
  playout.learn_in(learned);
  Random random(StreamKey{5, 0, 0, 0});
  const Budget endless({}, 1);
  // A move not made yet is preferred, so nine playouts make each first move once.
  for (int i = 0; i < 9; ++i) {
    learned.begin();
    EXPECT_EQ(playout.play(TicTacToe{}, {}, nullptr, random, endless), kDraw);
  }
  for (std::size_t move = 0; move < 9; ++move) {
    EXPECT_EQ(learned.means().of(0, move).visits, 1U) << move;
    EXPECT_EQ(learned.means().of(0, move).mean, 0.5F) << move;
  }
}

TEST(LearningPlayouts, LearnNothingOnceTheSearchIsOver) {
  const PolicyOptions policy = learning(PlayoutRule::kMast);
  LearnedMoves<TicTacToe> learned(policy);
  PolicyPlayout<TicTacToe> playout(policy);
  playout.learn_in(learned);
  Random random(StreamKey{6, 0, 0, 0});
  std::stop_source over;
  const Budget budget({}, 1, over.get_token());
  over.request_stop();
  learned.begin();
  playout.play(TicTacToe{}, {}, nullptr, random, budget);
  for (std::size_t move = 0; move < 9; ++move) EXPECT_EQ(learned.means().of(0, move).visits, 0U);
}

TEST(LearningPlayouts, TakeWinsFirstIfTheyAreToBeDecisive) {
  // X at a1 and b1, O at a2 and b3: c1, move 2, wins, and mast has only seen it lose.
  TicTacToe position;
  for (const char* const move : {"a1", "a2", "b1", "b3"}) position.play(*position.parse(move));
  for (const bool decisive : {false, true}) {
    PolicyOptions policy = learning(PlayoutRule::kMast);
    policy.decisive = decisive;
    LearnedMoves<TicTacToe> learned(policy);
    record(learned, {2});
    learned.learn(kLoss);
    PolicyPlayout<TicTacToe> playout(policy);
    playout.learn_in(learned);
    Random random(StreamKey{7, 0, 0, 0});
    const Budget endless({}, 1);
    learned.begin();
    playout.play(position, {}, nullptr, random, endless);
    const MeanResult& of_win = learned.means().of(0, 2);
    EXPECT_EQ(of_win.visits == 2 && of_win.mean == 0.5F, decisive);
  }
}

TEST(LearningPlayouts, OfUniformMovesAloneAreUniformPlayouts) {
  Random random(StreamKey{8, 0, 0, 0});
  const Budget endless({}, 1);
  constexpr int kGames = 20'000;
  double uniform = 0;
  for (int i = 0; i < kGames; ++i) uniform += stepwise_playout(ConnectFour{}, random).first;
  for (const PlayoutRule rule : kRules) {
    PolicyOptions policy = learning(rule);
    policy.epsilon = 1;
    LearnedMoves<ConnectFour> learned(policy);
    PolicyPlayout<ConnectFour> playout(policy);
    playout.learn_in(learned);
    double mixed = 0;
    for (int i = 0; i < kGames; ++i) {
      learned.begin();
      mixed += playout.play(ConnectFour{}, {}, nullptr, random, endless);
    }
    EXPECT_NEAR(mixed / kGames, uniform / kGames, 0.045);  // 4.5 standard errors of 0.99 / 100
  }
}

}  // namespace
}  // namespace banyan
