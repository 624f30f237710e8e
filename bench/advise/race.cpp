// Sequential halving, and the one look at its end.
#include "bench/advise/race.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace banyan::bench {
namespace {

std::size_t candidates_in(std::span<const Runner> runners) {
  return static_cast<std::size_t>(
      std::count_if(runners.begin(), runners.end(), [](const auto& each) { return each.ranked; }));
}

/// The candidates that race, the highest score first, of equals the first.
std::vector<std::size_t> by_score(std::span<const Runner> runners) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (runners[i].ranked && runners[i].racing) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return score(runners[a].counts) > score(runners[b].counts);
  });
  return order;
}

}  // namespace

int rounds(std::size_t candidates) {
  return std::max(1, static_cast<int>(std::bit_width(std::max<std::size_t>(1, candidates) - 1)));
}

std::optional<std::size_t> next_runner(std::span<const Runner> runners) {
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (!runners[i].racing) continue;
    if (!next || runners[i].seconds < runners[*next].seconds) next = i;
  }
  return next;
}

void halve(std::span<Runner> runners) {
  const std::vector<std::size_t> order = by_score(runners);
  const std::size_t stay = std::max<std::size_t>(2, (order.size() + 1) / 2);
  for (std::size_t i = stay; i < order.size(); ++i) runners[order[i]].racing = false;
}

std::size_t fitting(std::size_t candidates, double turn_seconds, double seconds, double least) {
  const auto turns = [&](std::size_t count) {
    return seconds / rounds(count) / static_cast<double>(count + 1) / turn_seconds;
  };
  while (candidates > 1 && turns(candidates) < least) --candidates;
  return candidates;
}

std::vector<Estimate> gains(std::span<const Runner> runners) {
  std::vector<Estimate> gains;
  const std::size_t family = std::max<std::size_t>(1, candidates_in(runners));
  for (const Runner& runner : runners) gains.push_back(elo(runner.counts, family));
  return gains;
}

Finding judge(std::span<const Runner> runners) {
  const std::vector<Estimate> gain = gains(runners);
  const std::vector<std::size_t> order = by_score(runners);
  if (order.empty()) return {Answer::kKeep, {}};
  const std::size_t leader = order.front();
  const std::size_t best = *std::min_element(order.begin(), order.end(), [&](auto a, auto b) {
    const auto behind = [&](std::size_t i) {
      return gain[i].upper95 < gain[leader].lower95 ||
             (gain[leader].lower95 > 0 && gain[i].lower95 <= 0);
    };
    return std::pair(behind(a), a) < std::pair(behind(b), b);
  });
  if (gain[best].lower95 > 0) return {Answer::kStronger, best};
  const auto all = [&](const auto& holds) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      if (runners[i].ranked && !holds(gain[i])) return false;
    }
    return true;
  };
  if (all([](const Estimate& e) { return e.upper95 < 0; })) return {Answer::kKeep, {}};
  if (all([](const Estimate& e) { return e.lower95 >= -kSmallElo && e.upper95 <= kSmallElo; })) {
    return {Answer::kNoDifference, {}};
  }
  if (gain[best].value > 0) return {Answer::kUnsure, best};
  return {Answer::kUnsure, {}};
}

}  // namespace banyan::bench
