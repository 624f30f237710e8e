// Which rule the choices of a search follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/doctor/fitting/log.hpp"
#include "bench/doctor/fitting/reading.hpp"
#include "bench/doctor/fitting/rules.hpp"
#include "bench/doctor/fitting/tree.hpp"

namespace banyan::bench::doctor {

/// The rule that the search should follow, as far as that is said.
struct WantedRule {
  std::optional<Family> family;
  std::optional<double> constant;
};

/// A rule, as indices of backups() and RuleFit::formulas.
struct Rule {
  std::size_t backup = 0;
  std::size_t formula = 0;
  bool negative = false;  ///< c is below 0
  bool tried = false;     ///< moves never tried do not go first
};

struct RuleFit {
  Reading reading;
  std::vector<Formula> formulas;  ///< the right ones first, of these the wanted family's
  Rule healthy;                   ///< the best of the right rules
  Fit healthy_fit;
  Rule best;  ///< of all
  Fit best_fit;
  std::vector<Rule> equals;      ///< that explain as many choices as `best`
  std::vector<Family> alike;     ///< other families of which a right rule explains as many
  bool found = false;            ///< whether `best` explains the choices
  bool faulty = false;           ///< whether `best` is a mistake that is found
  std::size_t untried_left = 0;  ///< choices of a tried move while another had never been tried
  std::optional<std::uint64_t> first_untried_left;

  [[nodiscard]] const Formula& formula() const { return formulas[best.formula]; }
};

/// Of mistakes that explain as much, those with the wanted c come first. `possible` are the ways to
/// back up that are looked for.
RuleFit fit_rule(const WatchedLog& log, const WantedRule& wanted, std::vector<bool> possible);

/// How much the best rule explains of `reading`, which need not be the one it was found by.
Fit refit(const RuleFit& fit);

/// Names of its mistakes, and a sentence on each.
struct RuleMistake {
  std::string name;
  std::string text;
};
std::vector<RuleMistake> mistakes_of(const RuleFit& fit, const Rule& rule);

/// The c to speak of.
double typical(const Range& c);

/// The first choice that the right rule with this c does not make, in words.
struct UnlikeChoice {
  std::uint64_t iteration = 0;
  std::size_t choices = 0;  ///< how many there are
  std::string text;
};
std::optional<UnlikeChoice> first_unlike(const RuleFit& fit, const Rule& healthy, double c);

/// How many choices were looked at, and whether each tried move was as likely, whatever its visits
/// and value: the moves' places by these add up to what is expected of random choices.
struct Randomness {
  std::size_t choices = 0;
  std::size_t followed = 0;  ///< of these, by the best right rule
  double expected = 0;       ///< how many random choices would follow any rule
  double visits_z = 0;
  double value_z = 0;
  double repeats_z = 0;  ///< of moves chosen twice in a row
};
Randomness measure_randomness(const RuleFit& fit);

}  // namespace banyan::bench::doctor
