// Descents whose leaves are evaluated later: what each leaves in the tree till its value comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/evaluation/evaluator.hpp"
#include "core/search/general_iteration.hpp"
#include "core/tree/path.hpp"
#include "parallel/batched/batched_options.hpp"

namespace banyan {

/// A descent that waits for its leaf's evaluation.
template <Game G>
struct LeafFlight {
  Path<GeneralStep<G>> path;
  G position;
  Node node = kNoNode;  ///< the leaf's block, not yet linked; none if the arena is full
  LeafValue<G> value;   ///< its priors are the block's

  explicit LeafFlight(const G& root) : position(root) {}
  [[nodiscard]] const GeneralStep<G>& leaf() const { return path.last(); }
};

/// Where a descent ended.
enum class Landing : std::uint8_t {
  kGame,       ///< at the game's end, or a proven result
  kCollision,  ///< at a leaf for which another one waits
  kLeaf,
};

/// The descents under way in one tree. Each leaves a virtual visit at every child on its path,
/// until it is backed up or cancelled. Several threads may descend, land, read leaves and back up
/// at once: these share only the tree. All else is for one caller at a time.
template <Game G>
class LeafFlights {
 public:
  using Flight = LeafFlight<G>;
  using Descent = GeneralIteration<G>;

  LeafFlights(GeneralTree<G>& tree, const G& root, Collision collision)
      : tree_(&tree), root_(root), collision_(collision) {}

  [[nodiscard]] std::size_t in_flight() const { return in_flight_; }
  /// Of these, those that wait for another's leaf.
  [[nodiscard]] std::size_t collided() const { return collided_.size(); }

  // ---- a descent, step by step
  // -------------------------------------------------------------------

  [[nodiscard]] std::unique_ptr<Flight> begin() {
    ++in_flight_;
    if (idle_.empty()) return std::make_unique<Flight>(root_);
    std::unique_ptr<Flight> flight = std::move(idle_.back());
    idle_.pop_back();
    return flight;
  }
  /// Selects down to a leaf.
  static void descend(Descent& descent) {
    descent.begin();
    do {
      descent.select();
    } while (!descent.expand());
  }
  /// Says where the descent ended, and takes over what it found. One that needs no evaluation is
  /// backed up.
  Landing land(Flight& flight, Descent& descent) const {
    if (descent.ended()) {
      descent.back_up(descent.evaluate(
          [](const G&, Random&) {
            return GeneralEvaluation<G>{1, {}};
          },
          1));
      return Landing::kGame;
    }
    // In a full arena leaves stay leaves and are evaluated at every visit.
    const bool collides = !descent.first_visit() && !is_visited(descent.path().last());
    flight.node = collides ? kNoNode : descent.make_block();
    std::swap(descent.path(), flight.path);
    flight.position = descent.position();
    return collides ? Landing::kCollision : Landing::kLeaf;
  }
  /// The leaf, with its moves if priors are wanted. Also makes the memory for the flight's value.
  [[nodiscard]] Leaf<G> leaf_of(Flight& flight) const {
    Leaf<G> leaf{&flight.position, {}};
    flight.value.priors = {};
    if (flight.node != kNoNode && tree_->has_priors(flight.position)) {
      leaf.moves = tree_->moves_of(flight.node);
      flight.value.priors = tree_->priors_of(flight.node);
    }
    return leaf;
  }
  /// Expands a leaf and backs its value up.
  void attach_and_back_up(Flight& flight, Descent& descent) const {
    if (flight.node != kNoNode) {
      if (!flight.value.priors.empty()) tree_->finish_priors(flight.node);
      tree_->attach(flight.leaf().node, flight.leaf().slot, flight.node);
    }
    back_up(descent, flight, flight.value.values);
  }
  /// The flight was backed up.
  void end(std::unique_ptr<Flight> flight) {
    flight->path.clear();
    idle_.push_back(std::move(flight));
    --in_flight_;
  }
  /// Takes the flight's virtual visits back.
  void cancel(std::unique_ptr<Flight> flight) {
    for (const GeneralStep<G>& step : flight->path.steps()) tree_->cancel(step.node, step.slot);
    end(std::move(flight));
  }

  // ---- those that wait for another's leaf
  // --------------------------------------------------------

  void collide(std::unique_ptr<Flight> flight) { collided_.push_back(std::move(flight)); }
  /// Ends the wait of those whose leaves now have visits; returns how many were cancelled.
  std::size_t end_visited(Descent& descent) {
    std::size_t cancelled = 0;
    end_collided([&](const Flight& flight) { return is_visited(flight.leaf()); },
                 [&](std::unique_ptr<Flight> flight) {
                   if (collision_ == Collision::kMultiply) {
                     back_up(descent, *flight, values_of(*flight));
                     end(std::move(flight));
                   } else {
                     cancel(std::move(flight));
                     ++cancelled;
                   }
                 });
    return cancelled;
  }
  /// Cancels those that wait for a leaf whose value will not come.
  void give_up_collided_at(const Step& leaf) {
    end_collided(
        [&](const Flight& flight) {
          return flight.leaf().node == leaf.node && flight.leaf().slot == leaf.slot;
        },
        [this](std::unique_ptr<Flight> flight) { cancel(std::move(flight)); });
  }
  /// Cancels them all; returns how many there were.
  std::size_t give_up_collided() {
    const std::size_t all = collided();
    end_collided([](const Flight&) { return true; },
                 [this](std::unique_ptr<Flight> flight) { cancel(std::move(flight)); });
    return all;
  }

 private:
  static void back_up(Descent& descent, Flight& flight, const Returns<G>& values) {
    std::swap(descent.path(), flight.path);
    descent.position() = flight.position;
    descent.back_up(GeneralEvaluation<G>{1, values});
    std::swap(descent.path(), flight.path);
  }
  template <class Which, class End>
  void end_collided(const Which& which, const End& end_one) {
    for (std::size_t i = 0; i < collided_.size();) {
      if (!which(*collided_[i])) {
        ++i;
        continue;
      }
      std::unique_ptr<Flight> flight = std::exchange(collided_[i], std::move(collided_.back()));
      collided_.pop_back();
      end_one(std::move(flight));
    }
  }
  [[nodiscard]] bool is_visited(const Step& leaf) const {
    return tree_->visits(leaf.node, leaf.slot) > 0;
  }
  /// A leaf's values, without the reward of the move that leads there.
  [[nodiscard]] Returns<G> values_of(const Flight& flight) const {
    const GeneralStep<G>& leaf = flight.leaf();
    Returns<G> values{};
    for (Player player = 0; player < tree_->players(); ++player) {
      const auto i = static_cast<std::size_t>(player);
      values[i] = (tree_->mean(leaf.node, leaf.slot, player) - leaf.reward[i]) / leaf.discount;
    }
    return values;
  }

  GeneralTree<G>* tree_;
  G root_;
  Collision collision_;
  std::size_t in_flight_ = 0;
  std::vector<std::unique_ptr<Flight>> collided_;
  std::vector<std::unique_ptr<Flight>> idle_;
};

}  // namespace banyan
