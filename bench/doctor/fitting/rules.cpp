// How rules of selection score moves, and the constants with which choices follow a rule.
#include "bench/doctor/fitting/rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace banyan::bench::doctor {
namespace {

/// ln N, which is 0 if N is.
double log_of(double visits) { return visits > 1 ? std::log(visits) : 0; }

double first_play(FirstPlay first, const ParentStats& parent) {
  switch (first) {
    case FirstPlay::kFirst:
    case FirstPlay::kLoss:
      return 0;
    case FirstPlay::kDraw:
      return 0.5;
    case FirstPlay::kWin:
      return 1;
    case FirstPlay::kSiblings:
      return parent.children_mean;
    case FirstPlay::kParent:
      return parent.own_mean;
  }
  return 0;
}

Score ucb1(const Formula& formula, const Candidate& child, const TotalVisits& total, double q) {
  const double n = std::max(child.shown, formula.scores_untried() ? 1.0 : 0.0);
  switch (formula.slip) {
    case Slip::kNoLogarithm:
      return {q, std::sqrt(total.n / n)};
    case Slip::kNoRoot:
      return {q, total.log / n};
    case Slip::kVisitsSwapped:
      return {q, total.n > 0 ? std::sqrt(log_of(n) / total.n) : 0};
    default:
      return {q, std::sqrt(total.log / n)};
  }
}

/// c times the second factor is UCB1-Tuned's exploration.
Score tuned(const Formula& formula, const Candidate& child, const TotalVisits& total, double q) {
  const double n = std::max(child.shown, formula.scores_untried() ? 1.0 : 0.0);
  const double part = total.log / n;
  double variance = 1;
  if (child.visits > 0) {
    const double mean = child.value / child.visits;
    variance = child.squares / child.visits - mean * mean;
  }
  double bound = std::max(0.0, variance) + std::sqrt(2 * part);
  if (formula.slip != Slip::kNoQuarter) bound = std::min(0.25, bound);
  return {q, std::sqrt(part * bound)};
}

Score puct(const Formula& formula, const Candidate& child, const TotalVisits& total, double q) {
  double prior = formula.whole_priors ? 1 : child.prior;
  if (formula.slip == Slip::kEqualPriors) prior = child.equal_prior;
  if (formula.slip == Slip::kMirroredPriors) prior = child.mirrored_prior;
  double factor = total.root;
  if (formula.slip == Slip::kNoRoot) factor = total.n;
  if (formula.slip == Slip::kLogarithm) factor = std::sqrt(total.log);
  const double n = formula.slip == Slip::kNoPlusOne ? child.shown : child.shown + 1;
  const double exploration = n > 0 ? prior * factor / n : 0;
  if (!formula.grows) return {q, exploration};
  constexpr double kBase = 19652;
  return {q + exploration * std::log((total.n + kBase + 1) / kBase), exploration};
}

}  // namespace

void ParentStats::set_totals(double own, double root) {
  const std::array<double, kTotals> visits{own, std::max(children, 1.0), own + 1, children, root};
  for (std::size_t i = 0; i < kTotals; ++i) {
    totals[i] = {visits[i], log_of(visits[i]), std::sqrt(visits[i])};
  }
}

Score score(const Formula& formula, const Candidate& child, const ParentStats& parent) {
  double q = child.visits > 0 ? child.value / child.visits : first_play(formula.first, parent);
  if (formula.slip == Slip::kIntegers) q = std::floor(q + 1e-9);
  if (formula.slip == Slip::kSum) q = child.value;
  if (formula.slip == Slip::kMostVisited) return {child.visits, 0};
  const TotalVisits& total = parent.total(formula.total);
  Score score;
  switch (formula.family) {
    case Family::kUcb1:
      score = ucb1(formula, child, total, q);
      break;
    case Family::kTuned:
      score = tuned(formula, child, total, q);
      break;
    case Family::kBias:
      score = ucb1(formula, child, total, q);
      score.value += child.prior / (child.shown + 1);
      break;
    case Family::kPuct:
      score = puct(formula, child, total, q);
      break;
  }
  if (formula.slip == Slip::kLowest) return {-score.value, -score.exploration};
  return score;
}

std::vector<Formula> all_formulas(bool has_priors) {
  using enum Slip;
  std::vector<Formula> all;
  const auto add = [&](Family family, Total total, FirstPlay first, Slip slip = kNone) -> Formula& {
    return all.emplace_back(
        Formula{.family = family, .total = total, .first = first, .slip = slip});
  };
  constexpr std::array kUcb1Totals{Total::kOwn, Total::kChildren, Total::kOwnAndThis};
  constexpr std::array kScored{FirstPlay::kSiblings, FirstPlay::kParent, FirstPlay::kDraw,
                               FirstPlay::kLoss, FirstPlay::kWin};
  for (const Total total : kUcb1Totals) add(Family::kUcb1, total, FirstPlay::kFirst);
  for (const Total total : {Total::kOwn, Total::kChildren}) {
    add(Family::kTuned, total, FirstPlay::kFirst);
  }
  for (const Family family : {Family::kUcb1, Family::kTuned}) {
    add(family, Total::kChildren, FirstPlay::kSiblings);
  }
  if (has_priors) {
    for (const Total total : kUcb1Totals) add(Family::kBias, total, FirstPlay::kFirst);
  }
  constexpr std::array kPuctTotals{Total::kChildren, Total::kOwn, Total::kOwnAndThis,
                                   Total::kChildrenOrZero};
  for (const Total total : kPuctTotals) {
    for (const FirstPlay first : kScored) {
      add(Family::kPuct, total, first);
      if (!has_priors) add(Family::kPuct, total, first).whole_priors = true;
      add(Family::kPuct, total, first).grows = true;
    }
    add(Family::kPuct, total, FirstPlay::kFirst);
    if (!has_priors) add(Family::kPuct, total, FirstPlay::kFirst).whole_priors = true;
  }
  // Mistakes.
  add(Family::kUcb1, Total::kRoot, FirstPlay::kFirst);
  for (const Slip slip :
       {kNoLogarithm, kNoRoot, kVisitsSwapped, kIntegers, kSum, kLowest, kMostVisited}) {
    add(Family::kUcb1, Total::kOwn, FirstPlay::kFirst, slip);
  }
  for (const Slip slip : {kNoQuarter, kSum, kLowest}) {
    add(Family::kTuned, Total::kOwn, FirstPlay::kFirst, slip);
  }
  for (const FirstPlay first : kScored) {
    add(Family::kPuct, Total::kRoot, first);
    for (const Total total : {Total::kChildren, Total::kOwn}) {
      for (const Slip slip : {kNoRoot, kLogarithm, kIntegers, kSum, kLowest}) {
        add(Family::kPuct, total, first, slip);
      }
      if (!has_priors) continue;
      add(Family::kPuct, total, first, kEqualPriors);
      add(Family::kPuct, total, first, kMirroredPriors);
    }
  }
  for (const Total total : {Total::kChildren, Total::kOwn}) {
    add(Family::kPuct, total, FirstPlay::kFirst, kNoPlusOne);
  }
  return all;
}

const char* name_of(Family family) {
  switch (family) {
    case Family::kUcb1:
      return "UCB1";
    case Family::kTuned:
      return "UCB1-Tuned";
    case Family::kBias:
      return "UCB1 with progressive bias";
    case Family::kPuct:
      return "PUCT";
  }
  return "";
}

const char* name_of(const Formula& formula) {
  if (formula.total == Total::kRoot) return "total-as-n";
  switch (formula.slip) {
    case Slip::kNone:
      return "";
    case Slip::kNoLogarithm:
      return "no-logarithm";
    case Slip::kNoRoot:
      return "no-root";
    case Slip::kVisitsSwapped:
      return "visits-swapped";
    case Slip::kIntegers:
      return "integer-division";
    case Slip::kSum:
      return "value-not-mean";
    case Slip::kLowest:
      return "lowest-score-chosen";
    case Slip::kMostVisited:
      return "most-visited-chosen";
    case Slip::kNoQuarter:
      return "variance-without-bound";
    case Slip::kLogarithm:
      return "logarithm-in-puct";
    case Slip::kEqualPriors:
      return "priors-ignored";
    case Slip::kMirroredPriors:
      return "priors-mirrored";
    case Slip::kNoPlusOne:
      return "no-plus-one";
  }
  return "";
}

std::string text_of(const Formula& formula) {
  const bool puct = formula.family == Family::kPuct;
  if (formula.total == Total::kRoot) {
    return "N is the whole search's iterations at every node. It must be the node's own visits.";
  }
  switch (formula.slip) {
    case Slip::kNone:
      break;
    case Slip::kNoLogarithm:
      return "Exploration is c sqrt(N / n). UCB1 has the logarithm of N.";
    case Slip::kNoRoot:
      return puct ? "Exploration is c P N / (1 + n). PUCT takes the square root of N."
                  : "Exploration is c ln N / n. UCB1 takes the square root of ln N / n.";
    case Slip::kVisitsSwapped:
      return "Exploration is c sqrt(ln n / N): the visits of node and move are exchanged.";
    case Slip::kIntegers:
      return "Values are divided as integers: a mean below 1 becomes 0.";
    case Slip::kSum:
      return "The sum of values is scored. It must be divided by the visits.";
    case Slip::kLowest:
      return "The descent takes the move of the lowest score, not the highest.";
    case Slip::kMostVisited:
      return "The descent takes the most visited move. That is for the final move.";
    case Slip::kNoQuarter:
      return "UCB1-Tuned bounds the variance term by 1/4. Here it has no bound.";
    case Slip::kLogarithm:
      return "Exploration is c P sqrt(ln N) / (1 + n). PUCT has the square root of N.";
    case Slip::kEqualPriors:
      return "The priors are not used: every move has the same.";
    case Slip::kMirroredPriors:
      return "Priors go to the wrong moves: the first move has the last one's.";
    case Slip::kNoPlusOne:
      return "Exploration is c P sqrt(N) / n. PUCT divides by 1 + n, so that priors decide what is "
             "tried first.";
  }
  std::string text;
  switch (formula.total) {
    case Total::kOwn:
      text = "N is the node's own visits";
      break;
    case Total::kChildren:
      text = "N is the sum of the moves' visits";
      break;
    case Total::kOwnAndThis:
      text = "N counts this visit too";
      break;
    case Total::kChildrenOrZero:
      text = "N is the sum of the moves' visits, so priors do not decide a node's first choice";
      break;
    case Total::kRoot:
      break;
  }
  if (formula.whole_priors) text += "; without priors (P = 1)";
  if (formula.grows) text += "; c grows with N, by ln((N + 19653) / 19652)";
  switch (formula.first) {
    case FirstPlay::kFirst:
      break;
    case FirstPlay::kLoss:
      text += "; an untried move counts as a loss";
      break;
    case FirstPlay::kDraw:
      text += "; an untried move counts as a draw";
      break;
    case FirstPlay::kWin:
      text += "; an untried move counts as a win";
      break;
    case FirstPlay::kSiblings:
      text += puct ? "; an untried move has the mean of the tried ones"
                   : "; an untried move counts as tried once, with the mean of the tried ones";
      break;
    case FirstPlay::kParent:
      text += "; an untried move has the node's mean";
      break;
  }
  return text;
}

Fit fit_constant(std::span<const Range> ranges, bool negative, double lowest) {
  std::vector<std::pair<double, int>> ends;  // -1: begins here, 1: ends
  ends.reserve(2 * ranges.size());
  std::size_t now = 0;  // that hold; first at `lowest`
  for (const Range& range : ranges) {
    const double low = std::max(negative ? -range.high : range.low, lowest);
    const double high = negative ? -range.low : range.high;
    if (low > high) continue;
    if (low > lowest) {
      ends.emplace_back(low, -1);
    } else {
      ++now;
    }
    if (std::isfinite(high)) ends.emplace_back(high, 1);
  }
  std::sort(ends.begin(), ends.end());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Fit fit{.choices = ranges.size(), .explained = now};
  bool open = now > 0;  // the most hold from fit.c.low to the next end
  if (open) fit.c = {lowest, kInfinity};
  for (const auto& [c, kind] : ends) {
    if (kind < 0) {
      if (++now <= fit.explained) continue;
      fit.explained = now;
      fit.c = {c, kInfinity};
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
