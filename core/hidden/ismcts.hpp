// One iteration of information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/tables.hpp"
#include "core/game/hidden_game.hpp"
#include "core/hidden/information_tree.hpp"
#include "core/hidden/ismcts_rules.hpp"
#include "core/playout/score_sums.hpp"
#include "core/selection/rules/ucb1.hpp"

namespace banyan {

/// One worker's iterations over trees that it may share with other workers. An iteration draws a
/// position that agrees with the observer's knowledge (a determinization) and descends along
/// compatible edges. Among its legal moves it tries an untried one at random. If there is none, it
/// takes the move with the greatest
///
///   w / n + c sqrt(ln a / n)
///
/// for n visits of mean reward w / n in [0, 1], and a iterations in which the move was available.
/// The descent ends with a move tried for the first time, or where the tree of the player to move
/// ends.
template <HiddenGame G>
class IsmctsIteration {
 public:
  using Move = typename G::Move;
  static constexpr int kMaxPlayers = max_players<G>();

  IsmctsIteration(const InformationTrees& trees, const G& position, Player observer,
                  const IsmctsRules& rules, const Random& random)
      : trees_(trees),
        lane_(trees_.arena()),
        random_(random),
        position_(position),
        world_(position),
        observer_(observer),
        players_(players_of(position)),
        views_(rules.sight == Sight::kEach ? players_ : 1),
        rules_(rules),
        scale_(1.0F / static_cast<float>(position.stakes().high - position.stakes().low)) {
    path_.reserve(1024);
  }

  /// Runs one iteration, which counts as `games` visits. `playout(position, random, sums)` makes
  /// that many playouts from a position that is not over, which it may modify. It adds their
  /// ScoreSums and returns how many it made: fewer if the search ended first. Moves on the way
  /// count as available `games` times in any case.
  template <class PlayoutPolicy>
  void run(PlayoutPolicy&& playout, std::uint32_t games) {
    games_ = games;
    begin();
    while (!world_.over() && step()) {
    }
    back_up(evaluate(playout));
  }

  [[nodiscard]] const IsmctsCounts& counts() const { return counts_; }

 private:
  /// An edge on the iteration's path. `mover` is kChance if it is only an observation.
  struct Step {
    Edge* edge;
    Player mover;
  };

  void begin() {
    if (rules_.fixed) {
      world_ = position_;
    } else {
      draw_world(position_, observer_, random_, world_);
    }
    path_.clear();
    depth_ = 0;
    for (int view = 0; view < views_; ++view) here_[view] = &trees_.root(view);
    if (rules_.apart) enter_knowledge();
  }

  /// Others know what the observer does not: their trees begin with their knowledge in this world.
  void enter_knowledge() {
    for (Player player = 0; player < players_; ++player) {
      if (player == observer_) continue;
      const std::uint64_t key = world_.information(player);
      see(player, static_cast<std::uint32_t>(key ^ key >> 32U) & 0x3fffffff);
    }
  }

  /// Makes one move; returns whether the descent goes on.
  bool step() {
    const Player mover = world_.to_move();
    if (mover == kChance) {
      const Move outcome = world_.draw(random_);
      for (int view = 0; view < views_; ++view) see(view, seen(view, outcome, mover));
      world_.play(outcome);
      return true;
    }
    const int own = views_ == 1 ? 0 : mover;
    const Node node = enter(own);
    if (node == kNoNode) return false;
    Edge* const chosen = choose(node, world_.legal_mask());
    if (chosen == nullptr) return false;
    const auto move = static_cast<Move>(chosen->code.load(std::memory_order_relaxed) - 1);
    const std::uint32_t before = chosen->visits.load(std::memory_order_relaxed);
    if (rules_.loss > 0) trees_.add(chosen->visits, rules_.loss);
    path_.push_back({chosen, mover});
    for (int view = 0; view < views_; ++view) {
      const std::uint32_t code = seen(view, move, mover);
      if (view == own && code == move) {
        here_[view] = before < rules_.expand_after ? nullptr : chosen;
      } else {
        see(view, code);
      }
    }
    world_.play(move);
    ++depth_;
    return before > 0;
  }

  [[nodiscard]] std::uint32_t seen(int view, Move move, Player mover) const {
    switch (rules_.sight) {
      case Sight::kAll:
        return move;
      case Sight::kMover:
        return world_.observe(move, mover == kChance ? observer_ : mover);
      case Sight::kEach:
        break;
    }
    return world_.observe(move, view);
  }

  /// Moves a view along the edge of its observation.
  void see(int view, std::uint32_t code) {
    if (code == kUnseen) return;
    const Node node = enter(view);
    here_[view] = nullptr;
    if (node == kNoNode) return;
    bool added = false;
    Edge* const edge = trees_.find_or_add(node, code, lane_, added);
    if (edge == nullptr) return refuse();
    if (added) ++counts_.nodes;
    path_.push_back({edge, kChance});
    if (edge->visits.load(std::memory_order_relaxed) >= rules_.expand_after) here_[view] = edge;
  }

  /// The current node of a view; kNoNode once it has left its tree.
  Node enter(int view) {
    Edge* const edge = here_[view];
    if (edge == nullptr) return kNoNode;
    const Node node = edge->child.load(std::memory_order_acquire);  // as in follow()
    if (node != kNoNode) return node;
    // The next node of this view will most likely have the moves that are legal here.
    const auto room = static_cast<std::uint32_t>(std::popcount(world_.legal_mask()));
    const Node made = trees_.follow(edge->child, std::min(room, 16U), lane_);
    if (made == kNoNode) refuse();
    return made;
  }

  void refuse() { ++counts_.full; }

  /// Chooses one of the legal moves; null if none was tried and the arena is full.
  Edge* choose(Node node, std::uint64_t legal) {
    std::uint64_t untried = legal;
    Edge* best = nullptr;
    float best_value = -1;
    trees_.for_each(node, [&](Edge& edge, std::uint32_t code) {
      if (code >= kFirstCode || !(legal >> code & 1)) return;
      untried ^= std::uint64_t{1} << code;
      const float value = value_of(edge);
      trees_.add(edge.available, games_);
      counts_.offers += games_;
      if (value > best_value) {
        best_value = value;
        best = &edge;
      }
    });
    if (untried == 0) return best;
    const auto move = static_cast<std::uint32_t>(random_bit(untried, random_));
    bool added = false;
    Edge* const edge = trees_.find_or_add(node, move, lane_, added);
    if (edge == nullptr) {
      refuse();
      return best;
    }
    trees_.add(edge->available, games_);
    counts_.offers += games_;
    if (added) ++counts_.nodes;
    return edge;
  }

  /// UCB1 with the times that the move was available in place of N. n is at least 1: an edge that
  /// waits for its first result must still attract threads, since the first one there may have lost
  /// its core.
  [[nodiscard]] float value_of(const Edge& edge) const {
    const float r = Tables::inverse_sqrt(std::max(1U, edge.visits.load(std::memory_order_relaxed)));
    const auto points = static_cast<float>(edge.points.load(std::memory_order_relaxed));
    const float log = Tables::sqrt_log(edge.available.load(std::memory_order_relaxed));
    return Ucb1::value(points * scale_, r, rules_.exploration * log);
  }

  template <class PlayoutPolicy>
  ScoreSums<G> evaluate(PlayoutPolicy&& playout) {
    ScoreSums<G> sums;
    if (!world_.over()) {
      games_ = playout(world_, random_, sums);
      return sums;
    }
    counts_.finished += games_;
    sums.add(world_, games_);
    return sums;
  }

  void back_up(const ScoreSums<G>& sums) {
    for (const Step& step : path_) {
      const bool own = step.mover != kChance;
      trees_.add(step.edge->visits, games_ - (own ? rules_.loss : 0));  // may wrap, but cancels
      if (own) trees_.add(step.edge->points, sums.of[step.mover]);
    }
    if (games_ == 0) {  // the playout was stopped: the descent is not counted
      ++counts_.dropped;
      return;
    }
    ++counts_.iterations;
    counts_.visits += games_;
    counts_.steps += path_.size() * games_;
    counts_.depth_sum += depth_;
    counts_.depth_max = std::max(counts_.depth_max, depth_);
  }

  InformationTrees trees_;
  Arena::Lane lane_;
  Random random_;
  G position_;
  G world_;
  Player observer_;
  int players_;
  int views_;
  IsmctsRules rules_;
  float scale_;
  std::uint32_t games_ = 1;                // of the current iteration
  std::array<Edge*, kMaxPlayers> here_{};  // where each view is; null once it has left its tree
  std::vector<Step> path_;
  std::uint64_t depth_ = 0;
  IsmctsCounts counts_;
};

}  // namespace banyan
