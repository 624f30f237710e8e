// The selection rules of policy search, many children at a time, where nothing is in flight.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/tables.hpp"
#include "core/policies/policy.hpp"
#include "core/trees/best_lane.hpp"
#include "core/trees/tree_base.hpp"

namespace banyan {

/// A child's value by PolicyRule, from *terms* that only its own results change. So they are
/// computed on backup, and a choice reads them as vectors. With e, the exploration term that all
/// children of a node share, n visits, a sum w of results and a prior P:
///
///   UCB1, each child tried once first   b (a b + e)                                a = w, b =
///   1/sqrt(n) UCB1                                a + e b                            a = w / n, b
///   = 1/sqrt(n) PUCT                                a + e P b                            a = w /
///   n, b = 1 / (1 + n) UCB1-Tuned      a + e b sqrt(min(1/4, c + sqrt(2) L b))                a =
///   w / n, b = 1/sqrt(n)
///                                               c the variance of results, L = sqrt(ln N)
///
/// The arithmetic is that of Ucb1::value or PolicyRule::value, operation by operation.
class PolicyTerms {
 public:
  PolicyTerms(const PolicyOptions& policy, double exploration)
      : form_(form_of(policy)),
        puct_(policy.select == SelectionRule::kPuct),
        c_(static_cast<float>(policy.symmetric ? exploration / 2 : exploration)) {}

  static constexpr std::size_t kLanes = 8;

  struct Terms {
    float a;
    float b;
    float c;
  };
  /// Of a child with visits, `sum` of results from 0 to 1 and `draws` among them. With priors, c is
  /// the caller's to set.
  [[nodiscard]] Terms of(std::uint32_t visits, float sum, std::uint32_t draws) const {
    const float root = Tables::inverse_sqrt(visits);
    if (form_ == Form::kPlain) return {sum, root, 0};
    const float mean = sum * (root * root);
    if (puct_) {
      const float next = Tables::inverse_sqrt(visits + 1);
      return {mean, next * next, 0};
    }
    if (form_ == Form::kWeighted) return {mean, root, 0};
    const auto n = static_cast<float>(visits);
    const float squares = sum - 0.25F * static_cast<float>(draws);
    const float plain_mean = sum / n;
    return {mean, root, std::max(0.0F, squares / n - plain_mean * plain_mean)};
  }

  /// The part of the rule that all children of a node with that many visits share.
  [[nodiscard]] float exploration(std::uint32_t total) const {
    return c_ *
           (puct_ ? std::sqrt(static_cast<float>(std::max(total, 1U))) : Tables::sqrt_log(total));
  }
  /// The value of a child with these terms. `exploration` has equal priors as a factor.
  [[nodiscard]] float value(const Terms& terms, float exploration, bool with_priors) const {
    switch (form_) {
      case Form::kPlain:
        return terms.b * (terms.a * terms.b + exploration);
      case Form::kTuned: {
        const float root = log_part(exploration) * terms.b;
        return terms.a + c_ * root * std::sqrt(std::min(0.25F, terms.c + kRoot2 * root));
      }
      case Form::kWeighted:
        break;
    }
    return terms.a + (with_priors ? exploration * terms.c : exploration) * terms.b;
  }
  /// The value of a child without visits, which counts as tried once with the mean `q`.
  [[nodiscard]] float untried(float q, float exploration) const {
    if (form_ != Form::kTuned) return q + exploration;
    return q + c_ * log_part(exploration) * std::sqrt(0.25F);
  }

  /// Arrays of the children's terms, each readable up to the next multiple of 8. `c` are the priors
  /// of PUCT, or null if these are all the same and a factor of `exploration`.
  struct Arrays {
    const float* a;
    const float* b;
    const float* c;
  };
  /// The best of the first `size` children if that in `slot` has the terms `now`. A child with a =
  /// -infinity is never the best. The arrays need not have these terms yet: a vector's load would
  /// wait for the stores.
  [[nodiscard]] Best best(const Arrays& arrays, std::size_t size, float exploration, Slot slot,
                          const Terms& now) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kLanes> d;
    const auto e = hn::Set(d, exploration);
    switch (form_) {
      case Form::kPlain:
        return greatest(arrays, size, slot, now, [&](auto a, auto b, const auto& /*c*/) {
          return hn::Mul(b, hn::Add(hn::Mul(a, b), e));
        });
      case Form::kTuned: {
        const auto log = hn::Set(d, log_part(exploration));
        return greatest(arrays, size, slot, now, [&](auto a, auto b, const auto& c) {
          const auto root = hn::Mul(log, b);
          const auto variance =
              hn::Min(hn::Set(d, 0.25F), hn::Add(c(), hn::Mul(hn::Set(d, kRoot2), root)));
          return hn::Add(a, hn::Mul(hn::Mul(hn::Set(d, c_), root), hn::Sqrt(variance)));
        });
      }
      case Form::kWeighted:
        break;
    }
    if (arrays.c == nullptr) {
      return greatest(arrays, size, slot, now,
                      [&](auto a, auto b, const auto& /*c*/) { return hn::Add(a, hn::Mul(e, b)); });
    }
    return greatest(arrays, size, slot, now, [&](auto a, auto b, const auto& c) {
      return hn::Add(a, hn::Mul(hn::Mul(e, c()), b));
    });
  }

 private:
  enum class Form : std::uint8_t { kPlain, kWeighted, kTuned };
  static Form form_of(const PolicyOptions& policy) {
    if (policy.select == SelectionRule::kTuned) return Form::kTuned;
    return policy.select == SelectionRule::kUcb1 && !policy.all_children ? Form::kPlain
                                                                         : Form::kWeighted;
  }

  static constexpr float kRoot2 = 1.41421356F;
  [[nodiscard]] float log_part(float exploration) const { return c_ == 0 ? 0 : exploration / c_; }

  /// The child with the greatest value(a, b, c), where c() reads the third term.
  template <class Value>
  static Best greatest(const Arrays& arrays, std::size_t size, Slot slot, const Terms& now,
                       const Value& value) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kLanes> d;
    const hn::RebindToUnsigned<decltype(d)> u32;
    const auto lowest = hn::Set(d, -std::numeric_limits<float>::infinity());
    const auto values = [&](std::size_t i) {
      // What lies behind the terms must not get into the arithmetic: as floats, small integers are
      // denormal, which costs hundreds of cycles.
      const auto inside = hn::FirstN(d, size - i);
      const auto here =
          hn::RebindMask(d, hn::Eq(hn::Iota(u32, 0), hn::Set(u32, slot - static_cast<Slot>(i))));
      const auto read = [&](const float* terms, float changed) {
        return hn::IfThenElse(here, hn::Set(d, changed),
                              hn::IfThenElseZero(inside, hn::LoadU(d, terms + i)));
      };
      const auto v = value(read(arrays.a, now.a), read(arrays.b, now.b),
                           [&] { return read(arrays.c, now.c); });
      return hn::IfThenElse(inside, v, lowest);
    };
    if (size > hn::Lanes(d)) return best_of(d, size, values);
    const auto v = values(0);
    const auto top = hn::MaxOfLanes(d, v);
    return {static_cast<std::uint32_t>(hn::FindKnownFirstTrue(d, hn::Eq(v, top))),
            hn::GetLane(top)};
  }

  Form form_;
  bool puct_;
  float c_;
};

}  // namespace banyan
