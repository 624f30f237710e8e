// Tests of the searches for hidden information: what they may know, what they count, how they play.
#include "parallel/strategies/hidden_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run_time/run_time_game.hpp"
#include "core/search/checks_test.hpp"
#include "games/knockout_whist/knockout_whist.hpp"
#include "games/kuhn/kuhn.hpp"
#include "games/leduc/leduc.hpp"

namespace banyan {

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

/// Leduc, second round, a bet to answer: player 1 holds `hidden`, and player 0's card is fixed.
Leduc to_answer(const std::string& hidden) {
  return played(Leduc(), {hidden, "Qh", "bet", "call", "Js", "bet"});
}

template <class G>
SearchResult found(const G& position, const HiddenOptions& options, const Limits& limits,
                   std::uint64_t seed = 1) {
  return HiddenSearch<G>(options).search(position, limits, seeded(seed));
}

/// Of the game's own type, and by its table.
template <class G>
void expect_the_same_by_table(const G& position, const HiddenOptions& options) {
  const HiddenRunTimeGame by_table(kTableOf<G>, &position);
  expect_same(found(position, options, iterations(1000)),
              found(by_table, options, iterations(1000)));
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

TEST_P(AnyHiddenEngine, FindsTheSameByTheTableOfAGame) {
  expect_the_same_by_table(to_answer("Kh"), options(GetParam()));
  KnockoutWhist whist(3, 2);
  Random random({.seed = 2});
  while (whist.to_move() == kChance) whist.play(whist.draw(random));
  HiddenOptions given = options(GetParam());
  given.apart = true;
  expect_the_same_by_table(whist, given);
  given.playouts = 4;
  expect_the_same_by_table(whist, given);
}

TEST_P(AnyHiddenEngine, CountsPlayoutsFromALeafAsVisits) {
  HiddenOptions given = options(GetParam());
  given.playouts = 8;
  const SearchResult result = found(played(Leduc(), {"Kh", "Qh"}), given, iterations(500));
  EXPECT_EQ(result.iterations, 500U);
  EXPECT_EQ(result.visits(), 4000U);
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
  const TestClock clock(TestClock::kSlow);
  const Limits limits = looks(1000);
  const SearchResult result = found(played(Leduc(), {"Kh", "Qh"}), given, limits);
  EXPECT_GE(result.iterations, 500U);
  EXPECT_LE(result.iterations, 1000U);
  expect_in_time(result, limits, 10);
  expect_sound(result);
  EXPECT_LE(result.tree.bytes, 256'000U);
}

TEST_P(AnyHiddenEngine, StopsAmongThePlayoutsFromALeaf) {
  std::stop_source over;
  over.request_stop();
  for (const bool together : {false, true}) {
    HiddenOptions given = options(GetParam(), 4);
    given.playouts = 65'536;
    given.together = together && GetParam() != kPimc;
    const SearchResult result = HiddenSearch<Leduc>(given).search(
        played(Leduc(), {"Kh", "Qh"}), {1'000'000, 0, {}}, seeded(1), over.get_token());
    EXPECT_GE(result.visits(), 1U);
    EXPECT_LE(result.visits(), 2 * 4 * 1024U);  // a portion or two of each thread's
    expect_sound(result);
  }
}

TEST(Pimc, DoesNotDependOnItsThreads) {
  const Leduc start = played(Leduc(), {"Kh", "Qh"});
  const SearchResult one = found(start, options(kPimc, 1), iterations(2003));
  SearchResult four = found(start, options(kPimc, 4), iterations(2003));
  four.tree.bytes = one.tree.bytes;  // each thread has its own memory and counts its own work
  for (const char* own : {"worker_iterations_min", "worker_iterations_max"}) {
    EXPECT_EQ(four.counters.erase(own), 1U);
  }
  expect_same(one, four);
}

/// An iteration's counts belong to the search; here the whole tree is added up again.
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

/// One thread descends, and all play out.
class LeafParallel : public testing::TestWithParam<HiddenEngine> {
 protected:
  static HiddenOptions together(int threads, int playouts) {
    HiddenOptions given = options(GetParam(), threads);
    given.together = true;
    given.playouts = playouts;
    return given;
  }
  const Leduc start_ = played(Leduc(), {"Kh", "Qh"});
};
INSTANTIATE_TEST_SUITE_P(All, LeafParallel, testing::Values(kSoIsmcts, kMoIsmcts, kCheat));

TEST_P(LeafParallel, RunsExactlyTheIterationsAndPlayoutsAskedFor) {
  for (const auto& [threads, playouts] : {std::pair{2, 2}, {3, 8}, {4, 2}}) {
    for (const std::uint64_t count : {1U, 7U, 1234U}) {
      const SearchResult result = found(start_, together(threads, playouts), iterations(count));
      EXPECT_EQ(result.iterations, count);
      EXPECT_EQ(result.visits(), count * static_cast<unsigned>(playouts));
      expect_sound(result);
    }
  }
}

TEST_P(LeafParallel, RepeatsItselfWhateverRunsItsThreads) {
  HiddenOptions given = together(3, 8);
  const SearchResult once = found(start_, given, iterations(500));
  expect_same(once, found(start_, given, iterations(500)));
  given.executor = ExecutorChoice(ExecutorKind::kFifo);
  expect_same(once, found(start_, given, iterations(500)));
}

TEST_P(LeafParallel, GrowsWithOneThreadTheTreeOfPlayoutsAlone) {
  HiddenOptions alone = together(1, 8);
  alone.together = false;
  expect_same(found(start_, alone, iterations(500)),
              found(start_, together(1, 8), iterations(500)));
}

TEST_P(LeafParallel, ValuesPositionsAsOneThreadDoes) {
  double sum = 0;
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    HiddenOptions alone = together(2, 4);
    alone.together = false;
    alone.threads = 1;
    const double difference = found(start_, together(2, 4), iterations(100), seed).value -
                              found(start_, alone, iterations(100), 50 + seed).value;
    sum += difference;
    squares += difference * difference;
  }
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(squares));
}

TEST_P(LeafParallel, ItsThreadsPlayOutDifferently) {
  // Scores are plus or minus one or two chips: odd or even, and twice as much is even.
  const Kuhn start = played(Kuhn(), {"J", "Q"});
  HiddenSearch<Kuhn> search(together(2, 2));
  const InformationTrees& trees = search.trees(0);
  bool odd = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    static_cast<void>(search.search(start, iterations(1), seeded(seed)));
    trees.for_each(trees.root(0).child.load(), [&](const Edge& edge, std::uint32_t /*code*/) {
      odd = odd || edge.points.load() % 2 == 1;
    });
  }
  EXPECT_TRUE(odd);
}

TEST_P(AnyHiddenEngine, RunsExactlyThePlayoutsAskedFor) {
  for (const auto& [threads, trees] : {std::pair{1, 1}, {4, 1}, {2, 3}}) {
    HiddenOptions given = options(GetParam(), threads, trees);
    given.playouts = 8;
    for (const std::uint64_t count : {1U, 17U, 1234U}) {
      const SearchResult result = found(played(Leduc(), {"Kh", "Qh"}), given, playouts(count));
      EXPECT_EQ(result.visits(), count);
      expect_sound(result);
    }
  }
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

TEST(HiddenSearch, VisitsTheRootHoweverLittleMemoryManyThreadsShare) {
  for (const HiddenEngine engine : {kSoIsmcts, kMoIsmcts}) {
    HiddenOptions given = options(engine, 32);
    given.memory = Arena::kMinBytes;
    const SearchResult result = found(to_answer("Kh"), given, iterations(3000));
    EXPECT_EQ(result.root_visits(), 3000U);
  }
}

TEST(HiddenSearch, CountsWhatEachWorkerDid) {
  for (const HiddenEngine engine : {kPimc, kSoIsmcts, kMoIsmcts, kCheat}) {
    const bool pimc = engine == kPimc;  // PIMC only has threads
    const SearchResult result =
        found(to_answer("Kh"), options(engine, pimc ? 4 : 1, pimc ? 1 : 4), iterations(4000));
    EXPECT_EQ(result.counters.at("worker_iterations_min"), 1000U);
    EXPECT_EQ(result.counters.at("worker_iterations_max"), 1000U);
  }
}

}  // namespace
}  // namespace banyan
