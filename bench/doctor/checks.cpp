#include "bench/doctor/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/doctor/playouts.hpp"
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

}  // namespace

void check_iterations(const WatchedLog& log, Diagnosis& diagnosis) {
  bool asked = false;
  bool kept = true;
  for (std::size_t i = 0; i < log.searches.size(); ++i) {
    const WatchedSearch& search = log.searches[i];
    const std::size_t done = search.iterations.size() + search.lost;
    if (!search.asked) continue;
    asked = true;
    if (done == *search.asked) continue;
    kept = false;
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

void check_ends(const WatchedLog& log, Diagnosis& diagnosis) {
  std::uint64_t after_end = 0;
  std::uint64_t after_result = 0;
  std::uint64_t line = 0;
  std::uint64_t iteration = 0;
  std::size_t short_ones = 0;
  std::size_t iterations = 0;
  std::optional<std::uint64_t> first_short;
  for (const WatchedSearch& search : log.searches) {
    if (after_end == 0) {
      line = search.line_after_end;
      iteration = search.iteration_after_end + 1;
    }
    after_end += search.plays_after_end;
    after_result += search.plays_after_result;
    iterations += search.iterations.size();
    for (std::size_t i = 0; i < search.iterations.size(); ++i) {
      if (search.iterations[i].over) continue;
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

void check_starts(const WatchedLog& log, Diagnosis& diagnosis) {
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
  if (from_root < iterations) {
    diagnosis.unseen.push_back(fmt::format(
        "Descents: {} iterations do not begin at the root. The search keeps positions in its tree, "
        "or makes several playouts per leaf. Each is taken for an iteration of its own.",
        share_of(iterations - from_root, iterations)));
    return;
  }
  diagnosis.right.emplace_back("Every iteration begins at the root, with one playout.");
  // A search may try each move at the root to see what comes of it.
  const std::uint64_t spare = 1000 * log.searches.size();
  if (root_plays > iterations + std::min<std::uint64_t>(spare, iterations / 10 + 20)) {
    diagnosis.findings.push_back(
        {"descents-without-result",
         fmt::format("{} of {} descents from the root end without a result.",
                     root_plays - iterations, root_plays),
         65});
  }
}

void check_rule(const WatchedLog& log, const RuleFit& fit, std::optional<double> constant,
                Diagnosis& diagnosis) {
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
  if (!fit.found) {
    diagnosis.rule =
        fmt::format("None found. UCB1 explains {} choices at best, with {}.",
                    share_of(fit.healthy_fit.explained, choices), constant_text(fit.healthy_fit.c));
    const auto shown =
        first_unlike(log, fit.growth, fit.healthy, constant.value_or(typical(fit.healthy_fit.c)));
    diagnosis.findings.push_back(
        {"no-rule-found",
         "The choices follow neither UCB1 nor UCB1 with one of the mistakes known here. " +
             (shown ? shown->text : ""),
         80, shown ? std::optional(shown->iteration) : std::nullopt});
    return;
  }
  const Formula& formula = formulas()[fit.best.formula];
  const bool right_formula = formula.name[0] == '\0';
  diagnosis.rule = fmt::format("{}UCB1 with {} where results are 0 to 1{}; it explains {}.",
                               fit.faulty ? "With the mistakes above, " : "", constant_text(c),
                               right_formula ? fmt::format("; {}", formula.fault) : "", explained);
  if (fit.faulty) {
    const double shown_c = constant.value_or(fit.best.negative ? -typical(c) : typical(c));
    const auto shown = first_unlike(
        log, fit.growth, {.formula = fit.healthy.formula, .tried = fit.best.tried}, shown_c);
    const std::string where =
        fmt::format(" This explains {}; without it, {}.{}", explained,
                    share_of(fit.healthy_fit.explained, choices), shown ? " " + shown->text : "");
    std::vector<std::string> alternatives;
    std::string others;
    for (const Rule& rule : fit.equals) {
      const std::vector<Mistake> mistakes = mistakes_of(rule);
      if (mistakes.size() != 1) continue;
      const std::string name = mistakes[0].name;
      if (name == mistakes_of(fit.best)[0].name) continue;
      if (std::find(alternatives.begin(), alternatives.end(), name) != alternatives.end()) continue;
      others += (alternatives.empty() ? " These would look the same: " : ", ") + name;
      alternatives.push_back(name);
    }
    if (!others.empty()) others += '.';
    bool told = false;
    for (const Mistake& mistake : mistakes_of(fit.best)) {
      diagnosis.findings.push_back(
          {mistake.name, std::string(mistake.text) + (told ? "" : where + others), 90,
           shown ? std::optional(shown->iteration) : std::nullopt, alternatives});
      told = true;
    }
    return;
  }
  if (fit.best_fit.unexplained() == 0) {
    diagnosis.right.push_back(
        fmt::format("All {} choices follow UCB1 with the results backed up as they should be: "
                    "whose they are, draws, every node once.",
                    choices));
  } else {
    const auto shown = first_unlike(log, fit.growth, fit.best, typical(c));
    diagnosis.findings.push_back(
        {"choices-unlike-rule",
         fmt::format("{} choices do not follow the rule. {}",
                     share_of(fit.best_fit.unexplained(), choices), shown ? shown->text : ""),
         45, shown ? std::optional(shown->iteration) : std::nullopt});
  }
  const auto unusual = [&](const char* name, const std::string& text) {
    const auto shown = first_unlike(log, fit.growth, fit.best, constant.value_or(std::sqrt(2)));
    diagnosis.findings.push_back(
        {name, text + (shown ? " With c = 1.4 it would differ: " + shown->text : ""), 85,
         shown ? std::optional(shown->iteration) : std::nullopt});
  };
  if (c.low > 10) {
    unusual("value-ignored",
            fmt::format("Values play no part in the choices: {}.", constant_text(c)));
  } else if (c.high < 0.02) {
    unusual("no-exploration", fmt::format("The search does not explore: {}. A move whose first "
                                          "playouts are lost is never tried again.",
                                          constant_text(c)));
  } else if (constant && !c.holds(*constant)) {
    const auto shown = first_unlike(log, fit.growth, fit.best, *constant);
    diagnosis.findings.push_back(
        {"other-constant",
         fmt::format("The search follows {}, not c = {}: {} choices differ. {}", constant_text(c),
                     *constant, shown ? shown->choices : 0, shown ? shown->text : ""),
         75, shown ? std::optional(shown->iteration) : std::nullopt});
  }
}

void check_untried(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis) {
  if (fit.faulty && !fit.best.tried) return;  // which explains it
  std::size_t nodes = 0;
  std::size_t unknown = 0;
  std::string first;
  for (const WatchedSearch& search : log.searches) {
    Tree tree(log, search, backups().first(1), fit.growth);
    while (!tree.done()) tree.next([](const Choice&) {});
    for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
      const auto& children = tree.children(node);
      const double visits = tree.sums(node, 0).visits;
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
  if (nodes > 0) {
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

void check_playouts(const WatchedLog& log, const RuleFit& fit, Diagnosis& diagnosis) {
  const PlayoutCheck found = measure_playouts(log, fit.growth);
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
