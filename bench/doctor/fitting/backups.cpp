// The ways to back up a result.
#include <cmath>

#include "bench/doctor/fitting/rules.hpp"

namespace banyan::bench::doctor {
namespace {

Credit right(const Backed& it, std::size_t, Player mover) { return {1, it.of(mover)}; }

/// `right` without some nodes.
Credit unless(bool left_out, const Backed& it, Player mover) {
  return left_out ? Credit{0, 0} : Credit{1, it.of(mover)};
}

Credit twice(bool counted_twice, const Backed& it, Player mover) {
  return counted_twice ? Credit{2, 2 * it.of(mover)} : Credit{1, it.of(mover)};
}

Credit draw_as(double value, const Backed& it, Player mover) {
  return {1, it.of(mover) == 0.5 ? value : it.of(mover)};
}

/// Drawn to `end`, by that share at each step up.
template <int Percent>
Credit faded(double end, const Backed& it, std::size_t depth, Player mover) {
  const double kept = std::pow(Percent / 100.0, static_cast<double>(it.leaf - depth));
  return {1, end + kept * (it.of(mover) - end)};
}

constexpr const char* kFades =
    "Results fade on their way up: at each step they come nearer to a draw, so near wins count "
    "more than far ones. UCB1 has means of results as they are.";
constexpr const char* kShrinks =
    "Results shrink on their way up: each step takes the same share of them, from losses as from "
    "wins. UCB1 has means of results as they are.";

template <int Percent>
constexpr Backup kFading{"results-fade", kFades,
                         [](const Backed& it, std::size_t depth, Player mover) {
                           return faded<Percent>(0.5, it, depth, mover);
                         }};
template <int Percent>
constexpr Backup kShrinking{"results-fade", kShrinks,
                            [](const Backed& it, std::size_t depth, Player mover) {
                              return faded<Percent>(0, it, depth, mover);
                            }};

constexpr Backup kBackups[]{
    {"", "", right},
    {"values-of-other-player",
     "Values count for the wrong player. A node's value must be that of the player who chose it, "
     "who moved at its parent.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, it.of(it.next(mover))};
     }},
    {"values-of-player-0",
     "Every node counts the result of player 0. Nodes that another player chose must count theirs.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(0)};
     }},
    {"values-of-player-1",
     "Every node counts the result of player 1. Nodes that another player chose must count theirs.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(1)};
     }},
    {"backup-without-alternation",
     "The backup does not change sides: the whole path gets the result of the player who moved "
     "into the leaf.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(it.into_leaf)};
     }},
    {"backup-without-alternation",
     "The backup does not change sides: the whole path gets the result of the player to move at "
     "the leaf.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(it.next(it.into_leaf))};
     }},
    {"result-of-playout-end",
     "A playout's result is that of the player who moved last in it, but is backed up as that of "
     "the player who moved into the leaf.",
     [](const Backed& it, std::size_t, Player mover) {
       const double z = it.of(it.into_end);
       return Credit{1, mover == it.into_leaf ? z : 1 - z};
     },
     true},
    {"result-of-playout-end",
     "A playout's result is that of the player to move at its end, but is backed up as that of "
     "the player who moved into the leaf.",
     [](const Backed& it, std::size_t, Player mover) {
       const double z = it.of(it.next(it.into_end));
       return Credit{1, mover == it.into_leaf ? z : 1 - z};
     },
     true},
    {"sides-change-every-move",
     "The backup changes sides with every move, though a player may move again (or there are more "
     "than two). Take the result of the player who moved at the parent.",
     [](const Backed& it, std::size_t depth, Player) {
       const double z = it.of(it.into_leaf);
       return Credit{1, (it.leaf - depth) % 2 == 0 ? z : 1 - z};
     }},
    {"draws-as-losses", "Draws count as losses (of both players). They must count half.",
     [](const Backed& it, std::size_t, Player mover) { return draw_as(0, it, mover); }},
    {"draws-as-wins", "Draws count as wins (of both players). They must count half.",
     [](const Backed& it, std::size_t, Player mover) { return draw_as(1, it, mover); }},
    {"leaf-not-counted", "The backup leaves out the leaf, and begins at its parent.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return unless(depth == it.leaf, it, mover);
     }},
    {"leaf-counted-twice", "The backup counts the leaf twice.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return twice(depth == it.leaf, it, mover);
     }},
    {"only-leaf-counted", "The backup stops at the leaf. All nodes up to the root must get it.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return unless(depth != it.leaf, it, mover);
     }},
    {"only-leaf-valued",
     "Visits are counted up to the root, but only the leaf gets the playout's value.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return Credit{1, depth == it.leaf ? it.of(mover) : 0};
     }},
    {"last-value-kept", "A node's sum of values is overwritten by the last result, not added to.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, it.of(mover), true};
     }},
    {"root-not-counted", "The backup stops before the root, whose visits stay at 0 or 1.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return unless(depth == 0, it, mover);
     }},
    {"root-counted-twice", "The backup counts the root twice.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return twice(depth == 0, it, mover);
     }},
    {"children-of-root-not-counted",
     "The backup stops two steps early: the root's moves get nothing.",
     [](const Backed& it, std::size_t depth, Player mover) {
       return unless(depth == 1, it, mover);
     }},
    {"values-of-root-player",
     "Every node counts the result of the root's player, also those that another player chose.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(it.root)};
     }},
    {"virtual-loss-left",
     "Each descent leaves a further visit without a value on its path, as a virtual loss that the "
     "backup does not take back.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1 + 1 / it.playouts, it.of(mover)};
     }},
    {"results-late", "Each path gets the result of the iteration before it.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, Backed::at(*it.before, mover)};
     }},
    {"playouts-counted-values-not",
     "All playouts of a leaf count as visits, but only their mean, not their sum, as value.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, it.of(mover) / it.playouts};
     },
     false, true},
    {"values-of-playouts-counted-once",
     "The values of all playouts of a leaf are added up, but it gets one visit.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1 / it.playouts, it.of(mover)};
     },
     false, true},
    {"only-last-playout-valued", "Only the last playout of each leaf counts as value.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, Backed::at(*it.last, mover)};
     },
     false, true},
    {"only-root-player-valued",
     "Only nodes that the root's player chose get values. The other side's stay at 0.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, mover == it.root ? it.of(mover) : 0};
     }},
    kFading<99>,
    kFading<95>,
    kFading<90>,
    kFading<80>,
    kShrinking<99>,
    kShrinking<95>,
    kShrinking<90>,
    kShrinking<80>,
};

}  // namespace

std::span<const Backup> backups() { return kBackups; }

}  // namespace banyan::bench::doctor
