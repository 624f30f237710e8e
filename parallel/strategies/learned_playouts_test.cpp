// Playouts that learn, in searches of every shape.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/search/checks_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

constexpr std::array kRules{PlayoutRule::kMast, PlayoutRule::kNst, PlayoutRule::kLgrf};

PolicySearchOptions learning(PlayoutRule rule) {
  PolicySearchOptions options;
  options.policy.playout = rule;
  options.policy.tau = rule == PlayoutRule::kMast ? 0.1 : 0;
  options.policy.epsilon = rule == PlayoutRule::kNst ? 0.2 : 0;
  options.threads = 1;
  options.memory = std::size_t{16} << 20U;
  options.executor = ExecutorKind::kJthread;
  return options;
}

/// How often all moves were made in the games that a worker learned from.
template <Game G>
std::uint64_t moves_learned(const PolicySearch<G>& search, int worker) {
  std::uint64_t sum = 0;
  for (std::size_t move = 0; move < G::kMaxMoves; ++move) {
    for (const Player player : {0, 1}) {
      sum += search.learned(worker).means().of(player, move).visits;
    }
  }
  return sum;
}

TEST(LearnedPlayouts, AreIndependentOfEarlierSearches) {
  for (const PlayoutRule rule : kRules) {
    PolicySearch<ConnectFour> used(learning(rule));
    PolicySearch<ConnectFour> fresh(learning(rule));
    ConnectFour other;
    other.play(0);
    used.search(other, iterations(500), seeded(3));
    const SearchResult result = used.search(ConnectFour{}, iterations(1000), seeded(7));
    expect_same(result, fresh.search(ConnectFour{}, iterations(1000), seeded(7)));
    auto options = learning(rule);
    options.policy.playout = PlayoutRule::kUniform;
    options.policy.tau = options.policy.epsilon = 0;
    PolicySearch<ConnectFour> uniform(options);
    EXPECT_NE(uniform.search(ConnectFour{}, iterations(1000), seeded(7)).value, result.value);
  }
}

TEST(LearnedPlayouts, KeepWhatTheyLearnedAsLongAsTheTree) {
  for (const bool reuse : {false, true}) {
    auto options = learning(PlayoutRule::kMast);
    options.reuse = reuse;
    PolicySearch<TicTacToe> search(options);
    search.search(TicTacToe{}, iterations(500), StreamKey{1, 1, 0, 0});
    const std::uint64_t first = moves_learned(search, 0);
    EXPECT_GE(first, 500U * 5);  // no game is shorter
    EXPECT_LE(first, 500U * 9);
    TicTacToe position;
    position.play(4);
    search.search(position, iterations(10), StreamKey{1, 1, 1, 0});
    const std::uint64_t second = moves_learned(search, 0) - (reuse ? first : 0);
    EXPECT_GE(second, 10U * 4);
    EXPECT_LE(second, 10U * 8);
    search.search(position, iterations(10), StreamKey{1, 2, 0, 0});  // another game
    EXPECT_LE(moves_learned(search, 0), 10U * 8);
  }
}

TEST(LearnedPlayouts, LearnFromEveryPlayoutOfALeaf) {
  auto options = learning(PlayoutRule::kMast);
  options.playouts = 8;
  PolicySearch<TicTacToe> search(options);
  search.search(TicTacToe{}, iterations(1), seeded(1));
  const std::uint64_t moves = moves_learned(search, 0);
  EXPECT_GE(moves, 8U * 5);
  EXPECT_LE(moves, 8U * 9);
}

TEST(LearnedPlayouts, LearnFromFinishedGamesOfTheTree) {
  TicTacToe position;  // only one move is left
  for (const int move : {0, 1, 2, 4, 3, 5, 7, 6}) position.play(static_cast<TicTacToe::Move>(move));
  ASSERT_FALSE(position.over());
  PolicySearch<TicTacToe> search(learning(PlayoutRule::kMast));
  search.search(position, iterations(10), seeded(1));
  EXPECT_EQ(search.learned(0).means().of(0, 8).visits, 10U);
  EXPECT_EQ(search.learned(0).means().of(0, 8).mean, 0.5F);
}

TEST(LearnedPlayouts, BelongToOneThreadOfOneTree) {
  for (const PlayoutRule rule : kRules) {
    auto options = learning(rule);
    options.trees = 2;
    options.threads = 2;
    PolicySearch<ConnectFour> search(options);
    const SearchResult result = search.search(ConnectFour{}, iterations(4000), seeded(1));
    EXPECT_EQ(result.iterations, 4000U);
    EXPECT_EQ(result.counters.at("learned_bytes"), 4 * search.learned(0).bytes());
  }
  auto options = learning(PlayoutRule::kMast);
  options.trees = 4;
  PolicySearch<TicTacToe> search(options);
  search.search(TicTacToe{}, iterations(400), seeded(1));
  for (int worker = 0; worker < 4; ++worker) {
    EXPECT_GE(moves_learned(search, worker), 100U * 5) << worker;
    EXPECT_LE(moves_learned(search, worker), 100U * 9) << worker;
  }
}

}  // namespace
}  // namespace banyan
