// Your own selection rule in the sequential search.
#include <cmath>
#include <cstdio>

#include <banyan/core/search/search.hpp>
#include <banyan/core/tree/tree.hpp>
#include <banyan/games/tic_tac_toe/tic_tac_toe.hpp>

/// PUCT without priors, q + c sqrt(N) / (1 + n) (Silver et al. 2016), instead of UCB1. A rule only
/// needs a tree that hides best(). This is the plain tree: the faster trees of narrow and wide
/// games depend on UCB1.
template <banyan::Game G>
class PuctTree : public banyan::Tree<G> {
 public:
  using banyan::Tree<G>::Tree;

  banyan::Slot best(banyan::Node node) const {
    double visits = 0;
    for (banyan::Slot slot = 0; slot < this->size(node); ++slot) {
      visits += banyan::visits_of(this->stat(node, slot));
    }
    banyan::Slot best = 0;
    double best_value = -1;
    for (banyan::Slot slot = 0; slot < this->size(node); ++slot) {
      const banyan::Stat stat = this->stat(node, slot);
      const double n = banyan::visits_of(stat);
      const double q = static_cast<double>(banyan::points_of(stat)) / (2 * n);
      const double value = q + kExploration * std::sqrt(visits) / (1 + n);
      if (value > best_value) {
        best_value = value;
        best = slot;
      }
    }
    return best;
  }

 private:
  static constexpr double kExploration = 0.5;
};

int main() {
  using banyan::TicTacToe;
  banyan::SequentialSearch<TicTacToe, PuctTree<TicTacToe>> engine({});
  TicTacToe position;
  for (const char* move : {"a1", "b1", "b2"}) position.play(*position.parse(move));
  const auto found = engine.search(position, {.iterations = 10'000}, {.seed = 1});
  std::printf("%sbest: %s\n", position.board().c_str(),
              position.to_text(static_cast<TicTacToe::Move>(found.best_move)).c_str());
}
