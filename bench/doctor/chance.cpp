// Whether chance follows the probabilities that the log tells.
#include <fmt/format.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <map>
#include <utility>
#include <vector>

#include "bench/doctor/checks.hpp"
#include "bench/doctor/untried.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::doctor {
namespace {

/// Outcomes of all chances with the same lists and probabilities.
struct Draws {
  double total = 0;
  std::vector<double> counts;
  std::vector<double> expected;
};

}  // namespace

void check_chance(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis) {
  if (!log.has_chance) return;
  std::map<std::vector<float>, Draws> all;
  std::size_t unknown = 0;
  for (const WatchedState& state : log.states) {
    if (state.parent == kNoState || log.states[state.parent].turn != kChance) continue;
    const WatchedState& before = log.states[state.parent];
    if (before.legal == 0 || before.first_prior == kNoState) {
      ++unknown;
      continue;
    }
    const auto legal = log.legal_of(before);
    std::vector<float> key(log.priors.begin() + before.first_prior,
                           log.priors.begin() + before.first_prior + before.legal);
    Draws& draws = all[key];
    draws.counts.resize(legal.size());
    draws.expected.resize(legal.size());
    ++draws.total;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      draws.counts[i] += legal[i] == state.move ? 1 : 0;
      draws.expected[i] += static_cast<double>(key[i]);
    }
  }
  double sum = 0;
  double freedom = 0;
  double draws = 0;
  std::string worst;
  double worst_part = 0;
  for (const auto& [probabilities, group] : all) {
    if (group.total < 10 * static_cast<double>(group.counts.size())) continue;
    draws += group.total;
    freedom += static_cast<double>(group.counts.size()) - 1;
    for (std::size_t i = 0; i < group.counts.size(); ++i) {
      if (group.expected[i] <= 0) continue;
      const double part = (group.counts[i] - group.expected[i]) *
                          (group.counts[i] - group.expected[i]) / group.expected[i];
      sum += part;
      if (part <= worst_part) continue;
      worst_part = part;
      worst =
          fmt::format("Outcome {} of {} came {:.0f} times of {:.0f}; {:.0f} were expected.", i + 1,
                      group.counts.size(), group.counts[i], group.total, group.expected[i]);
    }
  }
  if (unknown > 0) {
    diagnosis.unseen.push_back(fmt::format(
        "{} outcomes of chance, whose probabilities the log does not tell ('moves', 'priors').",
        unknown));
  }
  if (freedom <= 0) return;
  const double p = boost::math::cdf(
      boost::math::complement(boost::math::chi_squared_distribution<double>(freedom), sum));
  if (p >= 1e-6) {
    diagnosis.right.push_back(fmt::format(
        "Chance follows its probabilities in {:.0f} draws (chi-square, p = {:.2g}).", draws, p));
    return;
  }
  if (const UntriedRule widening = find_widening(fit.reading, true); widening.found) {
    diagnosis.unseen.push_back("Chance: outcomes are limited. " + widening.text);
    return;
  }
  diagnosis.findings.push_back(
      {"chance-not-by-probability",
       fmt::format("Chance does not follow its probabilities (chi-square over {:.0f} draws, p = "
                   "{:.2g}). {} Draw each outcome anew, by its probability.",
                   draws, p, worst),
       92});
}

}  // namespace banyan::bench::doctor
