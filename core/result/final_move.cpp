// Draws the final move.
#include "core/result/final_move.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace banyan {

std::vector<double> move_probabilities(const std::vector<RootChild>& children, double temperature) {
  std::vector<double> chance(children.size(), 0);
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!is_dominated(children, i)) most = std::max(most, children[i].visits);
  }
  if (most == 0) return chance;
  double sum = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (is_dominated(children, i)) continue;
    const double share = static_cast<double>(children[i].visits) / static_cast<double>(most);
    chance[i] = temperature > 0 ? std::pow(share, 1 / temperature) : share == 1 ? 1 : 0;
    sum += chance[i];
  }
  for (double& c : chance) c /= sum;
  return chance;
}

void play_by_temperature(SearchResult& result, double temperature, Random random) {
  if (result.proven || result.root_visits() == 0) return;
  const std::vector<double> chance = move_probabilities(result.children, temperature);
  double left = random.unit();
  std::size_t drawn = chance.size();
  for (std::size_t i = 0; i < chance.size() && left >= 0; ++i) {
    if (chance[i] == 0) continue;
    drawn = i;
    left -= chance[i];
  }
  if (drawn == chance.size() || result.children[drawn].move == result.best_move) return;
  result.best_move = result.children[drawn].move;
  result.value = result.children[drawn].mean();
  result.principal_variation = {result.best_move};
}

}  // namespace banyan
