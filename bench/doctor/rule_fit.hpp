// Which rule the choices of a search follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/doctor/log.hpp"
#include "bench/doctor/rules.hpp"
#include "bench/doctor/tree.hpp"

namespace banyan::bench::doctor {

/// A rule, as indices of backups() and formulas().
struct Rule {
  std::size_t backup = 0;
  std::size_t formula = 0;
  bool negative = false;  ///< c is below 0
  bool tried = false;     ///< moves never tried do not go first
};

struct RuleFit {
  Growth growth;
  Rule healthy;  ///< the best of the right rules
  Fit healthy_fit;
  Rule best;  ///< of all
  Fit best_fit;
  std::vector<Rule> equals;      ///< that explain as many choices as `best`
  bool found = false;            ///< whether `best` explains the choices
  bool faulty = false;           ///< whether `best` is a mistake that is found
  std::size_t untried_left = 0;  ///< choices of a tried move while another had never been tried
  std::optional<std::uint64_t> first_untried_left;
};

/// Of mistakes that explain as much, those with the given c come first. `possible` are the ways to
/// back up that are looked for.
RuleFit fit_rule(const WatchedLog& log, std::optional<double> constant,
                 const std::vector<bool>& possible);

/// Names of its mistakes, and a sentence on each.
struct Mistake {
  const char* name;
  const char* text;
};
std::vector<Mistake> mistakes_of(const Rule& rule);

/// The c to speak of.
double typical(const Range& c);

/// The first choice that the right rule with this c does not make, in words.
struct Shown {
  std::uint64_t iteration = 0;
  std::size_t choices = 0;  ///< how many there are
  std::string text;
};
std::optional<Shown> first_unlike(const WatchedLog& log, const Growth& growth, const Rule& healthy,
                                  double c);

}  // namespace banyan::bench::doctor
