// Tests of the tree that asks: asked_tree.hpp.
#include "parallel/asked/asked_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/baselines/textbook_puct.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/scale_test.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/nim/nim.hpp"
#include "games/sailing/sailing.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/batched/batched.hpp"
#include "parallel/batched/options_test.hpp"

namespace banyan {
namespace {

/// From 0 to 1, always the same for one text.
double drawn_from(const std::string& text) {
  return Random({std::hash<std::string>()(text), 0, 0, 0}).unit();
}

/// Values and priors that depend on the position alone.
template <Game G>
struct Fixed {
  static Returns<G> values_of(const G& position) {
    Returns<G> values{};
    double left = 1;
    for (Player player = 0; player < players_of(position); ++player) {
      const bool last = player + 1 == players_of(position);
      const double share = left * drawn_from(position.board() + static_cast<char>('0' + player));
      values[static_cast<std::size_t>(player)] = last && players_of(position) > 1 ? left : share;
      left -= share;
    }
    return values;
  }
  static float prior_of(const G& position, typename G::Move move) {
    return static_cast<float>(0.05 + drawn_from(position.board() + position.to_text(move)));
  }
  static void evaluate_one(const G& position, std::span<const typename G::Move> moves,
                           LeafValue<G>& value) {
    value.values = values_of(position);
    for (std::size_t i = 0; i < value.priors.size(); ++i) {
      value.priors[i] = prior_of(position, moves[i]);
    }
  }
  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& /*random*/) const {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      evaluate_one(*leaves[i].position, leaves[i].moves, values[i]);
    }
  }
};

template <Game G>
bool tell(AskedTree<G>& tree, const AskedLeaf<G>& leaf) {
  std::vector<float> priors(leaf.moves.size());
  LeafValue<G> value{{}, priors};
  Fixed<G>::evaluate_one(leaf.position, leaf.moves, value);
  return tree.tell(leaf.id, value);
}

/// Until the root has so many visits, with at most so many leaves under way.
template <Game G>
void search(AskedTree<G>& tree, std::uint64_t visits, std::size_t most = 1) {
  while (tree.visits() < visits && tree.asking() == Asking::kReady) {
    for (const AskedLeaf<G>& leaf : tree.ask(most)) tell(tree, leaf);
  }
}

std::vector<BatchedOptions> all_rules() {
  std::vector<BatchedOptions> rules;
  for (const SelectionRule rule :
       {SelectionRule::kPuct, SelectionRule::kUcb1, SelectionRule::kPolynomial,
        SelectionRule::kRegularized, SelectionRule::kMents}) {
    rules.push_back(batched_options());
    rules.back().policy.select = rule;
  }
  rules.push_back(batched_options());
  rules.back().policy.first_play = 0.3;
  rules.push_back(batched_options());
  rules.back().policy.widening = {1.5, 0.5};
  rules.push_back(batched_options());
  rules.back().policy.noise = 0.25;
  return rules;
}

template <Game G>
void expect_sequential(const G& position, const BatchedOptions& options) {
  BatchedSearch<G, Fixed<G>> sequential(options, Fixed<G>());
  const SearchResult expected = sequential.search(position, iterations(600), seeded(7));
  AskedTree<G> tree(options, position, seeded(7));
  search(tree, 600);
  SearchResult found = tree.result();
  found.counters.clear();
  expect_same(expected, found);
  EXPECT_EQ(find_defect(tree.tree()), std::nullopt);
}

TEST(AskedTree, IsSequentialSearchOneLeafAtATimeByEveryRule) {
  for (const BatchedOptions& options : all_rules()) {
    expect_sequential(ConnectFour(), options);
    expect_sequential(Nim({3, 4, 5}, 3), options);
    expect_sequential(Sailing(4, 5), options);
  }
}

TEST(AskedTree, IsPuctAsTheTextbookHasItVisitForVisit) {
  ConnectFour late;
  for (const int column : {3, 3, 2, 4}) late.play(static_cast<ConnectFour::Move>(column));
  for (const ConnectFour& position : {ConnectFour(), late}) {
    TextbookPuct<ConnectFour, Fixed<ConnectFour>> textbook(position, {}, 1.5);
    textbook.run(2000);
    AskedTree<ConnectFour> tree(batched_options(), position, seeded(1));
    search(tree, 2000);
    const SearchResult found = tree.result();
    for (const auto& edge : textbook.moves()) {
      const auto child = std::find_if(found.children.begin(), found.children.end(),
                                      [&](const RootChild& one) { return one.move == edge.move; });
      ASSERT_NE(child, found.children.end());
      EXPECT_EQ(child->visits, edge.visits) << int{edge.move};
      EXPECT_NEAR(child->mean(), edge.sum / static_cast<double>(edge.visits), 1e-6);
    }
  }
}

TEST(AskedTree, LosesNoVisitHoweverManyAreUnderWayAndInWhicheverOrderTheyAreTold) {
  for (const Collision collision : {Collision::kElsewhere, Collision::kMultiply}) {
    BatchedOptions options = batched_options();
    options.collision = collision;
    AskedTree<TicTacToe> tree(options, TicTacToe(), seeded(1));
    std::mt19937 order(3);
    std::vector<AskedLeaf<TicTacToe>> in_flight;
    std::size_t told = 0;
    std::size_t most = 0;
    while (told < 3000) {
      for (auto& leaf : tree.ask(order() % 20)) in_flight.push_back(std::move(leaf));
      most = std::max(most, in_flight.size());
      std::shuffle(in_flight.begin(), in_flight.end(), order);
      for (std::size_t i = order() % 8; i > 0 && !in_flight.empty(); --i) {
        if (order() % 20 == 0) {
          EXPECT_TRUE(tree.fail(in_flight.back().id));
        } else {
          EXPECT_TRUE(tell(tree, in_flight.back()));
        }
        ++told;
        in_flight.pop_back();
      }
    }
    EXPECT_GT(most, 20U);
    for (const auto& leaf : in_flight) tell(tree, leaf);
    EXPECT_EQ(find_defect(tree.tree()), std::nullopt);
    EXPECT_EQ(tree.result().counters.at("in_flight"), 0U);
    EXPECT_EQ(tree.result().root_visits(), tree.visits());
    EXPECT_EQ(tree.result().iterations, tree.visits());
  }
}

TEST(AskedTree, AsksForItsRootFirstWherePriorsAreWanted) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  const auto first = tree.ask(10);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first[0].path.empty());
  EXPECT_EQ(first[0].moves.size(), 7U);
  EXPECT_EQ(tree.asking(), Asking::kWaiting);
  EXPECT_TRUE(tree.ask(10).empty());
  EXPECT_THROW(static_cast<void>(tree.result()), std::invalid_argument);
  EXPECT_TRUE(tree.fail(first[0].id));
  const auto again = tree.ask(10);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_NE(again[0].id, first[0].id);
  tell(tree, again[0]);
  EXPECT_EQ(tree.visits(), 0U);
  EXPECT_EQ(tree.ask(5).size(), 5U);
}

TEST(AskedTree, AsksForNoRootWhereNoPriorsAreWanted) {
  BatchedOptions options = batched_options();
  options.policy.select = SelectionRule::kUcb1;
  AskedTree<ConnectFour> tree(options, ConnectFour(), seeded(1));
  const auto leaves = tree.ask(1);
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(leaves[0].path.size(), 1U);
  EXPECT_TRUE(leaves[0].moves.empty());
}

TEST(AskedTree, WaitsWhereAllThatItCouldAskForIsUnderWay) {
  BatchedOptions options = batched_options();
  options.collisions = 4;
  AskedTree<TicTacToe> tree(options, TicTacToe(), seeded(1));
  tree.tell(tree.ask(1).at(0).id, {{0.5, 0.5}, {}});  // with equal priors
  const auto leaves = tree.ask(1000);
  EXPECT_EQ(leaves.size(), 9U);  // none of whose leaves has children yet
  EXPECT_EQ(tree.asking(), Asking::kWaiting);
  EXPECT_TRUE(tree.ask(1000).empty());
  tell(tree, leaves[0]);
  tell(tree, leaves[1]);
  EXPECT_EQ(tree.asking(), Asking::kReady);
  EXPECT_FALSE(tree.ask(1000).empty());
}

TEST(AskedTree, AsksForAFailedLeafAgainAndKeepsNobodyWaitingForIt) {
  BatchedOptions options = batched_options();
  options.collisions = 4;
  AskedTree<TicTacToe> tree(options, TicTacToe(), seeded(1));
  tree.tell(tree.ask(1).at(0).id, {{0.5, 0.5}, {}});  // with equal priors
  const auto leaves = tree.ask(1000);
  for (const auto& leaf : leaves) EXPECT_TRUE(tree.fail(leaf.id));
  EXPECT_EQ(tree.asking(), Asking::kReady);
  EXPECT_EQ(find_defect(tree.tree()), std::nullopt);
  EXPECT_EQ(tree.ask(1000).size(), 9U);
}

/// All leaves that were told and have no others below, best first. `told` has them by their paths.
template <class Move>
std::vector<std::pair<std::vector<Move>, double>> leaves_of(
    const std::map<std::vector<Move>, double>& told) {
  std::vector<std::pair<std::vector<Move>, double>> leaves;
  for (auto at = told.begin(); at != told.end(); ++at) {
    const auto after = std::next(at);
    const bool inner = after != told.end() && after->first.size() > at->first.size() &&
                       std::equal(at->first.begin(), at->first.end(), after->first.begin());
    if (!inner) leaves.push_back(*at);
  }
  std::ranges::stable_sort(leaves,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  return leaves;
}

TEST(AskedTree, KnowsTheBestOfTheLeavesThatItWasTold) {
  const ConnectFour start;
  AskedTree<ConnectFour> tree(batched_options(), start, seeded(4));
  EXPECT_TRUE(tree.best(3).empty());
  std::map<std::vector<ConnectFour::Move>, double> told;
  while (tree.visits() < 300) {
    for (const auto& leaf : tree.ask(4)) {
      if (!leaf.path.empty()) told[leaf.path] = Fixed<ConnectFour>::values_of(leaf.position)[0];
      tell(tree, leaf);
    }
  }
  const auto leaves = leaves_of(told);
  const auto best = tree.best(10);
  ASSERT_EQ(best.size(), 10U);
  for (std::size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(best[i].path, leaves[i].first);
    EXPECT_NEAR(best[i].value, leaves[i].second, 1e-6);
    EXPECT_EQ(best[i].visits, 1U);
    EXPECT_FALSE(best[i].over);
  }
  EXPECT_EQ(tree.best(100'000).size(), leaves.size());
}

TEST(AskedTree, KnowsWhichOfItsBestLeavesAreEnds) {
  AskedTree<TicTacToe> tree(batched_options(), TicTacToe(), seeded(4));
  search(tree, 2000);
  const auto best = tree.best(5);
  ASSERT_EQ(best.size(), 5U);
  for (const auto& leaf : best) {
    TicTacToe end;
    for (const auto move : leaf.path) end.play(move);
    EXPECT_TRUE(leaf.over && end.over());
    EXPECT_EQ(leaf.value, 1);
    EXPECT_EQ(end.result(0), kWin);
  }
}

TEST(AskedTree, CountsWhatWasEarnedOnTheWayToALeaf) {
  const Sailing start(4, 5);
  AskedTree<Sailing> tree(batched_options(), start, seeded(2));
  search(tree, 400);
  const auto best = tree.best(20);
  ASSERT_EQ(best.size(), 20U);
  for (const auto& leaf : best) {
    Sailing position = start;
    double earned = 0;
    for (const auto move : leaf.path) {
      position.play(move);
      earned += reward_of(position, 0);
    }
    if (!leaf.over) earned += Fixed<Sailing>::values_of(position)[0];
    EXPECT_NEAR(leaf.value, earned, 1e-3);
  }
}

TEST(AskedTree, SaysWhatIsWrongWithWhatItIsTold) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  search(tree, 10);
  const auto leaf = tree.ask(1).at(0);
  const auto message = [&](std::uint64_t id, double value, std::vector<float> priors) {
    try {
      tree.tell(id, {{value, 1 - value}, priors});
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(leaf.id, 2, {}),
            "An evaluator gave a value that is not from 0 (loss) to 1 (win).");
  EXPECT_EQ(message(leaf.id, 0.5, {1, 2}),
            "2 priors were told of a leaf with 7 moves: give one for each, or none.");
  EXPECT_EQ(message(99, 0.5, {}), "Leaf 99 is not waited for: it was never asked for.");
  EXPECT_EQ(message(leaf.id, 0.5, {}), "");
  EXPECT_EQ(message(leaf.id, 0.5, {}),
            "Leaf 12 is not waited for: it was told already, or has failed.");
  EXPECT_EQ(tree.visits(), 11U);
}

TEST(AskedTree, EndsWithAProofAndWithTheGame) {
  BatchedOptions options = batched_options();
  options.policy.solver = true;
  AskedTree<Nim> proves(options, Nim({1, 2}), seeded(1));
  search(proves, 100'000);
  EXPECT_EQ(proves.asking(), Asking::kProven);
  EXPECT_TRUE(proves.ask(5).empty());
  EXPECT_EQ(proves.result().proven, kWin);

  AskedTree<Nim> ends(batched_options(), Nim({1}), seeded(1));
  ends.advance(std::vector<Nim::Move>{ends.position().legal_moves()[0]});
  EXPECT_EQ(ends.asking(), Asking::kOver);
  EXPECT_TRUE(ends.ask(5).empty());
}

TEST(AskedTree, KeepsWhatItKnowsBelowTheMoveThatIsPlayed) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  search(tree, 2000, 8);
  const SearchResult before = tree.result();
  const auto in_flight = tree.ask(400);
  const auto played = in_flight.at(0).path[0];
  const auto visits =
      std::find_if(before.children.begin(), before.children.end(), [&](const RootChild& child) {
        return child.move == played;
      })->visits;
  tree.advance(std::vector{played});
  EXPECT_EQ(tree.visits() + 1, visits);
  std::size_t kept = 0;
  for (const auto& leaf : in_flight) {
    const bool below = leaf.path.size() > 1 && leaf.path[0] == played;
    EXPECT_EQ(tell(tree, leaf), below);
    kept += below;
  }
  EXPECT_GT(kept, 5U);
  EXPECT_LT(kept, in_flight.size());
  EXPECT_EQ(tree.visits() + 1, visits + kept);
  EXPECT_EQ(find_defect(tree.tree()), std::nullopt);
  EXPECT_THROW(tell(tree, in_flight[0]), std::invalid_argument);
}

TEST(AskedTree, TellsPriorsByMoveWhereALeafIsWaitedForAcrossAMove) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  search(tree, 50);
  const auto leaf = tree.ask(1).at(0);
  ASSERT_GT(leaf.path.size(), 1U);
  tree.advance(std::vector{leaf.path[0]});
  ASSERT_EQ(tree.waiting().size(), 1U);
  EXPECT_EQ(tree.waiting()[0].moves, leaf.moves);
  EXPECT_TRUE(tell(tree, leaf));
  const auto& inner = tree.tree();
  Node node = inner.root();
  for (std::size_t i = 1; i < leaf.path.size(); ++i) {
    node = inner.child(node, inner.slot_of(node, leaf.path[i]));
  }
  float sum = 0;
  for (const auto move : leaf.moves) sum += Fixed<ConnectFour>::prior_of(leaf.position, move);
  for (Slot slot = 0; slot < inner.size(node); ++slot) {
    EXPECT_FLOAT_EQ(inner.priors_of(node)[slot],
                    Fixed<ConnectFour>::prior_of(leaf.position, inner.move(node, slot)) / sum);
  }
}

TEST(AskedTree, TakesTheAnswerForALeafThatHasBecomeTheRoot) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  search(tree, 1);
  const auto leaf = tree.ask(1).at(0);
  tree.advance(leaf.path);
  EXPECT_EQ(tree.asking(), Asking::kWaiting);
  EXPECT_TRUE(tell(tree, leaf));
  search(tree, 20);
  AskedTree<ConnectFour> anew(batched_options(), leaf.position, seeded(1));
  search(anew, 20);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(tree.result().children[i].visits, anew.result().children[i].visits);
  }
}

TEST(AskedTree, AdvancesByLegalMovesAndOutcomesAlone) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  EXPECT_THROW(tree.advance(std::vector<ConnectFour::Move>{77}), std::invalid_argument);
  AskedTree<Sailing> sailing(batched_options(), Sailing(4, 5), seeded(1));
  search(sailing, 300, 4);
  const auto leg = sailing.position().legal_moves()[0];
  EXPECT_THROW(sailing.advance(std::vector<Sailing::Move>{leg}), std::invalid_argument);
  Sailing sailed = sailing.position();
  sailed.play(leg);
  sailing.advance(std::vector<Sailing::Move>{leg, sailed.legal_moves()[1]});
  EXPECT_GT(sailing.visits(), 5U);
  search(sailing, 300, 4);
  EXPECT_EQ(find_defect(sailing.tree()), std::nullopt);
}

TEST(AskedTree, IsUsedByManyThreadsAtOnce) {
  AskedTree<ConnectFour> tree(batched_options(), ConnectFour(), seeded(1));
  std::atomic<std::uint64_t> told = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned number = 0; number < 64; ++number) {
      threads.emplace_back([&, number] {
        std::mt19937 random(number);
        std::vector<AskedLeaf<ConnectFour>> own;
        for (int i = 0; i < scaled(100); ++i) {
          for (auto& leaf : tree.ask(random() % 4)) own.push_back(std::move(leaf));
          if (random() % 16 == 0 && tree.visits() > 0) static_cast<void>(tree.result());
          while (own.size() > random() % 4) {
            const auto leaf = std::move(own.back());
            own.pop_back();
            if (random() % 8 == 0) {
              tree.fail(leaf.id);
            } else {
              tell(tree, leaf);
              told += leaf.path.empty() ? 0 : 1;
            }
          }
        }
        for (const auto& leaf : own) tree.fail(leaf.id);
      });
    }
  }
  EXPECT_TRUE(tree.waiting().empty());
  const SearchResult result = tree.result();
  EXPECT_EQ(result.root_visits(), told + result.finished);
  EXPECT_EQ(find_defect(tree.tree()), std::nullopt);
}

}  // namespace
}  // namespace banyan
