// A program outside of Banyan, which only knows an installed package.
#include <cstdio>

#include <banyan/core/base/random.hpp>
#include <banyan/core/game/game.hpp>

int main() {
  banyan::Random random(banyan::StreamKey{.seed = 1});
  std::printf("a die from Banyan: %u\n", random.below(6) + 1);
}
