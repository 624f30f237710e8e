// Selection among gathered children.
#include "core/selection/policy_rule.hpp"

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include "core/selection/best_lane.hpp"

namespace banyan {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(std::endian::native == std::endian::little);  // points come before visits

namespace {

/// Calls take(i, visits, points) for vectors of statistics, and for the last ones one by one.
template <class Take>
void for_each_stat(const Stat* stats, std::size_t size, const Take& take) {
  const hn::CappedTag<std::uint32_t, Children::kLanes> d;
  const hn::CappedTag<std::uint32_t, 1> single;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
    auto points = hn::Zero(d);
    auto visits = points;
    hn::LoadInterleaved2(d, reinterpret_cast<const std::uint32_t*>(stats + i), points, visits);
    take(d, i, visits, points);
  }
  for (; i < size; ++i) {
    take(single, i, hn::Set(single, visits_of(stats[i])), hn::Set(single, points_of(stats[i])));
  }
}

}  // namespace

Stat split(const Stat* stats, std::size_t size, std::uint32_t* visits, float* sums) {
  Stat all = 0;
  for_each_stat(stats, size, [&](auto d, std::size_t i, auto n, auto points) {
    const hn::RebindToSigned<decltype(d)> i32;
    const hn::RebindToFloat<decltype(d)> f32;
    hn::StoreU(n, d, visits + i);
    const auto whole = hn::ConvertTo(f32, hn::BitCast(i32, points));
    hn::StoreU(hn::Mul(hn::Set(f32, 0.5F), whole), f32, sums + i);
  });
  for (std::size_t i = 0; i < size; ++i) all += stats[i];
  return all;
}

void split(const Stat* stats, std::size_t size, std::uint32_t* visits, std::uint32_t* points) {
  for_each_stat(stats, size, [&](auto d, std::size_t i, auto n, auto all) {
    hn::StoreU(n, d, visits + i);
    hn::StoreU(all, d, points + i);
  });
}

/// The weight of the AMAF mean.
template <class D, class V>
V PolicyRule::weight(D d, V n, V m) const {
  const auto k = hn::Set(d, k_);
  if (schedule_ == AmafSchedule::kSqrt) {
    return hn::Sqrt(hn::Div(k, hn::Add(hn::Mul(hn::Set(d, 3.0F), n), k)));
  }
  return hn::Div(m, hn::Add(hn::Add(n, m), hn::Div(hn::Mul(n, m), k)));
}

/// The values of as many children as a vector of type D has lanes, from number i on; by a rule
/// without terms the means.
template <class D, class R>
auto PolicyRule::values(D d, const R& rule, const Node& node, const Children& children,
                        std::size_t i) const {
  const hn::RebindToUnsigned<D> u32;
  const hn::RebindToSigned<D> i32;  // counts fit these, which alone are converted
  const auto numbers = [&](const std::uint32_t* counts) {
    return hn::ConvertTo(d, hn::BitCast(i32, hn::Load(u32, counts + i)));
  };
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, 1.0F);
  // As it appears, a child has at least one visit.
  const auto inverse_root = [&](auto n) { return one / hn::Sqrt(hn::Max(one, n)); };

  const auto n = numbers(children.visits);
  const auto new_one = hn::Eq(n, zero);
  const auto root = inverse_root(n);
  auto inverse = root * root;  // 1 / (visits in the mean)
  auto shown = n;              // visits in the exploration term
  auto without_mean = new_one;
  auto untried = new_one;
  if (children.in_flight != nullptr) {
    const auto o = numbers(children.in_flight);
    const auto in_flight = hn::Gt(o, zero);
    const auto known = n + hn::Set(d, shown_.loss()) * o;
    shown = n + hn::Set(d, shown_.weight()) * o;
    inverse = hn::IfThenElse(in_flight, one / hn::Max(one, known), inverse);
    untried = hn::AndNot(in_flight, new_one);
    if (shown_.loss() > 0) without_mean = untried;
  }

  const auto own_sum = hn::Load(d, children.sum + i);
  auto sum = children.sum_of_all != nullptr ? hn::Load(d, children.sum_of_all + i) : own_sum;
  auto draws = zero;
  if (children.draws != nullptr) {
    draws = numbers(children.draws);
    sum = sum + hn::Set(d, node.draw) * draws;
  }
  auto q = hn::IfThenElse(without_mean, hn::Set(d, node.first_play), sum * inverse);
  if (children.amaf_visits != nullptr) {
    const auto m = numbers(children.amaf_visits);
    const auto seen = hn::Gt(m, zero);
    const auto amaf_root = one / hn::Sqrt(m);
    const auto half = hn::Set(d, 0.5F) * numbers(children.amaf_points);
    const auto amaf = half * amaf_root * amaf_root;
    q = hn::IfThenElse(seen, q + weight(d, n, m) * (amaf - q), q);
    untried = hn::AndNot(seen, untried);
  }

  auto value = q;
  if constexpr (HasTerms<R>) {
    const bool is_root = R::kMore == 0 && children.in_flight == nullptr;
    const auto b =
        R::factor(is_root ? root : inverse_root(shown + hn::Set(d, static_cast<float>(R::kMore))));
    auto c = zero;
    if constexpr (R::kThird == Third::kPrior) c = hn::Load(d, children.prior + i);
    if constexpr (R::kThird == Third::kResults) c = R::third(d, n, own_sum, draws);
    value = rule.value(d, R::kOfSums ? own_sum : q, b, c, hn::Set(d, node.exploration));
    if (fixed_first_play_ && !R::kNeeds.priors) value = hn::IfThenElse(untried, q, value);
  }
  return children.bar != nullptr ? value + hn::Load(d, children.bar + i) : value;
}

/// By a rule without terms.
template <class D, class R>
Slot PolicyRule::best_of_means(D d, const R& rule, const Node& node,
                               const Children& children) const {
  for (std::size_t i = 0; i < children.size; i += hn::Lanes(d)) {
    hn::Store(values(d, rule, node, children, i), d, children.scratch + i);
  }
  const auto visits = [&](Slot slot) {
    if (children.bar != nullptr && children.bar[slot] < 0) return -children.bar[slot];
    const auto own = static_cast<float>(children.visits[slot]);
    if (children.in_flight == nullptr) return own;
    return own + shown_.weight() * static_cast<float>(children.in_flight[slot]);
  };
  return rule.best(children.scratch, children.prior, static_cast<std::uint32_t>(children.size),
                   node.visits, visits);
}

Slot PolicyRule::best(const Node& node, const Children& children) const {
  const hn::CappedTag<float, Children::kLanes> d;
  const auto none = hn::Set(d, -std::numeric_limits<float>::infinity());
  const auto best_by = [&](const auto& rule) {
    return best_of(d, children.size,
                   [&](std::size_t i) {
                     const auto inside = hn::FirstN(d, children.size - i);
                     return hn::IfThenElse(inside, values(d, rule, node, children, i), none);
                   })
        .index;
  };
  // Of results alone, values are those of the plain trees and of KeptTerms to the last bit.
  const bool of_results = each_first_ && children.in_flight == nullptr &&
                          children.draws == nullptr && children.amaf_visits == nullptr &&
                          children.sum_of_all == nullptr;
  return with_rule(select_, c_, [&]<class R>(const R& rule) -> Slot {
    if constexpr (requires { requires R::Simpler::kOfSums; }) {
      if (of_results) return best_by(typename R::Simpler(c_));
    }
    if constexpr (!HasTerms<R> && !R::kNeeds.draws_moves) {
      return best_of_means(d, rule, node, children);
    } else {
      return best_by(rule);
    }
  });
}

float PolicyRule::value(const Node& node, const ChildView& child) const {
  ChildArrays<1> one;
  one.size = 1;
  one.has = {.draws = true, .in_flight = true, .amaf = true, .sum_of_all = true, .bar = false};
  one.visits[0] = child.visits;
  one.sum[0] = child.sum;
  one.draws[0] = child.draws;
  one.in_flight[0] = child.in_flight;
  one.prior[0] = child.prior;
  one.amaf_visits[0] = visits_of(child.amaf);
  one.amaf_points[0] = points_of(child.amaf);
  one.sum_of_all[0] = sum_of_all(child);
  return with_rule(select_, c_, [&](const auto& rule) {
    return hn::GetLane(values(hn::CappedTag<float, 1>(), rule, node, one.view(), 0));
  });
}

}  // namespace banyan
