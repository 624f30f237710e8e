// Tests of policy trees of one thread: the best child kept from the backup, and blocks that grow.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bits.hpp"
#include "core/game/positions_test.hpp"
#include "core/result/graph_inspect.hpp"
#include "core/search/checks_test.hpp"
#include "core/search/policy_iteration.hpp"
#include "core/search/scale_test.hpp"
#include "core/selection/policy_rule.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/hex/hex.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"
#include "parallel/strategies/policy_search.hpp"

namespace banyan {
namespace {

using Named = std::pair<std::string, PolicyOptions>;

/// Policies under which a tree of one thread keeps the best child.
std::vector<Named> rules() {
  std::vector<Named> all;
  const auto add = [&](const char* name, auto change) {
    PolicyOptions policy;
    change(policy);
    all.emplace_back(name, policy);
  };
  using P = PolicyOptions;
  const auto puct = [](P& p) { p.select = SelectionRule::kPuct, p.all_children = true; };
  add("ucb1", [](P&) {});
  add("tuned", [](P& p) { p.select = SelectionRule::kTuned; });
  add("polynomial", [](P& p) { p.select = SelectionRule::kPolynomial; });
  add("tuned children", [](P& p) { p.select = SelectionRule::kTuned, p.all_children = true; });
  add("children", [](P& p) { p.all_children = true; });
  add("fpu", [](P& p) { p.all_children = true, p.first_play = 0.9; });
  add("puct", puct);
  add("puct fpu", [&](P& p) { puct(p), p.first_play = 0.3; });
  add("puct symmetric", [&](P& p) { puct(p), p.symmetric = true; });
  return all;
}

PolicySearchOptions with(const PolicyOptions& policy) {
  PolicySearchOptions options;
  options.policy = policy;
  options.threads = 1;
  options.memory = std::size_t{64} << 20U;
  options.executor = ExecutorKind::kJthread;
  return options;
}

/// The visits and points of the root's children after so many iterations of one worker.
template <Game G>
std::vector<Stat> stats_of(const PolicyOptions& policy, std::uint64_t count, bool shared) {
  PolicyTree<G> tree(std::size_t{64} << 20U, policy, 1.2, VirtualVisits::losses(1), 1, shared);
  Random random(StreamKey{3, 0, 0, 0});
  tree.start(G{}, random, PriorsOf<G>(policy.game_priors), {count, {}});
  Budget budget(iterations(count), 1);
  std::atomic<bool> proven = false;
  PolicyIteration<G> iteration(tree, G{}, policy, random, budget, proven, nullptr, 1);
  for (std::uint64_t i = 0; i < count && !proven; ++i) iteration.run(1);
  std::vector<Stat> stats;
  for (Slot slot = 0; slot < tree.size(tree.root()); ++slot) {
    stats.push_back(tree.stat(tree.root(), slot));
  }
  EXPECT_EQ(find_defect(tree), std::nullopt);
  return stats;
}

TEST(OwnedPolicyTree, MakesTheVisitsOfASharedOne) {
  for (auto [name, policy] : rules()) {
    SCOPED_TRACE(name);
    const auto count = scaled<std::uint64_t>(20'000);
    for (const bool solver : {false, true}) {
      policy.solver = solver;
      EXPECT_EQ(stats_of<ConnectFour>(policy, count, false),
                stats_of<ConnectFour>(policy, count, true));
      EXPECT_EQ(stats_of<TicTacToe>(policy, count, false),
                stats_of<TicTacToe>(policy, count, true));
    }
    policy.game_priors = policy.uses_priors();
    EXPECT_EQ(stats_of<ConnectFour>(policy, count, false),
              stats_of<ConnectFour>(policy, count, true));
  }
}

/// Expects at every node that the best child is that of the rule, child by child. Returns how many
/// of the nodes have many children.
template <Game G>
int expect_best_by_rule(const PolicySearch<G>& search, const PolicySearchOptions& options) {
  const PolicyOptions& policy = options.policy;
  const PolicyRule rule(policy, options.exploration, options.shown);
  const PolicyTree<G>& tree = search.tree(0);
  const bool is_plain = policy.select == SelectionRule::kUcb1 && !policy.all_children;
  int many = 0;
  for_each_node(tree, [&](Node node) {
    if (!tree.all_tried(node)) return;
    std::uint64_t visits = 0;
    std::uint64_t points = 0;
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      visits += visits_of(tree.stat(node, slot));
      points += points_of(tree.stat(node, slot));
    }
    if (visits == 0) return;
    const auto shared = rule.node(visits, 0.5F * static_cast<float>(points), 0, true);
    Slot best = 0;
    float greatest = -std::numeric_limits<float>::infinity();
    Slot next = tree.size(node);
    const auto compare = [&](Slot slot, const ChildView& view) {
      const float value = is_plain ? Ucb1::value(tree.stat(node, slot), shared.exploration)
                                   : rule.value(shared, view);
      if (value <= greatest) return;
      greatest = value;
      best = slot;
    };
    for (Slot slot = 0; slot < tree.size(node); ++slot) {
      const Stat stat = tree.stat(node, slot);
      if (visits_of(stat) == 0) {
        next = slot;
        break;
      }
      ChildView view{.visits = visits_of(stat),
                     .sum = 0.5F * static_cast<float>(points_of(stat)),
                     .draws = tree.draws(node, slot)};
      if (policy.uses_priors()) view.prior = tree.prior(node, slot);
      compare(slot, view);
    }
    ChildView untried;
    if (policy.uses_priors()) untried.prior = tree.prior(node, 0);
    if (tree.undrawn_moves(node) > 0 || next < tree.size(node)) compare(next, untried);
    AmafOfAncestors<G> none;
    EXPECT_EQ(tree.best(node, 0, none), best) << "node " << node;
    if (tree.size(node) > 8) ++many;
  });
  return many;
}

TEST(OwnedPolicyTree, KeepsTheBestChildOfTheRuleAtEveryNode) {
  for (const auto& [name, policy] : rules()) {
    SCOPED_TRACE(name);
    const auto options = with(policy);
    PolicySearch<Hex<11>> hex(options);
    hex.search(Hex<11>(6), iterations(scaled(20'000)), seeded(1));
    EXPECT_GT(expect_best_by_rule(hex, options), 0);
    PolicySearch<Othello> othello(options);
    othello.search(Othello{}, iterations(scaled(5'000)), seeded(1));
    expect_best_by_rule(othello, options);
  }
}

/// Every legal move is in a node once, drawn or not.
template <Game G>
void expect_all_moves(const PolicyTree<G>& tree, Node node, const G& position) {
  MovesOf<G> legal = position.legal_moves();
  EXPECT_EQ(tree.size(node) + tree.undrawn_moves(node), legal.size());
  for (Slot slot = 0; slot < tree.size(node); ++slot) {
    auto* const found = std::find(legal.begin(), legal.end(), tree.move(node, slot));
    ASSERT_NE(found, legal.end());
    *found = static_cast<typename G::Move>(~0U);
    G next = position;
    next.play(tree.move(node, slot));
    if (tree.child(node, slot) != kNoNode) expect_all_moves(tree, tree.child(node, slot), next);
  }
}

TEST(OwnedPolicyTree, DrawsEveryMoveOnce) {
  for (const auto& [name, policy] : rules()) {
    SCOPED_TRACE(name);
    PolicySearch<Hex<11>> search(with(policy));
    search.search(Hex<11>(5), iterations(scaled(20'000)), seeded(1));
    expect_all_moves(search.tree(0), search.tree(0).root(), Hex<11>(5));
  }
}

TEST(OwnedPolicyTree, HoldsOnlyChildrenThatWereTried) {
  PolicyOptions policy;
  policy.select = SelectionRule::kPuct;
  policy.all_children = true;
  PolicySearch<Hex<11>> search(with(policy));
  search.search(Hex<11>(11), iterations(scaled(20'000)), seeded(1));
  const auto& tree = search.tree(0);
  EXPECT_EQ(tree.size(tree.root()), 121U);  // but of the root all, for the result
  for_each_node(tree, [&](Node node) {
    if (node != tree.root()) {
      EXPECT_LE(tree.size(node), tree.tried(node) + 1);
    }
  });
}

TEST(OwnedPolicyTree, SearchesOnWhereItCannotGrow) {
  for (const auto& [name, policy] : rules()) {
    for (const bool prunes : {false, true}) {
      SCOPED_TRACE(name);
      auto options = with(policy);
      options.memory = 256'000;
      options.prunes = prunes;
      PolicySearch<Hex<11>> search(options);
      const auto count = scaled<std::uint64_t>(20'000);
      const SearchResult result = search.search(Hex<11>(9), iterations(count), seeded(1));
      EXPECT_EQ(result.iterations, count);
      expect_sound(result);
      EXPECT_EQ(find_defect(search.tree(0), false), std::nullopt);
      EXPECT_EQ(result.tree.nodes, visited_nodes(search.tree(0)));
      EXPECT_LE(search.tree(0).arena().used(), options.memory);
    }
  }
}

/// A game of 512 moves, each once; the players take six in turn, and the higher sum wins. With its
/// set, a block of UCB1-Tuned has no room for a child in its first two cache lines.
class TakeNumbers {
 public:
  using Move = std::uint16_t;
  using MoveSet = BitSet<8>;
  static constexpr int kNumbers = 512;
  static constexpr std::size_t kMaxMoves = kNumbers;
  static constexpr bool kAlternates = true;

  TakeNumbers() {
    for (int move = 0; move < kNumbers; ++move) left_.insert(move);
  }
  [[nodiscard]] Player to_move() const { return taken_ % 2; }
  [[nodiscard]] MoveSet legal_set() const { return left_; }
  [[nodiscard]] MovesOf<TakeNumbers> legal_moves() const {
    MovesOf<TakeNumbers> moves;
    for (int move = 0; move < kNumbers; ++move) {
      if (left_.contains(move)) moves.push_back(static_cast<Move>(move));
    }
    return moves;
  }
  void play(Move move) {
    lead_ += to_move() == 0 ? move : -move;
    left_.erase(move);
    ++taken_;
  }
  [[nodiscard]] bool over() const { return taken_ == 6; }
  [[nodiscard]] Points result(Player player) const {
    if (lead_ == 0) return kDraw;
    return (lead_ > 0) == (player == 0) ? kWin : kLoss;
  }
  friend bool operator==(const TakeNumbers&, const TakeNumbers&) = default;

 private:
  MoveSet left_{};
  int taken_ = 0;
  int lead_ = 0;
};

TEST(OwnedPolicyTree, HoldsGamesOfHundredsOfMoves) {
  for (auto [name, policy] : rules()) {
    for (const bool solver : {false, true}) {
      for (const std::size_t megabytes : {1U, 64U}) {
        SCOPED_TRACE(name);
        policy.solver = solver;
        auto options = with(policy);
        options.memory = megabytes << 20U;
        options.prunes = true;
        PolicySearch<TakeNumbers> search(options);
        expect_sound(search.search({}, iterations(scaled(3000)), seeded(1)));
        EXPECT_EQ(find_defect(search.tree(0), false), std::nullopt);
        expect_all_moves(search.tree(0), search.tree(0).root(), TakeNumbers());
      }
    }
  }
}

TEST(OwnedPolicyTree, GoesOnFromTheMovesPlayed) {
  for (const auto& [name, policy] : rules()) {
    SCOPED_TRACE(name);
    auto options = with(policy);
    options.reuse = true;
    PolicySearch<Hex<11>> search(options);
    Hex<11> position(6);
    for (std::uint64_t move = 0; move < 6; ++move) {
      const SearchResult result =
          search.search(position, iterations(scaled(5000)), StreamKey{1, 1, move, 0});
      EXPECT_EQ(result.counters.at("kept_visits") > 0, move > 0);
      EXPECT_EQ(result.children.size(), position.legal_moves().size());
      EXPECT_EQ(find_defect(search.tree(0), false), std::nullopt);
      position.play(static_cast<Hex<11>::Move>(result.best_move));
    }
  }
}

TEST(OwnedPolicyTree, ProvesWhatMinimaxSays) {
  Random random(StreamKey{7, 0, 0, 0});
  for (auto [name, policy] : rules()) {
    SCOPED_TRACE(name);
    policy.solver = true;
    PolicySearch<Othello> search(with(policy));
    for (int i = 0; i < 4;) {
      const auto position = random_position(Othello{}, 53, random);
      if (!position) continue;
      ++i;
      const SearchResult result = search.search(*position, iterations(500'000), seeded(1));
      ASSERT_TRUE(result.proven.has_value()) << position->board();
      EXPECT_EQ(*result.proven, minimax(*position, 200)) << position->board();
    }
  }
}

}  // namespace
}  // namespace banyan
