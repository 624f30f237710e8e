// What is to be seen in single choices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bench/doctor/fitting/fits.hpp"

namespace banyan::bench::doctor {

std::optional<UnlikeChoice> first_unlike(const RuleFit& fit, const Rule& healthy, double c) {
  std::optional<UnlikeChoice> shown;
  const Formula& formula = fit.formulas[healthy.formula];
  const WatchedLog& log = *fit.reading.log;
  Statistics statistics;
  each_choice(fit.reading, right_backup(), [&](const Choice& choice) {
    statistics.gather(choice, 0);
    if (constants_of(statistics, formula, healthy.tried).holds(c)) return;
    if (shown) {
      ++shown->choices;
      return;
    }
    const auto& children = choice.tree->children(choice.node);
    const auto score_of = [&](std::size_t i) {
      const Score each = score(formula, statistics.children[i], statistics.parent);
      return each.value + c * each.exploration;
    };
    const auto numbers = [&](std::size_t i) {
      const std::string& move = log.words[children[i].move];
      const Candidate& sums = statistics.children[i];
      if (sums.shown == 0) {
        if (!formula.scores_untried()) return move + ", never tried";
        return fmt::format("{} (never tried, score {:.4f})", move, score_of(i));
      }
      return fmt::format("{} (mean {:.3f} of {:.0f} visits, score {:.4f})", move,
                         sums.visits > 0 ? sums.value / sums.visits : 0, sums.visits, score_of(i));
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (statistics.children[i].shown == 0 && !formula.scores_untried()) {
        if (healthy.tried) continue;
        best = i;
        break;
      }
      if (!best || score_of(i) > score_of(*best)) best = i;
    }
    if (!best) return;
    const std::string line = choice.tree->line_to(choice.node);
    shown =
        UnlikeChoice{choice.iteration + 1, 1,
                     fmt::format("In iteration {}, {}, it took {}, not {}.", choice.iteration + 1,
                                 line.empty() ? "at the root" : "after " + line,
                                 numbers(choice.chosen), numbers(*best))};
  });
  return shown;
}

Randomness measure_randomness(const RuleFit& fit) {
  Randomness found;
  const double c = typical(fit.healthy_fit.c);
  double visits_sum = 0;
  double value_sum = 0;
  double variance = 0;
  double repeats = 0;
  double repeats_variance = 0;
  std::map<std::pair<const Tree*, std::uint32_t>, std::uint32_t> last;  // move of each node
  Statistics statistics;
  each_choice(fit.reading, right_backup(), [&](const Choice& choice) {
    statistics.gather(choice, 0);
    if (statistics.any_untried) return;
    const auto [before, is_first] =
        last.try_emplace(std::pair(choice.tree, choice.node), choice.chosen);
    if (!is_first) {
      const double k = static_cast<double>(statistics.children.size());
      repeats += (before->second == choice.chosen ? 1 : 0) - 1 / k;
      repeats_variance += (k - 1) / (k * k);
      before->second = choice.chosen;
    }
    const Candidate& mine = statistics.children[choice.chosen];
    if (statistics.parent.children < 10.0 * static_cast<double>(statistics.children.size())) return;
    // Half a place for each that is equal.
    double by_visits = 0.5;
    double by_value = 0.5;
    const auto mean = [](const Candidate& each) { return each.value / std::max(each.visits, 1.0); };
    const auto place = [](double a, double b) { return a < b ? 1.0 : a > b ? 0.0 : 0.5; };
    for (std::size_t i = 0; i < statistics.children.size(); ++i) {
      if (i == choice.chosen) continue;
      by_visits += place(statistics.children[i].visits, mine.visits);
      by_value += place(mean(statistics.children[i]), mean(mine));
    }
    const auto k = static_cast<double>(statistics.children.size());
    const Range range = constants_of(statistics, fit.formulas[fit.healthy.formula], false);
    found.followed += range.holds(c) ? 1 : 0;
    found.expected += 1 / k;
    visits_sum += by_visits - k / 2;
    value_sum += by_value - k / 2;
    variance += (k * k - 1) / 12;
    ++found.choices;
  });
  if (variance > 0) {
    found.visits_z = visits_sum / std::sqrt(variance);
    found.value_z = value_sum / std::sqrt(variance);
  }
  if (repeats_variance > 0) found.repeats_z = repeats / std::sqrt(repeats_variance);
  return found;
}

}  // namespace banyan::bench::doctor
