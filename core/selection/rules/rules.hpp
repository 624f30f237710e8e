// The selection rules: one line each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "core/selection/rules/ments.hpp"
#include "core/selection/rules/polynomial.hpp"
#include "core/selection/rules/puct.hpp"
#include "core/selection/rules/regularized.hpp"
#include "core/selection/rules/tuned.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// The rule by which a descent chooses among the children of a node.
enum class SelectionRule : std::uint8_t { kUcb1, kTuned, kPolynomial, kPuct, kRegularized, kMents };
/// Their types, in the same order.
using SelectionRules = std::tuple<Ucb1OfMeans, Tuned, Polynomial, Puct, Regularized, Ments>;

/// Calls use(rule) with the rule and its exploration constant.
template <std::size_t I = 0, class Use>
[[gnu::always_inline]] inline auto with_rule(SelectionRule rule, double c, const Use& use) {
  if constexpr (I + 1 < std::tuple_size_v<SelectionRules>) {
    if (rule != SelectionRule{I}) return with_rule<I + 1>(rule, c, use);
  }
  return use(std::tuple_element_t<I, SelectionRules>(c));
}

inline RuleNeeds needs_of(SelectionRule rule) {
  return with_rule(rule, 0, [](const auto& each) { return each.kNeeds; });
}
inline RuleName name_of(SelectionRule rule) {
  return with_rule(rule, 0, [](const auto& each) { return each.kName; });
}
/// Whether a child's value depends on its own results and on sums over all children alone.
inline bool has_terms(SelectionRule rule) {
  return with_rule(rule, 0, []<class R>(const R&) { return HasTerms<R>; });
}
/// The numbers that a tree keeps of a child, besides its prior.
inline std::size_t kept_terms(SelectionRule rule) {
  return with_rule(rule, 0, []<class R>(const R&) -> std::size_t {
    if constexpr (HasTerms<R>) return R::kThird == Third::kResults ? 3 : 2;
    return 0;
  });
}

}  // namespace banyan
