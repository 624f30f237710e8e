// Trains a network on the results of long searches.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/network/network.hpp"

namespace banyan {

/// A position and what to learn of it.
struct Lesson {
  std::vector<std::uint16_t> ones;   ///< the features that are 1
  std::vector<std::uint16_t> moves;  ///< places of the legal moves in the network's output
  std::vector<float> shares;         ///< the target for each of these; their sum is 1
  float value = 0;                   ///< for the side to move, 0 loss to 1 win
};

/// The mean loss of a network's outputs per lesson.
struct Loss {
  double value = 0;    ///< cross-entropy of the value, in nats
  double moves = 0;    ///< cross-entropy of the moves' shares, in nats
  double leaders = 0;  ///< share of lessons whose best move the network prefers
};

/// Gradient descent on the sum of both cross-entropies (Silver et al. 2017), one mini-batch after
/// another, by Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019).
/// Deterministic. One owner at a time.
class Trainer {
 public:
  explicit Trainer(Network& network);
  ~Trainer();

  /// One step of size `rate` with these lessons; returns the loss before it.
  Loss learn(std::span<const Lesson* const> lessons, double rate);
  /// The loss, without learning.
  Loss test(std::span<const Lesson* const> lessons);

 private:
  struct State;  // of Eigen's types

  std::unique_ptr<State> state_;
};

}  // namespace banyan
