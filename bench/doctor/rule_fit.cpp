#include "bench/doctor/rule_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace banyan::bench::doctor {
namespace {

constexpr std::size_t kMostChoices = 3000;     ///< that all rules are fitted to
constexpr std::size_t kMostEquals = 8;         ///< rules that are told apart on all choices
constexpr std::size_t kFewChoices = 100;       ///< too few to find another growth by
constexpr std::size_t kMostIterations = 2000;  ///< that growths are tried on
constexpr std::size_t kRightFormulas = 3;
/// The least c of rules with mistakes: without exploration, some call every choice equally good.
constexpr double kLeastConstant = 0.01;
constexpr std::array<Growth, 5> kGrowths{{{0, 1}, {1, 1}, {1, 2}, {2, 2}, {5, 5}}};

std::span<const Backup> right_backup() { return backups().first(1); }

template <class Use>
void each_choice(const WatchedLog& log, std::span<const Backup> ways, const Growth& growth,
                 Use&& use, std::size_t most = std::numeric_limits<std::size_t>::max()) {
  for (const WatchedSearch& search : log.searches) {
    Tree tree(log, search, ways, growth);
    while (!tree.done() && tree.iteration() < most) {
      tree.next([&](const Choice& choice) {
        if (tree.children(choice.node).size() > 1) use(choice);
      });
    }
  }
}

bool leaves_untried(const Choice& choice) {
  const std::vector<Tree::Child>& children = choice.tree->children(choice.node);
  const auto is_untried = [](const Tree::Child& child) { return child.node == kNoState; };
  return choice.tree->sums(children[choice.chosen].node, 0).visits > 0 &&
         std::any_of(children.begin(), children.end(), is_untried);
}

struct Right {
  Rule rule;
  Fit fit;
  std::vector<Range> ranges;  ///< of all choices
  std::size_t untried_left = 0;
  std::optional<std::uint64_t> first_untried_left;
};

Right fit_right(const WatchedLog& log, const Growth& growth,
                std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::array<std::vector<Range>, kRightFormulas> ranges;
  Right right;
  each_choice(
      log, right_backup(), growth,
      [&](const Choice& choice) {
        for (std::size_t f = 0; f < kRightFormulas; ++f) {
          ranges[f].push_back(constants_of(choice, 0, formulas()[f], false));
        }
        if (!leaves_untried(choice)) return;
        ++right.untried_left;
        if (!right.first_untried_left) right.first_untried_left = choice.iteration + 1;
      },
      most);
  for (std::size_t f = 0; f < kRightFormulas; ++f) {
    const Fit fit = fit_constant(ranges[f], false);
    if (f > 0 && fit.explained <= right.fit.explained) continue;
    right.rule.formula = f;
    right.fit = fit;
  }
  right.ranges = std::move(ranges[right.rule.formula]);
  return right;
}

bool explains(const Fit& fit) {
  return fit.choices > 0 && fit.unexplained() <= std::max<std::size_t>(2, fit.choices / 50);
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

struct Best {
  Rule rule;
  Fit fit;
};

/// Rules with one mistake, or with two. Ties go to the first.
std::vector<Rule> rules_with(int mistakes, bool tried, const std::vector<bool>& possible) {
  std::vector<Rule> rules;
  const auto add = [&](std::size_t formula, bool negative) {
    const bool is_mistake = formula >= kRightFormulas || negative;
    for (std::size_t b = 0; b < backups().size(); ++b) {
      const int count = (b > 0 ? 1 : 0) + (is_mistake ? 1 : 0);
      if (possible[b] && std::max(count, 1) == mistakes) {
        rules.push_back({b, formula, negative, tried});
      }
    }
  };
  for (std::size_t f = 0; f < kRightFormulas; ++f) add(f, false);
  for (std::size_t f = 0; f < kRightFormulas; ++f) add(f, true);
  for (std::size_t f = kRightFormulas; f < formulas().size(); ++f) add(f, false);
  return rules;
}

/// The rules that explain the most of some choices; those with the c wanted come first, then those
/// with a usual c.
std::vector<Rule> best_of(const WatchedLog& log, const Growth& growth,
                          const std::vector<bool>& chosen, const std::vector<Rule>& rules,
                          std::optional<double> constant) {
  std::vector<std::vector<Range>> ranges(rules.size());
  std::size_t at = 0;
  each_choice(log, backups(), growth, [&](const Choice& choice) {
    if (!chosen[at++]) return;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      const Rule& rule = rules[i];
      ranges[i].push_back(constants_of(choice, rule.backup, formulas()[rule.formula], rule.tried));
    }
  });
  struct Found {
    Rule rule;
    Fit fit;
    int plausible;
  };
  std::vector<Found> all;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Fit fit = fit_constant(ranges[i], rules[i].negative, kLeastConstant);
    const double sign = rules[i].negative ? -1 : 1;
    const bool wanted = constant && fit.c.holds(sign * *constant);
    const double lowest = rules[i].negative ? -fit.c.high : fit.c.low;
    all.push_back({rules[i], fit, wanted ? 2 : lowest < 10 ? 1 : 0});
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    if (a.fit.explained != b.fit.explained) return a.fit.explained > b.fit.explained;
    return a.plausible > b.plausible;
  });
  std::vector<Rule> best;
  for (const Found& each : all) {
    if (best.size() == kMostEquals || each.fit.explained < all[0].fit.explained) break;
    if (each.plausible == all[0].plausible) best.push_back(each.rule);
  }
  return best;
}

Fit fit_one(const WatchedLog& log, const Growth& growth, const Rule& rule) {
  std::vector<Range> ranges;
  each_choice(log, backups().subspan(rule.backup, 1), growth, [&](const Choice& choice) {
    ranges.push_back(constants_of(choice, 0, formulas()[rule.formula], rule.tried));
  });
  return fit_constant(ranges, rule.negative, kLeastConstant);
}

/// Whether the rule with this c tells most moves apart: one that scores all alike explains nothing.
bool tells_apart(const WatchedLog& log, const Growth& growth, const Rule& rule, double c) {
  double moves = 0;
  double allowed = 0;
  const auto count = [&](Choice choice) {
    const std::size_t before = choice.chosen;
    const std::vector<Tree::Child>& children = choice.tree->children(choice.node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i == before || children[i].node == kNoState) continue;
      choice.chosen = static_cast<std::uint32_t>(i);
      ++moves;
      const Range range = constants_of(choice, 0, formulas()[rule.formula], rule.tried);
      allowed += range.holds(c) ? 1 : 0;
    }
  };
  each_choice(log, backups().subspan(rule.backup, 1), growth, count, kMostIterations);
  return allowed < 0.7 * moves;
}

bool is_right(const Rule& rule) {
  return rule.backup == 0 && rule.formula < kRightFormulas && !rule.negative;
}

}  // namespace

std::vector<Mistake> mistakes_of(const Rule& rule) {
  const Backup& backup = backups()[rule.backup];
  const Formula& formula = formulas()[rule.formula];
  std::vector<Mistake> mistakes;
  if (backup.name[0] != '\0') mistakes.push_back({backup.name, backup.fault});
  if (rule.negative) {
    mistakes.push_back(
        {"exploration-subtracted", "Exploration is subtracted from values. It must be added."});
  }
  if (formula.name[0] != '\0') mistakes.push_back({formula.name, formula.fault});
  return mistakes;
}

double typical(const Range& c) {
  if (!std::isfinite(c.high)) return c.low;
  return std::isfinite(c.low) ? (c.low + c.high) / 2 : c.high;
}

RuleFit fit_rule(const WatchedLog& log, std::optional<double> constant,
                 const std::vector<bool>& possible) {
  RuleFit found;
  Right right = fit_right(log, found.growth);
  if (right.fit.unexplained() > 0) {
    const std::size_t unlike = fit_right(log, found.growth, kMostIterations).fit.unexplained();
    for (const Growth& growth : std::span(kGrowths).subspan(1)) {
      const Fit other = fit_right(log, growth, kMostIterations).fit;
      if (other.choices < kFewChoices || other.unexplained() * 4 >= unlike) continue;
      if (other.unexplained() * 1000 > other.choices) continue;
      found.growth = growth;
      right = fit_right(log, growth);
      break;
    }
  }
  found.healthy = found.best = right.rule;
  found.healthy_fit = found.best_fit = right.fit;
  found.untried_left = right.untried_left;
  found.first_untried_left = right.first_untried_left;
  found.found = explains(right.fit);
  const std::size_t unlike = right.fit.unexplained();
  if (unlike < 3) return found;
  const std::vector<bool> chosen = sample(right);
  const std::array stages{rules_with(1, false, possible), rules_with(1, true, possible),
                          rules_with(2, false, possible)};
  for (const std::vector<Rule>& rules : stages) {
    std::vector<Rule> equals;
    Fit fit;
    for (const Rule& rule : best_of(log, found.growth, chosen, rules, constant)) {
      const Fit whole = fit_one(log, found.growth, rule);
      if (whole.explained < fit.explained) continue;
      if (whole.explained > fit.explained) equals.clear();
      fit = equals.empty() ? whole : fit;
      equals.push_back(rule);
    }
    if (equals.empty() || !explains(fit) || fit.unexplained() * 4 > unlike) continue;
    const Rule best = equals[0];
    if (!tells_apart(log, found.growth, best, typical(fit.c))) continue;
    found.best = best;
    found.best_fit = fit;
    found.equals.assign(equals.begin() + 1, equals.end());
    found.found = true;
    found.faulty = !is_right(best);
    break;
  }
  return found;
}

std::optional<Shown> first_unlike(const WatchedLog& log, const Growth& growth, const Rule& healthy,
                                  double c) {
  std::optional<Shown> shown;
  const Formula& formula = formulas()[healthy.formula];
  each_choice(log, right_backup(), growth, [&](const Choice& choice) {
    if (constants_of(choice, 0, formula, healthy.tried).holds(c)) return;
    if (shown) {
      ++shown->choices;
      return;
    }
    const Tree& tree = *choice.tree;
    ParentVisits n{.own = tree.sums(choice.node, 0).visits, .root = tree.sums(0, 0).visits};
    const auto& children = tree.children(choice.node);
    for (const auto& child : children) {
      if (child.node != kNoState) n.children += tree.sums(child.node, 0).visits;
    }
    double best_score = 0;
    const Tree::Child* best = nullptr;
    const auto score_of = [&](const Tree::Child& child) {
      const Score score = formula.score(tree.sums(child.node, 0), n);
      return score.value + c * score.exploration;
    };
    const auto numbers = [&](const Tree::Child& child) {
      const std::string& move = log.words[child.move];
      if (child.node == kNoState) return move + ", never tried";
      const Candidate sums = tree.sums(child.node, 0);
      if (sums.visits == 0) return move + ", never tried";
      return fmt::format("{} (mean {:.3f} of {:.0f} visits, score {:.4f})", move,
                         sums.value / sums.visits, sums.visits, score_of(child));
    };
    for (const auto& child : children) {
      if (child.node == kNoState) {
        if (healthy.tried) continue;
        best = &child;
        break;
      }
      if (best == nullptr || score_of(child) > best_score) {
        best = &child;
        best_score = score_of(child);
      }
    }
    const std::string line = tree.line_to(choice.node);
    shown = Shown{choice.iteration + 1, 1,
                  fmt::format("In iteration {}, {}, it took {}, not {}.", choice.iteration + 1,
                              line.empty() ? "at the root" : "after " + line,
                              numbers(children[choice.chosen]), numbers(*best))};
  });
  return shown;
}

}  // namespace banyan::bench::doctor
