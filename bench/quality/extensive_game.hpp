// A small two-player zero-sum game written out: its whole tree, and what strategies for it are
// worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "bench/registry/any_game.hpp"

namespace banyan::bench {

/// The probability of each move at each information set, both in the game's order.
using Strategy = std::vector<std::vector<double>>;

/// All positions of a game from `start` on, and the information sets in which its players move.
/// Values are of the game's own unit, for player 0 unless said otherwise. Meant for games of up to
/// some million positions with perfect recall.
class ExtensiveGame {
 public:
  /// Where a player moves and knows the same. `position` is one of its positions.
  struct InformationSet {
    Player player;
    std::uint64_t key;
    std::vector<std::uint32_t> moves;
    std::unique_ptr<AnyGame> position;
    std::vector<std::uint32_t> nodes;
  };

  struct Node {
    Player player = kChance;        ///< meaningless in an ended game
    std::uint32_t set = 0;          ///< of a player's node
    std::uint32_t first_child = 0;  ///< the index of the first in children()
    std::uint32_t size = 0;         ///< children; 0 in an ended game
    double value = 0;               ///< of an ended game
  };

  /// Throws UsageError unless the game has two players, hides something, and has at most
  /// kMaxNodes positions.
  explicit ExtensiveGame(const AnyGame& start);

  static constexpr std::size_t kMaxNodes = 3'000'000;

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<InformationSet>& sets() const { return sets_; }
  [[nodiscard]] std::uint32_t child(const Node& node, std::uint32_t i) const {
    return children_[node.first_child + i];
  }
  /// Of chance's child i.
  [[nodiscard]] double probability(const Node& node, std::uint32_t i) const {
    return probabilities_[node.first_child + i];
  }

  [[nodiscard]] Strategy uniform() const;

  /// What both players' play by `strategy` is worth.
  [[nodiscard]] double value(const Strategy& strategy) const;

  /// What the best play of `player` against `strategy` is worth to that player.
  [[nodiscard]] double best_response(const Strategy& strategy, Player player) const;

  /// How much two best players would win from `strategy` on the average of both seats: 0 in an
  /// equilibrium alone ("NashConv" / 2).
  [[nodiscard]] double exploitability(const Strategy& strategy) const {
    return (best_response(strategy, 0) + best_response(strategy, 1)) / 2;
  }

 private:
  std::uint32_t add(const AnyGame& position);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> children_;
  std::vector<double> probabilities_;
  std::vector<InformationSet> sets_;
  std::map<std::pair<Player, std::uint64_t>, std::uint32_t> index_;  // sets by player and key
};

}  // namespace banyan::bench
