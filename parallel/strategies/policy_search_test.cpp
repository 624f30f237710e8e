#include "parallel/strategies/policy_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/game/positions_test.hpp"
#include "core/game/test_game_test.hpp"
#include "core/result/graph_inspect.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/reference_test.hpp"

namespace banyan {
namespace {

template <class G>
typename PolicySearch<G>::Options with(const PolicyOptions& policy, int threads = 1) {
  typename PolicySearch<G>::Options options;
  options.policy = policy;
  options.threads = threads;
  options.memory = std::size_t{64} << 20U;
  options.executor = ExecutorKind::kJthread;
  return options;
}

template <class G>
void expect_clean(const PolicySearch<G>& search, int trees = 1) {
  for (int i = 0; i < trees; ++i) {
    EXPECT_EQ(find_graph_defect(search.tree(i), false), std::nullopt);
    if (search.tree(i).is_graph()) continue;
    EXPECT_EQ(find_defect(search.tree(i), false), std::nullopt);
    EXPECT_EQ(descents_in_flight(search.tree(i)), 0U);
  }
}

/// Each policy alone, and many at once.
std::vector<std::pair<std::string, PolicyOptions>> policies() {
  std::vector<std::pair<std::string, PolicyOptions>> all;
  const auto add = [&](const char* name, auto change) {
    PolicyOptions policy;
    change(policy);
    all.emplace_back(name, policy);
  };
  using P = PolicyOptions;
  add("ucb1", [](P&) {});
  add("tuned", [](P& p) { p.select = SelectionRule::kTuned; });
  add("regularized", [](P& p) { p.select = SelectionRule::kRegularized, p.all_children = true; });
  add("children", [](P& p) { p.all_children = true; });
  add("fpu", [](P& p) { p.all_children = true, p.first_play = 1.1; });
  add("widen", [](P& p) { p.widening = {1, 0.4}, p.solver = true; });
  add("widen priors", [](P& p) {
    p.select = SelectionRule::kPuct, p.all_children = true;
    p.game_priors = true, p.widening = {0.7, 0.5};
  });
  add("draw", [](P& p) { p.draw = 0.1; });
  add("puct", [](P& p) {
    p.select = SelectionRule::kPuct, p.all_children = true;
    p.game_priors = true, p.noise = 0.25;
  });
  add("gumbel", [](P& p) {
    p.select = SelectionRule::kPuct, p.all_children = true;
    p.game_priors = true, p.gumbel = 4;
  });
  add("solver", [](P& p) { p.solver = true; });
  add("decisive", [](P& p) { p.playout = PlayoutRule::kDecisive, p.epsilon = 0.1; });
  add("heavy", [](P& p) { p.playout = PlayoutRule::kHeavy; });
  add("mast", [](P& p) { p.playout = PlayoutRule::kMast, p.tau = 0.1; });
  add("nst", [](P& p) { p.playout = PlayoutRule::kNst, p.epsilon = 0.2; });
  add("lgrf", [](P& p) { p.playout = PlayoutRule::kLgrf, p.decisive = true, p.rave = 300; });
  add("cap", [](P& p) { p.cap = 5; });
  add("rave", [](P& p) { p.rave = 300, p.all_children = true; });
  add("grave", [](P& p) { p.rave = 300, p.grave = 20, p.schedule = AmafSchedule::kMse; });
  add("uct1", [](P& p) { p.transpositions = Transpositions::kUct1; });
  add("uct2", [](P& p) { p.transpositions = Transpositions::kUct2; });
  add("graph of many", [](P& p) {
    p.select = SelectionRule::kPuct, p.all_children = p.solver = p.game_priors = true;
    p.rave = 300, p.grave = 20, p.draw = 0.2, p.transpositions = Transpositions::kUct2;
  });
  add("many", [](P& p) {
    p.select = SelectionRule::kPuct, p.all_children = p.solver = p.game_priors = true;
    p.rave = 300, p.grave = 20, p.draw = 0.2, p.playout = PlayoutRule::kHeavy;
  });
  return all;
}

template <Game G>
void expect_sound_with_all(int threads, int trees, int playouts_each) {
  for (const auto& [name, policy] : policies()) {
    SCOPED_TRACE(name + ", threads " + std::to_string(threads));
    auto options = with<G>(policy, threads);
    options.trees = trees;
    options.playouts = playouts_each;
    PolicySearch<G> search(options);
    const auto count = scaled<std::uint64_t>(3000);
    const SearchResult result = search.search(G{}, iterations(count), seeded(1));
    expect_clean(search, trees);
    std::uint64_t visited = 0;
    for (int i = 0; i < trees; ++i) visited += visited_nodes(search.tree(i));
    if (!policy.is_graph()) {
      EXPECT_EQ(result.tree.nodes, visited);
    }
    EXPECT_EQ(result.root_visits(), result.visits());
    EXPECT_EQ(result.visits(), result.iterations * static_cast<unsigned>(playouts_each));
    if (policy.solver) {
      EXPECT_LE(result.iterations, count);
    } else {
      EXPECT_EQ(result.iterations, count);
      expect_sound(result);
    }
  }
}

TEST(PolicySearch, KeepsItsTreesWholeWithEveryPolicyAndParallelisation) {
  expect_sound_with_all<ConnectFour>(1, 1, 1);
  expect_sound_with_all<ConnectFour>(1, 1, 3);
  expect_sound_with_all<ConnectFour>(1, 3, 1);
  expect_sound_with_all<ConnectFour>(4, 1, 1);
  expect_sound_with_all<ConnectFour>(8, 1, 1);
  expect_sound_with_all<TicTacToe>(4, 2, 2);
}

TEST(PolicySearch, WithoutAPolicyIsASequentialSearch) {
  const StreamKey key{1, 2, 3, 4};
  PolicySearch<ConnectFour> search(with<ConnectFour>({}));
  SearchResult ours = search.search(ConnectFour{}, iterations(5000), key);
  const SearchResult plain = sequential<ConnectFour>(5000, key, 1);
  ours.counters = plain.counters;      // has some of its own
  ours.tree.bytes = plain.tree.bytes;  // blocks are larger
  expect_same(ours, plain);
}

TEST(PolicySearch, IsDeterministicWithOneThreadATree) {
  for (const auto& [name, policy] : policies()) {
    if (policy.solver) continue;  // a proof may end the other trees at any time
    SCOPED_TRACE(name);
    auto options = with<ConnectFour>(policy);
    options.trees = 2;
    PolicySearch<ConnectFour> one(options);
    PolicySearch<ConnectFour> other(options);
    expect_same(one.search(ConnectFour{}, iterations(1000), seeded(7)),
                other.search(ConnectFour{}, iterations(1000), seeded(7)));
  }
}

TEST(PolicySearch, SharesASimulatedDeviceAmongItsThreads) {
  PolicyOptions policy;
  policy.latency = std::chrono::microseconds(200);
  policy.batch = 4;
  for (const int threads : {1, 8}) {
    PolicySearch<ConnectFour> search(with<ConnectFour>(policy, threads));
    const SearchResult found = search.search({}, {200, 0, {}}, {1, 0, 0, 0});
    EXPECT_EQ(found.iterations, 200U);
    const std::uint64_t rounds = found.counters.at("evaluation_rounds");
    EXPECT_LE(rounds, 200U);
    EXPECT_GE(rounds, threads == 1 ? 200U : 50U);
    expect_clean(search);
  }
}

TEST(PolicySearch, WaitsForNoSimulatedDeviceLongerThanItsTime) {
  const TestClock clock(TestClock::kSlow);
  PolicyOptions policy;
  policy.latency = std::chrono::hours(1);
  PolicySearch<ConnectFour> search(with<ConnectFour>(policy, 2));
  Limits limits;
  limits.time = std::chrono::milliseconds(20);
  EXPECT_LT(search.search({}, limits, seeded(1)).seconds, 1);
  expect_clean(search);
}

TEST(PolicySearch, EveryBudgetIsForAllThreadsTogetherAndExact) {
  for (const int threads : {1, 4}) {
    auto options = with<ConnectFour>({}, threads);
    options.playouts = 8;
    PolicySearch<ConnectFour> search(options);
    for (const std::uint64_t count : {1U, 7U, 8U, 1001U}) {
      EXPECT_EQ(search.search(ConnectFour{}, playouts(count), seeded(1)).root_visits(), count);
      EXPECT_EQ(search.search(ConnectFour{}, iterations(count), seeded(1)).iterations, count);
    }
  }
}

TEST(PolicySearch, StopsAmongThePlayoutsFromALeaf) {
  using namespace std::chrono_literals;
  const TestClock clock;
  for (const std::uint32_t cap : {0U, 40U}) {  // the game's playouts, and move by move
    PolicyOptions policy;
    policy.cap = cap;
    auto options = with<TestGame>(policy);
    options.playouts = 65'536;
    PolicySearch<TestGame> search(options);
    const auto stop = TestGame::start(1ms, 10);
    std::stop_source now;
    if (cap > 0) now.request_stop();
    const auto result =
        search.search(TestGame{}, iterations(5), seeded(1), cap > 0 ? now.get_token() : stop);
    EXPECT_LE(result.visits(), 2 * 1024U);  // of the two iterations claimed
    EXPECT_EQ(result.root_visits(), result.visits());
  }
}

TEST(PolicySearch, EndsWhenItsTimeIsUp) {
  const TestClock clock(TestClock::kSlow);
  for (const int trees : {1, 2}) {
    auto options = with<ConnectFour>({}, 2);
    options.trees = trees;
    PolicySearch<ConnectFour> search(options);
    const Limits limits = looks(1000);
    const SearchResult result = search.search(ConnectFour{}, limits, seeded(1));
    EXPECT_GE(result.iterations, 100U);
    expect_in_time(result, limits, 10);
    expect_sound(result);
  }
}

TEST(PolicySearch, FindsWinsAndBlocksWithEveryPolicy) {
  for (const auto& [name, policy] : policies()) {
    if (policy.cap > 0) continue;  // they may not see them
    SCOPED_TRACE(name);
    PolicySearch<ConnectFour> search(with<ConnectFour>(policy, 2));
    expect_solves(search, wins_in_one(scaled(5), 4), iterations(scaled(5000)));
    expect_solves(search, losses_in_one(scaled(4), 4), iterations(5000));
  }
}

TEST(PolicySearch, AFullArenaStopsTheTreesAndNotTheSearch) {
  for (const auto& [name, policy] : policies()) {
    if (name != "many" && name != "graph of many") continue;
    auto options = with<ConnectFour>(policy, 4);
    options.memory = 0;
    PolicySearch<ConnectFour> search(options);
    const auto count = scaled<std::uint64_t>(20'000);
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    expect_clean(search);
  }
}

TEST(PolicySearch, PrunesAFullTreeOfOneThreadAndCountsTheNodesThatAreLeft) {
  for (const auto& [name, policy] : policies()) {
    SCOPED_TRACE(name);
    auto options = with<ConnectFour>(policy);
    options.memory = 256'000;
    PolicySearch<ConnectFour> search(options);
    const auto count = static_cast<std::uint64_t>(scaled(40'000));
    const SearchResult result = search.search(ConnectFour{}, iterations(count), seeded(1));
    EXPECT_EQ(result.iterations, count);
    expect_clean(search);
    if (policy.is_graph()) {
      EXPECT_FALSE(result.counters.contains("pruned_nodes"));
      continue;
    }
    EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree(0)));
    if (kSlowdown == 1) {
      EXPECT_GT(result.counters.at("pruned_nodes"), 0U);
    }
  }
}

TEST(PolicySearch, ThatPrunesValuesAPositionAsWithAmpleMemory) {
  if (kSlowdown > 1) GTEST_SKIP() << "so many iterations take long here";
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = true;
  const auto value_of = [&](std::size_t memory, bool prunes) {
    auto options = with<ConnectFour>(policy);
    options.memory = memory;
    options.prunes = prunes;
    PolicySearch<ConnectFour> search(options);
    return search.search(ConnectFour{}, iterations(500'000), seeded(1)).value;
  };
  const double truth = value_of(256'000'000, true);
  EXPECT_NEAR(value_of(512'000, true), truth, 0.02);
  EXPECT_GT(std::abs(value_of(512'000, false) - truth), 0.05);  // the control
}

TEST(PolicySearch, WithTranspositionsOpensConnectFourInTheMiddle) {
  for (const Transpositions shared : {Transpositions::kUct1, Transpositions::kUct2}) {
    for (const int threads : {1, 4}) {
      PolicyOptions policy;
      policy.transpositions = shared;
      PolicySearch<ConnectFour> search(with<ConnectFour>(policy, threads));
      const SearchResult result = search.search(ConnectFour{}, iterations(20'000), seeded(1));
      EXPECT_EQ(result.best_move, 3U);
      EXPECT_GT(result.counters.at("transpositions"), 1000U);
    }
  }
}

TEST(Puct, ChoosesAtEveryNodeWhatTheFormulaSays) {
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = policy.game_priors = true;
  for (const double noise : {0.0, 0.25}) {
    policy.noise = noise;
    auto options = with<ConnectFour>(policy);
    options.exploration = 1.5;
    PolicySearch<ConnectFour> search(options);
    search.search(ConnectFour{}, iterations(2000), seeded(1));
    const auto& tree = search.tree(0);
    for_each_block(tree, [&](Node node) {
      double visits = 0;
      double points = 0;
      double priors = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) {
        visits += visits_of(tree.stat(node, slot));
        points += points_of(tree.stat(node, slot));
        priors += tree.prior(node, slot);
      }
      EXPECT_NEAR(priors, 1, 1e-5);
      const auto value = [&](Slot slot) {
        const double n = visits_of(tree.stat(node, slot));
        const double first_play = visits == 0 ? 0.5 : points / (2 * visits);
        const double q = n == 0 ? first_play : points_of(tree.stat(node, slot)) / (2 * n);
        return q + 1.5 * tree.prior(node, slot) * std::sqrt(std::max(1.0, visits)) / (1 + n);
      };
      double best = 0;
      for (Slot slot = 0; slot < tree.size(node); ++slot) best = std::max(best, value(slot));
      AmafOfAncestors<ConnectFour> none;
      EXPECT_NEAR(value(tree.best(node, true, none)), best, 1e-4);
    });
  }
}

// ---- proven results
// ------------------------------------------------------------------------------

PolicyOptions solver() {
  PolicyOptions policy;
  policy.solver = true;
  return policy;
}

TicTacToe after_moves(const std::vector<const char*>& moves) {
  TicTacToe position;
  for (const char* const move : moves) position.play(*position.parse(move));
  return position;
}

PolicyOptions gumbel_of_16() {
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = true;
  policy.gumbel = 16;
  policy.gumbel_scale = 0;
  return policy;
}

/// Four phases of 16 visits, each shared by half as many children as the one before.
TEST(Gumbel, HalvesSixteenOfManyMoves) {
  PolicySearch<Hex<11>> search(with<Hex<11>>(gumbel_of_16()));
  std::map<std::uint64_t, int> children;
  for (const RootChild& child : search.search(Hex<11>(7), iterations(64), seeded(1)).children) {
    ++children[child.visits];
  }
  const std::map<std::uint64_t, int> halved{{0, 33}, {1, 8}, {3, 4}, {7, 2}, {15, 2}};
  EXPECT_EQ(children, halved);
}

/// Two phases of 200 iterations: four moves, then two.
TEST(Gumbel, CountsTheSameWhateverPlayoutsALeafHas) {
  auto options = with<ConnectFour>(gumbel_of_16());
  options.policy.gumbel = 4;
  options.playouts = 8;
  PolicySearch<ConnectFour> search(options);
  std::multiset<std::uint64_t> visits;
  for (const RootChild& child : search.search(ConnectFour{}, iterations(400), seeded(1)).children) {
    visits.insert(child.visits / 8);
  }
  EXPECT_EQ(visits, (std::multiset<std::uint64_t>{0, 0, 0, 50, 50, 150, 150}));
}

/// Leaves numbers other than 0 where the next calls put their variables.
[[gnu::noinline]] void dirty_the_stack(std::size_t first) {
  volatile std::uint32_t numbers[1U << 14U];
  for (std::size_t i = 0; i < std::size(numbers); ++i) numbers[i] = (i + first) % 2 == 0 ? 0 : ~15U;
}

TEST(Gumbel, FirstTriesTheMoveOfHighestPriorWhateverTheStackHolds) {
  std::vector<std::uint32_t> tried;
  for (const std::size_t first : {0U, 1U}) {
    PolicySearch<Hex<11>> search(with<Hex<11>>(gumbel_of_16()));
    dirty_the_stack(first);
    tried.push_back(search.search(Hex<11>(7), iterations(1), seeded(1)).best_move);
  }
  EXPECT_EQ(tried[0], tried[1]);
}

TEST(Solver, ProvesTicTacToeADrawLongBeforeItsBudgetEnds) {
  for (const int threads : {1, 4}) {
    for (const int trees : {1, 2}) {
      auto options = with<TicTacToe>(solver(), threads);
      options.trees = trees;
      PolicySearch<TicTacToe> search(options);
      const SearchResult result = search.search(TicTacToe{}, iterations(3'000'000), seeded(1));
      EXPECT_EQ(result.proven, kDraw);
      EXPECT_EQ(result.value, 0.5);
      EXPECT_LT(result.iterations, 300'000U);
      EXPECT_EQ(result.root_visits(), result.iterations);
      expect_clean(search, trees);
    }
  }
}

TEST(Solver, KnowsTheFactsOfTicTacToe) {
  PolicySearch<TicTacToe> search(with<TicTacToe>(solver()));
  const auto solve = [&](const TicTacToe& position) {
    return search.search(position, iterations(100'000), seeded(1));
  };
  // Cells as (row, column): x(1,1) o(0,0) x(2,2), and o can only draw by a corner.
  const SearchResult draw = solve(after_moves({"b2", "a1", "c3"}));
  EXPECT_EQ(draw.proven, kDraw);
  EXPECT_TRUE(draw.best_move == 2 || draw.best_move == 6) << draw.best_move;
  // o(0,1) x(0,2): x has two threats.
  EXPECT_EQ(solve(after_moves({"b2", "a1", "c3", "b1", "c1"})).proven, kLoss);
  // Without x(2,2), x(0,1) o(2,2): x has won.
  const TicTacToe won = after_moves({"b2", "a1", "b1", "c3"});
  const SearchResult win = solve(won);
  EXPECT_EQ(win.proven, kWin);
  EXPECT_EQ(win.value, 1);
}

TEST(Solver, AgreesWithMinimaxOnEndgames) {
  for (const int threads : {1, 4}) {
    PolicySearch<TicTacToe> search(with<TicTacToe>(solver(), threads));
    for (const Problem<TicTacToe>& problem : endgames(scaled(60), 3)) {
      const auto result = search.search(problem.position, iterations(100'000), seeded(1));
      EXPECT_EQ(result.proven, minimax(problem.position, 9));
      EXPECT_TRUE(problem.solved_by(result.best_move)) << problem.position.board();
    }
  }
}

TEST(Solver, ProvesConnectFourEndgames) {
  Random random(StreamKey{5, 0, 0, 0});
  for (const int threads : {1, 4}) {
    PolicySearch<ConnectFour> search(with<ConnectFour>(solver(), threads));
    for (int i = 0; i < scaled(20);) {
      const auto position = random_position(ConnectFour{}, 30, random);
      if (!position) continue;
      ++i;
      const auto result = search.search(*position, iterations(1'000'000), seeded(1));
      EXPECT_EQ(result.proven, minimax(*position, 12)) << position->board();
      const ConnectFour next = after(*position, static_cast<std::uint8_t>(result.best_move));
      EXPECT_EQ(opposite(minimax(next, 12)), *result.proven) << position->board();
    }
  }
}

TEST(Solver, RunsOnWhereNothingIsProven) {
  PolicySearch<ConnectFour> search(with<ConnectFour>(solver()));
  const SearchResult result = search.search(ConnectFour{}, iterations(5000), seeded(1));
  EXPECT_EQ(result.iterations, 5000U);
  EXPECT_EQ(result.proven, std::nullopt);
  expect_sound(result);
}

// ---- games made by hand
// --------------------------------------------------------------------------

/// Move 0 ends the game with a draw. After move 1 the opponent chooses: one of its four moves wins
/// for it, the others lose.
struct Gamble {
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 5;

  [[nodiscard]] Player to_move() const { return plies % 2; }
  [[nodiscard]] MovesOf<Gamble> legal_moves() const {
    MovesOf<Gamble> moves;
    const Move count = plies == 0 ? 2 : 5;
    for (Move move = 0; move < count; ++move) moves.push_back(move);
    return moves;
  }
  void play(Move move) {
    last = move;
    ++plies;
  }
  [[nodiscard]] bool over() const { return plies == 2 || (plies == 1 && last == 0); }
  [[nodiscard]] Points result(Player player) const {
    if (plies == 1) return kDraw;
    return (last < 3) == (player == 1) ? kWin : kLoss;
  }
  friend bool operator==(const Gamble&, const Gamble&) = default;

  std::uint8_t plies = 0;
  Move last = 0;
};

TEST(DrawWorth, OfALossMakesASearchGambleAndOfAHalfOrMoreKeepsItFromIt) {
  const auto share_of_gamble = [](double draw) {
    PolicyOptions policy;
    policy.draw = draw;
    auto options = with<Gamble>(policy);
    options.exploration = 0.3;
    options.expand_after = 1'000'000;  // the opponent's best move is not searched
    PolicySearch<Gamble> search(options);
    const SearchResult result = search.search(Gamble{}, iterations(2000), seeded(1));
    return static_cast<double>(result.children[1].visits) / 2000;
  };
  EXPECT_LT(share_of_gamble(1), 0.1);
  EXPECT_LT(share_of_gamble(0.5), 0.2);
  EXPECT_GT(share_of_gamble(0), 0.9);
}

/// Four moves, each made once; the player who makes move 3 wins.
struct Grab {
  using Move = std::uint8_t;
  static constexpr std::size_t kMaxMoves = 4;
  static constexpr bool kNumberedMoves = true;

  [[nodiscard]] Player to_move() const { return plies % 2; }
  [[nodiscard]] MovesOf<Grab> legal_moves() const {
    MovesOf<Grab> moves;
    for (Move move = 0; move < 4; ++move) {
      if ((taken >> move & 1U) == 0) moves.push_back(move);
    }
    return moves;
  }
  void play(Move move) {
    if (move == 3) winner = to_move();
    taken = static_cast<std::uint8_t>(taken | 1U << move);
    ++plies;
  }
  [[nodiscard]] bool over() const { return plies == 4; }
  [[nodiscard]] Points result(Player player) const { return player == winner ? kWin : kLoss; }
  friend bool operator==(const Grab&, const Grab&) = default;

  std::uint8_t plies = 0;
  std::uint8_t taken = 0;
  Player winner = 0;
};

TEST(Amaf, CreditsEveryMoveThatTheSamePlayerMadeAndNoOther) {
  PolicyOptions policy;
  policy.rave = 1;  // so little weight that all moves are tried
  policy.all_children = true;
  for (const int threads : {1, 4}) {
    PolicySearch<Grab> search(with<Grab>(policy, threads));
    search.search(Grab{}, iterations(500), seeded(1));
    const auto& tree = search.tree(0);
    std::uint64_t credits = 0;
    for (Slot slot = 0; slot < 4; ++slot) {
      const Stat amaf = tree.amaf(tree.root(), slot);
      credits += visits_of(amaf);
      EXPECT_GE(visits_of(amaf), visits_of(tree.stat(tree.root(), slot)));
      if (tree.move(tree.root(), slot) == 3) {
        EXPECT_EQ(points_of(amaf), 2 * visits_of(amaf));
      }
    }
    EXPECT_EQ(credits, 2U * 500);  // the first player makes two moves per game

    // One move below the root the opponent chooses and makes two of the three moves left.
    const Node below = tree.child(tree.root(), 0);
    ASSERT_NE(below, kNoNode);
    std::uint64_t through = 0;
    std::uint64_t credited = 0;
    for (Slot slot = 0; slot < 3; ++slot) {
      through += visits_of(tree.stat(below, slot));
      credited += visits_of(tree.amaf(below, slot));
    }
    EXPECT_EQ(credited, 2 * through);
  }
}

TEST(FirstMovers, AreThoseFromTheLastPrependedMoveOn) {
  FirstMovers<Grab> movers;
  movers.clear();
  movers.append(1, 0);
  movers.append(1, 1);  // again, later
  EXPECT_TRUE(movers.is_first(1, 0) && !movers.is_first(1, 1));
  EXPECT_FALSE(movers.is_first(2, 0) || movers.is_first(2, 1));
  movers.prepend(1, 1);
  EXPECT_TRUE(movers.is_first(1, 1));
}

/// Some moves by some players, and numbers of as many children as there may be.
template <class G>
void expect_additions_to_first() {
  Random random({7, G::kMaxMoves, 0, 0});
  FirstMovers<G> movers;
  movers.clear();
  std::vector<typename G::Move> moves;
  for (std::uint32_t i = 0; i < G::kMaxMoves; ++i) {
    const auto move = static_cast<typename G::Move>(i);
    moves.push_back(move);
    if (random.below(3) > 0) movers.append(move, static_cast<Player>(random.below(2)));
  }
  for (auto i = static_cast<std::uint32_t>(moves.size()); i > 1; --i) {
    std::swap(moves[i - 1], moves[random.below(i)]);
  }
  std::vector<Stat> numbers(moves.size(), make_stat(3, 2));
  const std::vector<Stat> before = numbers;
  const auto size = static_cast<std::uint32_t>(moves.size()) - random.below(4);
  movers.add_to_first(numbers.data(), moves.data(), size, 1, make_stat(2, 3));
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    const bool is_more = i < size && movers.is_first(moves[i], 1);
    EXPECT_EQ(numbers[i] - before[i], is_more ? make_stat(2, 3) : 0) << i << " of " << size;
  }
}

TEST(FirstMovers, GetTheResultInGamesOfAnyNumberOfMoves) {
  expect_additions_to_first<TicTacToe>();
  expect_additions_to_first<ConnectFour>();
  expect_additions_to_first<Othello>();
  expect_additions_to_first<Hex<11>>();
  expect_additions_to_first<Gomoku<15>>();
  expect_additions_to_first<Gomoku<19>>();
}

// ---- the tree kept
// -------------------------------------------------------------------------------

auto kept(int threads = 1) {
  PolicyOptions policy = policies().back().second;
  policy.solver = false;
  auto options = with<ConnectFour>(policy, threads);
  options.reuse = true;
  return options;
}

/// The visits of all trees below what these moves reach from their roots.
std::uint64_t visits_after(const PolicySearch<ConnectFour>& search, int trees,
                           const std::vector<ConnectFour::Move>& moves) {
  std::uint64_t visits = 0;
  for (int i = 0; i < trees; ++i) {
    const PolicyTree<ConnectFour>& tree = search.tree(i);
    Node node = tree.root();
    for (const ConnectFour::Move move : moves) {
      if (node == kNoNode) break;
      Slot slot = 0;
      while (slot < tree.size(node) && tree.move(node, slot) != move) ++slot;
      node = slot < tree.size(node) ? tree.child(node, slot) : kNoNode;
    }
    if (node == kNoNode) continue;
    for (Slot slot = 0; slot < tree.size(node); ++slot) visits += tree.visits(node, slot);
  }
  return visits;
}

TEST(KeptTree, GoesOnFromTheMovesPlayed) {
  for (const int trees : {1, 2}) {
    auto options = kept(2);
    options.trees = trees;
    PolicySearch<ConnectFour> search(options);
    ConnectFour position;
    std::uint64_t known = 0;
    for (std::uint64_t move = 0; move < 6 && !position.over(); ++move) {
      const SearchResult result =
          search.search(position, iterations(2000), StreamKey{1, 1, move, 0});
      EXPECT_EQ(result.iterations, 2000U);
      EXPECT_EQ(result.counters.at("kept_visits"), known);
      EXPECT_EQ(result.root_visits(), 2000 + known);
      expect_clean(search, trees);
      std::vector<ConnectFour::Move> played{static_cast<ConnectFour::Move>(result.best_move)};
      // Trees that agree on no move know no reply together.
      if (move % 2 == 0 && result.principal_variation.size() > 1) {
        played.push_back(static_cast<ConnectFour::Move>(result.principal_variation[1]));
      }
      for (const ConnectFour::Move each : played) position.play(each);
      known = visits_after(search, trees, played);
      EXPECT_TRUE(known > 0 || position.over());
    }
  }
}

TEST(KeptTree, KeepsTheStatisticsBelowTheMoveAsTheyWere) {
  const auto options = kept();
  PolicySearch<ConnectFour> search(options);
  const SearchResult first = search.search(ConnectFour{}, iterations(3000), seeded(1));
  const PolicyTree<ConnectFour> before = search.tree(0);
  Slot best = 0;
  while (before.move(before.root(), best) != first.best_move) ++best;
  const Node below = before.child(before.root(), best);
  std::vector<Stat> stats;
  for (Slot slot = 0; slot < 7; ++slot) stats.push_back(before.stat(below, slot));
  ConnectFour position;
  position.play(static_cast<std::uint8_t>(first.best_move));
  search.search(position, iterations(1), seeded(1));
  int changed = 0;
  const auto& tree = search.tree(0);
  for (Slot slot = 0; slot < 7; ++slot) changed += tree.stat(tree.root(), slot) != stats[slot];
  EXPECT_EQ(changed, 1);
  EXPECT_LE(tree.arena().used(), options.memory / 2);
}

TEST(KeptTree, IsDroppedInAnotherGameAndAtAnUnrelatedPosition) {
  PolicySearch<ConnectFour> search(kept());
  const auto kept_at = [&](const ConnectFour& position, std::uint64_t game) {
    return search.search(position, iterations(500), StreamKey{1, game, 0, 0})
        .counters.at("kept_visits");
  };
  EXPECT_EQ(kept_at(ConnectFour{}, 1), 0U);
  EXPECT_EQ(kept_at(ConnectFour{}, 1), 500U);  // the same position again
  EXPECT_EQ(kept_at(ConnectFour{}, 2), 0U);
  ConnectFour far;
  for (const int column : {3, 3, 3, 3}) far.play(static_cast<std::uint8_t>(column));
  EXPECT_EQ(kept_at(far, 2), 0U);
}

TEST(KeptTree, StaysWithinItsMemory) {
  auto options = kept();
  options.memory = std::size_t{1} << 19U;
  PolicySearch<ConnectFour> search(options);
  ConnectFour position;
  for (std::uint64_t move = 0; move < 8; ++move) {
    const auto result =
        search.search(position, iterations(scaled(8'000)), StreamKey{1, 1, move, 0});
    EXPECT_EQ(result.iterations, scaled(8'000U));
    EXPECT_LE(search.tree(0).arena().used(), options.memory / 2);
    expect_clean(search);
    position.play(static_cast<std::uint8_t>(result.best_move));
  }
}

}  // namespace
}  // namespace banyan
