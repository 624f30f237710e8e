// Endless playouts, with every search: time ends them, and they do not count.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/clock_test.hpp"
#include "parallel/shapes/searches_test.hpp"

namespace banyan {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A game of two moves. It ends after twenty moves, or never once that many moves were made in all
/// games together. Each move takes a microsecond of the test's clock.
class EndlessGame {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;

  static void start(std::int64_t finite) { left_ = finite; }

  [[nodiscard]] Player to_move() const { return static_cast<Player>(plies_ % 2); }
  [[nodiscard]] MovesOf<EndlessGame> legal_moves() const {
    MovesOf<EndlessGame> moves;
    moves.push_back(0);
    moves.push_back(1);
    return moves;
  }
  void play(Move move) {
    TestClock::advance(microseconds(1));
    left_.fetch_sub(1, std::memory_order_relaxed);
    ++plies_;
    sum_ += move;
  }
  [[nodiscard]] bool over() const {
    return plies_ >= 20 && left_.load(std::memory_order_relaxed) > 0;
  }
  [[nodiscard]] Points result(Player player) const {
    return (sum_ % 2 == 0) == (player == 0) ? kWin : kLoss;
  }
  friend bool operator==(const EndlessGame&, const EndlessGame&) = default;

 protected:
  [[nodiscard]] std::uint32_t plies() const { return plies_; }

 private:
  static inline std::atomic<std::int64_t> left_ = 0;
  std::uint32_t plies_ = 0;
  std::uint32_t sum_ = 0;
};

/// The results of searches with that many moves before games become endless.
struct EndsInTime {
  std::int64_t finite = 0;

  template <class Search>
  void run(Search& search, const char* name) const {
    SCOPED_TRACE(name);
    const TestClock clock;
    EndlessGame::start(finite);
    const SearchResult result = search.search({}, {0, 0, milliseconds(100)}, seeded(1));
    EXPECT_EQ(result.root_visits(), result.visits());
    EXPECT_EQ(result.children.size(), 2U);
    EXPECT_LE(result.best_move, 1U);
    EXPECT_GE(result.seconds, 0.1);
    // Each playout in progress asks once per 1024 moves, and a batch may have several.
    EXPECT_LE(result.seconds, 0.15);
    // In a shared tree, those that tried a child count as a draw each.
    if (finite == 0) {
      EXPECT_LE(result.iterations, 8U);
      EXPECT_EQ(result.value, 0.5);
    } else {
      EXPECT_GT(result.iterations, 20U);
    }
  }
  template <class Search>
  void find_no_defect(const Search& search, int trees, const char* name) const {
    for (int i = 0; i < trees; ++i) {
      EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt) << name;
    }
  }
};

/// A playout that takes half a second of the test's clock.
class SlowGame : public EndlessGame {
 public:
  Playout playout(Random& /*random*/) const {
    TestClock::advance(milliseconds(500));
    ++playouts;
    return {kWin, 20};
  }

  static inline std::atomic<int> playouts = 0;
};

/// Each worker makes at most one playout; in a pipeline, whose workers share a portion, one makes
/// two.
struct StartsNoSecondPlayout {
  template <class Search>
  void run(Search& search, const char* name) const {
    SCOPED_TRACE(name);
    const TestClock clock;
    SlowGame::start(1'000'000);
    SlowGame::playouts = 0;
    const SearchResult result = search.search({}, {0, 0, milliseconds(100)}, seeded(1));
    const std::string_view of(name);
    const bool four = of == "TreeSearch of CountedDescents" || of == "ClusterSearch";
    const bool one = of == "SequentialSearch" || of == "VirtualSearch" || of == "VirtualLeases";
    EXPECT_GE(SlowGame::playouts, 1);
    EXPECT_LE(SlowGame::playouts, one ? 1 : four ? 4 : 3);
    EXPECT_EQ(result.playouts, static_cast<std::uint64_t>(SlowGame::playouts));
  }
  template <class Search>
  void find_no_defect(const Search& /*search*/, int /*trees*/, const char* /*name*/) const {}
};

TEST(LongPlayouts, OfWhichNoneIsStartedOnceOneHasTakenTheTime) {
  const StartsNoSecondPlayout check;
  expect_plain_searches<SlowGame>(check);
  expect_shared_searches<SlowGame>(check);
  expect_simulated_searches<SlowGame>(check);
}

TEST(LongPlayouts, AreStoppedWhenTheTimeIsUpAndDoNotCount) {
  expect_all_searches<EndlessGame>(EndsInTime{5000});
}

/// The same with a coin toss after every second move.
class EndlessDice : public EndlessGame {
 public:
  [[nodiscard]] Player to_move() const {
    return plies() % 3 == 2 ? kChance : static_cast<Player>(plies() % 2);
  }
  static Move draw(Random& random) { return static_cast<Move>(random.below(2)); }
  static double probability(Move /*move*/) { return 0.5; }
};

TEST(LongPlayouts, OfGamesOfChanceAreStoppedToo) {
  for (const std::int64_t finite : {5000, 0}) {
    expect_policies<GeneralSearch<EndlessDice>, EndlessDice>("GeneralSearch", false,
                                                             EndsInTime{finite});
  }
}

TEST(LongPlayouts, LeaveALegalMoveWhereNoneWasFinished) {
  expect_all_searches<EndlessGame>(EndsInTime{0});
}

}  // namespace
}  // namespace banyan
