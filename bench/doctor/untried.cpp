// Fits progressive widening and first-play urgency to the choices between old moves and new ones.
#include "bench/doctor/untried.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace banyan::bench::doctor {
namespace {

/// Constants with which choices of a new move, and of an old one, follow a rule.
struct NewAndOld {
  std::vector<Range> when_new;
  std::vector<Range> when_old;

  /// The constants that explain nearly all of both kinds; low > high if there are none.
  [[nodiscard]] Range fit() const {
    constexpr std::size_t kFew = 20;
    if (when_new.size() < kFew || when_old.size() < kFew) return {1, 0};
    std::vector<Range> all = when_new;
    all.insert(all.end(), when_old.begin(), when_old.end());
    const Fit whole = fit_constant(all, false, -10);
    const double c = typical(whole.c);
    const auto explained = [&](const std::vector<Range>& ranges) {
      const auto holds = [&](const Range& each) { return each.holds(c); };
      return static_cast<double>(std::count_if(ranges.begin(), ranges.end(), holds)) /
             static_cast<double>(ranges.size());
    };
    return explained(when_new) > 0.95 && explained(when_old) > 0.95 ? whole.c : Range{1, 0};
  }
};

template <class Use>
void each_with_untried(const Reading& reading, bool at_chance, const Use& use) {
  Statistics statistics;
  for (std::size_t i = 0; i < reading.searches().size(); ++i) {
    Tree tree(reading, i, backups().first(1));
    tree.replay(
        [&](const Choice& choice) {
          if ((tree.turn(choice.node) == kChance) != at_chance) return;
          statistics.gather(choice, 0);
          if (statistics.any_untried && statistics.children.size() > 1) use(statistics);
        },
        [](std::size_t, std::size_t) {});
  }
}

}  // namespace

UntriedRule find_widening(const Reading& reading, bool at_chance) {
  struct Tried {
    double moves;
    double visits;
    bool is_new;
  };
  std::vector<Tried> all;
  std::size_t late = 0;  // new moves long after the last one
  each_with_untried(reading, at_chance, [&](const Statistics& statistics) {
    const auto tried = std::count_if(statistics.children.begin(), statistics.children.end(),
                                     [](const Candidate& each) { return each.shown > 0; });
    all.push_back({static_cast<double>(tried), statistics.parent.children,
                   statistics.children[statistics.chosen].shown == 0});
  });
  for (const Tried& each : all) late += each.is_new && each.visits >= each.moves + 2 ? 1 : 0;
  if (late < 5) return {};
  for (const double a : {0.5, 0.25, 1.0 / 3, 0.4, 0.2, 0.3, 0.6, 2.0 / 3, 0.7, 0.75, 0.8}) {
    NewAndOld ranges;
    for (const Tried& each : all) {
      Range c;
      if (each.is_new) {
        c.low = each.moves / std::pow(each.visits + 1, a);
        ranges.when_new.push_back(c);
      } else {
        c.high = (each.moves + 1) / std::pow(std::max(each.visits, 1.0), a);
        ranges.when_old.push_back(c);
      }
    }
    const Range c = ranges.fit();
    if (c.low > c.high) continue;
    return {true, fmt::format("New moves are tried by progressive widening: about {:.2g} n^{:.2g} "
                              "after n visits.",
                              typical(c), a)};
  }
  return {};
}

UntriedRule find_urgency(const RuleFit& fit) {
  const double c = typical(fit.best_fit.c);
  const Formula& formula = fit.formula();
  NewAndOld ranges;
  each_with_untried(fit.reading, false, [&](const Statistics& statistics) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Candidate& each : statistics.children) {
      if (each.shown == 0) continue;
      const Score known = score(formula, each, statistics.parent);
      best = std::max(best, known.value + c * known.exploration);
    }
    if (!std::isfinite(best)) return;
    constexpr double kTolerance = 1e-5;
    Range value;
    if (statistics.children[statistics.chosen].shown == 0) {
      value.low = best - kTolerance;
      ranges.when_new.push_back(value);
    } else {
      value.high = best + kTolerance;
      ranges.when_old.push_back(value);
    }
  });
  const Range value = ranges.fit();
  if (value.low > value.high) return {};
  return {true,
          fmt::format("A move never tried counts as {:.4g} (first-play urgency).", typical(value))};
}

}  // namespace banyan::bench::doctor
