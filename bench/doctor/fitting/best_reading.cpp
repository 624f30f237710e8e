// Chooses how to read a log.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/doctor/fitting/fits.hpp"

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kFewChoices = 100;  ///< too few to find another reading by
constexpr std::size_t kMostUsual = 8;     ///< formulas that other readings are tried with

std::vector<Growth> growths(std::uint32_t most) {
  std::vector<Growth> all{{0, 1}, {1, 1}, {1, 2}, {2, 2}};
  for (const std::uint32_t visits : {2U, 3U, 4U, 5U, 8U, 10U, 16U, 20U, 30U, 40U, 50U}) {
    if (visits > most) break;
    all.push_back({0, visits});
    if (visits == 5) all.push_back({visits, visits});
  }
  return all;
}

}  // namespace

Reading best_reading(const WatchedLog& log, const std::vector<Formula>& formulas) {
  const Reading plain = plain_reading(log);
  std::vector<std::size_t> usual;
  std::vector<std::size_t> few;  // for readings that only differ in when nodes get children
  for (std::size_t i = 0; i < right_ones(formulas); ++i) {
    const Formula& each = formulas[i];
    const bool is_plain = each.total == Total::kOwn || each.total == Total::kChildren;
    if (!is_plain || each.grows || each.whole_priors) continue;
    usual.push_back(i);
    const bool scores = each.scores_untried() && each.first != FirstPlay::kSiblings;
    if (each.total == Total::kChildren && !scores) few.push_back(i);
  }
  const auto fits_of = [&](const Reading& reading, const std::vector<std::size_t>& candidates,
                           double lowest) {
    return fit_formulas(reading, formulas, candidates, lowest, kTrialChoices).fits;
  };
  const auto unlike = [](const std::vector<Fit>& fits) {
    const Fit& fit = fits[least_unexplained(fits)];
    return fit.choices < kFewChoices ? 1.0 : share_unlike(fit);
  };
  Reading best = plain;
  const std::vector<Fit> first = fits_of(plain, usual, 0);
  double least = unlike(first);
  if (least == 0) return best;
  usual = best_ones(usual, first, kMostUsual);
  const double at_first = least;
  // Returns whether no better one need be looked for.
  const auto consider = [&](const Reading& reading, const std::vector<std::size_t>& candidates) {
    const std::vector<Fit> fits = fits_of(reading, candidates, kLeastConstant);
    const double share = unlike(fits);
    // Choices that go with any constant, such as a move's first visit, tell nothing.
    const bool tells = !reading.only_seen || std::isfinite(fits[least_unexplained(fits)].c.high);
    if (share < least && tells) {
      least = share;
      best = reading;
    }
    return least < 0.001;
  };
  std::vector<Reading> readings = other_readings(log, plain);
  std::vector<Growth> all = growths(50);
  if (plain.playouts > 1) all.insert(all.begin() + 1, {plain.playouts, 1});
  if (log.has_chance) {
    for (const Growth& growth : {Growth{0, 1, 1}, Growth{1, 1, 1}}) {
      all.insert(all.begin() + 1, growth);
    }
  }
  const auto with = [](Reading reading, const Growth& growth) {
    const bool by_results = reading.growth.by_results;
    reading.growth = growth;
    reading.growth.by_results = by_results;
    return reading;
  };
  const bool found = [&] {
    for (const Reading& reading : readings) {
      if (consider(reading, usual)) return true;
    }
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (consider(with(plain, all[i]), i < 4 ? usual : few)) return true;
    }
    for (const Reading& reading : readings) {
      for (std::size_t i = 1; i < 4; ++i) {
        if (consider(with(reading, all[i]), usual)) return true;
      }
    }
    return false;
  }();
  // With threads, nothing fits to the last choice.
  if (found && least * 4 < at_first) return best;
  if (best.overlaps() || best.apart) {
    if (least < 0.6 * at_first) return best;
  }
  return plain;
}

}  // namespace banyan::bench::doctor
