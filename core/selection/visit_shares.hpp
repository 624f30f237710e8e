// How many visits that are sent into a tree at once divide among the children of a node.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/arena.hpp"
#include "core/base/stat.hpp"
#include "core/base/tables.hpp"
#include "core/game/game.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// A tree that provides the terms of the selection rule for a whole node: each child's visits n,
/// 1/sqrt(n) and mean. Entries after the last child, up to `padded` (a multiple of
/// VisitShares::kPad), are never the best. Returns the visits of all children.
template <class Tree>
concept HandsOverTerms = requires(const Tree& tree, Node node, std::size_t padded,
                                  std::uint32_t* visits, float* root, float* mean) {
  { tree.terms(node, padded, visits, root, mean) } -> std::same_as<std::uint32_t>;
};

/// A tree that tells which children are not worth visiting, since others are proven to be at least
/// as good.
template <class Tree>
concept RulesOut = requires(const Tree& tree, Node node, Slot slot) {
  { tree.is_ruled_out(node, slot) } -> std::same_as<bool>;
};

/// Whether a search with `done` iterations and `left` more is in its last ninth, in which portions
/// at the root are fine. Coarse ones give a child that was briefly the best too many visits, and
/// visits decide the move. On Hex 11x11, with 5000 iterations, that cost 20 Elo
/// (results/equal-iterations/README.md).
inline bool nears_its_end(std::uint64_t done, std::uint64_t left) { return left < done / 8; }

/// Splits visits over the children of one node by UCB1, in portions of 1/`portion` of a child's
/// visits, at least one. Visits given count at the child's mean so far, so that only its
/// exploration term falls ("virtual mean"; Cazenave 2021).
template <std::size_t Capacity>
class VisitShares {
 public:
  /// With eighths, wide games run a tenth to a quarter faster and play hardly weaker if their
  /// last visits are in fine portions. Connect Four may fail slightly more often
  /// (results/dead-ends.md).
  static constexpr std::uint32_t kPortion = Capacity <= 16 ? 16 : 8;
  /// The portion of those: see nears_its_end().
  static constexpr std::uint32_t kFinePortion = 64;
  /// Children are scanned in vectors of this many; a tree's terms() pads them.
  static constexpr std::size_t kPad = Capacity <= 16 ? 8 : 16;

  /// `portion`: a power of two, or 0 for kPortion.
  explicit VisitShares(std::uint32_t portion = 0)
      : shift_(std::countr_zero(portion == 0 ? kPortion : portion)) {}

  /// Splits `visits` over a node's children, which must all have visits. With `ends_soon` the
  /// portions are fine. If all children are ruled out, none gets any.
  template <class Tree>
  void split(const Tree& tree, Node node, const Ucb1& rule, std::uint32_t visits,
             bool ends_soon = false) {
    const int shift = ends_soon ? std::max(shift_, std::countr_zero(kFinePortion)) : shift_;
    for (const Slot slot : chosen_) given_[slot] = 0;
    chosen_.clear();
    const std::size_t padded = (tree.size(node) + kPad - 1) / kPad * kPad;
    std::uint32_t total = read(tree, node, padded);
    if (RulesOut<Tree> && !any_left(tree.size(node))) return;
    while (visits > 0) {
      const Slot best = best_child(padded, rule.exploration(total));
      const std::uint32_t portion = std::min(visits, std::max(1U, visits_[best] >> shift));
      if (given_[best] == 0) chosen_.push_back(best);
      given_[best] += portion;
      visits_[best] += portion;
      set_root(best, Tables::inverse_sqrt(visits_[best]));
      total += portion;
      visits -= portion;
    }
  }

  /// The children that got any, the most attractive first.
  [[nodiscard]] const MoveList<Slot, Capacity>& chosen() const { return chosen_; }
  [[nodiscard]] std::uint32_t given(Slot slot) const { return given_[slot]; }
  /// The visits that a child had before.
  [[nodiscard]] std::uint32_t before(Slot slot) const { return visits_[slot] - given_[slot]; }

 private:
  static constexpr hwy::HWY_NAMESPACE::CappedTag<float, kPad> kFloats{};
  static constexpr float kLeast = -std::numeric_limits<float>::infinity();
  static constexpr std::size_t kRoom = (Capacity + kPad - 1) / kPad * kPad;

  /// Reads a node's statistics; returns its visits. Padding has the value 0.
  template <class Tree>
  std::uint32_t read(const Tree& tree, Node node, std::size_t padded) {
    if constexpr (HandsOverTerms<Tree>) {
      return tree.terms(node, padded, visits_, root_, mean_);
    } else {
      const std::uint32_t size = tree.size(node);
      std::uint32_t total = 0;
      for (Slot slot = 0; slot < size; ++slot) {
        const Stat child = tree.stat(node, slot);
        visits_[slot] = visits_of(child);
        total += visits_[slot];
        root_[slot] = Tables::inverse_sqrt(visits_[slot]);
        mean_[slot] = 0.5F * static_cast<float>(points_of(child)) * root_[slot] * root_[slot];
        if constexpr (RulesOut<Tree>) {
          if (tree.is_ruled_out(node, slot)) mean_[slot] = kLeast;
        }
      }
      std::fill(mean_ + size, mean_ + padded, 0.0F);
      std::fill(root_ + size, root_ + padded, 0.0F);
      return total;
    }
  }

  [[nodiscard]] bool any_left(std::uint32_t size) const {
    return std::any_of(mean_, mean_ + size, [](float mean) { return mean > kLeast; });
  }

  [[nodiscard]] Slot best_child(std::size_t padded, float exploration) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto scale = hn::Set(kFloats, exploration);
    const auto values = [&](std::size_t i) {
      return Ucb1::of_mean(hn::Load(kFloats, mean_ + i), hn::Load(kFloats, root_ + i), scale);
    };
    if (padded == hn::Lanes(kFloats)) return best_lane(values(0));
    return best_of(kFloats, padded, values).index;
  }

  /// Stores a whole vector: after a smaller store the next scan would wait long.
  void set_root(Slot slot, float root) {
    namespace hn = hwy::HWY_NAMESPACE;
    const std::size_t i = slot / hn::Lanes(kFloats) * hn::Lanes(kFloats);
    const hn::RebindToUnsigned<decltype(kFloats)> u32;
    const auto here = hn::Eq(hn::Iota(u32, 0), hn::Set(u32, slot - static_cast<Slot>(i)));
    hn::Store(hn::IfThenElse(hn::RebindMask(kFloats, here), hn::Set(kFloats, root),
                             hn::Load(kFloats, root_ + i)),
              kFloats, root_ + i);
  }

  alignas(64) float mean_[kRoom];
  alignas(64) float root_[kRoom];
  alignas(64) std::uint32_t visits_[kRoom];
  std::uint32_t given_[kRoom] = {};
  int shift_;
  MoveList<Slot, Capacity> chosen_;
};

}  // namespace banyan
