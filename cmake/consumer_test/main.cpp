// A stranger's program: all it knows of Banyan is an installed package.
#include <cstdio>

#include "core/game.hpp"
#include "core/random.hpp"

int main() {
  banyan::Random random(banyan::StreamKey{.seed = 1});
  std::printf("a die from Banyan: %u\n", random.below(6) + 1);
}
