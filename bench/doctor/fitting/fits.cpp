// Fits right rules to the choices of a search.
#include "bench/doctor/fitting/fits.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace banyan::bench::doctor {

std::span<const Backup> right_backup() { return backups().first(1); }

bool is_right(const Formula& formula) { return name_of(formula)[0] == '\0'; }

std::size_t right_ones(const std::vector<Formula>& formulas) {
  return static_cast<std::size_t>(std::count_if(formulas.begin(), formulas.end(), is_right));
}

double share_unlike(const Fit& fit) {
  if (fit.choices == 0) return 1;
  return static_cast<double>(fit.unexplained()) / static_cast<double>(fit.choices);
}

namespace {

/// Without exploration, a rule that scores moves never tried says little: whoever stays with one
/// move follows it.
double least_constant(const Formula& formula, double lowest) {
  return formula.scores_untried() ? kLeastConstant : lowest;
}

}  // namespace

FormulaFits fit_formulas(const Reading& reading, const std::vector<Formula>& formulas,
                         const std::vector<std::size_t>& candidates, double lowest,
                         std::size_t most) {
  FormulaFits all;
  all.ranges.resize(candidates.size());
  Statistics statistics;
  each_choice(
      reading, right_backup(),
      [&](const Choice& choice) {
        statistics.gather(choice, 0);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
          all.ranges[i].push_back(constants_of(statistics, formulas[candidates[i]], false));
        }
      },
      most);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double least = least_constant(formulas[candidates[i]], lowest);
    all.fits.push_back(fit_constant(all.ranges[i], false, least));
  }
  return all;
}

std::size_t least_unexplained(const std::vector<Fit>& fits) {
  const auto best = std::min_element(fits.begin(), fits.end(), [](const Fit& a, const Fit& b) {
    return a.unexplained() < b.unexplained();
  });
  return static_cast<std::size_t>(best - fits.begin());
}

std::vector<std::size_t> best_ones(const std::vector<std::size_t>& candidates,
                                   const std::vector<Fit>& fits, std::size_t most) {
  std::vector<std::size_t> places(candidates.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return fits[a].unexplained() < fits[b].unexplained();
  });
  places.resize(std::min(places.size(), most));
  std::sort(places.begin(), places.end());
  for (std::size_t& place : places) place = candidates[place];
  return places;
}

Right fit_right(const Reading& reading, const std::vector<Formula>& formulas) {
  constexpr std::size_t kBest = 6;
  std::vector<std::size_t> candidates(right_ones(formulas));
  std::iota(candidates.begin(), candidates.end(), 0);
  const FormulaFits first = fit_formulas(reading, formulas, candidates, 0, kTrialChoices);
  candidates = best_ones(candidates, first.fits, kBest);
  FormulaFits all = fit_formulas(reading, formulas, candidates);
  const std::size_t best = least_unexplained(all.fits);
  Right right{{.formula = candidates[best]}, all.fits[best], {}, std::move(all.ranges[best])};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Family family = formulas[candidates[i]].family;
    if (all.fits[i].explained == right.fit.explained &&
        family != formulas[right.rule.formula].family) {
      right.alike.push_back(family);
    }
  }
  return right;
}

bool explains(const Reading& reading, const Fit& fit, bool nearly_all) {
  if (fit.choices == 0) return false;
  // Other threads' results come between a choice and its line in the log.
  const std::size_t part = reading.overlaps() ? 10 : nearly_all ? 200 : 50;
  return fit.unexplained() <= std::max<std::size_t>(2, fit.choices / part);
}

}  // namespace banyan::bench::doctor
