// Sequential halving, and its conclusion.
#include "bench/statistics/race.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace banyan::bench {
namespace {

/// The racing candidates, highest score first; ties in order.
std::vector<std::size_t> by_score(std::span<const Runner> runners) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (runners[i].role == Role::kCandidate && runners[i].racing) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return score(runners[a].counts) > score(runners[b].counts);
  });
  return order;
}

/// The most Elo that twice the time may be worth to the baseline.
double most_per_doubling(std::span<const Runner> runners) {
  for (const Runner& runner : runners) {
    if (runner.role != Role::kYardstick || pair_count(runner.counts) == 0) continue;
    return std::clamp(elo(runner.counts).upper95, 0.0, kMostPerDoubling);
  }
  return kMostPerDoubling;
}

/// The estimate with a further, independent error.
Estimate widened(const Estimate& e, double error) {
  if (error == 0) return e;
  if (!std::isfinite(e.value))
    return with_interval(e.value, {e.lower95 - error, e.upper95 + error});
  return with_interval(e.value, {e.value - std::hypot(e.value - e.lower95, error),
                                 e.value + std::hypot(e.upper95 - e.value, error)});
}

}  // namespace

int rounds(std::size_t candidates) {
  return std::max(1, static_cast<int>(std::bit_width(std::max<std::size_t>(1, candidates) - 1)));
}

std::optional<std::size_t> next_runner(std::span<const Runner> runners) {
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (!runners[i].racing || runners[i].ended) continue;
    if (!next || runners[i].seconds < runners[*next].seconds) next = i;
  }
  return next;
}

void halve(std::span<Runner> runners) {
  const std::vector<std::size_t> order = by_score(runners);
  const std::size_t stay = std::max<std::size_t>(2, (order.size() + 1) / 2);
  if (order.size() <= stay) return;
  for (std::size_t i = stay; i < order.size(); ++i) runners[order[i]].racing = false;
}

std::optional<std::size_t> chosen(std::span<const Runner> runners) {
  const std::vector<std::size_t> order = by_score(runners);
  if (order.empty()) return std::nullopt;
  return order.front();
}

double share_of_move(double turns, double visits) {
  double share = 1;
  while (turns / share < kTurns && visits * share / 2 >= kLeastVisits) share /= 2;
  return share;
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
  const auto candidates =
      static_cast<std::size_t>(std::count_if(runners.begin(), runners.end(), [](const auto& each) {
        return each.role == Role::kCandidate;
      }));
  const double doubling = most_per_doubling(runners);
  for (const Runner& runner : runners) {
    const std::size_t family = runner.role == Role::kCandidate ? candidates : 1;
    const double log_error = std::log2(runner.speed.upper95 / runner.speed.lower95) / 2;
    const bool exact = doubling == 0 || log_error == 0;
    const double error = exact ? 0 : doubling * log_error * times_as_wide(family);
    gains.push_back(widened(elo(runner.counts, family), error));
  }
  return gains;
}

Estimate gain_of_chosen(std::span<const Runner> runners) {
  const std::vector<Estimate> all = gains(runners);
  for (std::size_t i = 0; i < runners.size(); ++i) {
    if (runners[i].role == Role::kChosen && pair_count(runners[i].counts) > 0) return all[i];
  }
  const auto best = chosen(runners);
  return best ? all[*best] : Estimate{};
}

Finding judge(std::span<const Runner> runners) {
  const auto best = chosen(runners);
  if (!best) return {Answer::kKeep, {}};
  const Estimate gain = gain_of_chosen(runners);
  // The last one with its engine's name is that of the second half, once there is one.
  const auto last = std::find_if(runners.rbegin(), runners.rend(), [&](const Runner& each) {
    return each.engine == runners[*best].engine;
  });
  if (too_noisy(last->speed)) return {Answer::kUnsure, gain.value > 0 ? best : std::nullopt};
  if (gain.lower95 > 0) return {Answer::kStronger, best};
  const std::vector<Estimate> all = gains(runners);
  const auto hold = [&](const auto& holds) {
    for (std::size_t i = 0; i < runners.size(); ++i) {
      if (runners[i].role == Role::kCandidate && !holds(all[i])) return false;
    }
    return holds(gain);
  };
  if (hold([](const Estimate& e) { return e.upper95 < 0; })) return {Answer::kKeep, {}};
  if (hold([](const Estimate& e) { return e.lower95 >= -kSmallElo && e.upper95 <= kSmallElo; })) {
    return {Answer::kNoDifference, {}};
  }
  if (gain.value > 0) return {Answer::kUnsure, best};
  return {Answer::kUnsure, {}};
}

}  // namespace banyan::bench
