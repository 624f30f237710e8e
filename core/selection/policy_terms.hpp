// The selection rules of policy search, many children at a time, where nothing is in flight.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/tables.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/policy.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// A child's value by PolicyRule, from *terms* that only its own results change. So they are
/// computed on backup, and a choice reads them as vectors. With e, the exploration term that all
/// children of a node share, n visits, a sum w of results and a prior P:
///
///                            value                                    a       b
///   UCB1, each tried first   b (a b + e)                              w       1/sqrt(n)
///   UCB1                     a + e b                                  w / n   1/sqrt(n)
///   PUCT                     a + e P b                                w / n   1/(1 + n)
///   UCB1-Tuned               a + e b sqrt(min(1/4, c + sqrt(2) L b))  w / n   1/sqrt(n)
///
/// For PUCT c = P. For UCB1-Tuned c is the variance of results, and L = sqrt(ln N).
///
/// The arithmetic is that of Ucb1::value or PolicyRule::value, operation by operation.
class PolicyTerms {
 public:
  /// The lines of that table; kPriors is PUCT with priors that differ, which are c. kNone: the rule
  /// is in none of them, and its tree has no terms.
  enum class Form : std::uint8_t { kNone, kPlain, kUcb1, kPuct, kPriors, kTuned };

  PolicyTerms(const PolicyOptions& policy, double exploration)
      : form_(form_of(policy)),
        c_(static_cast<float>(policy.symmetric ? exploration / 2 : exploration)) {}

  /// Calls use.template operator()<F>() with the form.
  template <class Use>
  [[gnu::always_inline]] auto with_form(const Use& use) const {
    switch (form_) {
      case Form::kPlain:
        return use.template operator()<Form::kPlain>();
      case Form::kUcb1:
        return use.template operator()<Form::kUcb1>();
      case Form::kPuct:
        return use.template operator()<Form::kPuct>();
      case Form::kPriors:
        return use.template operator()<Form::kPriors>();
      case Form::kTuned:
        return use.template operator()<Form::kTuned>();
      case Form::kNone:
        break;
    }
    __builtin_unreachable();  // a tree has terms only where has_terms()
  }

  struct Terms {
    float a;
    float b;
    float c;
  };
  static constexpr bool uses_priors(Form form) {
    return form == Form::kPuct || form == Form::kPriors;
  }
  static constexpr bool has_third(Form form) {
    return form == Form::kPriors || form == Form::kTuned;
  }

  /// Of a child with visits, `sum` of results from 0 to 1, `draws` among them, and a prior.
  template <Form F>
  [[nodiscard, gnu::always_inline]] static Terms of(std::uint32_t visits, float sum,
                                                    std::uint32_t draws, float prior) {
    const float root = Tables::inverse_sqrt(visits);
    if constexpr (F == Form::kPlain) return {sum, root, 0};
    const float mean = sum * (root * root);
    if constexpr (uses_priors(F)) {
      const float next = Tables::inverse_sqrt(visits + 1);
      return {mean, next * next, prior};
    }
    if constexpr (F != Form::kTuned) return {mean, root, 0};
    const auto n = static_cast<float>(visits);
    const float squares = sum - 0.25F * static_cast<float>(draws);
    const float plain_mean = sum / n;
    return {mean, root, std::max(0.0F, squares / n - plain_mean * plain_mean)};
  }

  /// e of a node with that many visits, with equal priors as a factor.
  template <Form F>
  [[nodiscard]] float exploration(std::uint32_t total, float prior) const {
    if constexpr (!uses_priors(F)) return c_ * Tables::sqrt_log(total);
    const float e = c_ * std::sqrt(static_cast<float>(std::max(total, 1U)));
    return F == Form::kPuct ? e * prior : e;
  }
  /// The value of a child with these terms.
  template <Form F>
  [[nodiscard]] float value(const Terms& terms, float exploration) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, 1> d;
    return hn::GetLane(value_of<F>(d, hn::Set(d, terms.a), hn::Set(d, terms.b), hn::Set(d, terms.c),
                                   hn::Set(d, exploration)));
  }
  /// The value of a child without visits, which counts as tried once with the mean `q`.
  template <Form F>
  [[nodiscard]] float untried(float q, float exploration, float prior) const {
    if constexpr (F == Form::kPriors) return q + exploration * prior;
    if constexpr (F != Form::kTuned) return q + exploration;
    return q + c_ * log_part(exploration) * std::sqrt(0.25F);
  }

  /// Arrays of the children's terms, each readable up to the next multiple of kLanes.
  struct Arrays {
    const float* a;
    const float* b;
    const float* c;
  };
  static constexpr std::size_t kLanes = 8;

  /// The best of the first `size` children, the first among equals. A child with a = -infinity is
  /// never the best.
  template <Form F>
  [[nodiscard, gnu::always_inline]] Best best(const Arrays& arrays, std::size_t size,
                                              float exploration) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kLanes> d;
    const auto e = hn::Set(d, exploration);
    const auto values = [&](std::size_t i) {
      auto c = hn::Zero(d);
      if constexpr (has_third(F)) c = hn::LoadU(d, arrays.c + i);
      return value_of<F>(d, hn::LoadU(d, arrays.a + i), hn::LoadU(d, arrays.b + i), c, e);
    };
    // What lies behind the terms must not get into the arithmetic: as floats, small integers are
    // denormal, which costs hundreds of cycles.
    const auto among_first = [&](std::size_t i, std::size_t count) {
      const auto inside = hn::FirstN(d, count);
      const auto read = [&](const float* terms) {
        return hn::IfThenElseZero(inside, hn::LoadU(d, terms + i));
      };
      auto c = hn::Zero(d);
      if constexpr (has_third(F)) c = read(arrays.c);
      const auto v = value_of<F>(d, read(arrays.a), read(arrays.b), c, e);
      return hn::IfThenElse(inside, v, hn::Set(d, -std::numeric_limits<float>::infinity()));
    };
    const std::size_t lanes = hn::Lanes(d);
    if (size > lanes) {
      return best_of(d, size, [&](std::size_t i) {
        return i + lanes > size ? among_first(i, size - i) : values(i);
      });
    }
    const auto v = among_first(0, size);
    return {best_lane(v), hn::GetLane(hn::MaxOfLanes(d, v))};
  }

 private:
  static Form form_of(const PolicyOptions& policy) {
    switch (policy.traits().terms) {
      case TermsOf::kTuned:
        return Form::kTuned;
      case TermsOf::kPuct:
        return policy.has_equal_priors() ? Form::kPuct : Form::kPriors;
      case TermsOf::kUcb1:
        return policy.all_children ? Form::kUcb1 : Form::kPlain;
      case TermsOf::kNone:
        break;
    }
    return Form::kNone;
  }

  static constexpr float kRoot2 = 1.41421356F;
  [[nodiscard]] float log_part(float exploration) const { return c_ == 0 ? 0 : exploration / c_; }

  template <Form F, class D, class V>
  [[nodiscard, gnu::always_inline]] V value_of(D d, V a, V b, V c, V e) const {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (F == Form::kPlain) return hn::Mul(b, hn::Add(hn::Mul(a, b), e));
    if constexpr (F == Form::kPriors) return hn::Add(a, hn::Mul(hn::Mul(e, c), b));
    if constexpr (F != Form::kTuned) return hn::Add(a, hn::Mul(e, b));
    const auto root = hn::Mul(hn::Set(d, log_part(hn::GetLane(e))), b);
    const auto bound = hn::Add(c, hn::Mul(hn::Set(d, kRoot2), root));
    const auto variance = hn::Min(hn::Set(d, 0.25F), bound);
    return hn::Add(a, hn::Mul(hn::Mul(hn::Set(d, c_), root), hn::Sqrt(variance)));
  }

  Form form_;
  float c_;
};

}  // namespace banyan
