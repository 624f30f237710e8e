// P-games: conformance, values of edges and roots, the textbook version, the cost of playouts.
#include "games/p_game/p_game.hpp"

#include "games/conformance_test.hpp"
#include "games/p_game/textbook.hpp"
#include "games/textbook_test.hpp"

namespace banyan::conformance {
namespace {

[[maybe_unused]] const auto kPGameChecks =
    check_game("Binary20", [] { return PGame(); }, {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}) +
    check_game("Wide5",
               [] {
                 return PGame({16, 5, 7, 0});
               },
               {16, 256, 4096, 65536, 1048576, 0}) +
    check_game("Wide225",
               [] {
                 return LargePGame({225, 12, 3, 0});
               },
               {225, 50625}) +
    check_game("Costly",
               [] {
                 return PGame({3, 9, 2, 100});
               },
               {3, 9, 27, 81});

PGame after(PGame position, PGame::Move move) {
  position.play(move);
  return position;
}

/// The sum that both sides reach from here with best play, by visiting every line.
int best_sum(const PGame& position) {
  if (position.over()) return position.sum();
  std::vector<int> sums;
  for (const auto move : position.legal_moves()) sums.push_back(best_sum(after(position, move)));
  return position.to_move() == 0 ? *std::max_element(sums.begin(), sums.end())
                                 : *std::min_element(sums.begin(), sums.end());
}

/// What player 0 can force, by alpha-beta on results.
Points root_value(const PGame& position, Points alpha = kLoss, Points beta = kWin) {
  if (position.over()) return position.result(0);
  const bool first = position.to_move() == 0;
  Points best = first ? kLoss : kWin;
  for (const auto move : position.legal_moves()) {
    const Points value = root_value(after(position, move), alpha, beta);
    best = first ? std::max(best, value) : std::min(best, value);
    (first ? alpha : beta) = best;
    if (alpha >= beta) break;
  }
  return best;
}

/// The sum of all the edges of a line that starts at the root.
int sum_after(const PGameOptions& options, const std::vector<PGame::Move>& line) {
  PGame position(options);
  for (const auto move : line) position.play(move);
  return position.sum();
}

TEST(PGame, TheRootIsWonByTheSignOfTheBestSum) {
  int seen[3] = {};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const auto& [branching, depth] : {std::pair{2, 8}, {3, 6}, {5, 4}, {2, 2}}) {
      const PGame start({branching, depth, seed, 0});
      const int sum = best_sum(start);
      const Points value = root_value(start);
      ASSERT_EQ(value, sum > 0 ? kWin : sum < 0 ? kLoss : kDraw);
      ++seen[value];
    }
  }
  for (const int count : seen) EXPECT_GT(count, 0);
}

TEST(PGame, EdgesOfTheFirstPlayerAreUniformFrom0To127AndTheOthersFromMinus127To0) {
  std::vector<int> first(128);
  std::vector<int> second(128);
  constexpr int kGames = scaled(20'000);
  Random random({1});
  for (int game = 0; game < kGames; ++game) {
    PGame position({16, 60, static_cast<std::uint64_t>(game), 0});
    while (!position.over()) {
      const int before = position.sum();
      const Player mover = position.to_move();
      play_random_move(position, random);
      const int value = position.sum() - before;
      ASSERT_TRUE(mover == 0 ? value >= 0 && value <= 127 : value <= 0 && value >= -127);
      ++(mover == 0 ? first : second)[static_cast<std::size_t>(std::abs(value))];
    }
  }
  EXPECT_LT(std::abs(uniform_sigmas(first, 30.0 * kGames)), kSigmas);
  EXPECT_LT(std::abs(uniform_sigmas(second, 30.0 * kGames)), kSigmas);
}

TEST(PGame, SiblingsAndTheirChildrenAreNotCorrelated) {
  constexpr int kTrees = scaled(20'000);
  double siblings = 0;
  double parents = 0;
  double cousins = 0;
  for (int tree = 0; tree < kTrees; ++tree) {
    const PGameOptions options{2, 20, static_cast<std::uint64_t>(tree), 0};
    const double left = sum_after(options, {0}) - 63.5;
    const double right = sum_after(options, {1}) - 63.5;
    const double left_left = sum_after(options, {0, 0}) - sum_after(options, {0}) + 63.5;
    const double right_left = sum_after(options, {1, 0}) - sum_after(options, {1}) + 63.5;
    siblings += left * right;
    parents += left * left_left;
    cousins += left_left * right_left;
  }
  // The product of independent numbers of variance (128^2 - 1) / 12 has mean 0 and this spread.
  const double spread = (128.0 * 128.0 - 1) / 12 / std::sqrt(kTrees);
  EXPECT_LT(std::abs(siblings / kTrees), kSigmas * spread);
  EXPECT_LT(std::abs(parents / kTrees), kSigmas * spread);
  EXPECT_LT(std::abs(cousins / kTrees), kSigmas * spread);
}

TEST(PGame, OneSeedIsOneTreeAndAnotherSeedAnotherTree) {
  std::set<int> sums;
  std::set<std::uint64_t> paths;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const PGameOptions options{4, 30, seed, 0};
    const std::vector<PGame::Move> line{3, 1, 0, 2, 2, 1, 3, 0, 0, 1};
    EXPECT_EQ(sum_after(options, line), sum_after(options, line));
    sums.insert(sum_after(options, line));
    paths.insert(PGame(options).path());
  }
  EXPECT_GT(sums.size(), 50U);
  EXPECT_EQ(paths.size(), 100U);
}

TEST(PGame, NoTwoPathsAreTheSamePosition) {
  std::set<std::uint64_t> paths;
  std::vector<PGame> level{PGame({8, 8, 5, 0})};
  for (int depth = 0; depth <= 5; ++depth) {
    std::vector<PGame> next;
    for (const PGame& position : level) {
      EXPECT_TRUE(paths.insert(position.path()).second);
      for (const auto move : position.legal_moves()) next.push_back(after(position, move));
    }
    level = next;
  }
  EXPECT_EQ(paths.size(), 1U + 8 + 64 + 512 + 4096 + 32768);
}

template <class G>
void expect_as_in_the_textbook_from_anywhere() {
  Random random({2});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const int branching = 2 + static_cast<int>(random.below(G::kMaxMoves - 1));
    G position({branching, 1 + static_cast<int>(random.below(60)), seed, 0});
    for (auto plies = random.below(static_cast<std::uint32_t>(position.depth())); plies > 0;
         --plies) {
      play_random_move(position, random);
    }
    textbook::PGame plain(position);
    while (!position.over()) {
      ASSERT_FALSE(plain.over());
      ASSERT_EQ(plain.to_move(), position.to_move());
      const auto moves = position.legal_moves();
      ASSERT_EQ(plain.moves(), std::vector(moves.begin(), moves.end()));
      const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      position.play(move);
      plain.play(move);
      ASSERT_EQ(plain.sum(), position.sum());
    }
    ASSERT_TRUE(plain.over());
    for (const Player player : {0, 1}) ASSERT_EQ(plain.result(player), position.result(player));
  }
}

TEST(PGame, TheTextbookPlaysTheSameGameFromAnyPosition) {
  expect_as_in_the_textbook_from_anywhere<PGame>();
  expect_as_in_the_textbook_from_anywhere<LargePGame>();
}

TEST(PGame, OfAClassWithRoomForMoreMovesIsTheSameTree) {
  Random random({4});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const PGameOptions options{2 + static_cast<int>(random.below(15)), 30, seed, 0};
    PGame small(options);
    LargePGame large(options);
    while (!small.over()) {
      ASSERT_EQ(small.board(), large.board());
      const auto move = static_cast<PGame::Move>(random.below(16)) % small.branching();
      small.play(static_cast<PGame::Move>(move));
      large.play(static_cast<PGame::Move>(move));
    }
    ASSERT_TRUE(large.over());
    ASSERT_EQ(small.result(0), large.result(0));
  }
}

TEST(PGame, TheSetOfLegalMovesIsTheListOfThem) {
  for (const int branching : {2, 63, 64, 65, 128, 129, 192, 224, 225}) {
    expect_set_of_legal_moves(LargePGame({branching, 4, 1, 0}), 2);
  }
}

TEST(PGame, TheCostOfAPlayoutChangesNothingElse) {
  Random cheap_random({3});
  Random dear_random({3});
  for (int i = 0; i < 200; ++i) {
    const Playout cheap = uniform_playout(PGame({4, 20, 1, 0}), cheap_random);
    const Playout dear = uniform_playout(PGame({4, 20, 1, 1000}), dear_random);
    ASSERT_EQ(cheap.first, dear.first);
    ASSERT_EQ(cheap.plies, dear.plies);
  }
  EXPECT_EQ(cheap_random.next(), dear_random.next());
}

TEST(PGame, TheWorkInAPlayoutIsProportionalToItsCost) {
  const auto rate = work_steps_per_nanosecond();
  EXPECT_GT(rate, 0);
  EXPECT_EQ(work_steps_in(0), 0U);
  EXPECT_GT(work_steps_in(PGame::kMaxCost), 0U);
  for (std::uint32_t cost = 1; cost <= PGame::kMaxCost; cost *= 10) {
    // Exact except for the truncated fraction of a step.
    EXPECT_NEAR(static_cast<double>(work_steps_in(cost)), cost * rate, 1);
    EXPECT_GE(work_steps_in(cost + 1), work_steps_in(cost));
  }
}

TEST(PGame, TheRateOfWorkIsMeasuredOnce) {
  EXPECT_EQ(work_steps_per_nanosecond(), work_steps_per_nanosecond());
}

TEST(PGame, MovesAreCountedFromOneUpToTheBranching) {
  const PGame position({12, 5, 1, 0});
  EXPECT_EQ(position.to_text(0), "1");
  EXPECT_EQ(position.to_text(11), "12");
  EXPECT_EQ(position.parse("12"), 11);
  for (const auto* text : {"0", "13", "01", "+1", "-1", "1 ", "1.", "4294967297"}) {
    EXPECT_EQ(position.parse(text), std::nullopt) << text;
  }
}

TEST(PGame, TheBoardTellsPlySumAndPath) {
  PGame position({2, 20, 1, 0});
  position.play(1);
  std::string hex(16, '0');
  std::snprintf(hex.data(), 17, "%016llx", static_cast<unsigned long long>(position.path()));
  EXPECT_EQ(position.board(), "ply 1 of 20, sum " + std::to_string(position.sum()) + ", path " +
                                  hex + "\nO to move\n");
}

}  // namespace
}  // namespace banyan::conformance
