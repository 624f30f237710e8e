// UCT as a competent programmer writes it in an afternoon: the fair baseline.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/playout/playout.hpp"
#include "core/result/counts.hpp"
#include "core/result/result.hpp"
#include "core/search/options.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

/// UCT (Kocsis and Szepesvári 2006) in one vector of nodes. The children of a node lie side by side
/// in random order. A node gets them at its second visit, and each is tried once before UCB1
/// chooses. The logarithm is the C library's, once per node; a division and a root, once per child.
///
/// The game's code, random numbers and single playouts are those of the core's search. So any
/// speed-up of the core over this is due to the search alone. `NaiveSearch` has slower game code
/// too. UCB1 is nearly the core's: here N is the node's own visits, there those of its children, so
/// without the ones that ended at the node.
template <TwoPlayerGame G>
class PlainSearch {
 public:
  explicit PlainSearch(const SearchOptions& options)
      : exploration_(static_cast<float>(options.exploration)),
        final_move_(options.final_move),
        most_(std::clamp(options.memory / sizeof(Node), 1 + std::size_t{G::kMaxMoves},
                         std::size_t{std::numeric_limits<std::uint32_t>::max()})) {
    nodes_.reserve(most_);  // so that nodes never move; unused pages cost nothing
  }

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    random_ = Random(key);
    counts_ = {};
    nodes_.assign(1, {});
    expand(0, position);
    Pace pace(budget, 1);
    while (std::uint64_t portion = pace.next()) {
      for (; portion > 0; --portion) iterate(position);
    }
    SearchResult result = report();
    result.seconds = budget.seconds();
    return result;
  }

 private:
  using Move = typename G::Move;

  struct Node {
    std::uint32_t visits = 0;
    std::uint32_t points = 0;  // for the player who moved into this node
    std::uint32_t first = 0;   // the first child
    std::uint16_t children = 0;
    Move move{};
  };

  struct Step {
    std::uint32_t node;
    Player mover;  // into it
  };

  void iterate(G position) {
    path_.assign(1, {0, 0});
    std::uint32_t at = 0;
    bool over = false;
    for (;;) {
      if (nodes_[at].children == 0) {
        over = position.over();
        if (over || nodes_[at].visits == 0 || !expand(at, position)) break;
      }
      at = best_child(at);
      path_.push_back({at, position.to_move()});
      position.play(nodes_[at].move);
    }
    counts_.finished += over ? 1 : 0;
    counts_.nodes += nodes_[at].visits == 0 ? 1 : 0;
    back_up(over ? position.result(0) : uniform_playout(position, random_).first);
  }

  /// False if the memory is full.
  bool expand(std::uint32_t at, const G& position) {
    const MovesOf<G> moves = shuffled_moves(position, random_);
    if (nodes_.size() + moves.size() > most_) {
      ++counts_.full;
      return false;
    }
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].children = static_cast<std::uint16_t>(moves.size());
    for (const Move move : moves) nodes_.push_back({.move = move});
    return true;
  }

  [[nodiscard]] std::uint32_t best_child(std::uint32_t at) const {
    const Node& node = nodes_[at];
    // Children are tried in order, one at each visit but the first, which found a leaf.
    const std::uint32_t tried = node.visits - (at == 0 ? 0 : 1);
    if (tried < node.children) return node.first + tried;
    const float bonus = exploration_ * std::sqrt(std::log(static_cast<float>(node.visits)));
    std::uint32_t best = node.first;
    float best_value = -std::numeric_limits<float>::infinity();
    for (std::uint32_t i = node.first; i < node.first + node.children; ++i) {
      const float share = 1 / static_cast<float>(nodes_[i].visits);
      const float mean = 0.5F * static_cast<float>(nodes_[i].points) * share;
      const float value = mean + bonus * std::sqrt(share);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  void back_up(Points first) {
    for (const Step& step : path_) {
      Node& node = nodes_[step.node];
      ++node.visits;
      node.points += static_cast<std::uint32_t>(step.mover == 0 ? first : opposite(first));
    }
    const std::uint64_t depth = path_.size() - 1;
    ++counts_.iterations;
    ++counts_.visits;
    counts_.depth_sum += depth;
    counts_.depth_max = std::max(counts_.depth_max, depth);
  }

  [[nodiscard]] SearchResult report() const {
    std::vector<RootChild> children;
    for (std::uint32_t i = 0; i < nodes_[0].children; ++i) {
      const Node& child = nodes_[nodes_[0].first + i];
      children.push_back({child.move, child.visits, child.points});
    }
    sort_by_move(children);
    return make_result(std::move(children), counts_, nodes_.size() * sizeof(Node), final_move_);
  }

  float exploration_;
  FinalMove final_move_;
  std::size_t most_;  // nodes
  Random random_{StreamKey{}};
  std::vector<Node> nodes_;
  std::vector<Step> path_;
  IterationCounts counts_;
};

}  // namespace banyan
