// Fits all rules that are known, right ones and such with mistakes, to the choices of a search.
#include "bench/doctor/fitting/rule_fit.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "bench/doctor/fitting/mistakes.hpp"

namespace banyan::bench::doctor {
namespace {

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

/// Whether each search asked for one result more than iterations, from a root with one move: then
/// choices do not tell whether the first one was the root's own.
bool evaluates_root_first(const WatchedLog& log) {
  return std::all_of(log.searches.begin(), log.searches.end(), [&](const WatchedSearch& search) {
    return search.asked && search.iterations.size() == *search.asked + 1 &&
           log.states[search.root].legal == 1;
  });
}

}  // namespace

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
  if (found.reading.growth.root == 0 && evaluates_root_first(log)) found.reading.growth.root = 1;
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

}  // namespace banyan::bench::doctor
