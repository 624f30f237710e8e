// The top that several trees of one position share, as each of them sees it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// One tree's side of the shared top. What a tree found *itself* is what it holds minus what it
/// received. An exchange gives every tree what all others found themselves, minus what it received
/// before. So nothing counts twice, however often they exchange.
///
/// Shared are the root and positions with at least a twentieth of the root's visits, at most
/// kDepths - 1 moves below it (Gelly et al. 2008; Bourki et al. 2010, "slow tree"). A tree takes
/// part in a position once it made a choice there, which means a child visited twice. It does so
/// from the root down, so a position's visits never fall behind its children's.
///
/// An exchange goes depth by depth. own() is what this tree found itself, with children in order of
/// move, in the same order in all trees. spread() takes the sums of these over all trees, which may
/// be elsewhere.
template <Game G, class Tree>
class SharedTop {
 public:
  static constexpr int kDepths = 4;
  static constexpr std::uint64_t kLeastPart = 20;  // of the root's visits, 5 %

  /// A tree without a root takes no part.
  SharedTop(Tree& tree, const G& position) : tree_(&tree) { depths_[0].emplace_back(position); }
  void plant() { depths_[0].front().node = tree_->root(); }

  /// What the tree itself found in the shared positions of a depth.
  std::vector<Stat> own(int depth) {
    std::vector<Stat> all;
    for (Position& position : at(depth)) {
      if (!position.shared) continue;
      position.takes_part = takes_part(position);
      for (std::size_t i = 0; i < position.moves.size(); ++i) {
        all.push_back(position.takes_part ? found(position, i) : 0);
      }
    }
    return all;
  }

  /// Adds to the tree what is new in the others, and finds the positions shared below.
  void spread(int depth, std::span<const Stat> sums) {
    if (depth == 0) least_ = least_visits(sums);
    if (depth + 1 < kDepths) {
      for (Position& below : at(depth + 1)) below.shared = false;
    }
    for (std::size_t p = 0; p < at(depth).size(); ++p) {
      Position& position = at(depth)[p];
      if (!position.shared) continue;
      const std::span<const Stat> whole = sums.first(position.moves.size());
      sums = sums.subspan(position.moves.size());
      if (position.takes_part) tell(position, whole);
      if (depth + 1 < kDepths) share_below(depth, p, whole);
    }
  }

  /// What the tree received for the root's moves, in order; empty if nothing.
  [[nodiscard]] const std::vector<Stat>& received() const { return depths_[0].front().received; }

  [[nodiscard]] std::uint64_t positions() const {
    std::uint64_t count = 0;
    for (const auto& depth : depths_) count += depth.size();
    return count;
  }

 private:
  struct Position {
    explicit Position(const G& where) : game(where), below(0) {
      if (where.over()) return;
      const auto legal = where.legal_moves();
      moves.assign(legal.begin(), legal.end());
      std::sort(moves.begin(), moves.end());
      below.resize(moves.size(), kNone);
    }

    G game;
    std::vector<typename G::Move> moves;  // in order
    std::vector<std::size_t> below;       // shared positions of the next depth, or kNone
    Node node = kNoNode;
    std::vector<Slot> slots;     // of the moves; empty until the tree takes part
    std::vector<Stat> received;  // likewise
    bool shared = true;          // in this exchange
    bool takes_part = false;     // this tree
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::deque<Position>& at(int depth) { return depths_[static_cast<std::size_t>(depth)]; }

  /// True from the first choice that the tree made there: a child visited twice.
  bool takes_part(Position& position) const {
    if (!position.slots.empty()) return true;
    if (position.node == kNoNode) return false;
    std::uint64_t visits = 0;
    const std::uint32_t size = tree_->size(position.node);
    for (Slot slot = 0; slot < size; ++slot) visits += visits_of(tree_->stat(position.node, slot));
    if (visits <= tree_->tried(position.node)) return false;
    for (Slot slot = 0; slot < size; ++slot) position.slots.push_back(slot);
    std::sort(position.slots.begin(), position.slots.end(), [&](Slot a, Slot b) {
      return tree_->move(position.node, a) < tree_->move(position.node, b);
    });
    position.received.resize(size);
    return true;
  }

  [[nodiscard]] Stat found(const Position& position, std::size_t move) const {
    return tree_->stat(position.node, position.slots[move]) - position.received[move];
  }

  void tell(Position& position, std::span<const Stat> whole) {
    for (std::size_t move = 0; move < whole.size(); ++move) {
      const Stat others = whole[move] - found(position, move);
      const Stat news = others - position.received[move];
      position.received[move] = others;
      tree_->record(position.node, position.slots[move], visits_of(news), points_of(news));
    }
    tree_->refresh(position.node);
  }

  void share_below(int depth, std::size_t p, std::span<const Stat> whole) {
    for (std::size_t move = 0; move < whole.size(); ++move) {
      Position& position = at(depth)[p];
      if (visits_of(whole[move]) < least_) continue;
      std::size_t& below = position.below[move];
      if (below == kNone) {
        below = at(depth + 1).size();
        G next = position.game;
        next.play(position.moves[move]);
        at(depth + 1).emplace_back(next);
      }
      Position& next = at(depth + 1)[below];
      next.shared = true;
      if (position.takes_part && next.slots.empty()) {  // until then it may be replaced
        next.node = tree_->child(position.node, position.slots[move]);
      }
    }
  }

  static std::uint64_t least_visits(std::span<const Stat> sums) {
    std::uint64_t visits = 0;
    for (const Stat stat : sums) visits += visits_of(stat);
    return std::max<std::uint64_t>(1, (visits + kLeastPart - 1) / kLeastPart);
  }

  Tree* tree_;
  std::array<std::deque<Position>, kDepths> depths_;
  std::uint64_t least_ = 0;
};

/// An exchange of trees that are all here. No worker may be running.
template <class Top>
void exchange(std::span<Top> tops) {
  for (int depth = 0; depth < Top::kDepths; ++depth) {
    std::vector<Stat> sums;
    for (Top& top : tops) {
      const std::vector<Stat> own = top.own(depth);
      sums.resize(own.size());
      for (std::size_t i = 0; i < own.size(); ++i) sums[i] += own[i];
    }
    for (Top& top : tops) top.spread(depth, sums);
  }
}

}  // namespace banyan
