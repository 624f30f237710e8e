// The tree of a watched search, rebuilt from its log alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/doctor/log.hpp"
#include "bench/doctor/rules.hpp"

namespace banyan::bench::doctor {

class Tree;

/// Visits before the root, and any other node, gets children.
struct Growth {
  std::uint32_t root = 0;
  std::uint32_t others = 1;
};

/// A choice between the moves of a node in the tree, before the iteration is backed up.
struct Choice {
  const Tree* tree = nullptr;
  std::uint32_t node = 0;
  std::size_t iteration = 0;  ///< from 0
  std::size_t depth = 0;
  std::uint32_t chosen = 0;  ///< index in Tree::children(node)
};

class Tree {
 public:
  struct Child {
    std::uint32_t move;
    std::uint32_t node;  ///< kNoState if it was never tried
  };

  /// With the statistics of these ways to back up.
  Tree(const WatchedLog& log, const WatchedSearch& search, std::span<const Backup> ways,
       const Growth& growth)
      : log_(&log), search_(&search), ways_(ways), growth_(growth) {
    add_node(search.root);
  }

  [[nodiscard]] bool done() const { return iteration_ == search_->iterations.size(); }
  [[nodiscard]] std::size_t iteration() const { return iteration_; }

  /// Rebuilds one iteration. Calls see(choice) for each choice on the way.
  template <class See>
  void next(See&& see) {
    const auto path = descend();
    Choice choice{.tree = this, .iteration = iteration_};
    for (std::size_t depth = 0; depth + 1 < path_.size(); ++depth) {
      choice.node = path_[depth];
      choice.depth = depth;
      choice.chosen = chosen_[depth];
      see(choice);
    }
    back_up(path);
  }

  /// Without children that are known only because the search tried them later.
  [[nodiscard]] const std::vector<Child>& children(std::uint32_t node) const {
    return nodes_[node].children;
  }
  [[nodiscard]] bool knows_moves(std::uint32_t node) const { return nodes_[node].knows_moves; }
  [[nodiscard]] Player turn(std::uint32_t node) const { return nodes_[node].turn; }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] Candidate sums(std::uint32_t node, std::size_t way) const {
    return sums_[node * ways_.size() + way];
  }
  /// The depth of the last iteration's leaf.
  [[nodiscard]] std::size_t leaf_depth() const { return path_.size() - 1; }
  /// Moves from the root to a node, as text.
  [[nodiscard]] std::string line_to(std::uint32_t node) const;
  [[nodiscard]] const WatchedLog& log() const { return *log_; }

 private:
  struct Node {
    std::vector<Child> children;
    std::uint32_t parent = kNoState;
    std::uint32_t move = 0;
    std::uint32_t visits = 0;
    Player turn = 0;
    bool knows_moves = false;
  };

  void add_node(std::uint32_t state);
  std::span<const std::uint32_t> descend();
  void back_up(std::span<const std::uint32_t> path);

  const WatchedLog* log_;
  const WatchedSearch* search_;
  std::span<const Backup> ways_;
  Growth growth_;
  std::size_t iteration_ = 0;
  std::vector<Node> nodes_;
  std::vector<Candidate> sums_;  ///< by node, then by way
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> chosen_;
};

/// The constants with which a choice follows a formula. A move that was never tried goes first,
/// unless only `tried` ones count.
Range constants_of(const Choice& choice, std::size_t way, const Formula& formula, bool tried);

}  // namespace banyan::bench::doctor
