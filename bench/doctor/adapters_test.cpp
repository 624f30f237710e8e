// Searches that are written for other interfaces than Banyan's, with an adapter of a few lines
// each: they are told to be right, and a search for the other player is not.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/doctor/diagnose.hpp"
#include "core/base/random.hpp"
#include "core/game/watched.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace banyan::bench::doctor {
namespace {

using Rules = Watched<TicTacToe>;

std::vector<int> as_ints(const Rules& game) {
  const auto moves = game.legal_moves();
  return {moves.begin(), moves.end()};
}
double reward_of(const Rules& game, int player) { return game.result(player) / double{kWin}; }

/// With getPossibleMoves and makeMove, which changes the state.
class MovesState {
 public:
  explicit MovesState(const Rules& game) : game_(game) {}
  [[nodiscard]] int getCurrentPlayer() const { return game_.to_move(); }
  [[nodiscard]] std::vector<int> getPossibleMoves() const { return as_ints(game_); }
  void makeMove(int move) { game_.play(static_cast<Rules::Move>(move)); }
  [[nodiscard]] bool isTerminal() const { return game_.over(); }
  [[nodiscard]] double getReward(int player) const { return reward_of(game_, player); }

 private:
  Rules game_;
};

/// With actions, take_action and is_final. Taking an action makes a new state.
class ActionsState {
 public:
  explicit ActionsState(const Rules& game) : game_(game) {}
  [[nodiscard]] int player() const { return game_.to_move(); }
  [[nodiscard]] std::vector<int> actions() const { return as_ints(game_); }
  [[nodiscard]] ActionsState take_action(int action) const {
    ActionsState after = *this;
    after.game_.play(static_cast<Rules::Move>(action));
    return after;
  }
  [[nodiscard]] bool is_final() const { return game_.over(); }
  [[nodiscard]] double reward(int player) const { return reward_of(game_, player); }

 private:
  Rules game_;
};

/// With the methods of OpenSpiel's states.
class SpielState {
 public:
  explicit SpielState(const Rules& game) : game_(game) {}
  [[nodiscard]] int CurrentPlayer() const { return game_.to_move(); }
  [[nodiscard]] std::vector<std::int64_t> LegalActions() const {
    const auto moves = game_.legal_moves();
    return {moves.begin(), moves.end()};
  }
  void ApplyAction(std::int64_t action) { game_.play(static_cast<Rules::Move>(action)); }
  [[nodiscard]] bool IsTerminal() const { return game_.over(); }
  [[nodiscard]] std::vector<double> Returns() const {
    return {2 * reward_of(game_, 0) - 1, 2 * reward_of(game_, 1) - 1};
  }
  [[nodiscard]] std::unique_ptr<SpielState> Clone() const {
    return std::make_unique<SpielState>(*this);
  }

 private:
  Rules game_;
};

// What the search below calls.

int mover(const MovesState& state) { return state.getCurrentPlayer(); }
std::vector<int> moves_of(const MovesState& state) { return state.getPossibleMoves(); }
void advance(MovesState& state, int move) { state.makeMove(move); }
bool ended(const MovesState& state) { return state.isTerminal(); }
double value_for(const MovesState& state, int player) { return state.getReward(player); }
MovesState copied(const MovesState& state) { return state; }

int mover(const ActionsState& state) { return state.player(); }
std::vector<int> moves_of(const ActionsState& state) { return state.actions(); }
void advance(ActionsState& state, int move) { state = state.take_action(move); }
bool ended(const ActionsState& state) { return state.is_final(); }
double value_for(const ActionsState& state, int player) { return state.reward(player); }
ActionsState copied(const ActionsState& state) { return state; }

int mover(const SpielState& state) { return state.CurrentPlayer(); }
std::vector<int> moves_of(const SpielState& state) {
  const auto actions = state.LegalActions();
  return {actions.begin(), actions.end()};
}
void advance(SpielState& state, int move) { state.ApplyAction(move); }
bool ended(const SpielState& state) { return state.IsTerminal(); }
double value_for(const SpielState& state, int player) {
  return (state.Returns()[static_cast<std::size_t>(player)] + 1) / 2;
}
SpielState copied(const SpielState& state) { return *state.Clone(); }

struct UctNode {
  int move = -1;
  int mover = 1;
  double visits = 0;
  double value = 0;
  bool expanded = false;
  std::vector<int> untried = {};
  std::vector<std::unique_ptr<UctNode>> children = {};
};

UctNode& best_child(const UctNode& node) {
  UctNode* best = nullptr;
  double most = -1;
  for (const auto& child : node.children) {
    const double score =
        child->value / child->visits + 1.2 * std::sqrt(std::log(node.visits) / child->visits);
    if (score <= most) continue;
    most = score;
    best = child.get();
  }
  return *best;
}

template <class State>
void uct(const State& root, std::uint64_t iterations, bool for_the_other) {
  Random random({.seed = 3});
  UctNode top;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    State state = copied(root);
    std::vector<UctNode*> path{&top};
    while (!ended(state)) {
      UctNode& node = *path.back();
      if (!std::exchange(node.expanded, true)) node.untried = moves_of(state);
      const bool is_new = !node.untried.empty();
      if (is_new) {
        std::swap(node.untried[random.below(static_cast<std::uint32_t>(node.untried.size()))],
                  node.untried.back());
        node.children.push_back(
            std::make_unique<UctNode>(UctNode{.move = node.untried.back(), .mover = mover(state)}));
        node.untried.pop_back();
      }
      path.push_back(is_new ? node.children.back().get() : &best_child(node));
      advance(state, path.back()->move);
      if (is_new) break;
    }
    while (!ended(state)) {
      const std::vector<int> moves = moves_of(state);
      advance(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    for (UctNode* const node : path) {
      node->visits += 1;
      node->value += value_for(state, for_the_other ? 1 - node->mover : node->mover);
    }
  }
}

template <class State>
void expect_examined() {
  for (const bool for_the_other : {false, true}) {
    std::ostringstream out;
    {
      const WatchLog log(out, "test", 500);
      uct(State(Rules(TicTacToe())), 500, for_the_other);
    }
    const Diagnosis found = diagnose(read_watched_log(out.str()), {});
    if (for_the_other) {
      ASSERT_FALSE(found.findings.empty()) << diagnosis_text(found);
      EXPECT_EQ(found.findings[0].name, "values-of-other-player") << diagnosis_text(found);
    } else {
      EXPECT_TRUE(found.findings.empty()) << diagnosis_text(found);
      EXPECT_TRUE(found.rule.starts_with("UCB1 with c = 1.2")) << found.rule;
    }
  }
}

TEST(OtherInterfaces, WithPossibleMovesThatAreMadeAreExamined) { expect_examined<MovesState>(); }
TEST(OtherInterfaces, WithActionsThatAreTakenAreExamined) { expect_examined<ActionsState>(); }
TEST(OtherInterfaces, OfOpenSpielAreExamined) { expect_examined<SpielState>(); }

}  // namespace
}  // namespace banyan::bench::doctor
