#include "bench/doctor/rules.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

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
  return {1, it.first == 0.5 ? value : it.of(mover)};
}

constexpr Backup kBackups[]{
    {"", "", right},
    {"values-of-other-player",
     "Values count for the wrong player. A node's value must be that of the player who chose it, "
     "who moved at its parent.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, it.of(1 - mover)};
     }},
    {"values-of-player-0",
     "Every node counts the result of player 0. Nodes that player 1 chose must count player 1's.",
     [](const Backed& it, std::size_t, Player) {
       return Credit{1, it.of(0)};
     }},
    {"values-of-player-1",
     "Every node counts the result of player 1. Nodes that player 0 chose must count player 0's.",
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
       return Credit{1, it.of(1 - it.into_leaf)};
     }},
    {"result-of-playout-end",
     "A playout's result is that of the player who moved last in it, but is backed up as that of "
     "the player who moved into the leaf.",
     [](const Backed& it, std::size_t, Player mover) {
       const double z = it.of(it.into_end);
       return Credit{1, mover == it.into_leaf ? z : 1 - z};
     }},
    {"result-of-playout-end",
     "A playout's result is that of the player to move at its end, but is backed up as that of "
     "the player who moved into the leaf.",
     [](const Backed& it, std::size_t, Player mover) {
       const double z = it.of(1 - it.into_end);
       return Credit{1, mover == it.into_leaf ? z : 1 - z};
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
    {"only-root-player-valued",
     "Only nodes that the root's player chose get values. The other side's stay at 0.",
     [](const Backed& it, std::size_t, Player mover) {
       return Credit{1, mover == it.root ? it.of(mover) : 0};
     }},
};

double mean(const Candidate& child) { return child.value / child.visits; }

/// ln N, which is 0 if N is.
double log_of(double visits) { return visits > 1 ? std::log(visits) : 0; }

Score ucb1(const Candidate& child, double parent) {
  return {mean(child), std::sqrt(log_of(parent) / child.visits)};
}

constexpr Formula kFormulas[]{
    {"", "N is the node's own visits",
     [](const Candidate& child, const ParentVisits& n) { return ucb1(child, n.own); }},
    {"", "N is the sum of the moves' visits",
     [](const Candidate& child, const ParentVisits& n) { return ucb1(child, n.children); }},
    {"", "N counts this visit too",
     [](const Candidate& child, const ParentVisits& n) { return ucb1(child, n.own + 1); }},
    {"total-as-n",
     "N is the whole search's iterations at every node. It must be the node's own visits.",
     [](const Candidate& child, const ParentVisits& n) { return ucb1(child, n.root); }},
    {"no-logarithm", "Exploration is c sqrt(N / n). UCB1 has the logarithm of N.",
     [](const Candidate& child, const ParentVisits& n) {
       return Score{mean(child), std::sqrt(n.own / child.visits)};
     }},
    {"no-root", "Exploration is c ln N / n. UCB1 takes the square root of ln N / n.",
     [](const Candidate& child, const ParentVisits& n) {
       return Score{mean(child), log_of(n.own) / child.visits};
     }},
    {"visits-swapped",
     "Exploration is c sqrt(ln n / N): the visits of node and move are exchanged.",
     [](const Candidate& child, const ParentVisits& n) {
       return Score{mean(child), n.own > 0 ? std::sqrt(log_of(child.visits) / n.own) : 0};
     }},
    {"integer-division", "Values are divided as integers: a mean below 1 becomes 0.",
     [](const Candidate& child, const ParentVisits& n) {
       return Score{std::floor(mean(child) + 1e-9), ucb1(child, n.own).exploration};
     }},
    {"value-not-mean", "The sum of values is scored. It must be divided by the visits.",
     [](const Candidate& child, const ParentVisits& n) {
       return Score{child.value, ucb1(child, n.own).exploration};
     }},
    {"lowest-score-chosen", "The descent takes the move of the lowest score, not the highest.",
     [](const Candidate& child, const ParentVisits& n) {
       const Score score = ucb1(child, n.own);
       return Score{-score.value, -score.exploration};
     }},
    {"most-visited-chosen", "The descent takes the most visited move. That is for the final move.",
     [](const Candidate& child, const ParentVisits&) {
       return Score{child.visits, 0};
     }},
};

}  // namespace

std::span<const Backup> backups() { return kBackups; }
std::span<const Formula> formulas() { return kFormulas; }

Fit fit_constant(std::span<const Range> ranges, bool negative, double lowest) {
  std::vector<std::pair<double, int>> ends;  // -1: begins here, 1: ends
  ends.reserve(2 * ranges.size());
  for (const Range& range : ranges) {
    const double low = std::max(negative ? -range.high : range.low, lowest);
    const double high = negative ? -range.low : range.high;
    if (low > high) continue;
    ends.emplace_back(low, -1);
    ends.emplace_back(high, 1);
  }
  std::sort(ends.begin(), ends.end());
  Fit fit{.choices = ranges.size()};
  std::size_t now = 0;
  bool open = false;  // the most hold from fit.c.low to the next end
  for (const auto& [c, kind] : ends) {
    if (kind < 0) {
      if (++now <= fit.explained) continue;
      fit.explained = now;
      fit.c = {c, c};
      open = true;
    } else {
      if (open) fit.c.high = c;
      open = false;
      --now;
    }
  }
  if (negative) fit.c = {-fit.c.high, -fit.c.low};
  return fit;
}

}  // namespace banyan::bench::doctor
