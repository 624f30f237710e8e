#include "core/selection/rules/ments.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/pig/pig.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"
#include "games/sailing/sailing_truth_test.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan {
namespace {

TEST(Ments, HasTheSoftMaximumOfThePaper) {
  EXPECT_NEAR(soft_maximum(std::array{0.0, 0.0}, 1), std::log(2), 1e-12);
  EXPECT_NEAR(soft_maximum(std::array{1.0, 2.0}, 0.5), 0.5 * std::log(std::exp(2) + std::exp(4)),
              1e-12);
  EXPECT_NEAR(soft_maximum(std::array{-3.0, 2.0, 1.9}, 1e-3), 2, 1e-12);
  EXPECT_NEAR(soft_maximum(std::array{-3.0, 2.0, 1.9}, 0), 2, 1e-8);
  EXPECT_NEAR(soft_maximum(std::array{-1000.0, -1001.0}, 0.1), -1000, 1e-4);
}

TEST(Ments, DrawsByValuesAndEverLessUniformly) {
  std::array q{1.0, 2.0, 2.0};
  to_soft_policy(q, 0.5);
  EXPECT_NEAR(std::accumulate(q.begin(), q.end(), 0.0), 1, 1e-12);
  EXPECT_NEAR(q[1] / q[0], std::exp(2), 1e-9);
  EXPECT_EQ(q[1], q[2]);
  std::array greedy{1.0, 2.0, 1.9};
  to_soft_policy(greedy, 0);
  EXPECT_NEAR(greedy[1], 1, 1e-6);
  EXPECT_EQ(uniform_share(0.1, 4, 0), 1);
  EXPECT_NEAR(uniform_share(0.1, 4, 99), 0.4 / std::log(100), 1e-12);
  EXPECT_GT(uniform_share(0.1, 4, 99), uniform_share(0.1, 4, 9999));
}

GeneralOptions ments(double softness, int threads = 1) {
  GeneralOptions options;
  options.threads = threads;
  options.memory = std::size_t{64} << 20U;
  options.exploration = 0.1;
  options.policy.select = SelectionRule::kMents;
  options.policy.backup = Backup::kSoft;
  options.policy.softness = softness;
  return options;
}

/// What the moves of a node are worth to the player to choose; those without visits are left out.
template <class Tree>
std::vector<double> values_of(const Tree& tree, Node node) {
  std::vector<double> values;
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    if (tree.visits(node, slot) > 0) values.push_back(tree.value(node, slot, tree.mover(node)));
  }
  return values;
}

TEST(Ments, PassesUpSoftValuesToTheMoverAndMeansByTheSoftPolicyToOthers) {
  for (const int threads : {1, 3}) {
    GeneralSearch<Rolit> engine(ments(0.2, threads));
    engine.search(Rolit(5, 3), iterations(scaled<std::uint64_t>(2000)), seeded(1));
    const GeneralTree<Rolit>& tree = engine.tree(0);
    EXPECT_EQ(find_defect(tree), std::nullopt);
    int checked = 0;
    for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
      const Node below = tree.child(tree.root(), slot);
      if (below == kNoNode) continue;
      std::vector<double> policy = values_of(tree, below);
      if (policy.empty()) continue;
      const double soft = soft_maximum(policy, 0.2);
      EXPECT_NEAR(tree.value(tree.root(), slot, tree.mover(below)), soft, 1e-6);
      to_soft_policy(policy, 0.2);
      const Player other = tree.mover(tree.root());
      double mean = 0;
      std::size_t i = 0;
      for (Slot next = 0; next < tree.size(below); ++next) {
        if (tree.visits(below, next) > 0) mean += policy[i++] * tree.value(below, next, other);
      }
      EXPECT_NEAR(tree.value(tree.root(), slot, other), mean, 1e-6);
      ++checked;
    }
    EXPECT_GT(checked, 2);
  }
}

/// Two players. Four times one of three moves is made; who wins is drawn for each way there.
class RandomWinner {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 3;
  static constexpr int kMaxPlayers = 4;
  static constexpr int kPlies = 4;

  explicit RandomWinner(std::uint64_t seed = 0) : path_(seed) {}
  [[nodiscard]] int players() const { return 2; }
  [[nodiscard]] Player to_move() const { return plies_ % 2; }
  [[nodiscard]] MovesOf<RandomWinner> legal_moves() const {
    MovesOf<RandomWinner> moves;
    for (Move move = 0; move < kMaxMoves; ++move) moves.push_back(move);
    return moves;
  }
  void play(Move move) {
    path_ = scramble(path_ + move + 1);
    ++plies_;
  }
  [[nodiscard]] bool over() const { return plies_ == kPlies; }
  [[nodiscard]] Points result(Player player) const {
    return static_cast<Player>(path_ % 2) == player ? kWin : kLoss;
  }
  friend bool operator==(const RandomWinner&, const RandomWinner&) = default;

 private:
  std::uint64_t path_;
  int plies_ = 0;
};

/// Whether the player to move wins.
bool wins(const RandomWinner& position) {
  if (position.over()) return position.result(position.to_move()) == kWin;
  for (const RandomWinner::Move move : position.legal_moves()) {
    RandomWinner next = position;
    next.play(move);
    if (!wins(next)) return true;
  }
  return false;
}

/// With tau = 1 soft values exceed 1 by far: cut there, they would hide most differences.
TEST(Ments, KeepsSoftValuesAboveEveryResultButReportsExpectedOnes) {
  GeneralSearch<RandomWinner> engine(ments(1));
  int right = 0;
  int won = 0;
  for (std::uint64_t seed = 1; won < 150; ++seed) {
    const RandomWinner start(seed);
    if (!wins(start)) continue;
    ++won;
    const SearchResult found = engine.search(start, iterations(3000), seeded(seed));
    const GeneralTree<RandomWinner>& tree = engine.tree(0);
    const auto move = static_cast<RandomWinner::Move>(found.best_move);
    const Slot best = tree.slot_of(tree.root(), move);
    EXPECT_GT(tree.value(tree.root(), best, 0), 1);
    EXPECT_EQ(found.value, tree.mean(tree.root(), best, 0));
    EXPECT_LE(found.value, 1);
    RandomWinner next = start;
    next.play(move);
    right += wins(next) ? 0 : 1;
  }
  EXPECT_GE(right, 143);
}

TEST(Ments, DrawsMovesOfANodeByTheirSoftPolicy) {
  GeneralSearch<Pig> engine(ments(0.1));
  engine.search(Pig(30, 0, 0, 12), iterations(3000), seeded(1));
  const GeneralTree<Pig>& tree = engine.tree(0);
  std::vector<double> policy = values_of(tree, tree.root());
  ASSERT_EQ(policy.size(), 2U);
  to_soft_policy(policy, 0.1);
  const double uniform = uniform_share(0.1, 2, 3000);
  const double first = uniform / 2 + (1 - uniform) * policy[0];
  Random random(seeded(2));
  constexpr int kDraws = 20'000;
  int drawn = 0;
  for (int i = 0; i < kDraws; ++i) drawn += tree.drawn_softly(tree.root(), random) == 0 ? 1 : 0;
  EXPECT_NEAR(drawn / double{kDraws}, first, 4.5 * std::sqrt(first * (1 - first) / kDraws));
}

TEST(Ments, FindsGoodLegsOfSailing) {
  const SailingTruth truth(5);
  for (const int wind : {0, 3, 5}) {
    GeneralSearch<Sailing> engine(ments(0.02));
    const SearchResult found =
        engine.search(Sailing(5, wind), iterations(scaled<std::uint64_t>(30'000)), seeded(1));
    EXPECT_EQ(find_defect(engine.tree(0)), std::nullopt);
    const double chosen = truth.minutes_by(0, 0, 0, wind, static_cast<int>(found.best_move));
    EXPECT_LE(chosen, 1.05 * truth.minutes(0, 0, 0, wind)) << "wind " << wind;
  }
}

}  // namespace
}  // namespace banyan
