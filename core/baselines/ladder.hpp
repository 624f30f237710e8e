// The steps between textbook MCTS and the core, to measure the gain of each.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/budget/budget.hpp"
#include "core/game/game.hpp"
#include "core/playout/playout.hpp"
#include "core/result/counts.hpp"
#include "core/result/result.hpp"
#include "core/search/search.hpp"
#include "core/tree/tree.hpp"

namespace banyan {

/// Allocates each node from the heap.
class HeapNodes {
 public:
  explicit HeapNodes(const SearchOptions& /*options*/) {}
  ~HeapNodes() { reset(); }
  HeapNodes(const HeapNodes&) = delete;
  HeapNodes& operator=(const HeapNodes&) = delete;

  void* allocate(std::size_t bytes) {
    pieces_.push_back(::operator new(bytes));
    used_ += bytes;
    return pieces_.back();
  }
  void reset() {
    for (void* const piece : pieces_) ::operator delete(piece);
    pieces_.clear();
    used_ = 0;
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::vector<void*> pieces_;
  std::size_t used_ = 0;
};

/// Allocates nodes from one arena.
class PooledNodes {
 public:
  explicit PooledNodes(const SearchOptions& options) : arena_(options.memory), lane_(arena_) {
    arena_.use_huge_pages(options.huge_pages);
  }

  /// nullptr when the arena is full.
  void* allocate(std::size_t bytes) {
    const std::uint32_t index = lane_.allocate(bytes);
    return index == 0 ? nullptr : arena_.at(index);
  }
  void reset() {
    arena_.reset();
    lane_ = Arena::Lane(arena_);
  }
  [[nodiscard]] std::size_t used() const { return arena_.used(); }

 private:
  Arena arena_;
  Arena::Lane lane_;
};

/// UCT with a node for every child, like `naive`, but with the core's game, playouts and random
/// numbers. `Memory` allocates nodes. `StoresStates`: each node keeps its state, otherwise descents
/// replay moves. `UsesTables`: logarithm and root come from tables.
template <Game G, class Memory, bool StoresStates, bool UsesTables>
class LadderSearch {
 public:
  explicit LadderSearch(const SearchOptions& options)
      : options_(options), rule_(options.exploration), memory_(options) {}

  SearchResult search(const G& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop = {}) {
    Budget budget(limits, 1, std::move(stop));
    memory_.reset();
    random_ = Random(key);
    counts_ = {};
    Node* const root = make_node(position, {});
    Pace pace(budget, 1);
    while (std::uint64_t portion = pace.next()) {
      for (; portion > 0; --portion) iterate(*root, position);
    }
    return report(*root, budget.seconds());
  }

 private:
  using Move = typename G::Move;
  struct Nothing {};

  struct Node {
    [[no_unique_address]] std::conditional_t<StoresStates, G, Nothing> state;
    Node** children;
    Move* untried;
    std::uint32_t visits = 0;
    std::uint32_t points = 0;  // for the player who moved into this node
    std::uint16_t tried = 0;
    std::uint16_t moves;
    Move move;
  };

  Node* make_node(const G& position, Move move) {
    MovesOf<G> legal;
    if (!position.over()) legal = shuffled_moves(position, random_);
    const std::size_t k = legal.size();
    void* memory = nullptr;
    Node** children = nullptr;
    Move* untried = nullptr;
    constexpr bool kPieces = std::is_same_v<Memory, HeapNodes>;
    if constexpr (kPieces) {
      memory = memory_.allocate(sizeof(Node));
      children = static_cast<Node**>(memory_.allocate(k * sizeof(Node*) + 1));
      untried = static_cast<Move*>(memory_.allocate(k * sizeof(Move) + 1));
    } else {
      memory = memory_.allocate(sizeof(Node) + k * (sizeof(Node*) + sizeof(Move)));
      if (memory == nullptr) return nullptr;
      children = reinterpret_cast<Node**>(static_cast<std::byte*>(memory) + sizeof(Node));
      untried = reinterpret_cast<Move*>(children + k);
    }
    Node* const node = ::new (memory) Node;
    node->children = children;
    node->untried = untried;
    node->moves = static_cast<std::uint16_t>(k);
    node->move = move;
    if constexpr (StoresStates) node->state = position;
    std::copy(legal.begin(), legal.end(), untried);
    return node;
  }

  void iterate(Node& root, const G& start) {
    path_.assign(1, &root);
    Node* node = &root;
    G position = start;
    while (node->tried == node->moves && node->moves > 0) {
      node = descend(*node, best_child(*node), position);
    }
    if (node->tried < node->moves) node = expand(*node, position);
    counts_.finished += position.over() ? 1 : 0;
    const Points first =
        position.over() ? position.result(0) : uniform_playout(position, random_).first;
    back_up(first, start);
  }

  Node* descend(const Node& node, std::uint32_t child, G& position) {
    Node* const next = node.children[child];
    if constexpr (StoresStates) {
      position = next->state;
    } else {
      position.play(next->move);
    }
    path_.push_back(next);
    return next;
  }

  Node* expand(Node& node, G& position) {
    const Move move = node.untried[node.tried];
    G next = position;
    next.play(move);
    Node* const child = make_node(next, move);
    if (child == nullptr) {  // the arena is full
      ++counts_.full;
      return &node;
    }
    ++counts_.nodes;
    node.children[node.tried++] = child;
    position = next;
    path_.push_back(child);
    return child;
  }

  [[nodiscard]] std::uint32_t best_child(const Node& node) const {
    std::uint32_t total = 0;
    for (std::uint32_t i = 0; i < node.moves; ++i) total += node.children[i]->visits;
    const float shared = rule_.exploration(total);
    const double log_total = std::log(static_cast<double>(total));
    std::uint32_t best = 0;
    double best_value = -1;
    for (std::uint32_t i = 0; i < node.moves; ++i) {
      const Node& child = *node.children[i];
      const double value = UsesTables ? Ucb1::value(make_stat(child.visits, child.points), shared)
                                      : plain_value(child, log_total);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  [[nodiscard]] double plain_value(const Node& child, double log_total) const {
    const auto n = static_cast<double>(child.visits);
    return 0.5 * child.points / n + options_.exploration * std::sqrt(log_total / n);
  }

  void back_up(Points first, G position) {
    Player mover = position.to_move();
    if constexpr (AlternatingGame<G>) mover = 1 - mover;  // the root's points are never read
    for (Node* const node : path_) {
      ++node->visits;
      node->points += static_cast<std::uint32_t>(mover == 0 ? first : opposite(first));
      if constexpr (AlternatingGame<G>) {
        mover = 1 - mover;
      } else {
        if (node != path_.front()) position.play(node->move);
        mover = position.to_move();
      }
    }
    ++counts_.iterations;
    ++counts_.visits;
    counts_.depth_sum += path_.size() - 1;
    counts_.depth_max = std::max<std::uint64_t>(counts_.depth_max, path_.size() - 1);
  }

  SearchResult report(const Node& root, double seconds) const {
    std::vector<RootChild> children;
    for (std::uint32_t i = 0; i < root.moves; ++i) {
      if (i < root.tried) {
        const Node& child = *root.children[i];
        children.push_back({child.move, child.visits, child.points});
      } else {
        children.push_back({root.untried[i], 0, 0});
      }
    }
    sort_by_move(children);
    SearchResult result =
        make_result(std::move(children), counts_, memory_.used(), options_.final_move);
    result.seconds = seconds;
    return result;
  }

  SearchOptions options_;
  Ucb1 rule_;
  Memory memory_;
  Random random_{StreamKey{}};
  std::vector<Node*> path_;
  IterationCounts counts_;
};

/// The fastest tree, with best children found on descent.
template <class Tree>
struct UncachedOf {
  using Type = Tree;
};
template <Game G>
struct UncachedOf<NarrowTree<G>> {
  using Type = NarrowTree<G, false>;
};
template <Game G>
struct UncachedOf<WideTree<G>> {
  using Type = WideTree<G, false>;
};

}  // namespace banyan
