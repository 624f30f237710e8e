// Fits of rules to the choices of a search, as rule_fit.cpp and its parts share them.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "bench/doctor/fitting/rule_fit.hpp"

namespace banyan::bench::doctor {

inline constexpr std::size_t kTrialChoices = 800;  ///< that readings are tried on
inline constexpr std::size_t kTrialIterations = 3000;
/// The least c of rules with mistakes: without exploration, some call every choice equally good.
inline constexpr double kLeastConstant = 0.01;
inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

std::span<const Backup> right_backup();

bool is_right(const Formula& formula);
/// How many of them; they come first.
std::size_t right_ones(const std::vector<Formula>& formulas);

/// Calls use(choice) for each choice of a player between several moves.
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

/// The part of its choices that the fit does not explain.
double share_unlike(const Fit& fit);

/// The best right rule.
struct Right {
  Rule rule;
  Fit fit;
  std::vector<Family> alike;  ///< others that explain as many
  std::vector<Range> ranges;  ///< of all choices
};

struct FormulaFits {
  std::vector<std::vector<Range>> ranges;  ///< of each formula, at each choice
  std::vector<Fit> fits;
};

/// Fits some right formulas to the first `most` choices, with constants of at least `lowest`.
FormulaFits fit_formulas(const Reading& reading, const std::vector<Formula>& formulas,
                         const std::vector<std::size_t>& candidates, double lowest = 0,
                         std::size_t most = kNoLimit);

/// The index of the best one.
std::size_t least_unexplained(const std::vector<Fit>& fits);
/// Those of the candidates that leave the least unexplained, in their order.
std::vector<std::size_t> best_ones(const std::vector<std::size_t>& candidates,
                                   const std::vector<Fit>& fits, std::size_t most);

/// The best of all right formulas on all choices; those that are not among the best on the first
/// ones are left out.
Right fit_right(const Reading& reading, const std::vector<Formula>& formulas);

/// A search may do a little besides its rule. But what follows a rule that is not known here may
/// follow one with mistakes nearly as often, by chance: so these must explain `nearly_all`.
bool explains(const Reading& reading, const Fit& fit, bool nearly_all = false);

/// The reading by which right rules explain the most; the plain one if no other is clearly better.
Reading best_reading(const WatchedLog& log, const std::vector<Formula>& formulas);

}  // namespace banyan::bench::doctor
