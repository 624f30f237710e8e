// A second small search for the tests of the doctor: by UCB1, UCB1-Tuned or PUCT, with playouts or
// values, one or several per leaf, one descent or a batch at a time, for games of chance and of
// many players too; and with mistakes of each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/doctor/fitting/rules.hpp"
#include "bench/text/json.hpp"
#include "core/base/random.hpp"
#include "core/game/reward_game.hpp"
#include "core/game/watched.hpp"

namespace banyan::bench::doctor {

enum class Mistake {
  kNone,
  kOtherPlayer,
  kRootPlayer,
  kPlayer0,
  kNoAlternation,
  kEveryMove,
  kLate,
  kVirtualLossLeft,
  kLeafTwice,
  kTotalN,
  kNoRoot,
  kLogarithm,
  kNoPlusOne,
  kSum,
  kLowest,
  kEqualPriors,
  kMirroredPriors,
  kNoQuarter,
  kLastPlayout,
  kMeanOfPlayouts,
  kSumOfPlayouts,
  kSamePlayouts,
  kFirstOutcome,
  kEqualOutcomes,
  kUnseen,
};

struct SearchKind {
  Family family = Family::kUcb1;
  double c = 1.414;
  bool priors = false;     ///< of its own
  bool grows = false;      ///< PUCT's c
  bool evaluates = false;  ///< leaves, without playouts
  int playouts = 1;        ///< per leaf
  bool whole = false;      ///< a playout from each child of a new node
  int batch = 1;           ///< descents at a time
};

template <class G>
class FaultySearch {
 public:
  FaultySearch(const SearchKind& kind, Mistake mistake, std::uint64_t seed)
      : kind_(kind), mistake_(mistake), random_(StreamKey{.seed = seed}) {}

  /// What it reports, as `banyan search --json` does.
  Json search(const Watched<G>& root, std::uint64_t iterations) {
    nodes_.assign(1, {});
    root_player_ = root.to_move();
    nodes_[0].mover = before(root_player_, root);
    before_.assign(static_cast<std::size_t>(players_of(root)), 0.5);
    std::vector<Descent> batch;
    for (std::uint64_t done = 0; done < iterations;) {
      batch.clear();
      for (int i = 0; i < kind_.batch && done < iterations; ++i, ++done) {
        batch.push_back({root, {0}});
        descend(batch.back());
      }
      if (kind_.whole && !batch[0].position.over()) {
        evaluate_children(batch[0]);
        continue;
      }
      for (Descent& each : batch) each.results = evaluate(each);
      for (Descent& each : batch) back_up(each);
    }
    Json children = Json::array();
    for (const std::size_t i : nodes_[0].children) {
      const Node& child = nodes_[i];
      if (child.visits == 0) continue;
      children.push_back({{"move", root.game().to_text(child.move)},
                          {"visits", static_cast<std::uint64_t>(child.visits)}});
    }
    return {{"root", {{"children", children}}}};
  }

 private:
  using Move = typename G::Move;
  using Results = std::vector<std::vector<double>>;  ///< of each playout, for each player

  struct Node {
    std::vector<std::size_t> children;
    Move move{};
    Player mover = 0;
    bool expanded = false;
    double prior = 0;
    double mirrored = 0;
    double equal = 0;
    double visits = 0;
    double value = 0;
    double squares = 0;
    double in_flight = 0;
  };
  struct Descent {
    Watched<G> position;
    std::vector<std::size_t> path;
    Results results = {};
  };

  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  static Player before(Player player, const Watched<G>& root) {
    return (player + players_of(root) - 1) % players_of(root);
  }

  void expand(std::size_t at, const Watched<G>& position) {
    nodes_[at].expanded = true;
    const auto moves = position.legal_moves();
    std::vector<double> priors;
    double sum = 0;
    for (const Move move : moves) {
      priors.push_back(kind_.priors ? 1 + static_cast<double>((7 * move + moves.size()) % 5) : 1);
      sum += priors.back();
    }
    for (double& prior : priors) prior /= sum;
    if (kind_.priors) position.tell_priors(priors);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Node child;
      child.move = moves[i];
      child.mover = position.to_move();
      child.prior = priors[i];
      child.mirrored = priors[moves.size() - 1 - i];
      child.equal = 1.0 / static_cast<double>(moves.size());
      nodes_.push_back(child);
      nodes_[at].children.push_back(nodes_.size() - 1);
    }
  }

  void enter(Descent& descent, std::size_t next) {
    descent.path.push_back(next);
    ++nodes_[next].in_flight;
    descent.position.play(nodes_[next].move);
  }

  void descend(Descent& descent) {
    ++nodes_[0].in_flight;
    bool added = false;
    while (!descent.position.over()) {
      const std::size_t at = descent.path.back();
      if (at_chance(descent.position)) {
        const std::size_t known = nodes_.size();
        enter(descent, outcome(at, descent.position));
        added = added || nodes_.size() > known;
        continue;
      }
      if (added) return;
      const bool is_new = !nodes_[at].expanded;
      if (is_new) expand(at, descent.position);
      if (kind_.family == Family::kPuct) {
        if (is_new) return;  // which is evaluated itself
        enter(descent, select(at));
        continue;
      }
      std::vector<std::size_t> untried;
      for (const std::size_t child : nodes_[at].children) {
        if (nodes_[child].visits + nodes_[child].in_flight == 0) untried.push_back(child);
      }
      if (is_new && kind_.whole) return;
      if (untried.empty()) {
        enter(descent, select(at));
        continue;
      }
      enter(descent, untried[random_.below(static_cast<std::uint32_t>(untried.size()))]);
      added = true;
    }
  }

  std::size_t outcome(std::size_t at, const Watched<G>& position) {
    Move move{};
    if constexpr (ChanceGame<G>) {
      move = position.draw(random_);
      const auto moves = position.legal_moves();
      if (is(Mistake::kFirstOutcome)) move = moves[0];
      if (is(Mistake::kEqualOutcomes)) move = moves[random_.below(2)];
    }
    for (const std::size_t child : nodes_[at].children) {
      if (nodes_[child].move == move) return child;
    }
    Node child;
    child.move = move;
    nodes_.push_back(child);
    nodes_[at].children.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  std::size_t select(std::size_t at) {
    const Node& node = nodes_[at];
    const double shown = is(Mistake::kUnseen) ? 0 : 1;
    double sum = 0;
    double total = 0;
    for (const std::size_t child : node.children) {
      total += nodes_[child].visits + shown * nodes_[child].in_flight;
      sum += nodes_[child].value;
    }
    if (is(Mistake::kTotalN)) total = nodes_[0].visits + shown * nodes_[0].in_flight;
    std::size_t best = node.children[0];
    double best_score = -1e300;
    for (const std::size_t child : node.children) {
      const Node& each = nodes_[child];
      double score = score_of(each, total, each.visits + shown * each.in_flight);
      if (is(Mistake::kLowest)) score = -score;
      if (score <= best_score) continue;
      best_score = score;
      best = child;
    }
    return best;
  }

  [[nodiscard]] double score_of(const Node& child, double total, double n) const {
    double q = child.visits > 0 ? child.value / child.visits : 0.5;
    if (is(Mistake::kSum)) q = child.value;
    double c = kind_.c;
    const double log_total = std::log(std::max(total, 1.0));
    if (kind_.family == Family::kBias) q += child.prior / (n + 1);
    if (kind_.family == Family::kPuct) {
      if (kind_.grows) c += std::log((total + 19653) / 19652);
      double prior = child.prior;
      if (is(Mistake::kEqualPriors)) prior = child.equal;
      if (is(Mistake::kMirroredPriors)) prior = child.mirrored;
      double factor = std::sqrt(std::max(total, 1.0));
      if (is(Mistake::kNoRoot)) factor = std::max(total, 1.0);
      if (is(Mistake::kLogarithm)) factor = std::sqrt(log_total);
      if (is(Mistake::kNoPlusOne)) return n == 0 ? 1e200 : q + c * prior * factor / n;
      return q + c * prior * factor / (1 + n);
    }
    if (kind_.family == Family::kTuned) {
      double variance = child.squares / child.visits - q * q;
      variance += std::sqrt(2 * log_total / n);
      if (!is(Mistake::kNoQuarter)) variance = std::min(0.25, variance);
      return q + c * std::sqrt(log_total / n * variance);
    }
    if (is(Mistake::kNoRoot)) return q + c * log_total / n;
    return q + c * std::sqrt(log_total / n);
  }

  std::vector<double> play_out(Watched<G> position) {
    while (!position.over()) {
      if constexpr (ChanceGame<G>) {
        if (at_chance(position)) {
          position.play(position.draw(random_));
          continue;
        }
      }
      const auto moves = position.legal_moves();
      position.play(moves[random_.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    std::vector<double> results;
    for (Player player = 0; player < players_of(position); ++player) {
      results.push_back(static_cast<double>(position.result(player)) / kWin);
    }
    return results;
  }

  Results evaluate(const Descent& descent) {
    const Watched<G>& position = descent.position;
    if (kind_.evaluates && !position.over()) {
      const double first = random_.below(1000) / 1000.0;
      const std::array values{kWin * first, kWin * (1 - first)};
      position.tell_values(values);
      return {{first, 1 - first}};
    }
    Results results;
    const Random before = random_;
    for (int i = 0; i < kind_.playouts; ++i) {
      if (is(Mistake::kSamePlayouts)) random_ = before;
      results.push_back(play_out(position));
      if (position.over()) {  // which needs to be asked once
        results.resize(static_cast<std::size_t>(kind_.playouts), results[0]);
        break;
      }
    }
    return results;
  }

  /// A playout from each child of a new node, of which each goes up to the root.
  void evaluate_children(const Descent& descent) {
    for (const std::size_t at : descent.path) --nodes_[at].in_flight;
    const std::vector<std::size_t> children = nodes_[descent.path.back()].children;
    for (const std::size_t child : children) {
      Descent part = descent;
      for (const std::size_t at : descent.path) ++nodes_[at].in_flight;
      enter(part, child);
      part.results = evaluate(part);
      back_up(part);
    }
  }

  void back_up(const Descent& descent) {
    const std::vector<std::size_t>& path = descent.path;
    const auto k = static_cast<double>(descent.results.size());
    const std::size_t leaf = path.size() - 1;
    const std::vector<double> late = before_;
    for (std::size_t i = 0; i < path.size(); ++i) {
      Node& node = nodes_[path[i]];
      --node.in_flight;
      for (const std::vector<double>& result : descent.results) {
        const auto of = [&](Player player) {
          return player < 0 ? 0 : result[static_cast<std::size_t>(player)];
        };
        const auto players = static_cast<int>(result.size());
        double value = of(node.mover);
        const Player into_leaf = nodes_[path[leaf]].mover;
        if (is(Mistake::kOtherPlayer) && node.mover >= 0) value = of((node.mover + 1) % players);
        if (is(Mistake::kRootPlayer)) value = of(root_player_);
        if (is(Mistake::kPlayer0)) value = of(0);
        if (is(Mistake::kNoAlternation)) value = of(into_leaf);
        if (is(Mistake::kEveryMove)) {
          value = (leaf - i) % 2 == 0 ? of(into_leaf) : 1 - of(into_leaf);
        }
        if (is(Mistake::kLate) && node.mover >= 0) {
          value = late[static_cast<std::size_t>(node.mover)];
        }
        if (is(Mistake::kLastPlayout)) {
          value = descent.results.back()[static_cast<std::size_t>(node.mover)];
        }
        if (is(Mistake::kMeanOfPlayouts)) value /= k;
        const double times = is(Mistake::kLeafTwice) && i == leaf ? 2 : 1;
        node.visits += is(Mistake::kSumOfPlayouts) ? 1 / k : times;
        node.value += times * value;
        node.squares += times * value * value;
      }
      if (is(Mistake::kVirtualLossLeft)) ++node.visits;
    }
    before_ = descent.results.back();
  }

  SearchKind kind_;
  Mistake mistake_;
  Random random_;
  Player root_player_ = 0;
  std::vector<double> before_;
  std::vector<Node> nodes_;
};

}  // namespace banyan::bench::doctor
