// Evaluation by random playouts or by the game's own estimate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/game/knowledge.hpp"
#include "core/playout/general_playout.hpp"
#include "core/playout/playout.hpp"

namespace banyan {

/// The mean of several playouts per leaf, by SIMD if the game can. If it is stopped, the mean of
/// those that were made.
template <Game G>
class PlayoutEvaluator {
 public:
  /// `games` >= 1 playouts per leaf. `priors`: the game's own, or equal for all moves.
  explicit PlayoutEvaluator(int games = 1, bool priors = false, const PlayoutRules& rules = {})
      : games_(games), write_priors_(priors), rules_(rules) {}

  std::size_t evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                       Random& random, const StopCall& stop = NeverStops()) const {
    for (LeafValue<G>& value : values) value.values = {};
    const Made made = play_out(leaves, values, random, stop);
    const std::size_t evaluated = made.each > 0 ? leaves.size() : made.more;
    for (std::size_t i = 0; i < evaluated; ++i) {
      for (double& value : values[i].values) value /= made.each + (i < made.more ? 1 : 0);
      write_priors_(*leaves[i].position, leaves[i].moves, values[i].priors);
    }
    return evaluated;
  }

 private:
  /// Playouts from each leaf; the first `more` leaves have one more.
  struct Made {
    int each = 0;
    std::size_t more = 0;
  };

  /// One playout from every leaf, then the next from every leaf.
  Made play_out(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values, Random& random,
                const StopCall& stop) const {
    constexpr std::size_t kTogether = kPlaysTogether<G> ? 512 : 1;
    constexpr std::size_t kUntilAsked = 16;  // playouts, which cost far more than reading the clock
    Made made;
    std::size_t unasked = 0;
    for (; made.each < games_; ++made.each, made.more = 0) {
      while (made.more < leaves.size()) {
        const std::size_t n = std::min(kTogether, leaves.size() - made.more);
        const bool first = made.each == 0 && made.more == 0;  // without which there is no value
        const auto stops = [&] { return !first && stop(); };
        if (!add_playouts(leaves.subspan(made.more, n), values.subspan(made.more, n), random,
                          stops)) {
          return made;
        }
        made.more += n;
        unasked += n;
        if (unasked < kUntilAsked) continue;
        unasked = 0;
        if (stop()) return made;
      }
    }
    return made;
  }

  /// Adds one from each of these leaves; false if it was stopped, in which case it adds nothing.
  template <class Stop>
  bool add_playouts(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values, Random& random,
                    const Stop& stop) const {
    if constexpr (TwoPlayerGame<G>) {
      thread_local std::vector<G> copies;
      thread_local std::vector<Points> first;
      std::span<const G> positions(leaves.front().position, 1);
      if (leaves.size() > 1) {
        copies.clear();
        for (const Leaf<G>& leaf : leaves) copies.push_back(*leaf.position);
        positions = copies;
      }
      first.resize(leaves.size());
      if (!uniform_playouts<G>(positions, first, random, stop)) return false;
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        values[i].values[0] += first[i] / double{kWin};
        values[i].values[1] += opposite(first[i]) / double{kWin};
      }
    } else {
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const PlayoutEnd end =
            add_playout(*leaves[i].position, random, rules_, values[i].values, Unnoted{}, stop);
        if (end == PlayoutEnd::kCut) return false;
      }
    }
    return true;
  }

  int games_;
  PriorsOf<G> write_priors_;
  PlayoutRules rules_;
};

/// The game's own estimate, without a playout.
template <EstimatedGame G>
class EstimateEvaluator {
 public:
  void evaluate(std::span<const Leaf<G>> leaves, std::span<LeafValue<G>> values,
                Random& /*random*/) const {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const double first = std::clamp(leaves[i].position->estimate(), 0.0, 1.0);
      values[i].values = {first, 1 - first};
      PriorsOf<G>(true)(*leaves[i].position, leaves[i].moves, values[i].priors);
    }
  }
};

}  // namespace banyan
