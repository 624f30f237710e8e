// Tests of the search of games of chance, rewards and many players: general_search.hpp and its
// tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "core/tree/outline.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/pig/pig_truth_test.hpp"
#include "games/sailing/sailing.hpp"
#include "games/sailing/sailing_truth_test.hpp"
#include "parallel/strategies/general_search.hpp"

namespace banyan {

/// One player. A first move earns nothing. Then a coin is tossed: heads (outcome 1, three in four)
/// earns 8. Then at each of three places, move 1 stops and earns 10, 20 or 30. Move 0 goes on and
/// earns nothing, except 100 at the last place.
class Chain {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;
  static constexpr int kMaxPlayers = 1;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 1000;
  static constexpr std::uint8_t kEnd = 4;

  [[nodiscard]] int players() const { return 1; }
  [[nodiscard]] Player to_move() const { return tossing_ ? kChance : 0; }
  [[nodiscard]] MovesOf<Chain> legal_moves() const {
    MovesOf<Chain> moves;
    moves.push_back(0);
    if (place_ > 0) moves.push_back(1);
    return moves;
  }
  void play(Move move) {
    if (place_ == 0 && !tossing_) {
      tossing_ = true;
      earned_ = 0;
      place_ = 1;
      return;
    }
    if (tossing_) {
      tossing_ = false;
      earned_ = move == 1 ? 8 : 0;
      return;
    }
    earned_ = move == 1 ? 10 * place_ : place_ + 1 == kEnd ? 100 : 0;
    place_ = move == 1 ? kEnd : static_cast<std::uint8_t>(place_ + 1);
  }
  [[nodiscard]] bool over() const { return place_ == kEnd; }
  [[nodiscard]] Points result(Player /*player*/) const { return kWin; }
  [[nodiscard]] double reward(Player /*player*/) const { return earned_; }
  [[nodiscard]] Move draw(Random& random) const { return random.below(4) < 3 ? 1 : 0; }
  [[nodiscard]] double probability(Move move) const { return move == 1 ? 0.75 : 0.25; }
  friend bool operator==(const Chain&, const Chain&) = default;

 private:
  std::uint8_t place_ = 0;  // 0: before the toss
  bool tossing_ = false;
  std::uint8_t earned_ = 0;
};
static_assert(RewardGame<Chain> && ChanceGame<Chain> && ManyPlayers<Chain>);

namespace {

GeneralOptions options(int threads = 1, int trees = 1, int playouts_each = 1) {
  GeneralOptions options;
  options.threads = threads;
  options.trees = trees;
  options.playouts = playouts_each;
  options.memory = std::size_t{256} << 20U;
  return options;
}

template <Game G>
SearchResult search(const G& position, std::uint64_t count, GeneralOptions with = options(),
                    std::uint64_t seed = 1) {
  GeneralSearch<G> engine(with);
  SearchResult result = engine.search(position, iterations(count), seeded(seed));
  for (int i = 0; i < with.trees; ++i) EXPECT_EQ(find_defect(engine.tree(i)), std::nullopt);
  EXPECT_EQ(result.root_visits(), result.visits());
  return result;
}

// ---- rewards, discounting, chance ---------------------------------------------------------------

TEST(GeneralSearch, DiscountsOncePerDecision) {
  // From the second place: stopping earns 10 at once, stopping next earns 20, going on to the end
  // 100. The toss that follows the first decision adds 6 on average.
  for (const double discount : {1.0, 0.5, 0.2}) {
    auto with = options();
    with.policy.backup = Backup::kMax;
    with.policy.discount = discount;
    const double end = 100 * discount * discount;
    const double best = std::max({10.0, 20 * discount, end});
    const SearchResult found = search(Chain(), 20'000, with);
    EXPECT_NEAR(found.value, discount * (6 + best), 0.15) << discount;
  }
}

TEST(GeneralSearch, DrawsOutcomesByTheirProbabilitiesAndWeighsThemSo) {
  for (const Backup backup : {Backup::kMean, Backup::kMax}) {
    auto with = options();
    with.exploration = 0.3;
    with.policy.backup = backup;
    with.policy.discount = 0.5;
    GeneralSearch<Chain> engine(with);
    engine.search(Chain(), iterations(20'000), seeded(1));
    const GeneralTree<Chain>& tree = engine.tree(0);
    const Node toss = tree.child(tree.root(), 0);
    ASSERT_EQ(tree.mover(toss), kChance);
    const double heads = tree.visits(toss, 1) / 20'000.0;
    EXPECT_NEAR(heads, 0.75, 4.5 * std::sqrt(0.75 * 0.25 / 20'000));
    EXPECT_EQ(tree.visits(toss, 0) + tree.visits(toss, 1), 20'000U);
    const double mean = heads * tree.value(toss, 1, 0) + (1 - heads) * tree.value(toss, 0, 0);
    EXPECT_NEAR(tree.value(tree.root(), 0, 0), 0.5 * mean, 1e-4);
    EXPECT_NEAR(tree.value(toss, 1, 0) - tree.value(toss, 0, 0), 8, 0.5);
  }
}

TEST(FixedPoint, AddsUpHalvesExactlyAndCutsWhatNoGameReturns) {
  const FixedPoint results;
  EXPECT_EQ(results.to_double(3 * results.from(0.5)), 1.5);
  EXPECT_EQ(results.from(0.5) + results.from(1), results.from(1.5, 2));
  EXPECT_EQ(results.to_double(results.from(7)), 1);
  const FixedPoint rewards(1000);  // and up to the next power of two
  EXPECT_NEAR(rewards.to_double(rewards.from(-123.456)), -123.456, 1e-6);
  EXPECT_EQ(rewards.to_double(rewards.from(-1e30, 2)), -2048);
}

TEST(GeneralSearch, CutsPlayoutsAndCountsThem) {
  auto with = options();
  with.policy.cap = 1;
  const SearchResult found = search(Pig(100), 1000, with);
  EXPECT_EQ(found.counters.at("capped_playouts"), 1000U);
  EXPECT_EQ(found.value, 0.5);  // a draw for everybody
}

// ---- truth -------------------------------------------------------------------------------------

TEST(GeneralSearchSlow, KnowsTheCostOfSailingWithinTwoPercent) {
  const SailingTruth truth(5);
  auto with = options();
  with.policy.backup = Backup::kMax;
  for (int wind = 0; wind < 8; ++wind) {
    const double minutes = truth.minutes(0, 0, 0, wind);
    const SearchResult found = search(Sailing(5, wind), 100'000, with);
    EXPECT_NEAR(-found.value, minutes, 0.02 * minutes) << "wind " << wind;
    const double chosen = truth.minutes_by(0, 0, 0, wind, static_cast<int>(found.best_move));
    EXPECT_LE(chosen, 1.01 * minutes) << "wind " << wind;
  }
}

TEST(GeneralSearchSlow, ChoosesLegsOfTheLargeLakeWithinTwoPercentOfTheBestOnTheAverage) {
  // Its value of the whole way is up to 7 % off: the far end has too few visits.
  const SailingTruth truth(10);
  auto with = options();
  with.policy.backup = Backup::kMax;
  double best = 0;
  double chosen = 0;
  for (int wind = 0; wind < 8; ++wind) {
    const SearchResult found = search(Sailing(10, wind), 100'000, with);
    best += truth.minutes(0, 0, 0, wind);
    chosen += truth.minutes_by(0, 0, 0, wind, static_cast<int>(found.best_move));
  }
  EXPECT_LE(chosen, 1.02 * best);
}

TEST(PigTruthSlow, IsThatOfThePaper) {
  const PigTruth truth(100);
  EXPECT_NEAR(truth.win(0, 0, 0), 0.5306, 0.0001);  // Neller and Presser 2004
  EXPECT_GT(truth.roll(0, 0, 20), truth.hold(0, 0, 20));
  EXPECT_LT(truth.roll(0, 0, 21), truth.hold(0, 0, 21));
  for (const int total : {2, 6, 10, 14, 26, 30, 34}) {  // closer to 21, moves hardly differ
    const bool roll = truth.roll(0, 0, total) > truth.hold(0, 0, total);
    EXPECT_EQ(search(Pig(100, 0, 0, total), 60'000).best_move, roll ? Pig::kRoll : Pig::kHold)
        << total;
  }
}

TEST(GeneralSearch, PlaysNimByBoutonsTheory) {
  int won = 0;
  for (int a = 1; a <= 3; ++a) {
    for (int b = a; b <= 3; ++b) {
      for (int c = b; c <= 3; ++c) {
        Nim position({a, b, c});
        if (position.nim_sum() == 0) continue;
        position.play(static_cast<Nim::Move>(search(position, 20'000).best_move));
        EXPECT_EQ(position.nim_sum(), 0) << a << b << c;
        ++won;
      }
    }
  }
  EXPECT_EQ(won, 9);
}

/// Every player's points with best play, and the best moves, by exhaustive search: max^n (Luckhardt
/// and Irani 1986). The player who ends the game decides all results, so there are never two best
/// moves.
std::vector<int> max_n(const Nim& position, std::set<std::uint32_t>* right = nullptr) {
  std::vector<int> best;
  if (position.over()) {
    for (Player player = 0; player < position.players(); ++player) {
      best.push_back(position.result(player));
    }
    return best;
  }
  const auto mover = static_cast<std::size_t>(position.to_move());
  for (const auto move : position.legal_moves()) {
    Nim next = position;
    next.play(move);
    const std::vector<int> points = max_n(next);
    if (right != nullptr && !best.empty() && points[mover] > best[mover]) right->clear();
    if (best.empty() || points[mover] > best[mover]) best = points;
    if (right != nullptr && points == best) right->insert(move);
  }
  return best;
}

TEST(GeneralSearch, OfThreePlayersIsMaxN) {
  int decided = 0;
  for (const auto& heaps : {std::vector{1, 2}, {2, 2}, {1, 1, 2}, {1, 2, 2}, {1, 3}, {2, 3}}) {
    const Nim position(heaps, 3);
    std::set<std::uint32_t> right;
    const std::vector<int> points = max_n(position, &right);
    const SearchResult found = search(position, 20'000);
    EXPECT_TRUE(right.contains(found.best_move)) << position.board();
    ASSERT_EQ(found.values.size(), 3U);
    for (std::size_t player = 0; player < 3; ++player) {
      EXPECT_NEAR(found.values[player], points[player] / 2.0, 0.1) << position.board();
    }
    if (right.size() < position.legal_moves().size()) ++decided;
  }
  EXPECT_GE(decided, 4);
}

// ---- in parallel -------------------------------------------------------------------------------

TEST(GeneralSearch, LosesNothingHoweverTheWorkIsDivided) {
  for (const Backup backup : {Backup::kMean, Backup::kMax}) {
    for (const VirtualVisits shown : {VirtualVisits::mean(), VirtualVisits::losses(1)}) {
      for (const auto& [threads, trees, each] :
           {std::array{1, 1, 1}, {4, 1, 1}, {8, 1, 1}, {1, 4, 1}, {2, 3, 3}, {4, 1, 8}}) {
        auto with = options(threads, trees, each);
        with.policy.backup = backup;
        with.shown = shown;
        constexpr std::uint64_t kCount = scaled(4001U);
        const SearchResult sailing = search(Sailing(5), kCount, with);
        EXPECT_EQ(sailing.iterations, kCount);
        EXPECT_EQ(sailing.visits(), kCount * static_cast<unsigned>(each));
        EXPECT_EQ(search(Pig(30), kCount, with).iterations, kCount);
        EXPECT_EQ(search(Nim({3, 4, 5}, 4), kCount, with).iterations, kCount);
      }
    }
  }
}

TEST(GeneralSearch, CountsEachNodeOnce) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    GeneralSearch<Sailing> search(options(8, 1, 1));
    const auto result = search.search(Sailing(3), iterations(scaled(20'000)), seeded(seed));
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree(0)));
  }
}

TEST(GeneralSearch, PrunesAFullTreeOfMeansAndCountsTheNodesThatAreLeft) {
  for (const Backup backup : {Backup::kMean, Backup::kMax}) {
    auto with = options(1, 1, 1);
    with.memory = 256'000;
    with.policy.backup = backup;
    GeneralSearch<Sailing> search(with);
    const auto count = scaled<std::uint64_t>(50'000);
    const auto result = search.search(Sailing(20), iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree(0)));
    EXPECT_EQ(find_defect(search.tree(0)), std::nullopt);
    if (kSlowdown == 1) {
      EXPECT_EQ(result.counters.contains("pruned_nodes"), backup == Backup::kMean);
    }
  }
}

/// Games whose only reward is their result.
template <Game G>
void expect_values_of_their_children(const G& position, Backup backup) {
  auto with = options(8, 1, 1);
  with.policy.backup = backup;
  GeneralSearch<G> search(with);
  search.search(position, iterations(scaled(20'000)), seeded(1));
  const GeneralTree<G>& tree = search.tree(0);
  for_each_node(tree, [&](Node node) {
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      if (tree.visits(node, slot) == 0) continue;
      for (Player player = 0; player < tree.players(); ++player) {
        const auto right = FixedPoint().from(tree.worth(node, slot, 0, 1, player));
        ASSERT_EQ(FixedPoint().from(tree.value(node, slot, player)), right);
      }
    }
  });
}

TEST(GeneralSearch, LeavesNoValueThatItsChildrenDoNotHave) {
  for (const Backup backup : {Backup::kMax, Backup::kRobust}) {
    expect_values_of_their_children(Nim({3, 4, 5}, 2), backup);
    expect_values_of_their_children(Nim({2, 3}, 3), backup);
    expect_values_of_their_children(Pig(20), backup);
  }
}

/// Pig's first player rolls; each outcome is shown for that player, not the next one.
TEST(GeneralSearch, ShowsWhatChanceDidToWhoMovedLast) {
  GeneralSearch<Pig> search(options(8, 1, 1));
  search.search(Pig(20), iterations(scaled(20'000)), seeded(1));
  const std::vector<OutlineNode> moves = outline(search.tree(0), {2, 6});
  ASSERT_FALSE(moves.empty());
  const OutlineNode& roll = moves.front();
  ASSERT_EQ(roll.move, Pig::kRoll);
  ASSERT_EQ(roll.children.size(), 6U);
  double sum = 0;
  std::uint64_t visits = 0;
  for (const OutlineNode& die : roll.children) {
    sum += die.value * static_cast<double>(die.visits);
    visits += die.visits;
  }
  EXPECT_NEAR(sum / static_cast<double>(visits), roll.value, 1.0 / static_cast<double>(visits));
}

TEST(GeneralSearch, SpendsABudgetOfPlayoutsExactly) {
  for (const auto& [threads, trees, each] : {std::array{4, 1, 8}, {2, 3, 8}}) {
    GeneralSearch<Pig> engine(options(threads, trees, each));
    for (const std::uint64_t count : {1U, 7U, 8U, 17U, 1001U}) {
      EXPECT_EQ(engine.search(Pig(), playouts(count), seeded(1)).visits(), count);
    }
  }
}

TEST(GeneralSearch, IsTheSameForTheSameSeedWhereThreadsShareNoTree) {
  auto leaf = options(3, 1, 8);
  leaf.together = true;
  for (const GeneralOptions& with : {options(), options(1, 4), leaf}) {
    const SearchResult once = search(Sailing(6), 1000, with, 5);
    const SearchResult again = search(Sailing(6), 1000, with, 5);
    expect_same(again, once);
    for (std::size_t i = 0; i < once.children.size(); ++i) {
      EXPECT_EQ(once.children[i].value, again.children[i].value);
    }
    EXPECT_NE(search(Sailing(6), 1000, with, 6).value, once.value);
  }
}

TEST(GeneralSearch, PlaysOutTogetherFromEachLeaf) {
  auto leaf = options(4, 1, 8);
  leaf.together = true;
  const SearchResult found = search(Pig(), 500, leaf);
  EXPECT_EQ(found.visits(), 4000U);
  EXPECT_EQ(found.iterations, 500U);
}

TEST(GeneralSearch, MergesTreesOfNegativeValuesByEveryRule) {
  for (const Merge merge : {Merge::kSum, Merge::kAverage, Merge::kMajority, Merge::kMax}) {
    auto with = options(1, 3);
    with.merge = merge;
    with.policy.backup = Backup::kMax;
    const SearchResult found = search(Sailing(4, 1), 6'000, with);
    EXPECT_EQ(found.best_move, 1U);  // the wind blows towards the goal
    EXPECT_LT(found.value, -3 * std::sqrt(2));
    EXPECT_GT(found.value, -15);
  }
}

TEST(GeneralSearch, AFullArenaStopsTheTreeAndNotTheSearch) {
  auto with = options(4);
  with.memory = 0;
  const SearchResult found = search(Pig(), scaled(20'000U), with);
  EXPECT_EQ(found.iterations, scaled(20'000U));
  if (kSlowdown == 1) {
    EXPECT_GT(found.counters.at("refused_expansions"), 0U);
  }
}

TEST(GeneralSearch, CountsWhatEachWorkerDid) {
  const SearchResult found = search(Pig(), 4000U, options(1, 4));
  EXPECT_EQ(found.counters.at("worker_iterations_min"), 1000U);
  EXPECT_EQ(found.counters.at("worker_iterations_max"), 1000U);
}

TEST(GeneralSearch, StopsAtATimeLimitAndOnRequest) {
  GeneralSearch<Pig> engine(options(4));
  {
    const TestClock clock(TestClock::kSlow);
    const Limits limits = looks(1000);
    const SearchResult result = engine.search(Pig(), limits, seeded(1));
    EXPECT_GE(result.iterations, 980U);  // each thread reads the clock a few more times
    EXPECT_LE(result.iterations, 1000U);
    expect_in_time(result, limits, 3 * 4);
  }
  std::stop_source stop;
  stop.request_stop();
  const SearchResult stopped = engine.search(Pig(), Limits{}, seeded(1), stop.get_token());
  EXPECT_GE(stopped.iterations, 1U);
  EXPECT_LE(stopped.iterations, 8U);
}

/// One player decides ten times, right or wrong. All right earns 1, else the share of right ones is
/// worth at most a quarter; and any game earns `offset` more.
class Decisions {
 public:
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 2;
  static constexpr int kMaxPlayers = 1;
  static constexpr double kDiscount = 1;
  static constexpr double kLargestReturn = 4096;
  static constexpr int kDecisions = 10;

  explicit Decisions(int offset = 0) : offset_(offset) {}

  [[nodiscard]] int players() const { return 1; }
  [[nodiscard]] Player to_move() const { return 0; }
  [[nodiscard]] MovesOf<Decisions> legal_moves() const {
    MovesOf<Decisions> moves;
    moves.push_back(0);
    moves.push_back(1);
    return moves;
  }
  static constexpr Move right(int decision) { return decision % 3 == 1 ? 1 : 0; }
  void play(Move move) { right_ += move == right(made_++) ? 1 : 0; }
  [[nodiscard]] bool over() const { return made_ == kDecisions; }
  [[nodiscard]] Points result(Player /*player*/) const { return kDraw; }
  [[nodiscard]] double reward(Player /*player*/) const {
    if (!over()) return 0;
    return offset_ + (right_ == kDecisions ? 1 : 0.025 * right_);
  }
  friend bool operator==(const Decisions&, const Decisions&) = default;

 private:
  int offset_;
  int made_ = 0;
  int right_ = 0;
};

/// The share of visits of the right first move, the median of 21 searches by these options: where
/// the scheduler stops a thread for most of a search, that one search may find 0.3 for 0.9.
double share_of_right(int offset, GeneralOptions options) {
  options.memory = std::size_t{16} << 20U;
  GeneralSearch<Decisions> search(options);
  std::array<double, 21> shares{};
  for (std::size_t seed = 0; seed < shares.size(); ++seed) {
    const SearchResult found = search.search(Decisions(offset), iterations(3000), seeded(seed));
    shares[seed] = static_cast<double>(found.children[Decisions::right(0)].visits) / 3000;
  }
  const auto median = shares.begin() + shares.size() / 2;
  std::ranges::nth_element(shares, median);
  return *median;
}

TEST(GeneralSearch, FindsTheSameWhateverConstantAGameAddsToItsReturns) {
  std::map<std::string, GeneralOptions> all;
  all["ucb1"].threads = 1;
  all["puct"] = all["max"] = all["ments"] = all["threads"] = all["ucb1"];
  all["puct"].policy.select = SelectionRule::kPuct;
  all["puct"].policy.all_children = true;
  all["max"].policy.backup = Backup::kMax;
  all["ments"].policy.select = SelectionRule::kMents;
  all["ments"].policy.backup = Backup::kSoft;
  all["ments"].exploration = 0.1;
  all["threads"].threads = 2;
  for (const auto& [name, options] : all) {
    SCOPED_TRACE(name);
    const double share = share_of_right(0, options);
    EXPECT_GT(share, 0.8);
    for (const int offset : {10, 1000, -1000}) {
      EXPECT_NEAR(share_of_right(offset, options), share, 0.03) << offset;
    }
  }
}

}  // namespace
}  // namespace banyan
