// PUCT search as AlphaZero has it (Silver et al. 2017), on one thread and without a trick: the page
// to read before the rest. core/search, core/selection and core/tree/policy do the same, faster;
// tests compare their searches with this one, visit for visit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/evaluation/evaluator.hpp"
#include "core/game/game.hpp"

namespace banyan {

/// Each iteration walks from the root to a leaf (select), asks the evaluator what the leaf's
/// position is worth and how promising its moves are (evaluate), gives the leaf children by these
/// moves (expand), and adds the value to every move on the way (back up).
template <TwoPlayerGame G, Evaluator<G> E>
class TextbookPuct {
 public:
  using Move = typename G::Move;

  struct Node;
  /// What the search knows of a move.
  struct Edge {
    Move move;
    double prior;              ///< P: those of a node add up to 1
    std::uint64_t visits = 0;  ///< n
    double sum = 0;            ///< w: of the results of these visits, for who makes the move
    std::unique_ptr<Node> below = nullptr;  ///< null for a leaf
  };
  struct Node {
    std::vector<Edge> edges;  ///< one for each legal move
  };

  /// `c` is the exploration constant, for values from 0 (loss) to 1 (win).
  TextbookPuct(const G& root, E evaluator, double c)
      : position_(root), evaluator_(std::move(evaluator)), c_(c) {
    Values ignored{};
    root_ = expanded(root, ignored);
  }

  void run(std::uint64_t iterations) {
    for (std::uint64_t i = 0; i < iterations; ++i) iterate();
  }
  [[nodiscard]] const std::vector<Edge>& moves() const { return root_->edges; }

 private:
  using Values = Returns<G>;  // of a position, to each player
  struct Step {
    Edge* edge;
    Player mover;
  };

  void iterate() {
    G position = position_;
    std::vector<Step> path;

    // Select: from node to node by the rule, until a move has no node below it.
    for (Node* node = root_.get(); node != nullptr;) {
      Edge& edge = best_of(*node);
      path.push_back({&edge, position.to_move()});
      position.play(edge.move);
      node = edge.below.get();
    }

    // Evaluate and expand.
    Values values{};
    if (position.over()) {
      for (const Player player : {0, 1}) values[index(player)] = result(position, player);
    } else {
      path.back().edge->below = expanded(position, values);
    }

    // Back up: each player's value counts for that player's moves.
    for (const auto& [edge, mover] : path) {
      edge->visits += 1;
      edge->sum += values[index(mover)];
    }
  }

  /// The move with the greatest q + c P sqrt(N) / (1 + n), where q = w / n and N is the sum of the
  /// visits of all moves. A move without visits has the mean of its siblings' results as q. Before
  /// any visit, N counts as 1, so that the priors decide.
  Edge& best_of(Node& node) const {
    double visits = 0;
    double sum = 0;
    for (const Edge& edge : node.edges) {
      visits += static_cast<double>(edge.visits);
      sum += edge.sum;
    }
    const double untried = visits > 0 ? sum / visits : 0.5;
    const auto value = [&](const Edge& edge) {
      const auto n = static_cast<double>(edge.visits);
      const double q = n > 0 ? edge.sum / n : untried;
      return q + c_ * edge.prior * std::sqrt(std::max(visits, 1.0)) / (1 + n);
    };
    return *std::max_element(node.edges.begin(), node.edges.end(),
                             [&](const Edge& a, const Edge& b) { return value(a) < value(b); });
  }

  /// A node with all moves of a position that is not over; also returns what the position is worth.
  std::unique_ptr<Node> expanded(const G& position, Values& values) {
    const auto legal = position.legal_moves();
    std::vector<float> priors(legal.size());
    const Leaf<G> leaf{&position, {legal.begin(), legal.size()}};
    LeafValue<G> value{{}, priors};
    evaluator_.evaluate(std::span(&leaf, 1), std::span(&value, 1), random_);
    values = value.values;

    double sum = 0;
    for (const float prior : priors) sum += prior;
    auto node = std::make_unique<Node>();
    for (std::size_t i = 0; i < legal.size(); ++i) {
      node->edges.push_back({.move = legal[i], .prior = priors[i] / sum});
    }
    return node;
  }

  static double result(const G& position, Player player) {
    return static_cast<double>(position.result(player)) / kWin;
  }
  static std::size_t index(Player player) { return static_cast<std::size_t>(player); }

  G position_;
  E evaluator_;
  double c_;
  Random random_{StreamKey{}};  // for evaluators that play out
  std::unique_ptr<Node> root_;
};

}  // namespace banyan
