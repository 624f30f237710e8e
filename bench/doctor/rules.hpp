// What a search may do with its results: how it backs them up, and how it scores moves. Each way
// is right, or a known mistake.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "core/game/game.hpp"

namespace banyan::bench::doctor {

/// One iteration, as a backup sees it.
struct Backed {
  std::size_t leaf = 0;  ///< depth of the leaf
  Player root = 0;       ///< whose turn it is at the root
  Player into_leaf = 0;  ///< who moved there
  Player into_end = 0;   ///< who made the last move of the playout
  double first = 0;      ///< player 0's result

  [[nodiscard]] double of(Player player) const { return player == 0 ? first : 1 - first; }
};

/// What a node on the path gets.
struct Credit {
  double visits = 1;
  double value = 0;
  bool replaces = false;  ///< the values before
};

/// A way to back up: `credit` of a node at that depth, into which `mover` moved.
struct Backup {
  const char* name;   ///< empty if it is right
  const char* fault;  ///< sentences
  Credit (*credit)(const Backed& iteration, std::size_t depth, Player mover);
};

/// The first is right.
std::span<const Backup> backups();

/// The statistics of a choice between the moves of a node.
struct Candidate {
  double visits = 0;
  double value = 0;  ///< sum of results for the player who chooses
};
struct ParentVisits {
  double own = 0;
  double children = 0;
  double root = 0;
};

/// score = value + c * exploration.
struct Score {
  double value = 0;
  double exploration = 0;
};

struct Formula {
  const char* name;   ///< empty if it is right
  const char* fault;  ///< sentences; of one that is right, what N is
  Score (*score)(const Candidate& child, const ParentVisits& parent);
};

/// The first ones are right.
std::span<const Formula> formulas();

/// The constants with which a choice follows a formula; none if low > high.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool holds(double c) const { return low <= c && c <= high; }
};

/// The constants c >= lowest (or <= -lowest, if `negative`) with which most choices follow, and how
/// many do.
struct Fit {
  std::size_t choices = 0;
  std::size_t explained = 0;
  Range c{1, 0};

  [[nodiscard]] std::size_t unexplained() const { return choices - explained; }
};
Fit fit_constant(std::span<const Range> ranges, bool negative, double lowest = 0);

}  // namespace banyan::bench::doctor
