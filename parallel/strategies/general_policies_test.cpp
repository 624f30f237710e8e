// Search policies in games of chance, rewards and many players.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/nim/nim.hpp"
#include "games/pig/pig.hpp"
#include "games/pig/pig_truth_test.hpp"
#include "games/rolit/rolit.hpp"
#include "games/sailing/sailing.hpp"
#include "games/sailing/sailing_truth_test.hpp"
#include "parallel/strategies/general_search.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

/// Connect Four with only its rules, so that both searches draw the same random numbers.
class Bare {
 public:
  using Move = ConnectFour::Move;
  static constexpr std::size_t kMaxMoves = ConnectFour::kMaxMoves;
  static constexpr bool kAlternates = true;
  static constexpr bool kNumberedMoves = true;

  [[nodiscard]] Player to_move() const { return board_.to_move(); }
  [[nodiscard]] MovesOf<Bare> legal_moves() const {
    MovesOf<Bare> moves;
    for (const Move move : board_.legal_moves()) moves.push_back(move);
    return moves;
  }
  void play(Move move) { board_.play(move); }
  [[nodiscard]] bool over() const { return board_.over(); }
  [[nodiscard]] Points result(Player player) const { return board_.result(player); }
  [[nodiscard]] std::uint64_t position_key() const { return board_.position_key(); }
  void weigh(std::span<const Move> moves, std::span<float> weights) const {
    board_.weigh(moves, weights);
  }
  friend bool operator==(const Bare&, const Bare&) = default;

 private:
  ConnectFour board_;
};

PolicyOptions puct() {
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = true;
  return policy;
}

GeneralOptions options_with(const PolicyOptions& policy, int threads = 1) {
  GeneralOptions options;
  options.threads = threads;
  options.memory = std::size_t{64} << 20U;
  options.exploration = policy.uses_priors() ? 1.5 : 1.0;
  options.policy = policy;
  return options;
}

template <Game G>
SearchResult searched(const G& position, std::uint64_t count, const GeneralOptions& options) {
  GeneralSearch<G> engine(options);
  SearchResult result = engine.search(position, iterations(count), seeded(1));
  EXPECT_EQ(find_defect(engine.tree(0)), std::nullopt);
  return result;
}

/// The policies that both kinds of results have.
std::map<std::string, PolicyOptions> policies_of_both() {
  std::map<std::string, PolicyOptions> all{{"puct", puct()}, {"priors", puct()}, {"noise", puct()}};
  all["priors"].game_priors = true;
  all["regularized"] = puct();
  all["regularized"].select = SelectionRule::kRegularized;
  all["noise"].noise = 0.25;
  all["noise"].symmetric = true;
  for (const char* const name : {"all", "first", "rave", "grave", "tt", "reuse", "widen all"}) {
    all[name].all_children = true;
  }
  for (const char* const name : {"widen", "widen all"}) all[name].widening = {1, 0.4};
  all["first"].first_play = 0.7;
  all["rave"].rave = 300;
  all["grave"].rave = 300;
  all["grave"].grave = 20;
  all["grave"].schedule = AmafSchedule::kMse;
  all["tt"].transpositions = Transpositions::kUct1;
  all["tt"].rave = 100;
  return all;
}

TEST(GeneralPolicies, OfAGameOfTwoAreThoseOfItsOwnSearchVisitForVisit) {
  for (const auto& [name, policy] : policies_of_both()) {
    SCOPED_TRACE(name);
    GeneralOptions options = options_with(policy);
    options.reuse = name == "reuse";
    PolicySearch<Bare>::Options of_two;
    static_cast<ParallelOptions&>(of_two) = options;
    of_two.policy = policy;
    PolicySearch<Bare> points(of_two);
    GeneralSearch<Bare> returns(options);
    Bare position;
    for (int move = 0; move < 3; ++move) {
      const SearchResult a = points.search(position, iterations(1500), seeded(1));
      const SearchResult b = returns.search(position, iterations(1500), seeded(1));
      ASSERT_EQ(a.children.size(), b.children.size());
      for (std::size_t i = 0; i < a.children.size(); ++i) {
        EXPECT_EQ(a.children[i].visits, b.children[i].visits);
        if (a.children[i].visits > 0) {
          EXPECT_NEAR(a.children[i].mean(), b.children[i].mean(), 1e-9);
        }
      }
      EXPECT_EQ(a.tree.nodes, b.tree.nodes);
      EXPECT_EQ(a.counters, b.counters);
      position.play(static_cast<Bare::Move>(a.best_move));
    }
  }
}

/// The value of a child that the rule should get: rewards are scaled by the range of returns.
template <Game G>
double scaled_value(const GeneralTree<G>& tree, Node node, Slot slot) {
  const ValueScale range = tree.scale_of(node);
  return (tree.value(node, slot, tree.mover(node)) - range.lowest) * range.scale;
}

template <Game G>
void expect_choices_of_puct(const G& position, const PolicyOptions& policy) {
  GeneralSearch<G> engine(options_with(policy));
  engine.search(position, iterations(3000), seeded(1));
  const GeneralTree<G>& tree = engine.tree(0);
  for_each_node(tree, [&](Node node) {
    if (tree.mover(node) == kChance) return;
    double visits = 0;
    double sum = 0;
    double priors = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      priors += tree.prior(node, slot);
      const double n = tree.visits(node, slot);
      visits += n;
      if (n > 0) sum += n * scaled_value(tree, node, slot);
    }
    EXPECT_NEAR(priors, 1, 1e-5);
    const auto worth = [&](Slot slot) {
      const double n = tree.visits(node, slot);
      const double first_play = visits == 0 ? 0.5 : sum / visits;
      const double q = n == 0 ? first_play : scaled_value(tree, node, slot);
      return q + 1.5 * tree.prior(node, slot) * std::sqrt(std::max(1.0, visits)) / (1 + n);
    };
    double best = -1;
    for (Slot slot = 0; slot < tree.size(node); ++slot) best = std::max(best, worth(slot));
    AmafOfAncestors<G> none;
    EXPECT_NEAR(worth(tree.best(node, tree.mover(node), none)), best, 1e-4);
  });
}

TEST(GeneralPolicies, ChooseAtEveryNodeWhatTheFormulaOfPuctSays) {
  expect_choices_of_puct(Pig(30, 3), puct());
  expect_choices_of_puct(Rolit(5, 4), puct());
  PolicyOptions knowing = puct();
  knowing.game_priors = true;
  expect_choices_of_puct(Sailing(5), knowing);
  knowing.noise = 0.25;
  knowing.backup = Backup::kMax;
  expect_choices_of_puct(Sailing(5), knowing);
}

TEST(GeneralPolicies, RollAndHoldAsThePaperSaysOfPig) {
  const PigTruth truth(60);
  for (const PolicyOptions& policy : {puct(), policies_of_both()["all"]}) {
    for (const int total : {2, 10, 30, 34}) {
      const double roll = truth.roll(0, 0, total);
      const double hold = truth.hold(0, 0, total);
      ASSERT_GT(std::abs(roll - hold), 0.01);
      EXPECT_EQ(searched(Pig(60, 0, 0, total), 20'000, options_with(policy)).best_move,
                roll > hold ? Pig::kRoll : Pig::kHold)
          << total;
    }
  }
}

TEST(GeneralPolicies, KnowTheCostOfSailingWithinTwoPercentByPriors) {
  const SailingTruth truth(5);
  PolicyOptions policy = puct();
  policy.game_priors = true;
  policy.backup = Backup::kMax;
  for (const int wind : {0, 3, 5}) {
    const double minutes = truth.minutes(0, 0, 0, wind);
    const SearchResult found = searched(Sailing(5, wind), 30'000, options_with(policy));
    EXPECT_NEAR(-found.value, minutes, 0.02 * minutes) << "wind " << wind;
    const double chosen = truth.minutes_by(0, 0, 0, wind, static_cast<int>(found.best_move));
    EXPECT_LE(chosen, 1.01 * minutes) << "wind " << wind;
  }
}

// ---- transpositions ----------------------------------------------------------------------------

TEST(GeneralTranspositions, GiveEveryPositionOneBlock) {
  PolicyOptions policy;
  policy.transpositions = Transpositions::kUct1;
  const Nim start({2, 3, 3}, 3);
  GeneralSearch<Nim> engine(options_with(policy));
  const SearchResult found = engine.search(start, iterations(20'000), seeded(1));
  EXPECT_GT(found.counters.at("transpositions"), 0U);
  const GeneralTree<Nim>& tree = engine.tree(0);
  EXPECT_EQ(find_defect(tree), std::nullopt);
  std::unordered_map<Node, Nim> position_of{{tree.root(), start}};
  std::set<std::string> boards;
  for_each_block(tree, [&](Node node) {
    const Nim position = position_of.at(node);
    EXPECT_TRUE(boards.insert(position.board()).second) << position.board();
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Node child = tree.child(node, slot);
      if (child == kNoNode) continue;
      Nim next = position;
      next.play(tree.move(node, slot));
      const auto [known, is_new] = position_of.emplace(child, next);
      EXPECT_EQ(known->second, next);
    }
  });
}

TEST(GeneralTranspositions, ProveWhatBoutonSaysSooner) {
  const auto iterations_to_prove = [](const Nim& position, Transpositions transpositions,
                                      int threads) {
    PolicyOptions policy;
    policy.solver = true;
    policy.transpositions = transpositions;
    const SearchResult found = searched(position, 300'000, options_with(policy, threads));
    EXPECT_EQ(found.proven, position.nim_sum() == 0 ? kLoss : kWin) << position.board();
    return found.iterations;
  };
  std::uint64_t tree = 0;
  std::uint64_t graph = 0;
  for (int a = 1; a <= 3; ++a) {
    const Nim position({a, 2, 4});
    tree += iterations_to_prove(position, Transpositions::kNone, 1);
    graph += iterations_to_prove(position, Transpositions::kUct1, 1);
    // How soon three threads do it depends on the scheduler too.
    iterations_to_prove(position, Transpositions::kNone, 3);
    iterations_to_prove(position, Transpositions::kUct1, 3);
  }
  EXPECT_LT(graph, tree * 2 / 3);
}

// ---- moves as first ----------------------------------------------------------------------------

TEST(GeneralAmaf, CreditsEachPlayersOwnMovesAlone) {
  PolicyOptions policy;
  policy.all_children = true;
  policy.rave = 300;
  const Rolit start(4, 3);
  for (const int threads : {1, 4}) {
    GeneralSearch<Rolit> engine(options_with(policy, threads));
    engine.search(start, iterations(scaled(2000)), seeded(1));
    const GeneralTree<Rolit>& tree = engine.tree(0);
    EXPECT_EQ(find_defect(tree), std::nullopt);
    std::uint64_t credited = 0;
    for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
      const Stat amaf = tree.amaf(tree.root(), slot);
      EXPECT_GE(visits_of(amaf), tree.visits(tree.root(), slot));
      EXPECT_LE(visits_of(amaf), scaled(2000U));
      EXPECT_LE(points_of(amaf), 2 * visits_of(amaf));
      credited += visits_of(amaf);
    }
    // Of the 12 discs of a game each of three players lays 4, so no more moves are credited.
    EXPECT_GT(credited, scaled(2000U));
    EXPECT_LE(credited, 4 * scaled(2000U));
  }
}

// ---- the tree kept -----------------------------------------------------------------------------

/// The visits below each node of `position`, at most a move and an outcome of chance below the
/// root, whose position is `root`: moves may lead to one position by two ways.
template <Game G>
std::set<std::uint64_t> known_of(const GeneralTree<G>& tree, const G& root, const G& position) {
  std::set<std::uint64_t> known;
  const auto look = [&](const auto& self, Node node, const G& at, int moves) -> void {
    if (node == kNoNode) return;
    std::uint64_t visits = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) visits += tree.visits(node, slot);
    if (at == position) known.insert(visits);
    for (Slot slot = 0; moves > 0 && slot < tree.size(node); ++slot) {
      G next = at;
      next.play(tree.move(node, slot));
      self(self, tree.child(node, slot), next, moves - 1);
    }
  };
  look(look, tree.root(), root, 2);
  return known;
}

/// Plays a game by searches that keep their tree; returns the visits reused.
template <Game G>
std::uint64_t kept_in_a_game(G position, GeneralOptions options) {
  options.reuse = true;
  GeneralSearch<G> engine(options);
  Random chance({5});
  std::uint64_t kept = 0;
  std::set<std::uint64_t> known;
  while (at_chance(position)) position.play(draw_outcome(position, chance));
  for (std::uint64_t move = 0; move < 12 && !position.over(); ++move) {
    const auto found = engine.search(position, iterations(1000), StreamKey{1, 1, move, 0});
    const std::uint64_t reused = found.counters.at("kept_visits");
    EXPECT_EQ(found.iterations, 1000U);
    EXPECT_EQ(found.root_visits(), 1000 + reused);
    EXPECT_TRUE(known.empty() ? reused == 0 : known.contains(reused)) << reused;
    EXPECT_EQ(find_defect(engine.tree(0)), std::nullopt);
    EXPECT_LE(engine.tree(0).arena().used(), options.memory / 2);
    kept += reused;
    const G before = position;
    position.play(static_cast<typename G::Move>(found.best_move));
    while (!position.over() && at_chance(position)) position.play(draw_outcome(position, chance));
    known = known_of(engine.tree(0), before, position);
  }
  return kept;
}

TEST(GeneralKeptTree, GoesOnFromWhatMovesAndChanceBrought) {
  PolicyOptions policy = puct();
  policy.noise = 0.1;
  for (const int threads : {1, 3}) {
    for (const Backup backup : {Backup::kMean, Backup::kMax}) {
      policy.backup = backup;
      EXPECT_GT(kept_in_a_game(Pig(60), options_with(policy, threads)), 0U);
      EXPECT_GT(kept_in_a_game(Sailing(6), options_with(policy, threads)), 0U);
      EXPECT_GT(kept_in_a_game(Nim({6, 7, 8}, 3), options_with(policy, threads)), 0U);
    }
  }
}

TEST(GeneralKeptTree, HoldsWhatTheTreeBeforeKnewOfThePosition) {
  GeneralOptions options = options_with({});
  options.reuse = true;
  GeneralSearch<Pig> engine(options);
  Pig position(30);
  engine.search(position, iterations(5000), seeded(1));
  const GeneralTree<Pig> before = engine.tree(0);
  Node node = before.root();
  for (const Pig::Move move : {Pig::kRoll, Pig::Move{4}}) {
    node = before.child(node, before.slot_of(node, move));
    ASSERT_NE(node, kNoNode);
    position.play(move);
  }
  using Sums = std::array<std::int64_t, 3>;
  const auto all = [](const GeneralTree<Pig>& tree, Node at) {
    std::map<int, Sums> sums;
    for (Slot slot = 0; slot < tree.size(at); ++slot) {
      sums[tree.move(at, slot)] = {tree.visits(at, slot), tree.sum(at, slot, 0),
                                   tree.sum(at, slot, 1)};
    }
    return sums;
  };
  const auto known = all(before, node);
  engine.search(position, iterations(1), seeded(1));
  const auto now = all(engine.tree(0), engine.tree(0).root());
  ASSERT_EQ(known.size(), now.size());
  int changed = 0;
  for (const auto& [move, sums] : known) changed += sums != now.at(move) ? 1 : 0;
  EXPECT_EQ(changed, 1);
}

}  // namespace
}  // namespace banyan
