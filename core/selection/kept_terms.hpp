// The terms of a selection rule, kept from the backup on, so that a choice only reads them.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/tables.hpp"
#include "core/selection/best_lane.hpp"
#include "core/selection/policy.hpp"
#include "core/selection/rules/rules.hpp"

namespace banyan {

/// For a tree of one thread, where nothing is in flight and values are of results alone. Its
/// policy has a rule by terms (core/selection/rules/rule.hpp).
class KeptTerms {
 public:
  KeptTerms(const PolicyOptions& policy, double exploration)
      : select_(policy.select),
        simpler_(policy.uses_priors() ? policy.has_equal_priors() : !policy.all_children),
        c_(policy.constant(exploration)) {}

  /// Calls use(rule).
  template <class Use>
  [[gnu::always_inline]] void with_rule(const Use& use) const {
    banyan::with_rule(select_, c_, [&]<class R>(const R& rule) {
      if constexpr (requires { typename R::Simpler; }) {
        if (simpler_) return use(typename R::Simpler(c_));
      }
      if constexpr (HasTerms<R>) use(rule);
    });
  }

  struct Terms {
    float a;
    float b;
    float c;
  };
  template <class R>
  static constexpr bool kHasThird = R::kThird != Third::kNone;

  /// Of a child with visits, `sum` of results from 0 to 1, `draws` among them, and a prior.
  template <class R>
  [[nodiscard, gnu::always_inline]] static Terms of(std::uint32_t visits, float sum,
                                                    std::uint32_t draws, float prior) {
    const float root = Tables::inverse_sqrt(visits);
    Terms terms{R::kOfSums ? sum : sum * (root * root), root, prior};
    if constexpr (R::kMore > 0) terms.b = Tables::inverse_sqrt(visits + R::kMore);
    terms.b = R::factor(terms.b);
    if constexpr (R::kThird == Third::kResults) {
      terms.c = third<R>(static_cast<float>(visits), sum, static_cast<float>(draws));
    }
    return terms;
  }
  /// Of a child without visits, which counts as tried once with the mean `q`.
  template <class R>
  [[nodiscard]] static Terms of_untried(float q, float prior) {
    if constexpr (R::kThird == Third::kResults) return {q, 1, third<R>(0, 0, 0)};
    return {q, 1, prior};
  }
  /// e of a node with that many visits, where all children may have the same prior.
  template <class R>
  [[nodiscard]] static float exploration(const R& rule, std::uint32_t total, float prior) {
    if constexpr (requires { requires R::kEqualPriors; }) return rule.exploration(total) * prior;
    return rule.exploration(total);
  }
  /// The value of a child with these terms.
  template <class R>
  [[nodiscard]] static float value(const R& rule, const Terms& terms, float exploration) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::GetLane(rule.value(kOne, hn::Set(kOne, terms.a), hn::Set(kOne, terms.b),
                                  hn::Set(kOne, terms.c), hn::Set(kOne, exploration)));
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
  template <class R>
  [[nodiscard, gnu::always_inline]] static Best best(const R& rule, const Arrays& arrays,
                                                     std::size_t size, float exploration) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<float, kLanes> d;
    const auto e = hn::Set(d, exploration);
    const auto values = [&](const auto& read) {
      auto c = hn::Zero(d);
      if constexpr (kHasThird<R>) c = read(arrays.c);
      return rule.value(d, read(arrays.a), read(arrays.b), c, e);
    };
    const auto whole = [&](std::size_t i) {
      return values([&](const float* terms) { return hn::LoadU(d, terms + i); });
    };
    // What lies behind the terms must not get into the arithmetic: as floats, small integers are
    // denormal, which costs hundreds of cycles.
    const auto among_first = [&](std::size_t i, std::size_t count) {
      const auto inside = hn::FirstN(d, count);
      const auto v = values(
          [&](const float* terms) { return hn::IfThenElseZero(inside, hn::LoadU(d, terms + i)); });
      return hn::IfThenElse(inside, v, hn::Set(d, -std::numeric_limits<float>::infinity()));
    };
    const std::size_t lanes = hn::Lanes(d);
    if (size > lanes) {
      return best_of(d, size, [&](std::size_t i) {
        return i + lanes > size ? among_first(i, size - i) : whole(i);
      });
    }
    const auto v = among_first(0, size);
    return {best_lane(v), hn::GetLane(hn::MaxOfLanes(d, v))};
  }

 private:
  static constexpr hwy::HWY_NAMESPACE::CappedTag<float, 1> kOne{};

  template <class R>
  [[nodiscard]] static float third(float visits, float sum, float draws) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::GetLane(
        R::third(kOne, hn::Set(kOne, visits), hn::Set(kOne, sum), hn::Set(kOne, draws)));
  }

  SelectionRule select_;
  bool simpler_;  // whether the rule's Simpler is the same here
  float c_;
};

}  // namespace banyan
