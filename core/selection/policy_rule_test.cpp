#include "core/selection/policy_rule.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/base/random.hpp"
#include "core/selection/rules/regularized.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/tree/policy/layout.hpp"
#include "core/tree/proof.hpp"

namespace banyan {
namespace {

PolicyOptions with(SelectionRule select) {
  PolicyOptions policy;
  policy.select = select;
  policy.all_children = policy.uses_priors();
  return policy;
}

ChildView child(std::uint32_t visits, std::uint32_t points, float prior = 0,
                std::uint32_t draws = 0, std::uint32_t in_flight = 0) {
  return {visits, static_cast<float>(points) / 2, draws, in_flight, prior, 0, 0};
}

TEST(PolicyRule, PuctIsTheSeedFormula) {
  const PolicyRule rule(with(SelectionRule::kPuct), 1.5, VirtualVisits::mean());
  const auto node = rule.node(100, 60, 0, true);
  EXPECT_NEAR(rule.value(node, child(60, 80, 0.5F)), 80 / 120.0 + 1.5 * 0.5 * 10 / 61, 1e-5);
  EXPECT_NEAR(rule.value(node, child(0, 0, 0.2F)), 0.6 + 1.5 * 0.2 * 10, 1e-5);
  // Before any visit priors decide.
  const auto fresh = rule.node(0, 0, 0, true);
  EXPECT_GT(rule.value(fresh, child(0, 0, 0.3F)), rule.value(fresh, child(0, 0, 0.2F)));
}

TEST(PolicyRule, TunedBoundsTheVarianceByThatOfTheResults) {
  const PolicyRule rule(with(SelectionRule::kTuned), 1, VirtualVisits::mean());
  const auto node = rule.node(1000, 500, 0, true);
  const double log_n = std::log(1000.0);
  // 30 wins, 40 draws, 30 losses in 100: variance 0.15.
  const double bound = 0.15 + std::sqrt(2 * log_n / 100);
  EXPECT_NEAR(rule.value(node, child(100, 100, 0, 40)),
              0.5 + std::sqrt(log_n / 100 * std::min(0.25, bound)), 1e-5);
  // 900 draws: variance 0.
  EXPECT_NEAR(rule.value(node, child(900, 900, 0, 900)),
              0.5 + std::sqrt(log_n / 900 * std::sqrt(2 * log_n / 900)), 1e-5);
}

TEST(PolicyRule, Ucb1IsThatOfPlainSearch) {
  const PolicyRule rule(with(SelectionRule::kUcb1), 1.4, VirtualVisits::mean());
  const Ucb1 plain(1.4);
  const auto node = rule.node(1000, 500, 0, true);
  EXPECT_NEAR(rule.value(node, child(70, 80)),
              Ucb1::value(make_stat(70, 80), plain.exploration(1000)), 1e-6);
}

TEST(PolicyRule, PolynomialHasTheFourthRootOfAllVisitsInPlaceOfTheLogarithm) {
  const PolicyRule rule(with(SelectionRule::kPolynomial), 0.5, VirtualVisits::mean());
  const auto node = rule.node(10'000, 500, 0, true);
  EXPECT_NEAR(rule.value(node, child(16, 8)), 0.25 + 0.5 * 10 / 4, 1e-5);
}

/// The kept best child is compared by that (most_of_rivals).
TEST(RulesByTerms, RiseWithTheExplorationTermByNoMoreThanItDoes) {
  Random random(StreamKey{1, 0, 0, 0});
  const hwy::HWY_NAMESPACE::CappedTag<float, 1> one;
  const auto set = [&](double x) { return hwy::HWY_NAMESPACE::Set(one, static_cast<float>(x)); };
  int rules = 0;
  for (std::size_t i = 0; i < std::tuple_size_v<SelectionRules>; ++i) {
    with_rule(static_cast<SelectionRule>(i), 0.7, [&]<class R>(const R& rule) {
      if constexpr (HasTerms<R>) {
        ++rules;
        for (int k = 0; k < 10'000; ++k) {
          const double n = 1 + random.below(100);
          const auto b = R::factor(set(1 / std::sqrt(n + R::kMore)));
          const auto q = set(random.unit());
          const auto c = set(R::kThird == Third::kPrior ? random.unit() : random.unit() / 4);
          const double e = 5 * random.unit();
          const double more = random.unit();
          const auto at = [&](double here) {
            return hwy::HWY_NAMESPACE::GetLane(rule.value(one, q, b, c, set(here)));
          };
          ASSERT_LE(at(e + more) - at(e), more + 1e-5) << R::kName.word;
          ASSERT_GE(at(e + more), at(e)) << R::kName.word;
        }
      }
    });
  }
  EXPECT_GE(rules, 4);
}

TEST(PolicyRule, ARangeOfMinusOneToOneHalvesTheConstant) {
  PolicyOptions policy = with(SelectionRule::kPuct);
  policy.symmetric = true;
  const PolicyRule symmetric(policy, 3, VirtualVisits::mean());
  const PolicyRule unit(with(SelectionRule::kPuct), 1.5, VirtualVisits::mean());
  EXPECT_EQ(symmetric.value(symmetric.node(9, 4.5F, 0, true), child(4, 5, 0.5F)),
            unit.value(unit.node(9, 4.5F, 0, true), child(4, 5, 0.5F)));
}

TEST(PolicyRule, ADrawIsWorthWhatIsSaidToTheRootsPlayerAndTheRestToTheOther) {
  PolicyOptions policy = with(SelectionRule::kUcb1);
  policy.draw = 0.2;
  const PolicyRule rule(policy, 0, VirtualVisits::mean());
  // 10 draws.
  EXPECT_NEAR(rule.value(rule.node(10, 5, 0, true), child(10, 10, 0, 10)), 0.2, 1e-6);
  EXPECT_NEAR(rule.value(rule.node(10, 5, 0, false), child(10, 10, 0, 10)), 0.8, 1e-6);
  EXPECT_NEAR(rule.value(rule.node(10, 5, 0, true), child(10, 10, 0, 0)), 0.5, 1e-6);
}

TEST(PolicyRule, ADescentUnderWayIsALossOrLeavesTheMeanAlone) {
  const PolicyRule losses(with(SelectionRule::kPuct), 1.5, VirtualVisits::losses(2));
  EXPECT_NEAR(losses.value(losses.node(12, 6, 2, true), child(6, 8, 0.5F, 0, 2)),
              4.0 / 10 + 1.5 * 0.5 * 4 / 11, 1e-5);
  const PolicyRule mean(with(SelectionRule::kPuct), 1.5, VirtualVisits::mean());
  EXPECT_NEAR(mean.value(mean.node(14, 7, 2, true), child(6, 8, 0.5F, 0, 2)),
              4.0 / 6 + 1.5 * 0.5 * 4 / 9, 1e-5);
}

TEST(PolicyRule, FirstPlayUrgencyIsTheValueOfAnUntriedChild) {
  PolicyOptions policy = with(SelectionRule::kUcb1);
  policy.all_children = true;
  policy.first_play = 1.1;
  const PolicyRule fixed(policy, 1.4, VirtualVisits::mean());
  EXPECT_FLOAT_EQ(fixed.value(fixed.node(100, 25, 0, true), child(0, 0)), 1.1F);
  policy.first_play.reset();
  const PolicyRule parent(policy, 1.4, VirtualVisits::mean());
  EXPECT_NEAR(parent.value(parent.node(100, 25, 0, true), child(0, 0)),
              0.25 + 1.4 * std::sqrt(std::log(100.0)), 1e-5);
}

TEST(ChildArrays, SplitStatisticsOfAnyNumberOfChildren) {
  std::vector<Stat> stats;
  for (std::uint32_t k = 0; k <= 27; ++k) {
    ChildArrays<27> children;
    children.size = k;
    EXPECT_EQ(children.split_results(stats.data()),
              std::accumulate(stats.begin(), stats.end(), Stat{0}));
    children.split_amaf(stats.data());
    for (std::uint32_t i = 0; i < (k + 7) / 8 * 8; ++i) {
      const Stat stat = i < k ? stats[i] : 0;
      EXPECT_EQ(children.visits[i], visits_of(stat));
      EXPECT_EQ(children.sum[i], 0.5F * static_cast<float>(points_of(stat)));
      EXPECT_EQ(children.amaf_visits[i], visits_of(stat));
      EXPECT_EQ(children.amaf_points[i], points_of(stat));
    }
    stats.push_back(make_stat(1000 * k + 3, 1999 * k + 1));
  }
}

TEST(PolicyRule, AmafFadesAsVisitsCome) {
  for (const AmafSchedule schedule : {AmafSchedule::kSqrt, AmafSchedule::kMse}) {
    PolicyOptions policy = with(SelectionRule::kUcb1);
    policy.all_children = true;
    policy.rave = 300;
    policy.schedule = schedule;
    const PolicyRule rule(policy, 0, VirtualVisits::mean());
    const auto node = rule.node(1000, 500, 0, true);
    const auto share_at = [&](std::uint32_t visits) {  // of AMAF 1 against a mean of 0
      return rule.value(node, {visits, 0, 0, 0, 0, make_stat(100'000, 200'000), 0});
    };
    EXPECT_FLOAT_EQ(share_at(0), 1);
    const double by_sqrt = std::sqrt(300 / (3 * 300.0 + 300));
    const double by_mse = 100'000 / (300 + 100'000 + 100'000.0);
    EXPECT_NEAR(share_at(300), schedule == AmafSchedule::kSqrt ? by_sqrt : by_mse, 1e-5);
    EXPECT_GT(share_at(10), share_at(100));
    EXPECT_LT(share_at(1'000'000), 0.02);
  }
}

std::vector<float> regularized(std::vector<float> q, std::vector<float> priors, double weight) {
  const std::size_t k = q.size();
  q.resize(k + Children::kLanes);
  priors.resize(k + Children::kLanes);
  to_regularized_policy(q.data(), priors.data(), k, weight);
  q.resize(k);
  return q;
}

/// sum_a Q_a y_a - weight KL(P, y).
double regularized_value(const std::vector<float>& q, const std::vector<float>& priors,
                         const std::vector<float>& y, double weight) {
  double value = 0;
  for (std::size_t a = 0; a < q.size(); ++a) {
    value += double{q[a]} * y[a] - weight * priors[a] * std::log(priors[a] / y[a]);
  }
  return value;
}

TEST(RegularizedPolicy, IsThatOfTheGreatestValue) {
  Random random({1, 0, 0, 0});
  for (int game = 0; game < 200; ++game) {
    const std::size_t k = 2 + random.below(40);
    const double weight = std::pow(10.0, -0.1 * random.below(30));
    std::vector<float> q(k);
    std::vector<float> priors(k);
    float sum = 0;
    for (std::size_t a = 0; a < k; ++a) {
      q[a] = 0.01F * static_cast<float>(random.below(101));
      priors[a] = static_cast<float>(1 + random.below(100));
      sum += priors[a];
    }
    for (float& each : priors) each /= sum;
    const std::vector<float> y = regularized(q, priors, weight);
    EXPECT_NEAR(std::accumulate(y.begin(), y.end(), 0.0), 1, 2e-4);
    const double value = regularized_value(q, priors, y, weight);
    for (int other = 0; other < 20; ++other) {  // some of y moves from one child to another
      std::vector<float> changed = y;
      const std::size_t from = random.below(static_cast<std::uint32_t>(k));
      const std::size_t to = random.below(static_cast<std::uint32_t>(k));
      const float part = 0.2F * changed[from];
      changed[from] -= part;
      changed[to] += part;
      EXPECT_LE(regularized_value(q, priors, changed, weight), value + 1e-4);
    }
  }
}

TEST(PolicyRule, VisitsFollowTheRegularizedPolicy) {
  const PolicyRule rule(with(SelectionRule::kRegularized), 1.5, VirtualVisits::mean());
  const std::vector<float> q{0.3F, 0.5F, 0.55F, 0.1F, 0.52F};
  ChildArrays<5> children;
  children.size = 5;
  children.fill(children.visits, [](Slot) { return 0U; });
  children.fill(children.sum, [](Slot) { return 0.0F; });
  children.fill(children.prior, [](Slot slot) { return slot == 0 ? 0.4F : 0.15F; });
  constexpr std::uint32_t kVisits = 4000;
  float sum = 0;
  for (std::uint32_t n = 0; n < kVisits; ++n) {
    const Slot best = rule.best(rule.node(n, sum, 0, true), children.view());
    ++children.visits[best];
    children.sum[best] += q[best];
    sum += q[best];
  }
  const std::vector<float> policy =
      regularized(q, {children.prior, children.prior + 5}, prior_weight(1.5, 5, kVisits));
  for (Slot slot = 0; slot < 5; ++slot) {
    EXPECT_NEAR(static_cast<float>(children.visits[slot]) / kVisits, policy[slot], 0.02) << slot;
  }
}

TEST(PolicyRule, TheRegularizedPolicyNeverChoosesABarredChild) {
  const PolicyRule rule(with(SelectionRule::kRegularized), 1.5, VirtualVisits::losses(1));
  ChildArrays<3> children;
  children.size = 3;
  children.has.bar = children.has.in_flight = true;
  children.fill(children.visits, [](Slot) { return 10U; });
  children.fill(children.in_flight, [](Slot slot) { return slot == 2 ? 30U : 0U; });
  children.fill(children.sum, [](Slot slot) { return slot == 0 ? 9.0F : 5.0F; });
  children.fill(children.prior, [](Slot) { return 1.0F / 3; });
  children.fill(children.bar, [](Slot slot) {
    return slot == 0 ? -std::numeric_limits<float>::infinity() : 0.0F;
  });
  EXPECT_EQ(rule.best(rule.node(30, 19, 30, true), children.view()), 1U)
      << "The last one has losses under way.";
}

TEST(Proof, OfAnyBoundsIsReadBackAndTurnsRoundTwice) {
  for (Points low = kLoss; low <= kWin; ++low) {
    for (Points high = low; high <= kWin; ++high) {
      const Proof proof(low, high);
      EXPECT_EQ(proof.low(), low);
      EXPECT_EQ(proof.high(), high);
      EXPECT_EQ(proof.exact(), low == high);
      EXPECT_EQ(proof.opposite().low(), kWin - high);
      EXPECT_EQ(proof.opposite().opposite(), proof);
    }
  }
}

TEST(Proof, OfTwoThreadsIsTheUnionOfTheirBits) {
  const Proof both(static_cast<std::uint8_t>(Proof(kDraw, kWin).bits() | Proof(0, kDraw).bits()));
  EXPECT_EQ(both, Proof(kDraw, kDraw));
}

TEST(PolicyRule, WithoutTermsOfItsOwnHasATreeWithoutTerms) {
  PolicyOptions policy;
  EXPECT_TRUE(PolicyLayout<false>(policy, {1, false}).with_terms);  // UCB1
  for (const SelectionRule rule : {SelectionRule::kRegularized, static_cast<SelectionRule>(99)}) {
    policy.select = rule;
    EXPECT_FALSE(PolicyLayout<false>(policy, {1, false}).with_terms);
  }
}

}  // namespace
}  // namespace banyan
