// Checks of iterations, of the rule and of playouts.
#include "bench/doctor/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/doctor/playouts.hpp"
#include "bench/doctor/untried.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::doctor {
namespace {

std::string share_of(std::size_t part, std::size_t all) {
  return fmt::format("{} of {}", part, all);
}

std::string constant_text(const Range& c) {
  const auto side = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.4g}", value) : std::string("any");
  };
  if (!std::isfinite(c.high)) return fmt::format("c >= {:.4g}", c.low);
  const double width = c.high - c.low;
  if (width < 0.0005 * std::abs(c.high)) return fmt::format("c = {:.4g}", typical(c));
  return fmt::format("c = {:.4g} ({} to {})", typical(c), side(c.low), side(c.high));
}

/// Whether the constant is as near as 32-bit numbers are.
bool nearly(const Range& c, double constant) {
  const double spare = 1e-4 * std::abs(constant);
  return c.low - spare <= constant && constant <= c.high + spare;
}

/// Whoever asked for a rule is told the first choice that is none of it. Otherwise it may be one
/// that is not known here, unless moves are drawn whatever their values.
void none_found(const RuleFit& fit, const WantedRule& wanted, Diagnosis& diagnosis) {
  const Formula& healthy = fit.formulas[fit.healthy.formula];
  diagnosis.rule =
      fmt::format("None found. {} explains {} choices at best, with {}.", name_of(healthy.family),
                  share_of(fit.healthy_fit.explained, fit.healthy_fit.choices),
                  constant_text(fit.healthy_fit.c));
  const double c = wanted.constant.value_or(typical(fit.healthy_fit.c));
  const auto shown = first_unlike(fit, fit.healthy, c);
  const auto iteration = shown ? std::optional(shown->iteration) : std::nullopt;
  const Randomness random = measure_randomness(fit);
  // Rules that draw moves by their values, such as MENTS, begin nearly at random too.
  const std::size_t many = wanted.family ? 500 : 2000;
  const auto is_chance = [](double z) { return std::abs(z) < 4; };
  if (random.choices >= many && is_chance(random.visits_z) && is_chance(random.value_z) &&
      is_chance(random.repeats_z) && static_cast<double>(random.followed) < 1.5 * random.expected) {
    diagnosis.findings.push_back(
        {"descents-random",
         fmt::format("The descent takes moves at random: in {} choices, neither values nor visits "
                     "nor the choice before mattered. {}",
                     random.choices, shown ? shown->text : ""),
         80, iteration});
  } else if (wanted.family) {
    diagnosis.findings.push_back(
        {"no-rule-found",
         fmt::format("The choices follow neither {} nor it with one of the mistakes known here. {}",
                     name_of(*wanted.family), shown ? shown->text : ""),
         80, iteration});
  } else {
    diagnosis.unseen.emplace_back(
        "Whether choices are right: they follow no rule that is known here (UCB1, UCB1-Tuned, PUCT "
        "and their usual variants), nor one with a single known mistake. Say with --rule if it "
        "should be one of these.");
  }
}

/// Results before the end of the game that were asked for at the leaf itself.
std::size_t evaluated_leaves(const Reading& reading) {
  std::size_t evaluated = 0;
  for (std::size_t i = 0; i < reading.searches().size(); ++i) {
    const WatchedSearch& search = reading.searches()[i];
    Tree tree(reading, i, backups().first(1));
    tree.replay([](const Choice&) {},
                [&](std::size_t iteration, std::size_t leaf) {
                  const WatchedIteration& each = search.iterations[iteration];
                  evaluated += !each.over && leaf + 1 == each.states ? 1 : 0;
                });
  }
  return evaluated;
}

}  // namespace

void check_iterations(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis) {
  const Reading& reading = fit.reading;
  bool asked = false;
  bool kept = true;
  for (std::size_t i = 0; i < log.searches.size(); ++i) {
    const WatchedSearch& search = log.searches[i];
    if (!search.asked) continue;
    asked = true;
    std::size_t done = search.iterations.size() + search.lost;
    if (done == *search.asked) continue;
    // The root's own evaluation may come first, and not be counted.
    const bool root_first =
        reading.growth.root > 0 || (!search.iterations.empty() && search.iterations[0].states == 1);
    if (root_first && done == *search.asked + 1) continue;
    const auto from_root = static_cast<std::uint64_t>(
        std::count_if(search.iterations.begin(), search.iterations.end(),
                      [](const WatchedIteration& each) { return each.from <= 1; }));
    // One that evaluates all children of a node at once begins at the root with each of its.
    const std::size_t at_root =
        from_root < search.iterations.size() ? log.states[search.root].legal : 0;
    if (from_root >= *search.asked && from_root <= *search.asked + at_root) continue;
    if (reading.playouts > 1) {  // iterations, or playouts, may be counted
      const auto& joined =
          reading.searches()[std::min(i, reading.searches().size() - 1)].iterations;
      if (joined.size() == *search.asked || joined.size() * reading.playouts == *search.asked) {
        continue;
      }
      done = joined.size();
    }
    // Those without a result may be cut playouts, or results that are known otherwise.
    if (done < *search.asked && search.root_plays >= *search.asked && done > 0) continue;
    kept = false;
    if (done > *search.asked && !fit.found) {  // a search may ask for results as it likes
      diagnosis.unseen.push_back(
          fmt::format("Iterations: there are {} results, and {} iterations were asked for.", done,
                      *search.asked));
      break;
    }
    const std::string which =
        log.searches.size() == 1 ? "The search" : fmt::format("Search {}", i + 1);
    diagnosis.findings.push_back(
        {done < *search.asked ? "fewer-iterations" : "more-iterations",
         fmt::format("{} made {} iterations with a result, but was asked for {}.", which, done,
                     *search.asked),
         50});
    break;
  }
  if (!asked) {
    diagnosis.unseen.emplace_back(
        "Whether there are as many iterations as asked for: the header has no 'iterations N'.");
  } else if (kept) {
    diagnosis.right.emplace_back("There are as many iterations as asked for.");
  }
}

void check_ends(const WatchedLog& log, const Reading& reading, Diagnosis& diagnosis) {
  std::uint64_t after_end = 0;
  std::uint64_t after_result = 0;
  std::uint64_t line = 0;
  std::uint64_t iteration = 0;
  std::size_t short_ones = 0;
  std::size_t iterations = 0;
  std::optional<std::uint64_t> first_short;
  bool fractions = false;  // which no game ends with
  for (const WatchedSearch& search : log.searches) {
    if (after_end == 0) {
      line = search.line_after_end;
      iteration = search.iteration_after_end + 1;
    }
    after_end += search.plays_after_end;
    after_result += search.plays_after_result;
    iterations += search.iterations.size();
    for (std::size_t i = 0; i < search.iterations.size(); ++i) {
      const WatchedIteration& each = search.iterations[i];
      if (each.over) continue;
      for (int player = 0; player < log.players; ++player) {
        const float value = each.results[static_cast<std::size_t>(player)];
        fractions = fractions || (value != 0 && value != 0.5F && value != 1);
      }
      ++short_ones;
      if (!first_short) first_short = i + 1;
    }
  }
  if (after_result > 0) {
    diagnosis.findings.push_back(
        {"state-not-restored",
         fmt::format("An iteration does not go back to the root: it plays on where the last one "
                     "ended, in line {}, and so {} times. Search on a copy of the state, or undo "
                     "its moves.",
                     line, after_result),
         100, iteration});
  } else if (after_end > 0) {
    diagnosis.findings.push_back(
        {"played-on-after-end",
         fmt::format("Moves are played after the end of the game: {} times, first in line {}. Ask "
                     "whether the game is over before each move.",
                     after_end, line),
         95, iteration});
  } else {
    diagnosis.right.emplace_back("No move is played after the end of a game.");
  }
  if (!log.says_over) {
    diagnosis.unseen.emplace_back(
        "Ends: the log has no 'over S', so whether playouts go on to the end is not known.");
  } else if (short_ones > 0 && 20 * evaluated_leaves(reading) >= 19 * short_ones) {
    diagnosis.right.push_back(fmt::format("Leaves are evaluated, without playouts ({} results).",
                                          share_of(short_ones, iterations)));
  } else if (short_ones > 0 && fractions) {
    diagnosis.unseen.push_back(
        fmt::format("Values of positions where playouts were cut ({} results).",
                    share_of(short_ones, iterations)));
  } else if (short_ones > 0) {
    diagnosis.findings.push_back(
        {"results-before-end",
         fmt::format("{} results were asked for before the game was over. A playout must go on to "
                     "the end, unless an evaluation ends it.",
                     share_of(short_ones, iterations)),
         70, first_short});
  } else {
    diagnosis.right.emplace_back("Every iteration goes on to the end of a game.");
  }
}

void check_starts(const WatchedLog& log, const Reading& reading, Diagnosis& diagnosis) {
  std::size_t iterations = 0;
  std::size_t from_root = 0;
  std::uint64_t root_plays = 0;
  std::uint64_t elsewhere = 0;
  for (const WatchedSearch& search : log.searches) {
    iterations += search.iterations.size();
    root_plays += search.root_plays;
    elsewhere += search.elsewhere;
    from_root += static_cast<std::size_t>(
        std::count_if(search.iterations.begin(), search.iterations.end(),
                      [](const WatchedIteration& each) { return each.from <= 1; }));
  }
  if (elsewhere > 0) {
    diagnosis.findings.push_back(
        {"results-elsewhere",
         fmt::format("{} results are of positions that do not come from the root.", elsewhere),
         60});
  }
  if (from_root == iterations) {
    diagnosis.right.emplace_back("Every iteration begins at the root, with one playout.");
  } else if (reading.playouts == 1) {
    diagnosis.unseen.push_back(fmt::format(
        "Descents: {} iterations do not begin at the root. The search keeps positions in its "
        "tree.",
        share_of(iterations - from_root, iterations)));
    return;
  }
  // A search may try each move at the root to see what comes of it.
  const std::uint64_t spare = 1000 * log.searches.size();
  if (root_plays > iterations + std::min<std::uint64_t>(spare, iterations / 10 + 20)) {
    diagnosis.unseen.push_back(fmt::format(
        "{} of {} descents from the root, which end without a result: playouts that are cut, or "
        "results that are known otherwise.",
        root_plays - iterations, root_plays));
  }
}

void check_rule(const WatchedLog& log, const RuleFit& fit, const WantedRule& wanted,
                Diagnosis& diagnosis) {
  const std::optional<double> constant = wanted.constant;
  const std::size_t choices = fit.best_fit.choices;
  if (choices == 0) {
    diagnosis.unseen.emplace_back("The rule: there are no choices between moves in the tree.");
    return;
  }
  const Range& c = fit.best_fit.c;
  const std::string explained = fmt::format(
      "{} choices ({})", share_of(fit.best_fit.explained, choices),
      format_percent(static_cast<double>(fit.best_fit.explained) / static_cast<double>(choices),
                     2));
  if (!fit.found) return none_found(fit, wanted, diagnosis);
  const Formula& formula = fit.formula();
  const bool right_formula = name_of(formula)[0] == '\0';
  const char* const family = name_of(formula.family);
  diagnosis.rule = fmt::format("{}{} with {}{}{}; it explains {}.",
                               fit.faulty ? "With the mistakes above, " : "", family,
                               constant_text(c), " where results are 0 to 1",
                               right_formula ? "; " + text_of(formula) : "", explained);
  if (!fit.faulty && !fit.alike.empty()) {
    diagnosis.rule += fmt::format(" {} explains as many.", name_of(fit.alike[0]));
  }
  const bool puct = formula.family == Family::kPuct;
  if (puct && !log.has_priors && !formula.whole_priors) {
    diagnosis.unseen.emplace_back(
        "Priors: the log tells none ('priors S P1 P2 ...'). Each move is taken to have the same.");
  }
  if (fit.faulty) {
    const double shown_c = constant.value_or(fit.best.negative ? -typical(c) : typical(c));
    const auto shown =
        first_unlike(fit, {.formula = fit.healthy.formula, .tried = fit.best.tried}, shown_c);
    const std::string where =
        fmt::format(" This explains {}; without it, {}.{}", explained,
                    share_of(fit.healthy_fit.explained, choices), shown ? " " + shown->text : "");
    std::vector<std::string> alternatives;
    std::string others;
    for (const Rule& rule : fit.equals) {
      const std::vector<RuleMistake> mistakes = mistakes_of(fit, rule);
      if (mistakes.size() != 1) continue;
      const std::string& name = mistakes[0].name;
      if (name == mistakes_of(fit, fit.best)[0].name) continue;
      if (std::find(alternatives.begin(), alternatives.end(), name) != alternatives.end()) continue;
      others += (alternatives.empty() ? " These would look the same: " : ", ") + name;
      alternatives.push_back(name);
    }
    if (!others.empty()) others += '.';
    bool told = false;
    for (const RuleMistake& mistake : mistakes_of(fit, fit.best)) {
      diagnosis.findings.push_back({mistake.name, mistake.text + (told ? "" : where + others), 90,
                                    shown ? std::optional(shown->iteration) : std::nullopt,
                                    alternatives});
      told = true;
    }
    return;
  }
  if (fit.best_fit.unexplained() == 0) {
    diagnosis.right.push_back(
        fmt::format("All {} choices follow {} with the results backed up as they should be: "
                    "whose they are, draws, every node once.",
                    choices, family));
  } else if (fit.reading.overlaps() || log.threads > 1) {
    diagnosis.unseen.push_back(
        fmt::format("{} choices, which other results or descents came between.",
                    share_of(fit.best_fit.unexplained(), choices)));
  } else if (!wanted.family) {
    const auto shown = first_unlike(fit, fit.best, typical(c));
    diagnosis.unseen.push_back(
        fmt::format("{} choices, which do not follow the rule. Proven results may be a reason. {}",
                    share_of(fit.best_fit.unexplained(), choices), shown ? shown->text : ""));
  } else {
    const auto shown = first_unlike(fit, fit.best, typical(c));
    diagnosis.findings.push_back(
        {"choices-unlike-rule",
         fmt::format("{} choices do not follow the rule. {}",
                     share_of(fit.best_fit.unexplained(), choices), shown ? shown->text : ""),
         45, shown ? std::optional(shown->iteration) : std::nullopt});
  }
  const auto unusual = [&](const char* name, const std::string& text) {
    const auto shown = first_unlike(fit, fit.best, constant.value_or(std::sqrt(2)));
    diagnosis.findings.push_back(
        {name, text + (shown ? " With c = 1.4 it would differ: " + shown->text : ""), 85,
         shown ? std::optional(shown->iteration) : std::nullopt});
  };
  if (wanted.family && formula.family != *wanted.family) {
    diagnosis.findings.push_back(
        {"other-rule",
         fmt::format("The search follows {}, not {}.", family, name_of(*wanted.family)), 76});
  } else if (c.low > (puct ? 1000 : 10)) {
    unusual("value-ignored",
            fmt::format("Values play no part in the choices: {}.", constant_text(c)));
  } else if (c.high < 0.02) {
    unusual("no-exploration", fmt::format("The search does not explore: {}. A move whose first "
                                          "playouts are lost is never tried again.",
                                          constant_text(c)));
  } else if (constant && !c.holds(*constant) && !nearly(c, *constant)) {
    const auto shown = first_unlike(fit, fit.best, *constant);
    // With k playouts per leaf, a mean in place of a sum looks like k times the constant.
    const double k = fit.reading.playouts;
    std::vector<std::string> alternatives;
    if (k > 1 && nearly(c, *constant * k)) alternatives.push_back("playouts-counted-values-not");
    if (k > 1 && nearly(c, *constant / k))
      alternatives.push_back("values-of-playouts-counted-once");
    diagnosis.findings.push_back(
        {"other-constant",
         fmt::format(
             "The search follows {}, not c = {}: {} choices differ. {}{}", constant_text(c),
             *constant, shown ? shown->choices : 0, shown ? shown->text : "",
             alternatives.empty() ? "" : " This would look the same: " + alternatives[0] + "."),
         75, shown ? std::optional(shown->iteration) : std::nullopt, alternatives});
  }
}

void check_untried(const RuleFit& fit, Diagnosis& diagnosis) {
  const WatchedLog& log = *fit.reading.log;
  if (fit.faulty && !fit.best.tried) return;  // which explains it
  if (!fit.found) {
    diagnosis.unseen.emplace_back("When new moves must be tried, without a rule.");
    return;
  }
  if (fit.formula().scores_untried() && !fit.best.tried) {
    diagnosis.right.emplace_back("New moves are tried when the rule says so.");
    return;
  }
  if (fit.untried_left > 0) {
    for (const UntriedRule& rule : {find_urgency(fit), find_widening(fit.reading, false)}) {
      if (!rule.found) continue;
      diagnosis.right.push_back(rule.text);
      return;
    }
  }
  std::size_t nodes = 0;
  std::size_t unknown = 0;
  std::string first;
  for (std::size_t i = 0; i < fit.reading.searches().size(); ++i) {
    Tree tree(fit.reading, i, backups().first(1));
    tree.replay();
    for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
      if (tree.turn(node) == kChance) continue;
      const auto& children = tree.children(node);
      const double visits = tree.sums(node, 0).visits / fit.reading.playouts;
      if (visits > 1 && !children.empty() && !tree.knows_moves(node)) ++unknown;
      if (visits < std::max(30.0, 5 * static_cast<double>(children.size()))) continue;
      const auto untried =
          std::find_if(children.begin(), children.end(),
                       [](const Tree::Child& each) { return each.node == kNoState; });
      if (untried == children.end()) continue;
      if (nodes++ > 0) continue;
      const std::string line = tree.line_to(node);
      first = fmt::format("{}, move {} has no visit of {:.0f}",
                          line.empty() ? "At the root" : "After " + line, log.words[untried->move],
                          visits);
    }
  }
  if (unknown > 0) {
    diagnosis.unseen.push_back(fmt::format(
        "Moves never tried at {} nodes, whose moves the search did not ask for.", unknown));
  }
  // Other threads, and proven results, are reasons to leave out a move.
  const bool unsure = fit.reading.overlaps() || (log.threads > 1 && !fit.reading.apart) ||
                      (!fit.faulty && fit.best_fit.unexplained() > 0);
  if (unsure && nodes + fit.untried_left > 0) {
    diagnosis.unseen.push_back(fmt::format(
        "Why {} choices take a tried move while another was never tried.", fit.untried_left));
  } else if (nodes > 0) {
    diagnosis.findings.push_back(
        {"moves-never-tried",
         fmt::format("Some moves are never tried, at {} nodes. {}.", nodes, first), 88,
         fit.first_untried_left});
  } else if (fit.untried_left > 0) {
    diagnosis.findings.push_back(
        {"moves-tried-late",
         fmt::format("{} choices take a tried move while another was never tried. UCB1 tries each "
                     "once first; some rules do not.",
                     fit.untried_left),
         40, fit.first_untried_left});
  } else {
    diagnosis.right.emplace_back("Each move is tried once before any move is chosen again.");
  }
}

void check_playouts(const RuleFit& fit, Diagnosis& diagnosis) {
  const PlayoutCheck found = measure_playouts(fit.reading);
  if (found.further >= 20 && 2 * found.repeats > found.further) {
    diagnosis.findings.push_back(
        {"random-numbers-repeat",
         fmt::format("Playouts from a leaf repeat: {} are the one before again. Each needs "
                     "random numbers of its own.",
                     share_of(found.repeats, found.further)),
         78});
    return;
  }
  if (found.moves < 100) {
    diagnosis.unseen.emplace_back("Playouts: the search asked for legal moves in too few of them.");
    return;
  }
  const bool repeat = found.compared >= 50 && found.distinct < found.expected / 2;
  const bool fixed_place = found.first > 0.95 || found.last > 0.95;
  if (repeat && !fixed_place) {
    diagnosis.findings.push_back(
        {"random-numbers-repeat",
         fmt::format("Playouts repeat: of {} comparable ones, {:.0f} begin differently; {:.0f} "
                     "would if they were random. Seed the generator once, before the search.",
                     found.compared, found.distinct, found.expected),
         78});
    return;  // which makes places unequal too
  }
  if (found.p < 1e-6 && !fixed_place && found.never == 0) {
    diagnosis.unseen.push_back(fmt::format(
        "Whether playouts should be uniformly random. They are not: chi-square over {} moves, p = "
        "{:.2g}. The first legal move was played in {} of them, the last in {}. Playouts by what "
        "the game knows look like this, and so do mistakes.",
        found.moves, found.p, format_percent(found.first), format_percent(found.last)));
    return;
  }
  if (found.p < 1e-6) {
    diagnosis.findings.push_back(
        {"playouts-not-uniform",
         fmt::format("Playouts are not uniformly random: chi-square over {} moves, p = {:.2g}. The "
                     "first legal move was played in {} of them, the last in {}.",
                     found.moves, found.p, format_percent(found.first), format_percent(found.last)),
         72});
    return;
  }
  diagnosis.right.push_back(
      fmt::format("Playouts look uniformly random over {} moves (p = {:.2g}): a move played {} too "
                  "often or too seldom would have shown.",
                  found.moves, found.p, format_percent(found.detectable, 0)));
  if (found.compared >= 50) diagnosis.right.emplace_back("Playouts do not repeat one another.");
}

}  // namespace banyan::bench::doctor
