// Tests of the batched search: batched.hpp.
#include "parallel/batched/batched.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/evaluation/playouts.hpp"
#include "core/evaluation/simulated_device.hpp"
#include "core/game/test_game_test.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/batched/options_test.hpp"

namespace banyan {
namespace {

StreamKey seeded(std::uint64_t seed) { return {seed, 0, 0, 0}; }

/// A user's value and priors; counts its calls and the leaves in each.
template <Game G>
struct Counted {
  struct Log {
    std::mutex mutex;
    std::vector<std::size_t> sizes;
    std::vector<std::size_t> moves;
  };
  std::shared_ptr<Log> log = std::make_shared<Log>();
  PlayoutEvaluator<G> playouts;

  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& random) const {
    playouts.evaluate(leaves, values, random);
    const std::lock_guard lock(log->mutex);
    log->sizes.push_back(leaves.size());
    for (const Leaf<G>& leaf : leaves) log->moves.push_back(leaf.moves.size());
  }
};

/// Expects that the tree is sound and its root has `visits` visits.
template <class Tree>
void expect_clean(const Tree& tree, std::uint64_t visits_of_root) {
  EXPECT_EQ(find_defect(tree), std::nullopt);
  std::uint64_t root_visits = 0;
  for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
    root_visits += tree.visits(tree.root(), slot);
  }
  EXPECT_EQ(root_visits, visits_of_root);
}

TEST(BatchedSearch, EvaluatesEachLeafOnceWithItsPriors) {
  Counted<ConnectFour> counted;
  BatchedSearch<ConnectFour, Counted<ConnectFour>> search(batched_options(), counted);
  const SearchResult result = search.search(ConnectFour{}, iterations(800), seeded(1));
  EXPECT_EQ(result.iterations, 800U);
  EXPECT_EQ(counted.log->sizes.size(), 801 - result.finished);  // the root's priors too
  EXPECT_EQ(result.counters.at("evaluator_calls"), counted.log->sizes.size());
  for (const std::size_t moves : counted.log->moves) EXPECT_GT(moves, 0U);
  expect_clean(search.tree(), 800);
}

TEST(BatchedSearch, MakesExactlyAsManyIterationsHoweverItCollectsThem) {
  for (const int threads : {1, 2, 5}) {
    for (const int batch : {1, 4, 16}) {
      for (const int streams : {1, 2}) {
        for (const Collision collision :
             {Collision::kElsewhere, Collision::kSend, Collision::kMultiply}) {
          auto each = batched_options(threads, batch, streams);
          each.collision = collision;
          Counted<TicTacToe> counted;
          BatchedSearch<TicTacToe, Counted<TicTacToe>> search(each, counted);
          const SearchResult result = search.search(TicTacToe{}, iterations(300), seeded(1));
          EXPECT_EQ(result.iterations, 300U);
          EXPECT_EQ(result.root_visits(), 300U);
          expect_clean(search.tree(), 300);
          for (const std::size_t size : counted.log->sizes) EXPECT_LE(size, each.batch);
        }
      }
    }
  }
}

TEST(BatchedSearch, MakesExactlyAsManyIterationsWithACacheThatThreadsShare) {
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t entries : {1, 50, 10'000}) {
      auto each = batched_options(threads, 4, 2);
      each.cache = entries;
      Counted<TicTacToe> counted;
      BatchedSearch<TicTacToe, Counted<TicTacToe>> search(each, counted);
      for (int again = 0; again < 2; ++again) {
        const SearchResult result = search.search(TicTacToe{}, iterations(300), seeded(1));
        EXPECT_EQ(result.iterations, 300U);
        expect_clean(search.tree(), 300);
      }
      if (entries > 1000) {
        EXPECT_LT(counted.log->moves.size(), 500U);  // of 600
      }
    }
  }
}

TEST(BatchedSearch, TakesNoTimeOfADeviceForWhatItsCacheHolds) {
  auto each = batched_options();
  each.cache = 100'000;
  Counted<ConnectFour> counted;
  BatchedSearch<ConnectFour, Counted<ConnectFour>> search(each, counted);
  const SearchResult first = search.search(ConnectFour{}, iterations(500), seeded(1));
  const std::size_t leaves = counted.log->moves.size();
  const SearchResult again = search.search(ConnectFour{}, iterations(500), seeded(1));
  EXPECT_EQ(leaves, first.counters.at("evaluated_leaves"));
  EXPECT_EQ(counted.log->moves.size() - leaves, again.counters.at("evaluated_leaves"));
  EXPECT_EQ(again.counters.at("cache_hits") + again.counters.at("evaluated_leaves"),
            501 - again.finished);  // the root's priors too
  EXPECT_GT(again.counters.at("cache_hits"), 350U);
}

TEST(BatchedSearch, HalvesTheMovesOfAGumbelSearchHoweverManyDescentsAreUnderWay) {
  for (const int batch : {1, 4}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      auto each = batched_options(1, batch);
      each.policy.gumbel = 4;
      BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(
          each, PlayoutEvaluator<ConnectFour>());
      const SearchResult result = search.search(ConnectFour{}, iterations(16), seeded(seed));
      std::vector<std::uint64_t> visits;
      std::uint64_t of_best = 0;
      for (const RootChild& child : result.children) {
        visits.push_back(child.visits);
        if (child.move == result.best_move) of_best = child.visits;
      }
      std::sort(visits.begin(), visits.end());
      EXPECT_EQ(visits, (std::vector<std::uint64_t>{0, 0, 0, 2, 2, 6, 6})) << batch;
      EXPECT_EQ(of_best, 6U);
      EXPECT_EQ(result.principal_variation.front(), result.best_move);
      expect_clean(search.tree(), 16);
    }
  }
}

TEST(BatchedSearch, DrawsOtherMovesForAGumbelSearchWithAnotherSeed) {
  auto each = batched_options();
  each.policy.gumbel = 2;
  std::set<std::uint32_t> tried;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(
        each, PlayoutEvaluator<ConnectFour>());
    const SearchResult result = search.search(ConnectFour{}, iterations(4), seeded(seed));
    for (const RootChild& child : result.children) {
      if (child.visits > 0) tried.insert(child.move);
    }
  }
  EXPECT_GT(tried.size(), 4U);
}

TEST(BatchedSearch, FillsItsBatchesWhereTheTreeIsWide) {
  Counted<ConnectFour> counted;
  auto each = batched_options(1, 8);
  BatchedSearch<ConnectFour, Counted<ConnectFour>> search(each, counted);
  search.search(ConnectFour{}, iterations(2000), seeded(1));
  std::size_t leaves = 0;
  for (const std::size_t size : counted.log->sizes) leaves += size;
  EXPECT_GT(leaves, 6 * counted.log->sizes.size());
}

TEST(BatchedSearch, CountsItsCallsByHowFullTheyWere) {
  for (const int batch : {1, 3, 8, 20}) {
    Counted<ConnectFour> counted;
    BatchedSearch<ConnectFour, Counted<ConnectFour>> search(batched_options(1, batch), counted);
    const SearchResult result = search.search(ConnectFour{}, iterations(2000), seeded(1));
    std::vector<std::uint64_t> eighths(8);
    for (const std::size_t size : counted.log->sizes) {
      const double part = static_cast<double>(size) / batch;
      ++eighths[static_cast<std::size_t>(std::ceil(8 * part)) - 1];
    }
    for (std::size_t i = 0; i < eighths.size(); ++i) {
      EXPECT_EQ(result.counters.at("calls_of_eighths_" + std::to_string(i + 1)), eighths[i])
          << batch << ", " << i;
    }
  }
}

TEST(BatchedSearch, TellsWhatItsThreadsDidAllTheTime) {
  constexpr auto kCall = std::chrono::milliseconds(1);
  const SimulatedDevice<ConnectFour, PlayoutEvaluator<ConnectFour>> device(
      PlayoutEvaluator<ConnectFour>(), DeviceCost::line(kCall, {}));
  BatchedSearch<ConnectFour, SimulatedDevice<ConnectFour, PlayoutEvaluator<ConnectFour>>> search(
      batched_options(2, 4), device);
  const SearchResult result = search.search(ConnectFour{}, iterations(200), seeded(1));
  const auto us = [&](const char* what) { return result.counters.at(what); };
  EXPECT_LE(us("threads_evaluating_us") + us("threads_waiting_us"), us("threads_us") + 1000);
  EXPECT_GE(us("threads_evaluating_us"), 1000 * (us("evaluator_calls") - 1));
  EXPECT_GT(us("threads_waiting_us"), 0U);  // one stream, two threads
}

TEST(BatchedSearch, RepeatsItselfWithOneThread) {
  for (const int batch : {1, 8}) {
    std::vector<std::uint64_t> visits[2];
    for (auto& seen : visits) {
      BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(
          batched_options(1, batch), PlayoutEvaluator<ConnectFour>());
      const SearchResult result = search.search(ConnectFour{}, iterations(1000), seeded(3));
      for (const RootChild& child : result.children) seen.push_back(child.visits);
    }
    EXPECT_EQ(visits[0], visits[1]);
  }
}

/// A win for player 0 is worth exactly .63 everywhere.
struct AlwaysTheSame {
  template <class G>
  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values) const {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      values[i].values = {.63, .37};
      std::fill(values[i].priors.begin(), values[i].priors.end(), 1.0F);
    }
  }
};

TEST(BatchedSearch, KeepsValuesAsTheyAreAndTossesNoCoins) {
  const auto same = AnyEvaluator<ConnectFour>(
      [](std::span<const Leaf<ConnectFour>> leaves, std::span<LeafValue<ConnectFour>> values,
         Random& /*random*/) { AlwaysTheSame().evaluate<ConnectFour>(leaves, values); });
  BatchedSearch<ConnectFour, AnyEvaluator<ConnectFour>> search(batched_options(1, 4), same);
  const SearchResult result = search.search(ConnectFour{}, iterations(60), seeded(1));
  ASSERT_EQ(result.finished, 0U);
  for (const RootChild& child : result.children) {
    if (child.visits == 0) continue;
    EXPECT_NEAR(child.mean(), .63, 1e-9);
  }
}

/// Imitates a user's network: the last column is best, and player 0's stones there count for them.
struct LastColumnFirst {
  static void evaluate(std::span<const Leaf<ConnectFour>> leaves,
                       std::span<LeafValue<ConnectFour>> values, Random& /*random*/) {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const bool first = leaves[i].position->owner(6, 0) == 0;
      values[i].values = {first ? .9 : .1, first ? .1 : .9};
      for (std::size_t m = 0; m < leaves[i].moves.size(); ++m) {
        values[i].priors[m] = leaves[i].moves[m] == 6 ? 94.0F : 1.0F;
      }
    }
  }
};

TEST(BatchedSearch, FollowsPriorsAndValuesOfTheUsers) {
  for (const int batch : {1, 8}) {
    BatchedSearch<ConnectFour, LastColumnFirst> search(batched_options(1, batch), {});
    const SearchResult result = search.search(ConnectFour{}, iterations(100), seeded(1));
    EXPECT_EQ(result.best_move, 6U);
    const auto& tree = search.tree();
    float last = 1;
    for (Slot slot = 0; slot < 7; ++slot) {
      const float prior = tree.prior(tree.root(), slot);
      EXPECT_NEAR(prior, tree.move(tree.root(), slot) == 6 ? .94 : .01, 1e-5);
      EXPECT_LE(prior, last);  // in falling order
      last = prior;
    }
  }
}

TEST(BatchedSearch, FindsAWinInOneAndBlocksALossInOne) {
  for (const int batch : {1, 16}) {
    TicTacToe position;  // X on a1 and b1, O on a2 and b2: X wins by c1
    for (const char* move : {"a1", "a2", "b1", "b2"}) position.play(*position.parse(move));
    BatchedSearch<TicTacToe, PlayoutEvaluator<TicTacToe>> search(batched_options(2, batch),
                                                                 PlayoutEvaluator<TicTacToe>());
    EXPECT_EQ(search.search(position, iterations(400), seeded(1)).best_move, *position.parse("c1"));
    TicTacToe other;  // O to move must block at c1
    for (const char* move : {"a1", "b2", "b1"}) other.play(*other.parse(move));
    EXPECT_EQ(search.search(other, iterations(800), seeded(1)).best_move, *other.parse("c1"));
  }
}

TEST(BatchedSearch, PlaysGamesOfChanceAndOfManyPlayers) {
  BatchedSearch<Pig, PlayoutEvaluator<Pig>> pig(batched_options(2, 4),
                                                PlayoutEvaluator<Pig>(1, false, {}));
  const SearchResult rolled = pig.search(Pig(20), iterations(500), seeded(1));
  EXPECT_EQ(rolled.iterations, 500U);
  expect_clean(pig.tree(), 500);
  BatchedSearch<Nim, PlayoutEvaluator<Nim>> nim(batched_options(2, 4), PlayoutEvaluator<Nim>());
  const SearchResult taken = nim.search(Nim(), iterations(500), seeded(1));
  EXPECT_EQ(taken.iterations, 500U);
  expect_clean(nim.tree(), 500);
}

TEST(BatchedSearch, GoesOnWhereTheArenaIsFull) {
  auto small = batched_options(2, 8);
  small.memory = 1U << 17U;
  BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(small,
                                                                   PlayoutEvaluator<ConnectFour>());
  const SearchResult result = search.search(ConnectFour{}, iterations(5000), seeded(1));
  EXPECT_EQ(result.iterations, 5000U);
  EXPECT_GT(result.counters.at("refused_expansions"), 0U);
}

TEST(BatchedSearch, StopsSoonAndGivesUpWhatWasNotSent) {
  std::stop_source stop;
  std::atomic<int> calls = 0;
  const auto stopping =
      AnyEvaluator<ConnectFour>([&](std::span<const Leaf<ConnectFour>> leaves,
                                    std::span<LeafValue<ConnectFour>> values, Random& /*random*/) {
        AlwaysTheSame().evaluate<ConnectFour>(leaves, values);
        if (++calls == 10) stop.request_stop();
      });
  auto each = batched_options(2, 4);
  each.in_flight = 64;
  BatchedSearch<ConnectFour, AnyEvaluator<ConnectFour>> search(each, stopping);
  const SearchResult result =
      search.search(ConnectFour{}, iterations(1'000'000), seeded(1), stop.get_token());
  EXPECT_LE(calls.load(), 13);
  expect_clean(search.tree(), result.iterations);
}

TEST(BatchedSearch, EndsInsideACallOfPlayoutsWhenItsTimeIsOverAndGivesUpTheOtherLeaves) {
  for (const auto& [batch, games] : {std::pair(4096, 1), {4096, 1000}, {1, 100'000}}) {
    for (const auto& [threads, streams] : {std::pair(1, 1), {3, 2}}) {
      const TestClock clock;
      TestGame::start(std::chrono::milliseconds(1));
      BatchedSearch<TestGame, PlayoutEvaluator<TestGame>> search(
          batched_options(threads, batch, streams), PlayoutEvaluator<TestGame>(games));
      Limits limits;
      limits.time = std::chrono::milliseconds(100);
      const SearchResult result = search.search(TestGame{}, limits, seeded(1));
      EXPECT_LE(TestGame::playouts, 100 + 2 * 16 * threads) << batch << ", " << games;
      EXPECT_GE(result.iterations, 1U);
      expect_clean(search.tree(), result.iterations);
      const std::uint64_t evaluated = result.counters.at("evaluated_leaves");
      EXPECT_EQ(evaluated, result.iterations - result.finished + 1);  // the root's priors too
    }
  }
}

TEST(BatchedSearch, EndsInsideACallWhenItIsStopped) {
  const TestClock clock;
  const std::stop_token stop = TestGame::start({}, 500);
  BatchedSearch<TestGame, PlayoutEvaluator<TestGame>> search(batched_options(1, 1000),
                                                             PlayoutEvaluator<TestGame>(1000));
  const SearchResult result = search.search(TestGame{}, {}, seeded(1), stop);
  EXPECT_LE(TestGame::playouts, 500 + 2 * 16);
  expect_clean(search.tree(), result.iterations);
}

/// A device that takes hours.
template <class E>
SimulatedDevice<ConnectFour, E> slow_device(E evaluator) {
  return {std::move(evaluator), DeviceCost::line(std::chrono::hours(3), {})};
}

TEST(BatchedSearch, WaitsForNoDeviceLongerThanItsTime) {
  const TestClock clock(TestClock::kSlow);
  for (const int threads : {1, 3}) {
    BatchedSearch<ConnectFour, SimulatedDevice<ConnectFour, PlayoutEvaluator<ConnectFour>>> search(
        batched_options(threads, 4, threads), slow_device(PlayoutEvaluator<ConnectFour>()));
    Limits limits;
    limits.time = std::chrono::milliseconds(20);
    for (int again = 0; again < 2; ++again) {  // the device is free again
      const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
      EXPECT_LT(result.seconds, 1);
      EXPECT_GE(result.iterations, 1U);
      EXPECT_LE(result.iterations, static_cast<std::uint64_t>(threads));  // none came back
      expect_clean(search.tree(), result.iterations);
    }
  }
}

TEST(BatchedSearch, WaitsForNoDeviceOnceItIsStopped) {
  const TestClock clock(TestClock::kSlow);
  std::stop_source stop;
  const AnyEvaluator<ConnectFour> stopping([&](std::span<const Leaf<ConnectFour>> leaves,
                                               std::span<LeafValue<ConnectFour>> values,
                                               Random& /*random*/) {
    AlwaysTheSame().evaluate<ConnectFour>(leaves, values);
    stop.request_stop();
  });
  BatchedSearch<ConnectFour, SimulatedDevice<ConnectFour, AnyEvaluator<ConnectFour>>> search(
      batched_options(1, 4), slow_device(stopping));
  const SearchResult result =
      search.search(ConnectFour{}, iterations(1000), seeded(1), stop.get_token());
  EXPECT_LT(result.seconds, 1);
  expect_clean(search.tree(), result.iterations);
}

TEST(BatchedSearch, HasAResultThoughItIsStoppedBeforeItBegins) {
  std::stop_source stop;
  stop.request_stop();
  BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(batched_options(1, 4),
                                                                   PlayoutEvaluator<ConnectFour>());
  const SearchResult result =
      search.search(ConnectFour{}, iterations(1000), seeded(1), stop.get_token());
  EXPECT_GE(result.iterations, 1U);
  expect_clean(search.tree(), result.iterations);
}

TEST(BatchedSearch, PassesOnWhatAnEvaluatorThrows) {
  const auto failing = AnyEvaluator<ConnectFour>([calls = std::make_shared<std::atomic<int>>(0)](
                                                     auto leaves, auto values, Random& /*random*/) {
    AlwaysTheSame().evaluate<ConnectFour>(leaves, values);
    if (++*calls > 5) throw std::runtime_error("no device");
  });
  BatchedSearch<ConnectFour, AnyEvaluator<ConnectFour>> search(batched_options(3, 4, 2), failing);
  EXPECT_THROW(search.search(ConnectFour{}, iterations(1000), seeded(1)), std::runtime_error);
}

TEST(BatchedSearch, GoesOnFromNoTreeWhoseStartThrew) {
  bool fails = false;
  const AnyEvaluator<ConnectFour> evaluator([&](std::span<const Leaf<ConnectFour>> leaves,
                                                std::span<LeafValue<ConnectFour>> values,
                                                Random& /*random*/) {
    if (fails) throw std::runtime_error("no device");
    AlwaysTheSame().evaluate<ConnectFour>(leaves, values);
  });
  BatchedOptions options = batched_options(1, 4);
  options.reuse = true;
  options.policy.noise = 0.25;  // so that the root of a kept tree is evaluated again
  BatchedSearch<ConnectFour, AnyEvaluator<ConnectFour>> search(options, evaluator);
  const SearchResult first = search.search(ConnectFour{}, iterations(1000), {1, 1, 0, 0});
  ConnectFour position;
  position.play(static_cast<ConnectFour::Move>(first.best_move));
  fails = true;
  EXPECT_THROW(search.search(position, iterations(1000), {1, 1, 1, 0}), std::runtime_error);
  fails = false;
  const SearchResult again = search.search(ConnectFour{}, iterations(1000), {1, 1, 2, 0});
  EXPECT_EQ(again.counters.at("kept_visits"), 0U);
  EXPECT_EQ(again.root_visits(), 1000U);
}

TEST(BatchedSearch, RefusesValuesAndPriorsThatNoTreeCanHold) {
  struct Answer {
    double value;
    float prior;
  };
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Answer wrong : {Answer{kNoNumber, 1}, Answer{-.5, 1}, Answer{1e300, 1}, Answer{.5, 0},
                             Answer{.5, -1}, Answer{.5, kInfinity}, Answer{.5, std::nanf("")}}) {
    for (const int threads : {1, 3}) {
      std::atomic<int> calls = 0;
      const AnyEvaluator<ConnectFour> evaluator([&](std::span<const Leaf<ConnectFour>> leaves,
                                                    std::span<LeafValue<ConnectFour>> values,
                                                    Random& /*random*/) {
        AlwaysTheSame().evaluate<ConnectFour>(leaves, values);
        if (++calls < 20) return;
        values.back().values[0] = wrong.value;
        std::fill(values.back().priors.begin(), values.back().priors.end(), wrong.prior);
      });
      BatchedSearch<ConnectFour, AnyEvaluator<ConnectFour>> search(batched_options(threads, 4),
                                                                   evaluator);
      EXPECT_THROW(search.search(ConnectFour{}, iterations(1000), seeded(1)),
                   std::invalid_argument);
    }
  }
}

TEST(BatchedSearch, KeepsItsTreeBetweenMoves) {
  auto keeping = batched_options(1, 4);
  keeping.reuse = true;
  BatchedSearch<ConnectFour, PlayoutEvaluator<ConnectFour>> search(keeping,
                                                                   PlayoutEvaluator<ConnectFour>());
  ConnectFour position;
  const SearchResult first = search.search(position, iterations(1000), {1, 1, 0, 0});
  EXPECT_EQ(first.counters.at("kept_visits"), 0U);
  position.play(static_cast<ConnectFour::Move>(first.best_move));
  const SearchResult second = search.search(position, iterations(1000), {1, 1, 1, 0});
  EXPECT_GT(second.counters.at("kept_visits"), 50U);
  EXPECT_EQ(second.iterations, 1000U);
}

}  // namespace
}  // namespace banyan
