// The tree of a watched search, rebuilt from its log alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bench/doctor/fitting/log.hpp"
#include "bench/doctor/fitting/reading.hpp"
#include "bench/doctor/fitting/rules.hpp"

namespace banyan::bench::doctor {

class Tree;

/// A choice between the moves of a node in the tree, by a player or by chance, before the iteration
/// is backed up.
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
    float prior;         ///< that the log tells; else the same for all
  };
  struct Sums {
    double visits = 0;
    double value = 0;  ///< of results for the player who moved here
    double squares = 0;
  };

  /// The tree of one of the reading's searches, with the statistics of these ways to back up.
  Tree(const Reading& reading, std::size_t search, std::span<const Backup> ways);

  /// Rebuilds iterations. Calls see(choice) for each choice in the tree, and ended(iteration, depth
  /// of the leaf) after each iteration.
  template <class See, class Ended>
  void replay(See&& see, Ended&& ended,
              std::size_t most = std::numeric_limits<std::size_t>::max()) {
    const std::size_t count = std::min(most, search_->iterations.size());
    if (!reading_->overlaps()) {
      Descent descent;
      for (std::size_t i = 0; i < count; ++i) {
        begin(descent);
        while (step(descent, i, see)) {
        }
        back_up(descent, i);
        ended(i, descent.nodes.size() - 1);
      }
      return;
    }
    std::vector<Descent> descents(count);
    for (const Event& event : (*reading_->events)[which_]) {
      if (event.iteration >= count) continue;
      Descent& descent = descents[event.iteration];
      if (descent.nodes.empty()) begin(descent);
      if (!event.result) {
        if (!descent.ended) step(descent, event.iteration, see);
        const bool at_end = descent.nodes.size() == search_->iterations[event.iteration].states;
        if (at_end && !descent.ended) step(descent, event.iteration, see);
        continue;
      }
      back_up(descent, event.iteration);
      ended(event.iteration, descent.nodes.size() - 1);
      descent = {};
    }
  }
  void replay() {
    replay([](const Choice&) {}, [](std::size_t, std::size_t) {});
  }

  /// Without children that are known only because the search tried them later.
  [[nodiscard]] const std::vector<Child>& children(std::uint32_t node) const {
    return nodes_[node].children;
  }
  [[nodiscard]] bool knows_moves(std::uint32_t node) const { return nodes_[node].knows_moves; }
  [[nodiscard]] Player turn(std::uint32_t node) const { return nodes_[node].turn; }
  /// Whether its player moved there too.
  [[nodiscard]] bool moves_again(std::uint32_t node) const {
    return node > 0 && turn(nodes_[node].parent) == turn(node);
  }
  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] Sums sums(std::uint32_t node, std::size_t way) const {
    return sums_[node * ways_.size() + way];
  }
  [[nodiscard]] std::uint32_t in_flight(std::uint32_t node) const { return nodes_[node].in_flight; }
  /// Moves from the root to a node, as text.
  [[nodiscard]] std::string line_to(std::uint32_t node) const;
  [[nodiscard]] const WatchedLog& log() const { return *reading_->log; }
  [[nodiscard]] const Reading& reading() const { return *reading_; }

 private:
  struct Node {
    std::vector<Child> children;
    std::uint32_t parent = kNoState;
    std::uint32_t move = 0;
    std::uint32_t passed = 0;   ///< by descents
    std::uint32_t results = 0;  ///< backed up
    std::uint32_t in_flight = 0;
    Player turn = 0;
    bool knows_moves = false;
    bool knows_priors = false;
  };
  struct Descent {
    std::vector<std::uint32_t> nodes;
    bool ended = false;
  };

  void add_node(std::uint32_t state);
  void begin(Descent& descent);
  void learn_moves(std::uint32_t node, const WatchedState& state);
  std::uint32_t child_of(std::uint32_t node, std::uint32_t move);
  /// The depth of the descent is that of its last node.
  template <class See>
  bool step(Descent& descent, std::size_t iteration, See&& see) {
    const std::uint32_t chosen = next_child(descent, iteration);
    if (chosen == kNoState) return false;
    const std::uint32_t at = descent.nodes.back();
    const std::size_t depth = descent.nodes.size() - 1;
    const bool kept = depth + 1 < search_->iterations[iteration].from;
    if (!(kept && reading_->only_seen)) {
      see(Choice{this, at, iteration, depth, chosen});
    }
    descend(descent, iteration, chosen);
    return true;
  }
  /// The index of the child that the descent goes to; kNoState if it ends here.
  std::uint32_t next_child(Descent& descent, std::size_t iteration);
  void descend(Descent& descent, std::size_t iteration, std::uint32_t chosen);
  void back_up(const Descent& descent, std::size_t iteration);

  const Reading* reading_;
  std::size_t which_;
  const WatchedSearch* search_;
  std::span<const Backup> ways_;
  std::vector<Node> nodes_;
  std::vector<Sums> sums_;  ///< by node, then by way
  Values before_{};         ///< results of the last iteration
};

/// The statistics of a choice by one way to back up.
struct Statistics {
  std::vector<Candidate> children;
  ParentStats parent;
  std::uint32_t chosen = 0;
  bool any_untried = false;  ///< a child without visits or descents

  void gather(const Choice& choice, std::size_t way);
};

/// The constants with which a choice follows a formula. If the formula does not score moves that
/// were never tried, one of them goes first, unless only `tried` ones count.
Range constants_of(const Statistics& statistics, const Formula& formula, bool tried);

}  // namespace banyan::bench::doctor
