// What a search may do with its results: how it backs them up, and how it scores moves. Each way
// is right, or a known mistake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bench/doctor/fitting/log.hpp"

namespace banyan::bench::doctor {

/// One iteration, as a backup sees it.
struct Backed {
  std::size_t leaf = 0;  ///< depth of the leaf
  Player root = 0;       ///< whose turn it is at the root
  Player into_leaf = 0;  ///< who moved there
  Player into_end = 0;   ///< who made the last move of the playout
  int players = 2;
  double playouts = 1;
  const Values* results = nullptr;  ///< means, if there are several playouts
  const Values* last = nullptr;     ///< of the last playout
  const Values* before = nullptr;   ///< of the iteration before

  [[nodiscard]] double of(Player player) const { return at(*results, player); }
  /// Nobody moves by chance: its outcomes' values are those of player 0.
  static double at(const Values& values, Player player) {
    return static_cast<double>(values[static_cast<std::size_t>(player < 0 ? 0 : player)]);
  }
  [[nodiscard]] Player next(Player player) const { return player < 0 ? 0 : (player + 1) % players; }
};

/// What a node on the path gets from each playout.
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
  bool of_two = false;      ///< means something in games of two players alone
  bool of_several = false;  ///< or with several playouts per leaf alone
};

/// The first is right.
std::span<const Backup> backups();

/// The statistics of a choice between the moves of a node.
struct Candidate {
  double visits = 0;   ///< of its mean
  double shown = 0;    ///< of its exploration: with descents in flight
  double value = 0;    ///< sum of results for the player who chooses
  double squares = 0;  ///< of these results
  double prior = 0;
  double mirrored_prior = 0;  ///< that of the list's other end
  double equal_prior = 0;     ///< one of as many moves
};
/// What N is.
enum class Total : std::uint8_t { kOwn, kChildren, kOwnAndThis, kChildrenOrZero, kRoot };
inline constexpr std::size_t kTotals = 5;

/// N, with what formulas take of it: each choice is scored by many of them.
struct TotalVisits {
  double n = 0;
  double log = 0;  ///< 0 if n is
  double root = 0;
};
struct ParentStats {
  std::array<TotalVisits, kTotals> totals;
  double children = 0;         ///< visits
  double children_mean = 0.5;  ///< of results for the player who chooses
  double own_mean = 0.5;

  void set_totals(double own, double root);
  [[nodiscard]] const TotalVisits& total(Total which) const {
    return totals[static_cast<std::size_t>(which)];
  }
};

/// score = value + c * exploration.
struct Score {
  double value = 0;
  double exploration = 0;
};

enum class Family : std::uint8_t { kUcb1, kTuned, kBias, kPuct };

/// How moves without visits are scored.
enum class FirstPlay : std::uint8_t {
  kFirst,     ///< each is tried once before others are chosen again
  kLoss,      ///< as if its mean were 0
  kDraw,      ///< 0.5
  kWin,       ///< 1
  kSiblings,  ///< the mean of the tried ones; a half if none is
  kParent,    ///< the node's mean
};

enum class Slip : std::uint8_t {
  kNone,
  kNoLogarithm,
  kNoRoot,
  kVisitsSwapped,
  kIntegers,
  kSum,
  kLowest,
  kMostVisited,
  kNoQuarter,
  kLogarithm,
  kEqualPriors,
  kMirroredPriors,
  kNoPlusOne,
};

struct Formula {
  Family family = Family::kUcb1;
  Total total = Total::kOwn;
  FirstPlay first = FirstPlay::kFirst;
  Slip slip = Slip::kNone;
  bool whole_priors = false;  ///< PUCT with 1 in place of each prior
  bool grows = false;         ///< PUCT whose c grows with N (Silver et al. 2018)

  /// Whether it scores moves that were never tried.
  [[nodiscard]] bool scores_untried() const { return first != FirstPlay::kFirst; }
};

/// All of them, the right ones first. If `has_priors`, the log tells priors.
std::vector<Formula> all_formulas(bool has_priors);

/// The name of its mistake, or "".
const char* name_of(const Formula& formula);
/// A sentence on its mistake; of one that is right, what N is and the like.
std::string text_of(const Formula& formula);
/// As in "UCB1".
const char* name_of(Family family);

Score score(const Formula& formula, const Candidate& child, const ParentStats& parent);

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
