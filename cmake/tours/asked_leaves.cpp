// Leaves evaluated elsewhere: the tree asks for several, and is told their values in any order.
#include <algorithm>
#include <cstdio>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <banyan/games/connect_four/connect_four.hpp>
#include <banyan/parallel/asked/asked_tree.hpp>

using banyan::ConnectFour;

// Stands in for a model, whose call takes seconds: the value to each player, and priors.
banyan::LeafValue<ConnectFour> evaluate(const ConnectFour& /*position*/, std::span<float> priors) {
  std::ranges::fill(priors, 1.0F);
  return {{0.6, 0.4}, priors};
}

int main() {
  banyan::BatchedOptions options;
  options.policy.select = banyan::SelectionRule::kPuct;
  options.exploration = 1.5;
  options.in_flight = 32;
  banyan::AskedTree<ConnectFour> tree(options, ConnectFour(), {.seed = 1});

  std::vector<banyan::AskedLeaf<ConnectFour>> in_flight;
  std::mt19937 order(1);
  while (tree.visits() < 1000) {
    for (auto& leaf : tree.ask(8)) in_flight.push_back(std::move(leaf));
    const std::size_t next = order() % in_flight.size();  // whichever call comes back first
    const auto leaf = std::move(in_flight[next]);
    in_flight[next] = std::move(in_flight.back());
    in_flight.pop_back();
    std::vector<float> priors(leaf.moves.size());
    tree.tell(leaf.id, evaluate(leaf.position, priors));
  }
  std::printf("%u leaves under way, value %.1f\n", unsigned(tree.waiting().size()),
              tree.result().value);
}
