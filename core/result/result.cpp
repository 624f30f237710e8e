// Chooses the final move.
#include "core/result/result.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/result/lower_bound.hpp"

namespace banyan {
namespace {

/// What the rule ranks first, and what breaks ties.
std::pair<double, double> rank(const RootChild& child, FinalMove rule) {
  const auto visits = static_cast<double>(child.visits);
  switch (rule) {
    case FinalMove::kMax:
      return {child.mean(), visits};
    case FinalMove::kLcb:
      return {lower_bound(child), visits};
    case FinalMove::kRobust:
      break;
  }
  return {visits, child.score.value_or(child.mean())};
}

}  // namespace

double lower_bound(const RootChild& child) {
  const double n = static_cast<double>(child.visits) + 1;
  const double mean = (child.mean() * static_cast<double>(child.visits) + 0.5) / n;
  return mean - 1.96 * std::sqrt(mean * (1 - mean) / n);
}

SearchResult::SearchResult() = default;
SearchResult::SearchResult(const SearchResult&) = default;
SearchResult::SearchResult(SearchResult&&) noexcept = default;
SearchResult& SearchResult::operator=(const SearchResult&) = default;
SearchResult& SearchResult::operator=(SearchResult&&) noexcept = default;
SearchResult::~SearchResult() = default;

RootChild& RootChild::operator+=(const RootChild& other) {
  const auto weight = static_cast<double>(other.visits);
  const double all = static_cast<double>(visits) + weight;
  const auto add = [&](std::optional<double>& mine, const std::optional<double>& theirs) {
    if (theirs) mine = mine && all > 0 ? *mine + (*theirs - *mine) * weight / all : *theirs;
  };
  add(value, other.value);
  add(score, other.score);
  visits += other.visits;
  points += other.points;
  lowest = std::max(lowest, other.lowest);
  highest = std::min(highest, other.highest);
  if (!prior) prior = other.prior;
  return *this;
}

void sort_by_move(std::vector<RootChild>& children) {
  std::sort(children.begin(), children.end(),
            [](const RootChild& a, const RootChild& b) { return a.move < b.move; });
}

void SearchResult::count(const char* name, std::uint64_t number) { counters[name] = number; }

std::uint64_t SearchResult::root_visits() const {
  std::uint64_t visits = 0;
  for (const RootChild& child : children) visits += child.visits;
  return visits;
}

bool is_dominated(const std::vector<RootChild>& children, std::size_t i) {
  const RootChild& child = children[i];
  return std::any_of(children.begin(), children.end(), [&](const RootChild& other) {
    return other.lowest >= child.highest && other.highest > child.lowest;
  });
}

std::optional<Points> proven_value(const std::vector<RootChild>& children) {
  Points lowest = kLoss;
  Points highest = kLoss;
  for (const RootChild& child : children) {
    lowest = std::max(lowest, child.lowest);
    highest = std::max(highest, child.highest);
  }
  if (lowest < highest) return std::nullopt;
  return lowest;
}

std::size_t choose_final(const std::vector<RootChild>& children, FinalMove rule) {
  std::size_t best = 0;
  while (is_dominated(children, best)) ++best;
  for (std::size_t i = best + 1; i < children.size(); ++i) {
    const bool better = rank(children[i], rule) > rank(children[best], rule);
    if (children[i].visits == 0 || (!better && children[best].visits > 0)) continue;
    if (!is_dominated(children, i)) best = i;
  }
  return best;
}

}  // namespace banyan
