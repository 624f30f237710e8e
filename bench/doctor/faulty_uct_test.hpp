// A small UCT, written for the tests of the doctor alone, and with any of the classic mistakes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/text/json.hpp"
#include "core/base/random.hpp"
#include "core/game/game.hpp"
#include "core/game/watched.hpp"

namespace banyan::bench::doctor {

enum class Fault {
  kNone,
  kOtherPlayer,
  kPlayer0,
  kPlayer1,
  kNoAlternationInto,
  kNoAlternationAt,
  kEndMover,
  kEndToMove,
  kDrawsLost,
  kDrawsWon,
  kLeafLeftOut,
  kLeafTwice,
  kOnlyLeaf,
  kOnlyLeafValue,
  kOverwritten,
  kRootLeftOut,
  kRootTwice,
  kRootChildrenLeftOut,
  kOnlyRootPlayer,
  kTotalN,
  kNoLog,
  kNoRoot,
  kSwapped,
  kIntegers,
  kSum,
  kMinus,
  kLowest,
  kGreedy,
  kExplores,
  kMostVisited,
  kRandomDescent,
  kLastMoveLeftOut,
  kFirstMoveTwice,
  kPlayoutFirst,
  kPlayoutNotLast,
  kPlayoutSeeded,
  kPlayoutShort,
  kOneLess,
  kOneMore,
  kPlaysOn,
  kNoCopy,
  kFinalLeast,
  kClaimsVisits,
  kClaimsOthersValues,
};

/// The fault, how people describe it, and the names of the finding that are right.
struct Planted {
  Fault fault;
  const char* text;
  std::vector<std::string> names;
};

template <class G>
class FaultyUct {
 public:
  FaultyUct(Fault fault, double exploration, std::uint64_t seed)
      : fault_(fault), exploration_(exploration), seed_(seed), random_(StreamKey{.seed = seed}) {}

  /// What it reports, as `banyan search --json` does.
  Json search(Watched<G> root, std::uint64_t iterations) {
    nodes_.assign(1, {});
    nodes_[0].mover = 1 - root.to_move();
    root_player_ = root.to_move();
    if (is(Fault::kOneLess)) --iterations;
    if (is(Fault::kOneMore)) ++iterations;
    for (done_ = 0; done_ < iterations; ++done_) {
      if (is(Fault::kNoCopy)) {
        iterate(root);
      } else {
        Watched<G> position = root;
        iterate(position);
      }
    }
    return report(root);
  }

 private:
  using Move = typename G::Move;

  struct Node {
    std::vector<Move> untried;
    std::vector<std::size_t> children;
    Move move{};
    Player mover = 0;
    bool expanded = false;
    double visits = 0;
    double value = 0;
  };

  [[nodiscard]] bool is(Fault fault) const { return fault_ == fault; }

  void iterate(Watched<G>& position) {
    std::vector<std::size_t> path{0};
    while (!position.over() || (is(Fault::kNoCopy) && path.size() < 40)) {
      const std::size_t at = path.back();
      if (!nodes_[at].expanded) {
        const auto moves = position.legal_moves();
        nodes_[at].untried.assign(moves.begin(), moves.end());
        nodes_[at].expanded = true;
        if (is(Fault::kLastMoveLeftOut) && moves.size() > 1) nodes_[at].untried.pop_back();
      }
      std::vector<Move>& untried = nodes_[at].untried;
      const bool early = is(Fault::kFirstMoveTwice) && nodes_[at].children.size() == 1 &&
                         nodes_[nodes_[at].children[0]].visits < 2;
      if (!untried.empty() && !early) {
        const std::size_t i = random_.below(static_cast<std::uint32_t>(untried.size()));
        Node child;
        child.move = untried[i];
        child.mover = position.to_move();
        untried.erase(untried.begin() + static_cast<std::ptrdiff_t>(i));
        nodes_.push_back(child);
        nodes_[at].children.push_back(nodes_.size() - 1);
        path.push_back(nodes_.size() - 1);
        position.play(child.move);
        break;
      }
      if (nodes_[at].children.empty()) break;
      const std::size_t next = select(nodes_[at]);
      path.push_back(next);
      position.play(nodes_[next].move);
    }
    const Player into_end = play_out(position, nodes_[path.back()].mover);
    const double first = position.game().result(0) / 2.0;
    (void)position.result(0);
    back_up(path, first, into_end);
  }

  std::size_t select(const Node& node) {
    if (is(Fault::kRandomDescent)) {
      return node.children[random_.below(static_cast<std::uint32_t>(node.children.size()))];
    }
    std::size_t best = node.children[0];
    double best_score = -1e300;
    for (const std::size_t child : node.children) {
      const double score = score_of(nodes_[child], node);
      if (score > best_score) {
        best_score = score;
        best = child;
      }
    }
    return best;
  }

  [[nodiscard]] double score_of(const Node& child, const Node& parent) const {
    if (child.visits == 0) return 1e200;
    const double total = is(Fault::kTotalN) ? nodes_[0].visits : parent.visits;
    const double log_total = std::log(std::max(total, 1.0));
    double mean = child.value / child.visits;
    double explore = std::sqrt(log_total / child.visits);
    double c = exploration_;
    if (is(Fault::kNoLog)) explore = std::sqrt(total / child.visits);
    if (is(Fault::kNoRoot)) explore = log_total / child.visits;
    if (is(Fault::kSwapped)) explore = std::sqrt(std::log(child.visits) / total);
    if (is(Fault::kIntegers)) mean = std::floor(mean);
    if (is(Fault::kSum)) mean = child.value;
    if (is(Fault::kMinus)) c = -c;
    if (is(Fault::kGreedy)) c = 0;
    if (is(Fault::kExplores)) c = 1000;
    if (is(Fault::kMostVisited)) return child.visits;
    const double score = mean + c * explore;
    return is(Fault::kLowest) ? -score : score;
  }

  /// Returns who made the last move.
  Player play_out(Watched<G>& position, Player mover) {
    if (is(Fault::kPlayoutSeeded)) random_ = Random(StreamKey{.seed = seed_});
    int left = is(Fault::kPlayoutShort) ? 6 : 1000;
    int further = is(Fault::kPlaysOn) ? 1 : 0;
    while (left-- > 0 && (!position.over() || further-- > 0)) {
      const auto moves = position.legal_moves();
      if (moves.empty()) break;
      auto legal = static_cast<std::uint32_t>(moves.size());
      if (is(Fault::kPlayoutNotLast) && legal > 1) --legal;
      const std::uint32_t chosen = is(Fault::kPlayoutFirst) ? 0 : random_.below(legal);
      mover = position.to_move();
      position.play(moves[chosen]);
    }
    return mover;
  }

  void back_up(const std::vector<std::size_t>& path, double first, Player into_end) {
    const auto of = [&](Player player) { return player == 0 ? first : 1 - first; };
    const std::size_t leaf = path.size() - 1;
    const Player into_leaf = nodes_[path[leaf]].mover;
    for (std::size_t i = 0; i < path.size(); ++i) {
      Node& node = nodes_[path[i]];
      double value = of(node.mover);
      double visits = 1;
      if (is(Fault::kOtherPlayer)) value = of(1 - node.mover);
      if (is(Fault::kPlayer0)) value = of(0);
      if (is(Fault::kPlayer1)) value = of(1);
      if (is(Fault::kNoAlternationInto)) value = of(into_leaf);
      if (is(Fault::kNoAlternationAt)) value = of(1 - into_leaf);
      if (is(Fault::kEndMover)) value = (leaf - i) % 2 == 0 ? of(into_end) : 1 - of(into_end);
      if (is(Fault::kEndToMove)) value = (leaf - i) % 2 == 0 ? 1 - of(into_end) : of(into_end);
      if (is(Fault::kDrawsLost) && first == 0.5) value = 0;
      if (is(Fault::kDrawsWon) && first == 0.5) value = 1;
      if (is(Fault::kLeafLeftOut) && i == leaf) continue;
      if (is(Fault::kOnlyLeaf) && i != leaf) continue;
      if (is(Fault::kRootLeftOut) && i == 0) continue;
      if (is(Fault::kRootChildrenLeftOut) && i == 1) continue;
      if (is(Fault::kOnlyLeafValue) && i != leaf) value = 0;
      if (is(Fault::kOnlyRootPlayer) && node.mover != root_player_) value = 0;
      if ((is(Fault::kLeafTwice) && i == leaf) || (is(Fault::kRootTwice) && i == 0)) {
        value *= 2;
        visits = 2;
      }
      node.visits += visits;
      node.value = is(Fault::kOverwritten) ? value : node.value + value;
    }
  }

  [[nodiscard]] Json report(const Watched<G>& root) const {
    Json children = Json::array();
    std::string best;
    double best_visits = -1;
    for (const std::size_t i : nodes_[0].children) {
      const Node& child = nodes_[i];
      const std::string move = root.game().to_text(child.move);
      double value = child.value / std::max(child.visits, 1.0);
      if (is(Fault::kClaimsOthersValues)) value = 1 - value;
      const double visits = child.visits + (is(Fault::kClaimsVisits) ? 1 : 0);
      children.push_back(
          {{"move", move}, {"visits", static_cast<std::uint64_t>(visits)}, {"value", value}});
      const double wanted = is(Fault::kFinalLeast) ? 1e9 - visits : visits;
      if (wanted > best_visits) {
        best_visits = wanted;
        best = move;
      }
    }
    return {{"best_move", best}, {"root", {{"children", children}}}};
  }

  Fault fault_;
  double exploration_;
  std::uint64_t seed_;
  Random random_;
  Player root_player_ = 0;
  std::uint64_t done_ = 0;
  std::vector<Node> nodes_;
};

/// The catalogue.
inline const std::vector<Planted>& planted_faults() {
  static const std::vector<Planted> kFaults{
      {Fault::kOtherPlayer, "values of the other player", {"values-of-other-player"}},
      {Fault::kPlayer0, "always player 0's result", {"values-of-player-0"}},
      {Fault::kPlayer1, "always player 1's result", {"values-of-player-1"}},
      {Fault::kNoAlternationInto,
       "one result for the whole path: of who moved into the leaf",
       {"backup-without-alternation"}},
      {Fault::kNoAlternationAt,
       "one result for the whole path: of who is to move at the leaf",
       {"backup-without-alternation"}},
      {Fault::kEndMover, "sign from who moved last in the playout", {"result-of-playout-end"}},
      {Fault::kEndToMove,
       "sign from who is to move at the playout's end",
       {"result-of-playout-end"}},
      {Fault::kDrawsLost, "draws count as losses", {"draws-as-losses"}},
      {Fault::kDrawsWon, "draws count as wins", {"draws-as-wins"}},
      {Fault::kLeafLeftOut, "the backup leaves out the leaf", {"leaf-not-counted"}},
      {Fault::kLeafTwice, "the backup counts the leaf twice", {"leaf-counted-twice"}},
      {Fault::kOnlyLeaf, "the backup stops at the leaf", {"only-leaf-counted"}},
      {Fault::kOnlyLeafValue, "only the leaf gets the value", {"only-leaf-valued"}},
      {Fault::kOverwritten, "the sum is overwritten, not added to", {"last-value-kept"}},
      {Fault::kRootLeftOut, "the backup stops before the root", {"root-not-counted"}},
      {Fault::kRootTwice, "the backup counts the root twice", {"root-counted-twice"}},
      {Fault::kRootChildrenLeftOut,
       "the root's moves get nothing",
       {"children-of-root-not-counted"}},
      {Fault::kOnlyRootPlayer,
       "only the root player's nodes get values",
       {"only-root-player-valued"}},
      {Fault::kTotalN, "N is the whole search's", {"total-as-n"}},
      {Fault::kNoLog, "no logarithm", {"no-logarithm"}},
      {Fault::kNoRoot, "no square root", {"no-root"}},
      {Fault::kSwapped, "n and N exchanged", {"visits-swapped"}},
      {Fault::kIntegers, "integer division", {"integer-division"}},
      {Fault::kSum, "sum of values instead of mean", {"value-not-mean"}},
      {Fault::kMinus, "exploration subtracted", {"exploration-subtracted"}},
      {Fault::kLowest, "the lowest score is chosen", {"lowest-score-chosen"}},
      {Fault::kGreedy, "no exploration", {"no-exploration"}},
      {Fault::kExplores, "c = 1000", {"value-ignored"}},
      {Fault::kMostVisited, "the descent takes the most visited move", {"most-visited-chosen"}},
      {Fault::kRandomDescent, "random descents", {"descents-random"}},
      {Fault::kLastMoveLeftOut, "the last legal move is left out", {"moves-never-tried"}},
      {Fault::kFirstMoveTwice, "the first move is visited twice", {"moves-tried-late"}},
      {Fault::kPlayoutFirst, "playouts take the first move", {"playouts-not-uniform"}},
      {Fault::kPlayoutNotLast, "playouts never take the last move", {"playouts-not-uniform"}},
      {Fault::kPlayoutSeeded,
       "the generator is seeded before each playout",
       {"random-numbers-repeat"}},
      {Fault::kPlayoutShort, "playouts stop after 6 moves", {"results-before-end"}},
      {Fault::kOneLess, "one iteration too few", {"fewer-iterations"}},
      {Fault::kOneMore, "one iteration too many", {"more-iterations"}},
      {Fault::kPlaysOn, "plays on after the end", {"played-on-after-end"}},
      {Fault::kNoCopy, "searches on the state itself", {"state-not-restored"}},
      {Fault::kFinalLeast, "the least visited move is played", {"final-move-not-most-visited"}},
      {Fault::kClaimsVisits, "reports one visit more", {"claimed-visits-differ"}},
      {Fault::kClaimsOthersValues, "reports the other player's values", {"claimed-values-differ"}},
  };
  return kFaults;
}

}  // namespace banyan::bench::doctor
