// Teaches a network what long searches found.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/network/network.hpp"

namespace banyan {

/// A position and what is to be learned of it.
struct Lesson {
  std::vector<std::uint16_t> ones;   ///< the features that are 1
  std::vector<std::uint16_t> moves;  ///< places of the legal moves in the network's answer
  std::vector<float> shares;         ///< what each of these should have; their sum is 1
  float value = 0;                   ///< for the side to move, 0 loss to 1 win
};

/// How far a network's answers are from lessons, per lesson.
struct Loss {
  double value = 0;    ///< cross-entropy of the value, in nats
  double moves = 0;    ///< cross-entropy of the moves' shares, in nats
  double leaders = 0;  ///< how often its favourite move is the lesson's
};

/// Learns by gradients of the sum of both cross-entropies (Silver et al. 2017), one mini-batch
/// after the other, by Adam (Kingma and Ba 2015) with decoupled decay of the weights (Loshchilov
/// and Hutter 2019). Deterministic. One owner at a time.
class Trainer {
 public:
  explicit Trainer(Network& network);
  ~Trainer();

  /// One step of that size with these lessons; returns how far the network was from them.
  Loss learn(std::span<const Lesson* const> lessons, double rate);
  /// How far it is, learning nothing.
  Loss test(std::span<const Lesson* const> lessons);

 private:
  struct State;  // of Eigen's types

  std::unique_ptr<State> state_;
};

}  // namespace banyan
