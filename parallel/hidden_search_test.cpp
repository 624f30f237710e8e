// Tests of the searches for hidden information: what they may know, what they add up, how they
// play.
#include "parallel/hidden_search.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/checks_test.hpp"
#include "games/kuhn.hpp"
#include "games/leduc.hpp"

namespace banyan {

/// A coin lies hidden. Player 0 takes the safe 3 of 4 points, or guesses: heads or tails, right for
/// all 4 and wrong for nothing. Who solves each world by itself believes that he will guess right
/// (strategy fusion; Frank, Basin 1998).
class HiddenCoin {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;
  static constexpr Move kSafe = 0;
  static constexpr Move kGuess = 1;

  [[nodiscard]] Player to_move() const { return moves_ == 0 ? kChance : 0; }
  [[nodiscard]] std::uint64_t legal_mask() const { return 0b11; }
  [[nodiscard]] MovesOf<HiddenCoin> legal_moves() const { return moves_of<HiddenCoin>(0b11); }
  [[nodiscard]] Move draw(Random& random) const {
    return static_cast<Move>(random_bit(0b11, random));
  }
  [[nodiscard]] double probability(Move /*move*/) const { return 0.5; }
  void play(Move move) { line_[moves_++] = move; }
  [[nodiscard]] bool over() const { return moves_ == 3 || (moves_ == 2 && line_[1] == kSafe); }
  [[nodiscard]] int score(Player player) const {
    const int points = moves_ == 2 ? 3 : line_[2] == line_[0] ? 4 : 0;
    return player == 0 ? points : 4 - points;
  }
  [[nodiscard]] Points result(Player player) const { return score(player) > 2 ? kWin : kLoss; }
  [[nodiscard]] Stakes stakes() const { return {0, 4, 0.25}; }
  [[nodiscard]] HiddenCoin determinize(Player observer, Random& random) const {
    HiddenCoin world = *this;
    if (observer == 0 && moves_ > 0) world.line_[0] = draw(random);
    return world;
  }
  [[nodiscard]] std::uint32_t observe(Move move, Player observer) const {
    return moves_ == 0 && observer == 0 ? kFirstCode : move;
  }
  [[nodiscard]] std::uint64_t information(Player observer) const {
    return mix({moves_, observer == 0 ? 9U : line_[0], line_[1], line_[2]});
  }

  friend bool operator==(const HiddenCoin&, const HiddenCoin&) = default;

 private:
  std::uint8_t moves_ = 0;
  Move line_[3] = {0, 0, 0};
};
static_assert(HiddenGame<HiddenCoin>);

namespace {

using enum HiddenEngine;

template <class G>
G played(G position, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) position.play(position.parse(text).value());
  return position;
}

HiddenOptions options(HiddenEngine engine, int threads = 1, int trees = 1) {
  HiddenOptions options;
  options.engine = engine;
  options.threads = threads;
  options.trees = trees;
  options.exploration = 0.7;
  options.memory = 64'000'000;
  options.executor = ExecutorChoice(ExecutorKind::kJthread);
  return options;
}

/// Leduc where player 1 holds that card, in the second round, to answer a bet; player 0's is given.
Leduc to_answer(const std::string& hidden) {
  return played(Leduc(), {hidden, "Qh", "bet", "call", "Js", "bet"});
}

template <class G>
SearchResult found(const G& position, const HiddenOptions& options, const Limits& limits,
                   std::uint64_t seed = 1) {
  return HiddenSearch<G>(options).search(position, limits, seeded(seed));
}

class HonestEngine : public testing::TestWithParam<HiddenEngine> {};
INSTANTIATE_TEST_SUITE_P(All, HonestEngine, testing::Values(kPimc, kSoIsmcts, kMoIsmcts));

TEST_P(HonestEngine, FindsTheSameWhateverIsHidden) {
  for (const bool apart : {false, true}) {
    HiddenOptions given = options(GetParam());
    given.apart = apart;
    const SearchResult one = found(to_answer("Kh"), given, iterations(2000));
    for (const char* hidden : {"Jh", "Qs", "Ks"}) {
      const SearchResult other = found(to_answer(hidden), given, iterations(2000));
      expect_same(one, other);
      EXPECT_EQ(one.tree.nodes, other.tree.nodes);
      EXPECT_EQ(one.tree.mean_depth, other.tree.mean_depth);
    }
  }
}

TEST(Cheat, FindsSomethingElseWhereSomethingElseIsHidden) {
  // Queens against a king lose three times as many chips as a fold; against a knave they win.
  const SearchResult king = found(to_answer("Kh"), options(kCheat), iterations(2000));
  const SearchResult queen = found(to_answer("Qs"), options(kCheat), iterations(2000));
  EXPECT_EQ(to_answer("Kh").to_text(static_cast<Leduc::Move>(king.best_move)), "fold");
  EXPECT_NE(to_answer("Qs").to_text(static_cast<Leduc::Move>(queen.best_move)), "fold");
}

class AnyHiddenEngine : public testing::TestWithParam<HiddenEngine> {};
INSTANTIATE_TEST_SUITE_P(All, AnyHiddenEngine,
                         testing::Values(kPimc, kSoIsmcts, kMoIsmcts, kCheat));

TEST_P(AnyHiddenEngine, RunsExactlyTheIterationsAskedFor) {
  const Leduc start = played(Leduc(), {"Kh", "Qh"});
  for (const auto& [threads, trees] : {std::pair{1, 1}, {4, 1}, {2, 3}}) {
    for (const std::uint64_t count : {1U, 7U, 1234U}) {
      const SearchResult result =
          found(start, options(GetParam(), threads, trees), iterations(count));
      EXPECT_EQ(result.iterations, count);
      expect_sound(result);
    }
  }
}

TEST_P(AnyHiddenEngine, CountsPlayoutsFromALeafAsVisits) {
  HiddenOptions given = options(GetParam());
  given.playouts = 8;
  const SearchResult result = found(played(Leduc(), {"Kh", "Qh"}), given, iterations(500));
  EXPECT_EQ(result.iterations, 500U);
  EXPECT_EQ(result.playouts, 4000U);
  expect_sound(result);
}

TEST_P(AnyHiddenEngine, RepeatsItselfForOneSeedAndNotForAnother) {
  const Leduc start = played(Leduc(), {"Kh", "Qh"});
  HiddenSearch<Leduc> search(options(GetParam(), 1, GetParam() == kPimc ? 1 : 2));
  const SearchResult first = search.search(start, iterations(1000), seeded(5));
  expect_same(first, search.search(start, iterations(1000), seeded(5)));
  const SearchResult other = search.search(start, iterations(1000), seeded(6));
  bool differs = false;
  for (std::size_t i = 0; i < other.children.size(); ++i) {
    differs = differs || other.children[i].points != first.children[i].points;
  }
  EXPECT_TRUE(differs);
}

TEST_P(AnyHiddenEngine, StopsInTimeAndWithinItsMemory) {
  HiddenOptions given = options(GetParam());
  given.memory = 256'000;
  const SearchResult result = found(played(Leduc(), {"Kh", "Qh"}), given, milliseconds(20));
  expect_sound(result);
  EXPECT_LE(result.tree.bytes, 256'000U + Arena::kChunk);
}

TEST(Pimc, DoesNotDependOnItsThreads) {
  const Leduc start = played(Leduc(), {"Kh", "Qh"});
  const SearchResult one = found(start, options(kPimc, 1), iterations(2003));
  SearchResult four = found(start, options(kPimc, 4), iterations(2003));
  four.tree.bytes = one.tree.bytes;  // each thread has memory of its own
  expect_same(one, four);
}

/// The iteration's counts are the search's business; here all of a tree is added up again.
class SharedTrees : public testing::TestWithParam<std::tuple<HiddenEngine, int, int>> {};
INSTANTIATE_TEST_SUITE_P(All, SharedTrees,
                         testing::Combine(testing::Values(kSoIsmcts, kMoIsmcts, kCheat),
                                          testing::Values(4, 8), testing::Values(0, 1, 3)));

TEST_P(SharedTrees, LoseNothingAndLeaveNothingUnderWay) {
  const auto [engine, threads, loss] = GetParam();
  HiddenOptions given = options(engine, threads);
  given.loss = static_cast<std::uint32_t>(loss);
  HiddenSearch<Leduc> search(given);
  const SearchResult result =
      search.search(played(Leduc(), {"Kh", "Qh"}), iterations(5000), seeded(1));
  expect_sound(result);
  IsmctsCounts counts;
  counts.steps = result.counters.at("steps");
  counts.offers = result.counters.at("offers");
  const std::optional<std::string> defect = find_defect(search.trees(0), counts, 26);
  EXPECT_FALSE(defect) << *defect;
}

TEST(InformationTrees, OfWrongCountsAreFoundDefective) {
  HiddenSearch<Kuhn> search(options(kSoIsmcts));
  const SearchResult result = search.search(played(Kuhn(), {"J", "Q"}), iterations(100), seeded(1));
  IsmctsCounts counts;
  counts.steps = result.counters.at("steps");
  counts.offers = result.counters.at("offers");
  EXPECT_FALSE(find_defect(search.trees(0), counts, 4));
  --counts.steps;
  EXPECT_TRUE(find_defect(search.trees(0), counts, 4));
  ++counts.steps;
  ++counts.offers;
  EXPECT_TRUE(find_defect(search.trees(0), counts, 4));
}

// ---- play --------------------------------------------------------------------------------------

TEST(Ismcts, CallsWithTheBestCardAndFoldsTheWorst) {
  for (const HiddenEngine engine : {kPimc, kSoIsmcts, kMoIsmcts}) {
    const Kuhn best = played(Kuhn(), {"J", "K", "bet"});
    EXPECT_EQ(best.to_text(static_cast<Kuhn::Move>(
                  found(best, options(engine), iterations(2000)).best_move)),
              "call");
    const Kuhn worst = played(Kuhn(), {"Q", "J", "bet"});
    EXPECT_EQ(worst.to_text(static_cast<Kuhn::Move>(
                  found(worst, options(engine), iterations(2000)).best_move)),
              "fold");
  }
}

TEST(StrategyFusion, MisleadsPimcAndNotIsmcts) {
  for (const HiddenCoin::Move coin : {HiddenCoin::Move{0}, HiddenCoin::Move{1}}) {
    HiddenCoin game;
    game.play(coin);
    for (const HiddenEngine engine : {kPimc, kCheat}) {
      const SearchResult fused = found(game, options(engine), iterations(4000));
      EXPECT_EQ(fused.best_move, HiddenCoin::kGuess);
      EXPECT_GT(fused.value, 0.9);
    }
    for (const HiddenEngine engine : {kSoIsmcts, kMoIsmcts}) {
      const SearchResult sound = found(game, options(engine), iterations(4000));
      EXPECT_EQ(sound.best_move, HiddenCoin::kSafe);
      EXPECT_DOUBLE_EQ(sound.value, 0.75);
      EXPECT_LT(sound.children[HiddenCoin::kGuess].mean(), 0.65);
    }
  }
}

}  // namespace
}  // namespace banyan
