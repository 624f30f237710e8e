// An iteration that travels from worker to worker, to the owners of its nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/stat.hpp"
#include "core/game/game.hpp"
#include "core/selection/rules/ucb1.hpp"
#include "core/selection/virtual_visits.hpp"
#include "parallel/cluster/port.hpp"
#include "parallel/cluster/spread_tree.hpp"

namespace banyan {

/// A move of a job's path: its slot at the node's owner.
struct JobStep {
  std::uint32_t move;
  std::uint32_t slot;
};

/// What a depth-first job remembers of a node where it chose a child: the chosen one and the
/// runner-up as they were, and what it found below since. Yoshizoe et al. (2011) carry all
/// children. The runner-up alone has one size in every game, and overtakes the chosen one first
/// unless several are close together.
struct JobChoice {
  Stat found = 0;  ///< visits and player 0's points not yet reported to the node
  Stat chosen = 0;
  Stat rival = 0;
  std::uint64_t visits = 0;     ///< of all children
  std::uint64_t in_flight = 0;  ///< below all children, without this job
  std::uint32_t chosen_in_flight = 0;
  std::uint32_t rival_in_flight = 0;
  Player mover = 0;
  bool open = false;    ///< another move is untried and has priority
  bool before = false;  ///< the chosen child precedes the runner-up: it wins ties

  /// Whether the child would be chosen again after `more` was found below it.
  [[nodiscard]] bool holds(Stat more, const Ucb1& rule, const VirtualVisits& shown) const {
    if (open) return false;
    const std::uint32_t games = visits_of(more);
    const std::uint32_t points = mover == 0 ? points_of(more) : kWin * games - points_of(more);
    const float exploration = rule.exploration(shown.total(visits + games, in_flight));
    const float value =
        shown.value(chosen + make_stat(games, points), chosen_in_flight, exploration);
    const float other = shown.value(rival, rival_in_flight, exploration);
    return before ? value >= other : value > other;
  }
};

/// A descent on its way down to a leaf, or a result on its way up: SEARCH and BACKPROPAGATION of
/// transposition-table driven scheduling. It carries the moves to a position, not the position.
template <TwoPlayerGame G>
class Job {
 public:
  bool down = true;
  bool first = false;              ///< of the search: it finds a result however late it is
  std::uint32_t credit = 1;        ///< iterations it may still run without asking the root
  std::uint32_t visits = 0;        ///< down: visits of the current node before this descent
  Stat result = 0;                 ///< up: visits and player 0's points, for the last step's node
  std::vector<JobChoice> choices;  ///< one per step if depth-first, otherwise none

  [[nodiscard]] const std::vector<JobStep>& steps() const { return steps_; }
  [[nodiscard]] std::size_t depth() const { return steps_.size(); }
  /// The key of the current node.
  [[nodiscard]] NodeKey key() const { return keys_.back(); }
  /// The node before the last step.
  [[nodiscard]] NodeKey parent() const { return keys_[keys_.size() - 2]; }

  void step(std::uint32_t move, std::uint32_t slot) {
    steps_.push_back({move, slot});
    keys_.push_back(child_key(keys_.back(), move));
  }
  JobStep step_back() {
    const JobStep last = steps_.back();
    steps_.pop_back();
    keys_.pop_back();
    return last;
  }

  /// The current position; moves are replayed from the root's.
  const G& position(const G& root) {
    if (!position_ || played_ > depth()) {
      position_ = root;
      played_ = 0;
    }
    while (played_ < depth()) {
      position_->play(static_cast<typename G::Move>(steps_[played_++].move));
    }
    return *position_;
  }
  /// Called after steps back, since the next steps may differ.
  void forget_position() { position_.reset(); }

  void write(Bytes& bytes) const {
    append(bytes, Head{result, credit, visits, static_cast<std::uint32_t>(depth()), down, first});
    append(bytes, std::span<const JobStep>(steps_));
    append(bytes, std::span<const JobChoice>(choices));
  }
  static Job read(Reader reader) {
    const auto head = reader.read<Head>();
    Job job;
    job.result = head.result;
    job.credit = head.credit;
    job.visits = head.visits;
    job.down = head.down;
    job.first = head.first;
    for (std::uint32_t i = 0; i < head.depth; ++i) {
      const auto step = reader.read<JobStep>();
      job.step(step.move, step.slot);
    }
    job.choices = reader.rest<JobChoice>();
    return job;
  }

 private:
  struct Head {
    Stat result;
    std::uint32_t credit;
    std::uint32_t visits;
    std::uint32_t depth;
    bool down;
    bool first;
    std::uint16_t unused = 0;
  };
  static_assert(sizeof(Head) == 24 && sizeof(JobStep) == 8 && sizeof(JobChoice) == 56);

  std::vector<JobStep> steps_;
  std::vector<NodeKey> keys_{kRootKey};
  std::optional<G> position_;  // made on demand: of Go 19x19 it takes 60 kB
  std::size_t played_ = 0;     // steps replayed so far
};

}  // namespace banyan
