// The way from the root of a tree to a leaf.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "core/rules/game.hpp"
#include "core/trees/tree_base.hpp"

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

/// The steps of one descent, in order. Its memory is kept from one to the next, and push() is half
/// the instructions of std::vector's push_back, which every level of every descent needs.
template <class Step>
class Path {
 public:
  void clear() { size_ = 0; }
  void push(Step step) {
    if (size_ == room_) grow();
    steps_[size_++] = step;
  }
  /// There must be one.
  [[nodiscard]] Step& last() { return steps_[size_ - 1]; }
  [[nodiscard]] const Step& last() const { return steps_[size_ - 1]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The next step tries a child for the first time. Only kept where playouts may be stopped.
  void note_trial() {
    trial_ = size_;
    ++trials_;
  }
  void forget_trials() { trials_ = 0; }
  [[nodiscard]] std::size_t trials() const { return trials_; }
  [[nodiscard]] const Step& last_trial() const { return steps_[trial_]; }
  [[nodiscard]] std::span<const Step> steps() const { return {steps_.data(), size_}; }

 private:
  // Apart, so that push() is inlined.
  [[gnu::noinline]] void grow() { steps_.resize(room_ = 2 * room_ + 8); }

  std::vector<Step> steps_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  // the vector's size
  std::size_t trial_ = 0;
  std::size_t trials_ = 0;
};

/// What a search has to remember of a move in game G: where the players alternate, who made it
/// shows in its place.
template <Game G>
using StepOf = std::conditional_t<AlternatingGame<G>, Step, StepBy>;
template <Game G>
using PathOf = Path<StepOf<G>>;

}  // namespace banyan
