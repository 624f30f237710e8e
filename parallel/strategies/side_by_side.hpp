// Sequential search in several subtrees side by side, with their leaves played out together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/arena.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/playout/playout.hpp"
#include "core/search/search.hpp"
#include "core/search/uct.hpp"

namespace banyan {

/// One thread's iterations in several subtrees of its own. Within a subtree they come one after
/// another, as in the sequential search: exact UCT. But up to kDescents subtrees have one descent
/// in flight at a time, and the games from all their leaves are played together. This is faster in
/// wide games with SIMD playouts and small states (Hex 11x11 by a third to a half). Other games
/// have a single descent (tic-tac-toe would lose an eighth, Go gains nothing). Used like LevelBatch
/// (core/search/level_batch.hpp). A subtree with a proven value gets no more visits.
template <class Tree>
class SideBySide {
 public:
  using G = typename Tree::GameType;
  static constexpr std::size_t kDescents = 32;

  /// `simd`: plays out leaves together if the game can, not one by one.
  SideBySide(Tree& tree, const G& root, Random random, bool simd)
      : tree_(&tree), lane_(tree.arena()), random_(random) {
    const std::size_t descents = simd && together_of(root).side_by_side ? kDescents : 1;
    for (std::uint32_t i = 0; i < descents; ++i) {
      descents_.push_back({{tree, root, Random({random_.next(), 0, 0, i})}, 0, 0, {}});
    }
  }

  void clear() {
    subtrees_.clear();
    next_ = 0;
  }
  /// Adds a node, or kNoNode for a leaf that had `before` visits, with its depth and position,
  /// which is not copied.
  void add(Node node, const G& position, std::uint32_t visits, std::uint32_t before,
           std::uint32_t depth) {
    subtrees_.push_back({&position, node, visits, before, depth, 0, 0});
  }

  /// Runs the visits of every subtree. `late()`, asked before each one, says whether to skip the
  /// rest. `playout` plays out leaves that are not played together.
  template <class Late>
  void run(const Late& late, const SinglePlayout& playout) {
    if (descents_.size() == 1) return run_one_by_one(descents_.front().iteration, late, playout);
    std::size_t busy = 0;  // descents in flight, the first of all
    while (busy < descents_.size() && turn_to_next(descents_[busy], late)) ++busy;
    while (busy > 0) {
      leaves_.clear();
      for (std::size_t i = 0; i < busy; ++i) descend(descents_[i]);
      results_.resize(leaves_.size());
      uniform_playouts<G>(leaves_, results_, random_);
      for (std::size_t i = 0; i < busy;) {
        if (back_up(descents_[i], late) || turn_to_next(descents_[i], late)) {
          ++i;
        } else {
          std::swap(descents_[i], descents_[--busy]);
        }
      }
    }
  }

  /// For the subtree that was added as number `i`: its current node, the visits that were made, and
  /// player 0's points in these.
  [[nodiscard]] Node node(std::size_t i) const { return subtrees_[i].node; }
  [[nodiscard]] std::uint32_t done(std::size_t i) const { return subtrees_[i].done; }
  [[nodiscard]] std::uint32_t first(std::size_t i) const { return subtrees_[i].first; }

  [[nodiscard]] Arena::Lane& lane() {
    return descents_.size() == 1 ? descents_.front().iteration.lane() : lane_;
  }

  [[nodiscard]] IterationCounts counts() const {
    IterationCounts sum;
    sum.full = full_;
    for (const Descent& descent : descents_) sum += descent.iteration.counts();
    return sum;
  }

 private:
  struct Subtree {
    const G* position;
    Node node;
    std::uint32_t visits;
    std::uint32_t before;
    std::uint32_t depth;
    std::uint32_t done;
    std::uint32_t first;
  };
  struct Descent {
    UctIteration<Tree> iteration;
    std::size_t subtree;
    std::size_t leaf;  // its index among the leaves to play out; kEnded if the game was over
    Evaluation found;
  };
  static constexpr std::size_t kEnded = ~std::size_t{0};

  template <class Late>
  void run_one_by_one(UctIteration<Tree>& iteration, const Late& late,
                      const SinglePlayout& playout) {
    for (Subtree& subtree : subtrees_) {
      iteration.begin_at(subtree.node, *subtree.position, subtree.depth);
      for (; subtree.done < subtree.visits && !iteration.proven() && !late(); ++subtree.done) {
        make_node_in_time(iteration, subtree);
        const Evaluation found = iteration.run(playout);
        if (kStopsInside<G> && found.games == 0) break;
        subtree.first += found.first;
      }
      subtree.node = iteration.start();
    }
  }

  /// Returns false if there is no subtree left.
  template <class Late>
  bool turn_to_next(Descent& descent, const Late& late) {
    for (; next_ < subtrees_.size(); ++next_) {
      const Subtree& subtree = subtrees_[next_];
      if (late()) continue;
      descent.subtree = next_++;
      descent.iteration.begin_at(subtree.node, *subtree.position, subtree.depth);
      return true;
    }
    return false;
  }

  /// Expands a leaf that has had its visits.
  void make_node_in_time(UctIteration<Tree>& iteration, const Subtree& subtree) {
    if (iteration.start() != kNoNode || subtree.before + subtree.done < tree_->expand_after()) {
      return;
    }
    const Node node = tree_->make_node(*subtree.position, random_, lane());
    if (node == kNoNode) ++full_;
    iteration.begin_at(node, *subtree.position, subtree.depth);
  }

  /// Selects and expands.
  void descend(Descent& descent) {
    const Subtree& subtree = subtrees_[descent.subtree];
    UctIteration<Tree>& iteration = descent.iteration;
    make_node_in_time(iteration, subtree);
    std::swap(iteration.lane(), lane_);
    iteration.begin();
    do {
      iteration.select();
    } while (!iteration.expand());
    std::swap(iteration.lane(), lane_);
    descent.leaf = kEnded;
    const auto wait = [&](const G& leaf, Random& /*random*/) -> Evaluation {
      descent.leaf = leaves_.size();
      leaves_.push_back(leaf);
      return {1, 0};
    };
    descent.found = iteration.evaluate(wait, 1);
  }

  /// Whether to visit its subtree again.
  template <class Late>
  bool back_up(Descent& descent, const Late& late) {
    if (descent.leaf != kEnded) {
      descent.found.first = static_cast<std::uint32_t>(results_[descent.leaf]);
    }
    descent.iteration.back_up(descent.found);
    Subtree& subtree = subtrees_[descent.subtree];
    subtree.first += descent.iteration.passed_up(descent.found).first;
    subtree.node = descent.iteration.start();
    return ++subtree.done < subtree.visits && !descent.iteration.proven() && !late();
  }

  Tree* tree_;
  Arena::Lane lane_;  // for all descents, if there are several
  Random random_;
  std::vector<Descent> descents_;
  std::vector<Subtree> subtrees_;
  std::size_t next_ = 0;  // the next subtree to begin
  std::vector<G> leaves_;
  std::vector<Points> results_;
  std::uint64_t full_ = 0;  // subtrees without memory for their root
};

}  // namespace banyan
