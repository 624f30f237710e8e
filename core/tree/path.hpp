// The way from the root of a tree to a leaf.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "core/game/game.hpp"
#include "core/tree/tree_base.hpp"

namespace banyan {

/// A move from a node to a child.
struct Step {
  Node node;
  Slot slot;
};

/// The same, and who made it.
struct StepBy : Step {
  Player mover;
};

/// The steps of one descent, in order. The memory is reused by the next descent. push() runs at
/// every level of every descent and takes half the instructions of std::vector's push_back.
template <class Step>
class Path {
 public:
  void clear() { size_ = 0; }
  void push(Step step) {
    if (size_ == room_) grow();
    steps_[size_++] = step;
  }
  /// The path must not be empty.
  [[nodiscard]] Step& last() { return steps_[size_ - 1]; }
  [[nodiscard]] const Step& last() const { return steps_[size_ - 1]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The next step tries a child for the first time. Recorded only where playouts may be stopped.
  void note_trial() {
    trial_ = size_;
    ++trials_;
  }
  void forget_trials() { trials_ = 0; }
  [[nodiscard]] std::size_t trials() const { return trials_; }
  [[nodiscard]] const Step& last_trial() const { return steps_[trial_]; }
  [[nodiscard]] std::span<const Step> steps() const { return {steps_.data(), size_}; }

 private:
  // Not inlined, so that push() is.
  [[gnu::noinline]] void grow() { steps_.resize(room_ = 2 * room_ + 8); }

  std::vector<Step> steps_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  // the vector's size
  std::size_t trial_ = 0;
  std::size_t trials_ = 0;
};

/// The steps that a search records in game G. Where the players alternate, the step's depth tells
/// the player.
template <Game G>
using StepOf = std::conditional_t<AlternatingGame<G>, Step, StepBy>;
template <Game G>
using PathOf = Path<StepOf<G>>;

}  // namespace banyan
