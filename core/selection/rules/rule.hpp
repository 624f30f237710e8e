// What a selection rule is.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace banyan {

/// What a tree must know of a rule.
struct RuleNeeds {
  bool priors = false;       ///< it uses priors
  bool draws = false;        ///< it uses the number of draws among a child's results
  bool draws_moves = false;  ///< it draws a move, and no other is the right one
};

/// The word of a rule in engine specs, the exploration constant that goes with it, and its source.
struct RuleName {
  const char* word;
  const char* exploration;
  const char* help;
};

/// A rule is a value, which holds its exploration constant. Each file of this folder has one, and
/// rules.hpp lists them. Most are rules by *terms*: the value of a child depends on three numbers
/// that only its own results change, and on an e that all children of a node share. So the terms
/// can be kept from the backup on (core/selection/kept_terms.hpp) or gathered at the choice
/// (core/selection/policy_rule.hpp). With n visits, a sum w of results, the mean q and a prior P:
///
///                            a   b            c                     value
///   UCB1, of sums            w   1/sqrt(n)                          b (a b + e)
///   UCB1                     q   1/sqrt(n)                          a + e b
///   UCB1-Tuned               q   1/sqrt(n)    variance of results   a + e b sqrt(min(1/4, c + ..))
///   PUCT                     q   1/(1 + n)    P                     a + e c b
///   polynomial bonus         q   1/sqrt(n)                          a + e b
///
/// What is not of the results alone changes n, w and q before they become terms: descents in
/// flight, AMAF, what a draw is worth, first-play urgency.
///
///   kNeeds                    RuleNeeds
///   kThird                    what c is
///   kOfSums                   whether a is the sum, not the mean
///   exploration(N)            e of a node with N visits
///   kMore, factor(r)          b, from r = 1/sqrt(n + kMore)
///   third(d, n, w, draws)     c, if it is of results; of a child without visits, too
///   value(d, a, b, c, e)      of vectors with the tag d, or of one number as a vector of one. As e
///                             grows, it grows by no more than e does: a choice may rest on that
enum class Third : std::uint8_t { kNone, kPrior, kResults };

/// The members of such a rule that most do not need.
struct RuleByTerms {
  static constexpr RuleNeeds kNeeds{};
  static constexpr Third kThird = Third::kNone;
  static constexpr bool kOfSums = false;
  static constexpr std::uint32_t kMore = 0;
  template <class V>
  [[gnu::always_inline]] static V factor(V root) {
    return root;
  }
};
template <class R>
concept HasTerms = std::derived_from<R, RuleByTerms>;

}  // namespace banyan
