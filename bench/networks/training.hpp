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
  int epochs = 20;                      ///< times that each lesson is learned, at least 1
  int batch = 256;                      ///< lessons of a step
  double rate = 2e-3;  ///< the first step's size, which falls to 0 as a cosine does
  std::uint64_t seed = 1;
};

/// One game in so many is held out: the last of each so many.
inline constexpr std::size_t kHeldOut = 20;

/// After an epoch: what was seen of its lessons while it learned them, and of games that it does
/// not learn from.
struct Epoch {
  int number = 0;
  Loss learned;
  Loss held_out;
};

/// Each time that a lesson is learned it is turned or mirrored by
/// chance, where the game's symmetry has it. `told` hears of every step, and of every epoch. After
/// a stop request the network is as it is by then.
Network train(const GameChoice& game, const std::vector<GameLessons>& games,
              const TrainingOptions& options, const std::function<void()>& step_done,
              const std::function<void(const Epoch&)>& epoch_done, const std::stop_token& stop);

/// How many steps train() takes.
std::uint64_t steps_of(const std::vector<GameLessons>& games, const TrainingOptions& options);

}  // namespace banyan::bench
