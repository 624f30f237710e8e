// The arithmetic of the selection rules.
#include "core/selection/policy_rule.hpp"

#include <hwy/highway.h>

#include <bit>
#include <limits>

#include "core/selection/best_lane.hpp"
#include "core/selection/rules/regularized.hpp"

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

/// c sqrt(ln N / n * min(1/4, V + ...)). The squares of results 0, 1/2 and 1 add up to wins +
/// draws / 4 = w - draws / 4.
template <class D, class V>
V PolicyRule::tuned(D d, float exploration, V n, V sum, V draws, V inverse_root) const {
  constexpr float kRoot2 = 1.41421356F;
  const float log_part = c_ == 0 ? 0 : exploration / c_;          // sqrt(ln N)
  const auto root = hn::Mul(hn::Set(d, log_part), inverse_root);  // sqrt(ln N / n)
  const auto squares = hn::Sub(sum, hn::Mul(hn::Set(d, 0.25F), draws));
  const auto mean = hn::Div(sum, n);
  const auto spread = hn::Sub(hn::Div(squares, n), hn::Mul(mean, mean));
  const auto bound = hn::Add(hn::Max(hn::Zero(d), spread), hn::Mul(hn::Set(d, kRoot2), root));
  const auto most = hn::Set(d, 0.25F);
  const auto variance = hn::IfThenElse(hn::Gt(n, hn::Zero(d)), hn::Min(most, bound), most);
  return hn::Mul(hn::Mul(hn::Set(d, c_), root), hn::Sqrt(variance));
}

/// The values of as many children as a vector of type D has lanes, from number i on.
template <class D>
auto PolicyRule::values(D d, const Node& node, const Children& children, std::size_t i) const {
  const hn::RebindToUnsigned<D> u32;
  const hn::RebindToSigned<D> i32;  // counts fit these, which alone are converted
  const auto numbers = [&](const std::uint32_t* counts) {
    return hn::ConvertTo(d, hn::BitCast(i32, hn::Load(u32, counts + i)));
  };
  const auto zero = hn::Zero(d);
  const auto one = hn::Set(d, 1.0F);
  const bool puct = select_ == SelectionRule::kPuct;

  // As it appears, a child has at least one visit: 1 / (visits in the mean), 1 / sqrt(visits in
  // the exploration term), and 1 / (1 + the latter).
  const auto n = numbers(children.visits);
  const auto new_one = hn::Eq(n, zero);
  auto inverse_root = hn::IfThenElse(new_one, one, hn::Div(one, hn::Sqrt(n)));
  auto inverse = hn::Mul(inverse_root, inverse_root);
  auto inverse_next = zero;
  if (puct) {
    const auto more = hn::Add(hn::Load(u32, children.visits + i), hn::Set(u32, 1U));
    const auto root = hn::Div(one, hn::Sqrt(hn::ConvertTo(d, hn::BitCast(i32, more))));
    inverse_next = hn::Mul(root, root);
  }
  auto without_mean = new_one;
  auto untried = new_one;
  if (children.under_way != nullptr) {
    const auto o = numbers(children.under_way);
    const auto flying = hn::Gt(o, zero);
    const auto known = hn::Add(n, hn::Mul(hn::Set(d, shown_.loss()), o));
    const auto shown = hn::Add(n, hn::Mul(hn::Set(d, shown_.weight()), o));
    inverse = hn::IfThenElse(flying, hn::Div(one, hn::Max(one, known)), inverse);
    inverse_root =
        hn::IfThenElse(flying, hn::Div(one, hn::Sqrt(hn::Max(one, shown))), inverse_root);
    if (puct) {
      inverse_next = hn::IfThenElse(flying, hn::Div(one, hn::Add(one, shown)), inverse_next);
    }
    untried = hn::AndNot(flying, new_one);
    if (shown_.loss() > 0) without_mean = untried;
  }

  const auto own_sum = hn::Load(d, children.sum + i);
  auto sum = children.sum_of_all != nullptr ? hn::Load(d, children.sum_of_all + i) : own_sum;
  auto draws = zero;
  if (children.draws != nullptr) {
    draws = numbers(children.draws);
    sum = hn::Add(sum, hn::Mul(hn::Set(d, node.draw), draws));
  }
  auto q = hn::IfThenElse(without_mean, hn::Set(d, node.first_play), hn::Mul(sum, inverse));
  if (children.amaf_visits != nullptr) {
    const auto m = numbers(children.amaf_visits);
    const auto seen = hn::Gt(m, zero);
    const auto root = hn::Div(one, hn::Sqrt(m));
    const auto half = hn::Mul(hn::Set(d, 0.5F), numbers(children.amaf_points));
    const auto amaf = hn::Mul(hn::Mul(half, root), root);
    q = hn::IfThenElse(seen, hn::Add(q, hn::Mul(weight(d, n, m), hn::Sub(amaf, q))), q);
    untried = hn::AndNot(seen, untried);
  }

  auto bonus = zero;
  switch (select_) {
    case SelectionRule::kUcb1:
      bonus = hn::Mul(hn::Set(d, node.exploration), inverse_root);
      break;
    case SelectionRule::kTuned:
      bonus = tuned(d, node.exploration, n, own_sum, draws, inverse_root);
      break;
    case SelectionRule::kPuct:
      bonus = hn::Mul(hn::Mul(hn::Set(d, node.exploration), hn::Load(d, children.prior + i)),
                      inverse_next);
      break;
    case SelectionRule::kRegularized:  // compares policies, not bonuses
    case SelectionRule::kMents:        // draws its moves
      break;
  }
  if (fixed_first_play_ && !puct) bonus = hn::IfThenZeroElse(untried, bonus);
  const auto value = hn::Add(q, bonus);
  return children.bar != nullptr ? hn::Add(value, hn::Load(d, children.bar + i)) : value;
}

Slot PolicyRule::best_regularized(const Node& node, const Children& children) const {
  const hn::CappedTag<float, Children::kLanes> d;
  float* const policy = children.scratch;
  for (std::size_t i = 0; i < children.size; i += hn::Lanes(d)) {
    hn::Store(values(d, node, children, i), d, policy + i);  // q
  }
  to_regularized_policy(policy, children.prior, children.size,
                        prior_weight(c_, children.size, node.visits));
  Slot best = 0;
  float most = -std::numeric_limits<float>::infinity();
  for (Slot slot = 0; slot < children.size; ++slot) {
    auto shown = static_cast<float>(children.visits[slot]);
    if (children.under_way != nullptr) {
      shown += shown_.weight() * static_cast<float>(children.under_way[slot]);
    }
    float value = policy[slot] - shown / (1 + node.visits);
    if (children.bar != nullptr) value += children.bar[slot];
    if (value <= most) continue;
    best = slot;
    most = value;
  }
  return best;
}

Slot PolicyRule::best(const Node& node, const Children& children) const {
  if (select_ == SelectionRule::kRegularized) return best_regularized(node, children);
  const hn::CappedTag<float, Children::kLanes> d;
  const auto none = hn::Set(d, -std::numeric_limits<float>::infinity());
  return best_of(d, children.size,
                 [&](std::size_t i) {
                   const auto inside = hn::FirstN(d, children.size - i);
                   return hn::IfThenElse(inside, values(d, node, children, i), none);
                 })
      .index;
}

float PolicyRule::value(const Node& node, const ChildView& child) const {
  ChildArrays<1> one;
  one.size = 1;
  one.has = {.draws = true, .under_way = true, .amaf = true, .sum_of_all = true, .bar = false};
  one.visits[0] = child.visits;
  one.sum[0] = child.sum;
  one.draws[0] = child.draws;
  one.under_way[0] = child.under_way;
  one.prior[0] = child.prior;
  one.amaf_visits[0] = visits_of(child.amaf);
  one.amaf_points[0] = points_of(child.amaf);
  one.sum_of_all[0] = sum_of_all(child);
  return hn::GetLane(values(hn::CappedTag<float, 1>(), node, one.view(), 0));
}

}  // namespace banyan
