// Enumerates a game, and computes best responses.
#include "bench/quality/extensive_game.hpp"

#include <algorithm>
#include <optional>

#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

/// The values of positions where players follow a strategy, or one of them plays best against it.
/// With perfect recall, the best move at an information set has the greatest value summed over its
/// positions. Each position is weighted by how likely chance and the opponent lead to it (Zinkevich
/// et al. 2007).
class Values {
 public:
  /// Values are for the player who plays best, or without one for player 0.
  Values(const ExtensiveGame& game, const Strategy& strategy, std::optional<Player> player)
      : game_(game),
        strategy_(strategy),
        player_(player),
        reach_(game.nodes().size(), 0),
        values_(game.nodes().size()),
        chosen_(game.sets().size()) {
    spread(0, 1);
  }

  double value(std::uint32_t index) {
    if (values_[index]) return *values_[index];
    const ExtensiveGame::Node& node = game_.nodes()[index];
    double sum = player_ == 1 ? -node.value : node.value;
    if (node.size > 0 && node.player == player_) {
      sum = value(game_.child(node, choice(node.set)));
    } else {
      for (std::uint32_t i = 0; i < node.size; ++i) {
        sum += weight(node, i) * value(game_.child(node, i));
      }
    }
    values_[index] = sum;
    return sum;
  }

 private:
  [[nodiscard]] double weight(const ExtensiveGame::Node& node, std::uint32_t i) const {
    if (node.player == player_) return 1;
    return node.player == kChance ? game_.probability(node, i) : strategy_[node.set][i];
  }

  void spread(std::uint32_t index, double reach) {
    reach_[index] = reach;
    const ExtensiveGame::Node& node = game_.nodes()[index];
    for (std::uint32_t i = 0; i < node.size; ++i) {
      spread(game_.child(node, i), reach * weight(node, i));
    }
  }

  std::uint32_t choice(std::uint32_t set) {
    if (chosen_[set]) return *chosen_[set];
    const ExtensiveGame::InformationSet& here = game_.sets()[set];
    std::vector<double> sums(here.moves.size(), 0);
    for (const std::uint32_t index : here.nodes) {
      for (std::uint32_t i = 0; i < sums.size(); ++i) {
        sums[i] += reach_[index] * value(game_.child(game_.nodes()[index], i));
      }
    }
    const auto best = std::max_element(sums.begin(), sums.end()) - sums.begin();
    chosen_[set] = static_cast<std::uint32_t>(best);
    return *chosen_[set];
  }

  const ExtensiveGame& game_;
  const Strategy& strategy_;
  std::optional<Player> player_;
  std::vector<double> reach_;
  std::vector<std::optional<double>> values_;
  std::vector<std::optional<std::uint32_t>> chosen_;
};

}  // namespace

ExtensiveGame::ExtensiveGame(const AnyGame& start) {
  if (start.players() != 2 || !start.hidden()) {
    throw UsageError(
        "exploitability needs a game of two players and hidden information: give kuhn, leduc or "
        "goofspiel:cards=3.");
  }
  add(start);
}

std::uint32_t ExtensiveGame::add(const AnyGame& position) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (nodes_.size() >= kMaxNodes) {
    throw UsageError("this game has more than 3,000,000 positions: give a smaller one.");
  }
  nodes_.emplace_back();
  if (position.over()) {
    nodes_[index].value = position.score(0);
    return index;
  }
  const std::vector<std::uint32_t> moves = position.legal_moves();
  Node node;
  node.player = position.to_move();
  node.size = static_cast<std::uint32_t>(moves.size());
  node.first_child = static_cast<std::uint32_t>(children_.size());
  children_.resize(children_.size() + moves.size());
  probabilities_.resize(children_.size(), 0);
  if (node.player != kChance) {
    const std::pair name{node.player, position.information(node.player)};
    const auto [found, fresh] = index_.emplace(name, static_cast<std::uint32_t>(sets_.size()));
    if (fresh) sets_.push_back({name.first, name.second, moves, position.clone(), {}});
    node.set = found->second;
    sets_[node.set].nodes.push_back(index);
  }
  nodes_[index] = node;
  for (std::uint32_t i = 0; i < node.size; ++i) {
    const auto next = position.clone();
    next->play(moves[i]);
    if (node.player == kChance) {
      probabilities_[node.first_child + i] = position.probability(moves[i]);
    }
    children_[node.first_child + i] = add(*next);
  }
  return index;
}

Strategy ExtensiveGame::uniform() const {
  Strategy strategy;
  for (const InformationSet& set : sets_) {
    strategy.emplace_back(set.moves.size(), 1.0 / static_cast<double>(set.moves.size()));
  }
  return strategy;
}

double ExtensiveGame::value(const Strategy& strategy) const {
  return Values(*this, strategy, std::nullopt).value(0);
}

double ExtensiveGame::best_response(const Strategy& strategy, Player player) const {
  return Values(*this, strategy, player).value(0);
}

}  // namespace banyan::bench
