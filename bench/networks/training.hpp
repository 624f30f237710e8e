// Training: a network from lessons, epoch by epoch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "bench/networks/lessons.hpp"

namespace banyan::bench {

struct TrainingOptions {
  std::vector<int> hidden = {256, 64};  ///< units of each hidden layer
  int epochs = 20;                      ///< how often each lesson is learned, at least 1
  int batch = 256;                      ///< lessons per step
  double rate = 2e-3;                   ///< size of the first step; it falls to 0 like a cosine
  std::uint64_t seed = 1;
};

/// One game in this many is held out: the last of each group.
inline constexpr std::size_t kHeldOut = 20;

/// The losses of an epoch: on its lessons while learning them, and on held-out games.
struct Epoch {
  int number = 0;
  Loss learned;
  Loss held_out;
};

/// Each time a lesson is learned, it is turned or mirrored at random, if the game has the symmetry.
/// `told` is called for every step and every epoch. After a stop request, returns the network as it
/// is then.
Network train(const GameChoice& game, const std::vector<GameLessons>& games,
              const TrainingOptions& options, const std::function<void()>& step_done,
              const std::function<void(const Epoch&)>& epoch_done, const std::stop_token& stop);

/// How many steps train() takes.
std::uint64_t steps_of(const std::vector<GameLessons>& games, const TrainingOptions& options);

}  // namespace banyan::bench
