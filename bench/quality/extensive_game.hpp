// A small two-player zero-sum game in extensive form: its whole tree, and the values of strategies.
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

/// All positions of a game from `start` on, and its players' information sets. Values are in the
/// game's own unit, for player 0 unless stated. For games with perfect recall and up to some
/// million positions.
class ExtensiveGame {
 public:
  /// Where a player moves with the same knowledge. `position` is one of its positions.
  struct InformationSet {
    Player player;
    std::uint64_t key;
    std::vector<std::uint32_t> moves;
    std::unique_ptr<AnyGame> position;
    std::vector<std::uint32_t> nodes;
  };

  struct Node {
    Player player = kChance;        ///< meaningless in an ended game
    std::uint32_t set = 0;          ///< at a player's node
    std::uint32_t first_child = 0;  ///< index of the first one in children()
    std::uint32_t size = 0;         ///< children; 0 in an ended game
    double value = 0;               ///< in an ended game
  };

  /// Throws UsageError unless the game has two players, hidden information, and at most kMaxNodes
  /// positions.
  explicit ExtensiveGame(const AnyGame& start);

  static constexpr std::size_t kMaxNodes = 3'000'000;

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<InformationSet>& sets() const { return sets_; }
  [[nodiscard]] std::uint32_t child(const Node& node, std::uint32_t i) const {
    return children_[node.first_child + i];
  }
  /// The probability of chance's child i.
  [[nodiscard]] double probability(const Node& node, std::uint32_t i) const {
    return probabilities_[node.first_child + i];
  }

  [[nodiscard]] Strategy uniform() const;

  /// The value if both players play `strategy`.
  [[nodiscard]] double value(const Strategy& strategy) const;

  /// The value for `player` of their best play against `strategy`.
  [[nodiscard]] double best_response(const Strategy& strategy, Player player) const;

  /// How much two best responses win against `strategy`, averaged over both seats ("NashConv" / 2);
  /// 0 only in an equilibrium.
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
