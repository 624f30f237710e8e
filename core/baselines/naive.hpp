// Monte Carlo tree search as tutorials write it: the baseline for the gain of each optimisation,
// and the slow reference for tests of the fast engines.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/result/result.hpp"
#include "core/search/search.hpp"

namespace banyan {

/// What the naive engine needs of a state: a textbook game, which can be made from a position of G
/// and returns its moves in a vector.
template <class State, class G>
concept TextbookState = std::constructible_from<State, const G&> && std::copyable<State> &&
    requires(const State state, State next, typename State::Move move, Player player) {
  { state.to_move() } -> std::same_as<Player>;
  { state.moves() } -> std::same_as<std::vector<typename State::Move>>;
  { next.play(move) } -> std::same_as<void>;
  { state.over() } -> std::same_as<bool>;
  { state.result(player) } -> std::same_as<Points>;
};

/// Plain UCT with a heap node per child, a state in every node, a vector of moves per ply, and the
/// standard library's random numbers, logarithm and square root. It shares neither tree, playouts
/// nor tables with the core, on purpose. It uses only `exploration` and `final_move` of the
/// options.
template <Game G, TextbookState<G> State>
class NaiveSearch {
 public:
  explicit NaiveSearch(const SearchOptions& options) : options_(options) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    Random stream(key);
    random_.seed(stream.next());
    nodes_ = 1;
    finished_ = 0;
    Node root(State(position), nullptr, 0);
    std::uint64_t iterations = 0;
    Pace pace(budget, 1);
    while (std::uint64_t portion = pace.next()) {
      for (; portion > 0; --portion, ++iterations) iterate(root);
    }
    SearchResult result = report(root, iterations);
    result.seconds = budget.seconds();
    return result;
  }

 private:
  using Move = typename State::Move;

  struct Node {
    Node(State at, Node* from, Move by) : state(std::move(at)), parent(from), move(by) {
      if (!state.over()) untried = state.moves();
    }

    State state;
    Node* parent;
    Move move;
    std::vector<Move> untried;
    std::vector<std::unique_ptr<Node>> children;
    std::uint64_t visits = 0;
    double wins = 0;  // for the player who moved into this node
  };

  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  void iterate(Node& root) {
    Node* const leaf = expand(*select(&root));
    if (leaf->state.over()) ++finished_;
    back_up(leaf, playout(leaf->state));
  }

  Node* select(Node* node) const {
    while (node->untried.empty() && !node->children.empty()) node = best_child(*node);
    return node;
  }

  Node* best_child(const Node& node) const {
    Node* best = nullptr;
    double best_value = -std::numeric_limits<double>::infinity();
    for (const auto& child : node.children) {
      const auto n = static_cast<double>(child->visits);
      const double value =
          child->wins / n +
          options_.exploration * std::sqrt(std::log(static_cast<double>(node.visits)) / n);
      if (value > best_value) {
        best_value = value;
        best = child.get();
      }
    }
    return best;
  }

  Node* expand(Node& node) {
    if (node.untried.empty()) return &node;
    const std::size_t i = pick(node.untried.size());
    const Move move = node.untried[i];
    node.untried.erase(node.untried.begin() + static_cast<std::ptrdiff_t>(i));
    State next = node.state;
    next.play(move);
    node.children.push_back(std::make_unique<Node>(std::move(next), &node, move));
    ++nodes_;
    return node.children.back().get();
  }

  /// A state may choose among other moves in playouts than in the tree.
  static std::vector<Move> playout_moves(const State& state) {
    if constexpr (requires { state.playout_moves(); }) {
      return state.playout_moves();
    } else {
      return state.moves();
    }
  }

  /// The result for player 0.
  double playout(State state) {
    while (!state.over()) {
      const std::vector<Move> moves = playout_moves(state);
      state.play(moves[pick(moves.size())]);
    }
    return state.result(0) / 2.0;
  }

  static void back_up(Node* node, double first) {
    for (; node != nullptr; node = node->parent) {
      ++node->visits;
      if (node->parent == nullptr) break;
      node->wins += node->parent->state.to_move() == 0 ? first : 1 - first;
    }
  }

  SearchResult report(const Node& root, std::uint64_t iterations) const {
    SearchResult result;
    result.iterations = iterations;
    result.playouts = iterations - finished_;
    result.finished = finished_;
    for (const Move move : root.untried) result.children.push_back({move, 0, 0});
    for (const auto& child : root.children) {
      const auto points = static_cast<std::uint64_t>(std::llround(2 * child->wins));
      result.children.push_back({child->move, child->visits, points});
    }
    sort_by_move(result.children);
    const RootChild& best = result.children[choose_final(result.children, options_.final_move)];
    result.best_move = best.move;
    result.value = best.mean();
    result.tree.nodes = nodes_;
    result.tree.bytes = nodes_ * sizeof(Node);
    measure(root, static_cast<Move>(best.move), result);
    return result;
  }

  /// Walks the tree to find the principal variation and the depth of its leaves.
  static void measure(const Node& root, Move first, SearchResult& result) {
    const Node* node = &root;
    while (!node->children.empty()) {
      const auto best = std::max_element(node->children.begin(), node->children.end(),
                                         [&](const auto& a, const auto& b) {
                                           if (node == &root)
                                             return a->move != first && b->move == first;
                                           return a->visits < b->visits;
                                         });
      node = best->get();
      result.principal_variation.push_back(node->move);
    }
    std::uint64_t depth_sum = 0;
    std::vector<std::pair<const Node*, std::uint64_t>> open{{&root, 0}};
    while (!open.empty()) {
      const auto [at, depth] = open.back();
      open.pop_back();
      std::uint64_t own = at->visits;
      for (const auto& child : at->children) {
        own -= child->visits;
        open.emplace_back(child.get(), depth + 1);
      }
      depth_sum += own * depth;
      result.tree.max_depth = std::max(result.tree.max_depth, depth);
    }
    result.tree.mean_depth = static_cast<double>(depth_sum) /
                             static_cast<double>(std::max<std::uint64_t>(1, root.visits));
  }

  SearchOptions options_;
  std::mt19937_64 random_;
  std::uint64_t nodes_ = 0;
  std::uint64_t finished_ = 0;
};

}  // namespace banyan
