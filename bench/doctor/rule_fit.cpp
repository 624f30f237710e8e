// Fits all rules that are known, right ones and such with mistakes, to the choices of a search.
#include "bench/doctor/rule_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kMostChoices = 2000;  ///< that all rules are fitted to
constexpr std::size_t kMostVariants = 4;    ///< of a rule with the same mistakes
constexpr std::size_t kMostEquals = 12;     ///< rules that are told apart on all choices
constexpr std::size_t kFewChoices = 100;    ///< too few to find another reading by
constexpr std::size_t kTrialChoices = 800;  ///< that readings are tried on
constexpr std::size_t kTrialIterations = 3000;
constexpr std::size_t kMostUsual = 8;  ///< formulas that other readings are tried with
/// The least c of rules with mistakes: without exploration, some call every choice equally good.
constexpr double kLeastConstant = 0.01;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

std::span<const Backup> right_backup() { return backups().first(1); }

bool is_right(const Formula& formula) { return name_of(formula)[0] == '\0'; }

std::size_t right_ones(const std::vector<Formula>& formulas) {
  return static_cast<std::size_t>(std::count_if(formulas.begin(), formulas.end(), is_right));
}

template <class Use>
void each_choice(const Reading& reading, std::span<const Backup> ways, Use&& use,
                 std::size_t most = kNoLimit) {
  for (std::size_t i = 0; i < reading.searches().size() && most > 0; ++i) {
    Tree tree(reading, i, ways);
    tree.replay(
        [&](const Choice& choice) {
          const bool chance = tree.turn(choice.node) == kChance;
          if (chance || tree.children(choice.node).size() < 2 || most == 0) return;
          use(choice);
          --most;
        },
        [](std::size_t, std::size_t) {}, most == kNoLimit ? kNoLimit : kTrialIterations);
  }
}

double share_unlike(const Fit& fit) {
  if (fit.choices == 0) return 1;
  return static_cast<double>(fit.unexplained()) / static_cast<double>(fit.choices);
}

struct Right {
  Rule rule;
  Fit fit;
  std::vector<Family> alike;  ///< others that explain as many
  std::vector<Range> ranges;  ///< of all choices
};

/// Without exploration, a rule that scores moves never tried says little: whoever stays with one
/// move follows it.
double least_constant(const Formula& formula, double lowest) {
  return formula.scores_untried() ? kLeastConstant : lowest;
}

struct FormulaFits {
  std::vector<std::vector<Range>> ranges;  ///< of each formula, at each choice
  std::vector<Fit> fits;
};

/// Fits some right formulas to the first `most` choices, with constants of at least `lowest`.
FormulaFits fit_formulas(const Reading& reading, const std::vector<Formula>& formulas,
                         const std::vector<std::size_t>& candidates, double lowest = 0,
                         std::size_t most = kNoLimit) {
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

/// Those of the candidates that leave the least unexplained, in their order.
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

/// The best of all right formulas on all choices; those that are not among the best on the first
/// ones are left out.
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

/// A search may do a little besides its rule. But what follows a rule that is not known here may
/// follow one with mistakes nearly as often, by chance: so these must explain `nearly_all`.
bool explains(const Reading& reading, const Fit& fit, bool nearly_all = false) {
  if (fit.choices == 0) return false;
  // Other threads' results come between a choice and its line in the log.
  const std::size_t part = reading.overlaps() ? 10 : nearly_all ? 200 : 50;
  return fit.unexplained() <= std::max<std::size_t>(2, fit.choices / part);
}

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

std::vector<Growth> growths(std::uint32_t most) {
  std::vector<Growth> all{{0, 1}, {1, 1}, {1, 2}, {2, 2}};
  for (const std::uint32_t visits : {2U, 3U, 4U, 5U, 8U, 10U, 16U, 20U, 30U, 40U, 50U}) {
    if (visits > most) break;
    all.push_back({0, visits});
    if (visits == 5) all.push_back({visits, visits});
  }
  return all;
}

/// The reading by which right rules explain the most; the plain one if no other is clearly better.
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

/// Whether nearly all descents go to one move of the root.
bool stays_with_one_move(const Reading& reading) {
  std::size_t all = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < reading.searches().size(); ++i) {
    Tree tree(reading, i, right_backup());
    tree.replay();
    std::size_t best = 0;
    for (const Tree::Child& child : tree.children(0)) {
      if (child.node == kNoState) continue;
      best = std::max(best, static_cast<std::size_t>(tree.sums(child.node, 0).visits));
    }
    most += best;
    all += static_cast<std::size_t>(tree.sums(0, 0).visits);
  }
  return 100 * most > 98 * all;
}

void count_untried(RuleFit& found) {
  Statistics statistics;
  each_choice(found.reading, right_backup(), [&](const Choice& choice) {
    statistics.gather(choice, 0);
    if (!statistics.any_untried || statistics.children[choice.chosen].shown == 0) return;
    ++found.untried_left;
    if (!found.first_untried_left) found.first_untried_left = choice.iteration + 1;
  });
}

/// Other readings to look for mistakes by, where right rules explain too little to tell.
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

/// Looks for a rule with mistakes that explains far more than the right one. Returns whether there
/// is one.
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

}  // namespace

Fit refit(const RuleFit& fit) { return fit_rules(fit, {fit.best})[0].fit; }

std::vector<RuleMistake> mistakes_of(const RuleFit& fit, const Rule& rule) {
  const Backup& backup = backups()[rule.backup];
  const Formula& formula = fit.formulas[rule.formula];
  std::vector<RuleMistake> mistakes;
  if (backup.name[0] != '\0') mistakes.push_back({backup.name, backup.fault});
  if (rule.negative) {
    mistakes.push_back(
        {"exploration-subtracted", "Exploration is subtracted from values. It must be added."});
  }
  if (!is_right(formula)) mistakes.push_back({name_of(formula), text_of(formula)});
  return mistakes;
}

double typical(const Range& c) {
  if (!std::isfinite(c.high)) return c.low;
  return std::isfinite(c.low) ? (c.low + c.high) / 2 : c.high;
}

RuleFit fit_rule(const WatchedLog& log, const WantedRule& wanted, std::vector<bool> possible) {
  RuleFit found;
  found.formulas = all_formulas(log.has_priors);
  std::stable_partition(found.formulas.begin(), found.formulas.end(), [&](const Formula& each) {
    return is_right(each) && each.family == wanted.family;
  });
  found.reading = best_reading(log, found.formulas);
  const Right right = fit_right(found.reading, found.formulas);
  found.healthy = found.best = right.rule;
  found.healthy_fit = found.best_fit = right.fit;
  found.alike = right.alike;
  count_untried(found);
  found.found = explains(found.reading, right.fit);
  const bool all_explained = right.fit.unexplained() < 3;
  if (all_explained && !found.reading.only_seen) return found;
  const bool is_claimed = std::count(possible.begin(), possible.end(), false) > 0;
  const bool stays = is_claimed || stays_with_one_move(found.reading);
  for (std::size_t i = 0; i < possible.size(); ++i) {
    const Backup& way = backups()[i];
    // Without statistics, any choice follows: so it must always be the same.
    if (!stays && std::string_view(way.name) == "children-of-root-not-counted") possible[i] = false;
    const bool several = found.reading.playouts > 1;
    if ((way.of_two && log.players != 2) || (way.of_several && !several)) possible[i] = false;
  }
  const auto mistake_by = [&](const Reading& reading, bool first) -> std::optional<RuleFit> {
    RuleFit other = found;
    other.reading = reading;
    const Right right_there = fit_right(reading, other.formulas);
    other.healthy = other.best = right_there.rule;
    other.healthy_fit = other.best_fit = right_there.fit;
    if (!find_mistake(other, right_there, wanted, possible, first)) return std::nullopt;
    count_untried(other);
    return other;
  };
  if (found.reading.only_seen) {
    // A search that keeps positions and has a mistake may choose rightly where it goes on from
    // them.
    if (auto whole = mistake_by(plain_reading(log), true)) return *whole;
    if (all_explained) return found;
  }
  if (find_mistake(found, right, wanted, possible, true)) return found;
  for (const Reading& reading : readings_of_mistakes(found.reading)) {
    if (auto other = mistake_by(reading, false)) return *other;
  }
  return found;
}

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
