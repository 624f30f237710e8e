// Fits rules with mistakes.
#include "bench/doctor/fitting/mistakes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kMostChoices = 2000;  ///< that all rules are fitted to
constexpr std::size_t kMostVariants = 4;    ///< of a rule with the same mistakes
constexpr std::size_t kMostEquals = 12;     ///< rules that are told apart on all choices

/// Chooses up to kMostChoices, half of them such as the right rule does not explain.
std::vector<bool> sample(const Right& right) {
  const double c = typical(right.fit.c);
  std::vector<std::size_t> unlike;
  std::vector<std::size_t> like;
  for (std::size_t i = 0; i < right.ranges.size(); ++i) {
    (right.ranges[i].holds(c) ? like : unlike).push_back(i);
  }
  std::vector<bool> chosen(right.ranges.size());
  for (const auto* const part : {&unlike, &like}) {
    const std::size_t stride = 1 + part->size() / (kMostChoices / 2);
    for (std::size_t i = 0; i < part->size(); i += stride) chosen[(*part)[i]] = true;
  }
  return chosen;
}

/// Of PUCT's many right variants, rules with mistakes have the usual ones, and the best one.
bool is_usual(const Formula& formula, const Formula& best) {
  if (formula.family != Family::kPuct || !is_right(formula)) return true;
  if (formula.grows && !best.grows) return false;
  if (formula.whole_priors && !best.whole_priors) return false;
  return formula.total == Total::kChildren || formula.total == Total::kOwn ||
         formula.total == best.total;
}

/// Whether a formula with a mistake may come with a second one.
bool may_come_with_another(const Formula& formula, const Formula& best) {
  return formula.family == Family::kUcb1 ||
         (formula.family == best.family && formula.first == best.first);
}

/// Rules with one mistake, or with two. Ties go to the first.
std::vector<Rule> rules_with(int mistakes, bool tried, const std::vector<bool>& possible,
                             const std::vector<Formula>& formulas, const Formula& best) {
  std::vector<Rule> rules;
  const auto add = [&](std::size_t formula, bool negative) {
    const bool is_mistake = !is_right(formulas[formula]) || negative;
    if (!is_usual(formulas[formula], best)) return;
    if (mistakes > 1 && !may_come_with_another(formulas[formula], best)) return;
    for (std::size_t b = 0; b < backups().size(); ++b) {
      const int count = (b > 0 ? 1 : 0) + (is_mistake ? 1 : 0);
      if (possible[b] && std::max(count, 1) == mistakes) {
        rules.push_back({b, formula, negative, tried});
      }
    }
  };
  const std::size_t right = right_ones(formulas);
  for (std::size_t f = 0; f < right; ++f) add(f, false);
  for (std::size_t f = 0; f < right; ++f) add(f, true);
  for (std::size_t f = right; f < formulas.size(); ++f) add(f, false);
  return rules;
}

struct Fitted {
  Rule rule;
  Fit fit;
  int plausible = 0;
};

/// Fits rules to all choices, or to the `chosen` ones, in one replay. The best come first: those
/// that explain the most, of these those with the c wanted, then those with a usual c.
std::vector<Fitted> fit_rules(const RuleFit& found, const std::vector<Rule>& rules,
                              std::optional<double> constant = std::nullopt,
                              const std::vector<bool>* chosen = nullptr) {
  if (rules.empty()) return {};
  std::vector<Backup> ways;  // those that the rules need
  std::vector<std::size_t> way_of(backups().size(), kNoLimit);
  for (const Rule& rule : rules) {
    if (way_of[rule.backup] != kNoLimit) continue;
    way_of[rule.backup] = ways.size();
    ways.push_back(backups()[rule.backup]);
  }
  std::vector<std::vector<Range>> ranges(rules.size());
  std::vector<Statistics> statistics(ways.size());
  std::size_t at = 0;
  each_choice(found.reading, ways, [&](const Choice& choice) {
    if (chosen != nullptr && !(*chosen)[at++]) return;
    for (std::size_t way = 0; way < ways.size(); ++way) statistics[way].gather(choice, way);
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Rule& rule = rules[i];
      ranges[i].push_back(
          constants_of(statistics[way_of[rule.backup]], found.formulas[rule.formula], rule.tried));
    }
  });
  std::vector<Fitted> all;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const bool negative = rules[i].negative;
    const Fit fit = fit_constant(ranges[i], negative, kLeastConstant);
    const bool wanted = constant && fit.c.holds(negative ? -*constant : *constant);
    const double lowest = negative ? -fit.c.high : fit.c.low;
    all.push_back({rules[i], fit, wanted ? 2 : lowest < 10 ? 1 : 0});
  }
  std::stable_sort(all.begin(), all.end(), [](const Fitted& a, const Fitted& b) {
    if (a.fit.explained != b.fit.explained) return a.fit.explained > b.fit.explained;
    return a.plausible > b.plausible;
  });
  return all;
}

/// The first rules, so many of each mistake.
std::vector<Rule> of_each_mistake(const RuleFit& found, std::span<const Fitted> all,
                                  std::size_t most) {
  std::map<std::string, std::size_t> counts;
  std::vector<Rule> few;
  for (const Fitted& each : all) {
    std::string names;
    for (const RuleMistake& mistake : mistakes_of(found, each.rule)) names += mistake.name + ' ';
    if (counts[names]++ < most) few.push_back(each.rule);
  }
  return few;
}

/// The rules that explain the most of the chosen choices, the best first. A few of these choices
/// tell which rules are worth a closer look; there may be none.
std::vector<Fitted> best_of(const RuleFit& found, const std::vector<bool>& chosen,
                            const std::vector<Rule>& rules, std::optional<double> constant) {
  constexpr std::size_t kFew = 80;
  std::vector<bool> some(chosen.size());
  const auto count = static_cast<std::size_t>(std::count(chosen.begin(), chosen.end(), true));
  const std::size_t stride = 1 + count / kFew;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) some[i] = chosen[i] && seen++ % stride == 0;
  // Those for which `holds` come first.
  const auto first = [&](const std::vector<Fitted>& all, const auto& holds, std::size_t most) {
    const auto end = std::find_if_not(all.begin(), all.end(), holds);
    return of_each_mistake(found, {all.begin(), end}, most);
  };
  const std::vector<Fitted> trial = fit_rules(found, rules, constant, &some);
  const auto is_near = [](const Fitted& each) {
    return 4 * each.fit.unexplained() <= each.fit.choices;
  };
  const std::vector<Fitted> near =
      fit_rules(found, first(trial, is_near, kMostVariants), constant, &chosen);
  const auto is_best = [&](const Fitted& each) {
    return each.fit.explained == near[0].fit.explained && each.plausible == near[0].plausible;
  };
  std::vector<Rule> best = first(near, is_best, 3);  // who differ in N
  best.resize(std::min(best.size(), kMostEquals));
  return fit_rules(found, best, constant);
}

/// Whether the rule with this c tells most moves apart where the right rule, with its c, does not
/// explain the choice: one that scores all alike explains nothing.
bool tells_apart(const RuleFit& found, const Rule& rule, double c) {
  double moves = 0;
  double allowed = 0;
  Statistics right;
  Statistics statistics;
  const double right_c = typical(found.healthy_fit.c);
  const std::array ways{backups()[0], backups()[rule.backup]};
  each_choice(found.reading, ways, [&](const Choice& choice) {
    right.gather(choice, 0);
    const Formula& healthy = found.formulas[found.healthy.formula];
    if (constants_of(right, healthy, false).holds(right_c)) return;
    statistics.gather(choice, 1);
    const std::vector<Tree::Child>& children = choice.tree->children(choice.node);
    for (std::uint32_t i = 0; i < children.size(); ++i) {
      if (i == choice.chosen || children[i].node == kNoState) continue;
      statistics.chosen = i;
      ++moves;
      const Range range = constants_of(statistics, found.formulas[rule.formula], rule.tried);
      allowed += range.holds(c) ? 1 : 0;
    }
  });
  return allowed <= 0.7 * moves;
}

}  // namespace

std::vector<Reading> readings_of_mistakes(const Reading& plain) {
  std::vector<Reading> bases;
  const std::vector<Reading> others = other_readings(*plain.log, plain_reading(*plain.log));
  for (const Reading& other : others) {
    const bool usual = other.overlaps() && other.losses == 1 && !other.growth.by_results;
    if (usual) bases.push_back(other);
  }
  std::vector<Reading> readings = bases;
  bases.push_back(plain);
  for (const Reading& base : bases) {
    for (const Growth& growth : {Growth{0, 1}, Growth{1, 1}}) {
      if (base.growth.root == growth.root && base.growth.others == growth.others) continue;
      readings.push_back(base);
      readings.back().growth = growth;
      readings.back().growth.by_results = base.growth.by_results;
    }
  }
  return readings;
}

bool find_mistake(RuleFit& found, const Right& right, const WantedRule& wanted,
                  const std::vector<bool>& possible, bool in_depth) {
  const std::size_t unlike = right.fit.unexplained();
  const std::vector<bool> chosen = sample(right);
  const bool is_known = std::count(possible.begin(), possible.end(), true) == 1;
  const Formula& best_right = found.formulas[right.rule.formula];
  const auto rules = [&](int mistakes, bool tried) {
    return rules_with(mistakes, tried, possible, found.formulas, best_right);
  };
  for (const auto& [mistakes, tried] :
       {std::pair{1, false}, std::pair{1, true}, std::pair{2, false}}) {
    if (!in_depth && (mistakes > 1 || tried)) break;
    const std::vector<Fitted> all = best_of(found, chosen, rules(mistakes, tried), wanted.constant);
    if (all.empty()) continue;
    // A rule without a mistake is the better explanation, if it is one.
    const auto simplest = std::find_if(all.begin(), all.end(), [&](const Fitted& each) {
      return mistakes_of(found, each.rule).empty() && explains(found.reading, each.fit);
    });
    const auto& [best, fit, plausible] = simplest != all.end() ? *simplest : all[0];
    const bool faulty = !mistakes_of(found, best).empty();
    if (!explains(found.reading, fit, faulty && !wanted.family)) continue;
    if (fit.unexplained() * 4 > unlike) continue;
    if (!is_known && !tells_apart(found, best, typical(fit.c))) continue;
    found.best = best;
    found.best_fit = fit;
    found.found = true;
    found.faulty = faulty;
    found.equals.clear();
    if (!found.faulty) return true;
    for (const Fitted& each : std::span(all).subspan(1)) {
      if (each.fit.explained == fit.explained) found.equals.push_back(each.rule);
    }
    return true;
  }
  return false;
}

Fit refit(const RuleFit& fit) { return fit_rules(fit, {fit.best})[0].fit; }

}  // namespace banyan::bench::doctor
